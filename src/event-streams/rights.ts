import type { Caller, Standing } from '../accounts/access-token.ts'
import type { Tail } from '../events/tail.ts'
import { second } from '../kernel/clock.ts'
import { every } from '../kernel/every.ts'
import { Refused } from '../kernel/refused.ts'

/** With what right a stream is read that is not open to all. */
export interface Right {
  readonly standing: Standing
  /** The account that grants view access; null: one's own. */
  readonly source: number | null
}

export type End = (why: Refused) => void

/** A token or a session, by its id, or every session of an account. */
export type EndedAccess = { readonly tokenId: string } | { readonly sessionsOf: number }

export interface Rights {
  /** `end` is called when the right is gone. The returned function ends the watch. */
  watch(right: Right, end: End): () => void
  /** This process has ended some access, and that is committed. */
  end(access: EndedAccess): void
  stop(): Promise<void>
}

export interface RightsParts {
  readonly tail: Tail
  readonly failed: (error: unknown) => void
  readonly recheckMs?: number
}

const usualRecheckMs = 5 * second

/**
 * Ends streams whose reader may not see them any more: when a link is removed, before any event behind the removal is told, whichever
 * process did it; when a token or a session is over, at once if it was done here, else within seconds.
 */
export function watchRights({ tail, failed, recheckMs = usualRecheckMs }: RightsParts): Rights {
  const byLink = new Map<string, Set<End>>()
  const byToken = new Map<string, { readonly standing: Standing; readonly ends: Set<End> }>()
  const unsubscribe = tail.subscribeAll(({ event }) => {
    if (event.type !== 'account.link.removed') return
    const ends = byLink.get(`${event.accountId} ${event.otherAccountId}`) ?? []
    for (const end of ends) end(new Refused('link_removed'))
  })
  const rechecking = every(recheckMs, recheck, failed)
  return { watch, end, stop }

  function watch({ standing, source }: Right, end: End): () => void {
    const { accountId, tokenId } = standing.caller
    const ofToken = byToken.get(tokenId) ?? { standing, ends: new Set() }
    byToken.set(tokenId, ofToken)
    ofToken.ends.add(end)
    const link = source === null ? null : `${source} ${accountId}`
    if (link !== null) byLink.set(link, (byLink.get(link) ?? new Set()).add(end))
    return () => {
      ofToken.ends.delete(end)
      if (ofToken.ends.size === 0 && byToken.get(tokenId) === ofToken) byToken.delete(tokenId)
      if (link !== null && byLink.get(link)?.delete(end) && byLink.get(link)?.size === 0) byLink.delete(link)
    }
  }

  function end(access: EndedAccess): void {
    const isOver = ({ accountId, tokenId, isSession }: Caller): boolean =>
      'tokenId' in access ? tokenId === access.tokenId : isSession === true && accountId === access.sessionsOf
    for (const { standing, ends } of byToken.values()) {
      if (isOver(standing.caller)) endAll(ends)
    }
  }

  async function recheck(): Promise<void> {
    for (const { standing, ends } of byToken.values()) {
      if (!(await standing.holds())) endAll(ends)
    }
  }

  async function stop(): Promise<void> {
    unsubscribe()
    await rechecking.stop()
  }
}

function endAll(ends: ReadonlySet<End>): void {
  for (const end of ends) end(new Refused('unauthorized'))
}
