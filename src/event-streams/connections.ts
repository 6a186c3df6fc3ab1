import { second } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'

/** A connection that stays open. */
export interface Connection {
  /** Time for a sign of life. */
  beat(): void
  /** The service stops: the connection ends. */
  leave(): void
}

/** The network address of a connection, as it is counted; null: it is not, for nobody knows who is behind it. */
export type From = string | null

export interface Connections {
  /** The returned function notes the end. @throws {Refused} as `requireRoom` */
  enter(connection: Connection, from?: From): () => void
  /** @throws {Refused} `unavailable` when there are as many as may be, or the service stops; `too_many_requests` when one address has its part */
  requireRoom(from?: From): void
  hasRoom(from?: From): boolean
  count(): number
  /** Ends all of them, and takes no more. */
  stop(): void
}

export interface ConnectionLimits {
  readonly most: number
  readonly beatEveryMs?: number
}

/** Proxies and mobile networks forget a connection that is silent for a minute. */
const usualBeatMs = 30 * second

/** One address, whichever accounts it names, leaves three quarters to others. A shop and all its payers behind one address have enough. */
const partOfOneAddress = 1 / 4

/** Beats are spread over so many turns, or thousands of them would hold up the events. */
const turns = 30

/** The connections that stay open: no more than there is room for, each with its heartbeat, ended with the service. */
export function openConnections({ most, beatEveryMs = usualBeatMs }: ConnectionLimits): Connections {
  const byTurn = Array.from({ length: turns }, () => new Set<Connection>())
  const byAddress = new Map<string, number>()
  const mostOfOne = Math.max(1, Math.floor(most * partOfOneAddress))
  let count = 0
  let entered = 0
  let turn = 0
  let stopped = false
  const ticking = setInterval(beatNext, beatEveryMs / turns)
  return { enter, requireRoom, hasRoom, count: () => count, stop }

  function enter(connection: Connection, from: From = null): () => void {
    requireRoom(from)
    const those = byTurn[entered++ % turns]
    those?.add(connection)
    move(from, 1)
    return () => {
      if (those?.delete(connection)) move(from, -1)
    }
  }

  function move(from: From, by: 1 | -1): void {
    count += by
    if (from === null) return
    const theirs = (byAddress.get(from) ?? 0) + by
    if (theirs === 0) byAddress.delete(from)
    else byAddress.set(from, theirs)
  }

  function requireRoom(from: From = null): void {
    const full = whyFull(from)
    if (full) throw new Refused(full)
  }

  function hasRoom(from: From = null): boolean {
    return whyFull(from) === null
  }

  function whyFull(from: From): 'unavailable' | 'too_many_requests' | null {
    if (stopped || count >= most) return 'unavailable'
    const isCrowded = from !== null && (byAddress.get(from) ?? 0) >= mostOfOne
    return isCrowded ? 'too_many_requests' : null
  }

  function beatNext(): void {
    for (const connection of byTurn[turn++ % turns] ?? []) connection.beat()
  }

  function stop(): void {
    stopped = true
    clearInterval(ticking)
    for (const those of byTurn) for (const connection of those) connection.leave()
  }
}
