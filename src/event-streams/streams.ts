import type { AuthContext } from '../accounts/access-token.ts'
import { requirePermission } from '../accounts/scope.ts'
import { writeCursor } from '../events/cursor.ts'
import { envelopeText } from '../events/envelope.ts'
import { type EventSource, followEvents } from '../events/follow.ts'
import { formOf, readPage, type Stream, type StreamStart, startOf } from '../events/log.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { AccessWatcher } from './access-watcher.ts'

/** The requested stream: one invoice, or an account. */
export type StreamRequest = { readonly invoice: string } | OfAccount

interface OfAccount {
  readonly auth: AuthContext
  /** An account that grants view access to the token's account; null for the token's own. */
  readonly account: number | null
}

/** Where a stream is written: a socket or a streaming response. */
export interface StreamSink {
  /** Every event after this cursor follows. */
  started(cursor: string): void
  /** Takes an envelope as JSON text. The next one waits until the returned promise resolves. */
  take(cursor: string, envelope: string): Promise<void> | undefined
  /** Nothing more follows. */
  ended(why: ApiError): void
}

export interface StreamParts {
  readonly source: EventSource
  readonly accessWatcher: AccessWatcher
  readonly invoiceExists: (uid: string) => Promise<boolean>
  /** Whether an account link lets the viewer see the owner's invoices. */
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
  readonly failed: (error: unknown) => void
}

export type EventStreams = ReturnType<typeof createEventStreams>

/** The event log with access control: live or page by page. */
export function createEventStreams({ source, accessWatcher, invoiceExists, isGranted, failed }: StreamParts) {
  return { open, page }

  /**
   * Follows a stream from after the cursor `after`, or from now on if that is null. Resolves with a function that stops it.
   * @throws {ApiError} `unauthorized`, `insufficient_scope`, `invoice_not_found`, `account_not_visible`, `cursor_invalid`, `cursor_expired`
   */
  async function open(asked: StreamRequest, after: string | null, outlet: StreamSink): Promise<() => void> {
    if ('auth' in asked) requirePermission(asked.auth.caller, 'events.read')
    let over = false
    let started = false
    let cutBecause: ApiError | undefined
    let leave = () => {}
    // Watch before checking access, so that a link or token revoked in between is not missed.
    const unwatch = 'auth' in asked ? watch(asked, cut) : () => {}
    try {
      if ('auth' in asked && !(await asked.auth.isStillValid())) throw new ApiError('unauthorized')
      await requireVisible(asked)
      const from: StreamStart = after === null ? 'newest' : { cursor: after }
      const position = await startOf(source.reader, from)
      if (cutBecause) throw refusalBefore(cutBecause)
      begin(position)
    } catch (error) {
      end()
      throw error
    }
    return end

    function begin(position: number): void {
      const stream = streamOf(asked)
      const form = formOf(stream)
      started = true
      outlet.started(writeCursor(position))
      leave = followEvents(source, stream, position, {
        take: (event) => outlet.take(writeCursor(event.event.position), event.text(form)),
        mayRead: async () => {
          const mayRead = 'invoice' in asked || (await mayView(asked))
          if (!mayRead) cut(new ApiError('link_removed'))
          return mayRead
        },
        failed: (error) => {
          if (!(error instanceof ApiError)) failed(error)
          cut(error instanceof ApiError ? error : new ApiError('unavailable'))
        },
      })
    }

    function end(): void {
      over = true
      unwatch()
      leave()
    }

    function cut(why: ApiError): void {
      if (over) return
      end()
      cutBecause = why
      if (started) outlet.ended(why)
    }
  }

  /**
   * One page of a stream as JSON texts, from after the cursor `after`, or from the oldest stored event if that is null.
   * @throws {ApiError} `account_not_visible`, `cursor_invalid`, `cursor_expired`
   */
  async function page(
    asked: StreamRequest,
    after: string | null,
    limit: number,
  ): Promise<{ envelopes: string[]; nextCursor: string }> {
    const stream = streamOf(asked)
    const from: StreamStart = after === null ? 'oldest' : { cursor: after }
    const { events, next } = await readPage(source.reader, stream, from, limit)
    // Check access after reading, so that no event from after a link's removal gets out.
    await requireVisible(asked)
    return {
      envelopes: events.map((event) => envelopeText(event, formOf(stream))),
      nextCursor: writeCursor(next),
    }
  }

  function watch({ auth, account }: OfAccount, end: (why: ApiError) => void): () => void {
    return accessWatcher.watch({ auth, source: isOwn(auth, account) ? null : account }, end)
  }

  async function requireVisible(asked: StreamRequest): Promise<void> {
    if ('invoice' in asked) {
      if (!(await invoiceExists(asked.invoice))) throw new ApiError('invoice_not_found')
    } else if (!(await mayView(asked))) throw new ApiError('account_not_visible')
  }

  async function mayView({ auth, account }: OfAccount): Promise<boolean> {
    return account === null || isOwn(auth, account) || isGranted(account, auth.caller.accountId)
  }
}

function streamOf(asked: StreamRequest): Stream {
  if ('invoice' in asked) return { kind: 'invoice', uid: asked.invoice }
  const { auth, account } = asked
  return account === null || isOwn(auth, account)
    ? { kind: 'account', accountId: auth.caller.accountId }
    : { kind: 'granted', accountId: account }
}

/** Before a stream has started, a removed link counts as one that never existed: `link_removed` only ends streams that were open. */
const refusalBefore = (why: ApiError): ApiError =>
  why.code === 'link_removed' ? new ApiError('account_not_visible') : why

const isOwn = ({ caller }: AuthContext, account: number | null): boolean => account === caller.accountId
