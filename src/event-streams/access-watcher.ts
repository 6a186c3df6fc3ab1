import type { AuthContext, Caller } from '../accounts/access-token.ts'
import type { Tail } from '../events/tail.ts'
import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'

/** The access that entitles a reader to a non-public stream. */
interface StreamAccess {
  readonly auth: AuthContext
  /** The account that grants view access; null for the reader's own. */
  readonly source: number | null
  /** Checks again whether the source still grants it. */
  readonly canReadEvents?: () => Promise<boolean>
}

type EndStream = (reason: ApiError) => void

/** The open streams of one reader about one other account. */
interface LinkStreams {
  readonly canReadEvents: () => Promise<boolean>
  readonly endCallbacks: Set<EndStream>
}

/** A token or session, by its id, all sessions of an account, or what one account may see of another one. */
export type RevokedAccess =
  | { readonly tokenId: string }
  | { readonly sessionsOf: number }
  | { readonly source: number; readonly viewer: number }

export interface AccessWatcher {
  /** Calls `end` when the access is revoked. Returns a function that stops watching. */
  watch(access: StreamAccess, end: EndStream): () => void
  /** Called after this process has revoked access and committed that. */
  revoke(access: RevokedAccess): void
  stop(): Promise<void>
}

interface AccessWatcherDependencies {
  readonly tail: Tail
  readonly onError: (error: unknown) => void
  readonly recheckMs?: number
}

const defaultRecheckMs = 5 * second

/**
 * Ends streams whose reader has lost access. When a link is removed, the stream ends before any later event is delivered, whichever process
 * removed it. When a token or session ends, or somebody leaves the staff, the stream ends immediately if this process ended it, otherwise
 * within seconds.
 */
export function startAccessWatcher({
  tail,
  onError,
  recheckMs = defaultRecheckMs,
}: AccessWatcherDependencies): AccessWatcher {
  const byLink = new Map<string, LinkStreams>()
  const byToken = new Map<string, { readonly auth: AuthContext; readonly endCallbacks: Set<EndStream> }>()
  const unsubscribe = tail.subscribeAll(({ event }) => {
    if (event.type !== 'account.link.removed') return
    endLink(`${event.accountId} ${event.otherAccountId}`)
  })
  const recheckTask = startPeriodicTask(recheckMs, recheck, onError)
  return { watch, revoke, stop }

  function watch(
    { auth, source, canReadEvents = async () => true }: StreamAccess,
    end: EndStream,
  ): () => void {
    const { accountId, tokenId } = auth.caller
    const streams = byToken.get(tokenId) ?? { auth, endCallbacks: new Set() }
    byToken.set(tokenId, streams)
    streams.endCallbacks.add(end)
    const link = source === null ? null : `${source} ${accountId}`
    if (link !== null) {
      const linkStreams = byLink.get(link) ?? { canReadEvents, endCallbacks: new Set() }
      byLink.set(link, linkStreams)
      linkStreams.endCallbacks.add(end)
    }
    return () => {
      streams.endCallbacks.delete(end)
      if (streams.endCallbacks.size === 0 && byToken.get(tokenId) === streams) byToken.delete(tokenId)
      if (link === null) return
      const linkStreams = byLink.get(link)
      linkStreams?.endCallbacks.delete(end)
      if (linkStreams?.endCallbacks.size === 0) byLink.delete(link)
    }
  }

  function revoke(access: RevokedAccess): void {
    try {
      endRevokedStreams(access)
    } catch (error) {
      // The revocation is committed in any case. The next recheck ends streams that are still open.
      onError(error)
    }
  }

  function endRevokedStreams(access: RevokedAccess): void {
    if ('source' in access) {
      endLink(`${access.source} ${access.viewer}`)
      return
    }
    const isRevoked = ({ accountId, tokenId, isSession }: Caller): boolean =>
      'tokenId' in access ? tokenId === access.tokenId : isSession === true && accountId === access.sessionsOf
    for (const { auth, endCallbacks } of byToken.values()) {
      if (isRevoked(auth.caller)) endAll(endCallbacks)
    }
  }

  function endLink(link: string): void {
    for (const end of byLink.get(link)?.endCallbacks ?? []) end(new ApiError('link_removed'))
  }

  async function recheck(): Promise<void> {
    for (const [link, { canReadEvents }] of byLink) if (!(await canReadEvents())) endLink(link)
    for (const { auth, endCallbacks } of byToken.values()) {
      if (!(await auth.isStillValid())) endAll(endCallbacks)
    }
  }

  async function stop(): Promise<void> {
    unsubscribe()
    await recheckTask.stop()
  }
}

function endAll(endCallbacks: ReadonlySet<EndStream>): void {
  for (const end of endCallbacks) end(new ApiError('unauthorized'))
}
