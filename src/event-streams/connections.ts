import { second } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'

/** A connection that stays open. */
export interface Connection {
  /** Time for a sign of life. */
  beat(): void
  /** The service stops: the connection ends. */
  leave(): void
}

export interface Connections {
  /** @throws {Refused} `unavailable` when there are as many as may be, or the service stops. The returned function notes the end. */
  enter(connection: Connection): () => void
  hasRoom(): boolean
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

/** Beats are spread over so many turns, or thousands of them would hold up the events. */
const turns = 30

/** The connections that stay open: no more than there is room for, each with its heartbeat, ended with the service. */
export function openConnections({ most, beatEveryMs = usualBeatMs }: ConnectionLimits): Connections {
  const byTurn = Array.from({ length: turns }, () => new Set<Connection>())
  let count = 0
  let entered = 0
  let turn = 0
  let stopped = false
  const ticking = setInterval(beatNext, beatEveryMs / turns)
  return { enter, hasRoom, count: () => count, stop }

  function enter(connection: Connection): () => void {
    if (!hasRoom()) throw new Refused('unavailable')
    const those = byTurn[entered++ % turns]
    those?.add(connection)
    count++
    return () => {
      if (those?.delete(connection)) count--
    }
  }

  function hasRoom(): boolean {
    return !stopped && count < most
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
