import type { AuthContext } from '../accounts/access-token.ts'
import { requirePermission } from '../accounts/scope.ts'
import { formatCursor } from '../events/cursor.ts'
import { formatEnvelope } from '../events/envelope.ts'
import { type EventSource, followEvents } from '../events/follow.ts'
import { getStreamView, readPage, resolveStart, type Stream, type StreamStart } from '../events/log.ts'
import { ApiError } from '../kernel/api-error.ts'
import { isUid } from '../kernel/ids.ts'
import type { AccessWatcher } from './access-watcher.ts'

/** The requested stream: one invoice, or an account. */
export type StreamRequest = { readonly invoice: string } | AccountStreamRequest

interface AccountStreamRequest {
  readonly auth: AuthContext
  /** An account that grants view access to the token's account; null for the token's own. */
  readonly account: number | null
}

/** The destination of a stream: a socket or a streaming response. */
export interface StreamSink {
  /** The stream starts after this cursor. */
  onStart(cursor: string): void
  /** Takes an envelope as JSON text. The next one waits until the returned promise resolves. */
  send(cursor: string, envelope: string): Promise<void> | undefined
  /** The stream has ended. */
  onEnd(reason: ApiError): void
}

interface StreamDependencies {
  readonly source: EventSource
  readonly accessWatcher: AccessWatcher
  /** The revision of an invoice, or null if there is none. */
  readonly findRevision: (uid: string) => Promise<number | null>
  /** Whether an account link lets the viewer see the owner's invoices. */
  readonly canReadEvents: (owner: number, viewer: number) => Promise<boolean>
  readonly onError: (error: unknown) => void
}

export type EventStreams = ReturnType<typeof createEventStreams>

/** The event log with access control: live or page by page. */
export function createEventStreams({
  source,
  accessWatcher,
  findRevision,
  canReadEvents,
  onError,
}: StreamDependencies) {
  return { open, listPage }

  /**
   * Follows a stream from after the cursor `after`, or from now on if that is null. Resolves with a function that stops it.
   * @throws {ApiError} `unauthorized`, `insufficient_scope`, `invoice_not_found`, `account_not_visible`, `cursor_invalid`, `cursor_expired`
   */
  async function open(
    streamRequest: StreamRequest,
    after: string | null,
    sink: StreamSink,
  ): Promise<() => void> {
    if ('auth' in streamRequest) requirePermission(streamRequest.auth.caller, 'events.read')
    let isEnded = false
    let isStarted = false
    let endReason: ApiError | undefined
    let unsubscribe = () => {}
    // Watch before checking access, so that a link or token revoked in between is not missed.
    const unwatch = 'auth' in streamRequest ? watch(streamRequest, endStream) : () => {}
    try {
      if ('auth' in streamRequest && !(await streamRequest.auth.isStillValid()))
        throw new ApiError('unauthorized')
      await requireVisible(streamRequest)
      const from: StreamStart = after === null ? 'newest' : { cursor: after }
      const position = await resolveStart(source.reader, from)
      if (endReason) throw toSubscriptionError(endReason)
      start(position)
    } catch (error) {
      end()
      throw error
    }
    return end

    function start(position: number): void {
      const stream = toStream(streamRequest)
      const view = getStreamView(stream)
      isStarted = true
      sink.onStart(formatCursor(position))
      unsubscribe = followEvents(source, stream, position, {
        deliver: ({ event, getText }) => sink.send(formatCursor(event.position), getText(view)),
        // Access to one's own account ends with the token or session, which is watched.
        ...(isShared(streamRequest) && { mayRead: () => checkAccess(streamRequest) }),
        onError: (error) => {
          if (!(error instanceof ApiError)) onError(error)
          endStream(error instanceof ApiError ? error : new ApiError('unavailable'))
        },
      })
    }

    /** Ends the stream if another process has revoked the access. */
    async function checkAccess(request: AccountStreamRequest): Promise<boolean> {
      const mayRead = await mayView(request)
      if (!mayRead) endStream(new ApiError('link_removed'))
      return mayRead
    }

    function end(): void {
      isEnded = true
      unwatch()
      unsubscribe()
    }

    function endStream(reason: ApiError): void {
      if (isEnded) return
      end()
      endReason = reason
      if (isStarted) sink.onEnd(reason)
    }
  }

  /**
   * One page of a stream as JSON texts, from after the cursor `after`, or from the oldest stored event if that is null.
   * @throws {ApiError} `account_not_visible`, `cursor_invalid`, `cursor_expired`
   */
  async function listPage(
    streamRequest: StreamRequest,
    after: string | null,
    limit: number,
    reserveMemory: (bytes: number) => void,
  ): Promise<{ envelopes: string[]; nextCursor: string }> {
    const stream = toStream(streamRequest)
    const from: StreamStart = after === null ? 'oldest' : { cursor: after }
    const { events, next } = await readPage(source.reader, stream, from, limit, reserveMemory)
    // Check access after reading, so that no event after a link's removal is sent.
    await requireVisible(streamRequest)
    return {
      envelopes: events.map((event) => formatEnvelope(event, getStreamView(stream))),
      nextCursor: formatCursor(next),
    }
  }

  function watch({ auth, account }: AccountStreamRequest, end: (reason: ApiError) => void): () => void {
    const source = isOwn(auth, account) ? null : account
    return accessWatcher.watch({ auth, source, canReadEvents: () => mayView({ auth, account }) }, end)
  }

  async function requireVisible(streamRequest: StreamRequest): Promise<void> {
    if ('invoice' in streamRequest) {
      if (!(await invoiceExists(streamRequest.invoice))) throw new ApiError('invoice_not_found')
    } else if (!(await mayView(streamRequest))) throw new ApiError('account_not_visible')
  }

  async function invoiceExists(uid: string): Promise<boolean> {
    return isUid(uid) && (await findRevision(uid)) !== null
  }

  async function mayView({ auth, account }: AccountStreamRequest): Promise<boolean> {
    return account === null || isOwn(auth, account) || canReadEvents(account, auth.caller.accountId)
  }
}

function toStream(streamRequest: StreamRequest): Stream {
  if ('invoice' in streamRequest) return { kind: 'invoice', uid: streamRequest.invoice }
  const { auth, account } = streamRequest
  return account === null || isOwn(auth, account)
    ? { kind: 'account', accountId: auth.caller.accountId }
    : { kind: 'granted', accountId: account }
}

/** Before a stream has started, a removed link is treated as one that never existed: `link_removed` only ends streams that were open. */
const toSubscriptionError = (reason: ApiError): ApiError =>
  reason.code === 'link_removed' ? new ApiError('account_not_visible') : reason

const isShared = (streamRequest: StreamRequest): streamRequest is AccountStreamRequest =>
  'auth' in streamRequest &&
  !isOwn(streamRequest.auth, streamRequest.account ?? streamRequest.auth.caller.accountId)

const isOwn = ({ caller }: AuthContext, account: number | null): boolean => account === caller.accountId
