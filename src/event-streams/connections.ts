import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'

/** A long-lived connection. */
export interface Connection {
  /** Sends a heartbeat. */
  beat(): void
  /** Closes the connection because the service is stopping. */
  close(): void
}

/** The IP address that a connection is counted under. Null if it is not counted, because the real client is unknown. */
export type ClientAddress = string | null

export interface Connections {
  /** Returns a function to call when the connection ends. @throws {ApiError} as `requireRoom` */
  add(connection: Connection, from?: ClientAddress): () => void
  /**
   * @throws {ApiError} `unavailable` if all connections are in use or the service is stopping; `too_many_requests` if the address has reached
   * its limit
   */
  requireRoom(from?: ClientAddress): void
  hasRoom(from?: ClientAddress): boolean
  count(): number
  /** Closes all connections and rejects new ones. */
  stop(): void
}

interface ConnectionLimits {
  readonly most: number
  readonly beatEveryMs?: number
}

/** Proxies and mobile networks drop connections that are idle for a minute. */
const defaultHeartbeatMs = 30 * second

/**
 * The share of one address, across accounts: three quarters stay free for others. A shop and all its payers behind one address still have
 * enough.
 */
const partOfOneAddress = 1 / 4

/** Heartbeats are spread over this many turns: sending thousands together would delay events. */
const turns = 30

/** Registry of long-lived connections: limits their number, sends heartbeats and closes them when the service stops. */
export function startConnectionRegistry({
  most,
  beatEveryMs = defaultHeartbeatMs,
}: ConnectionLimits): Connections {
  const byTurn = Array.from({ length: turns }, () => new Set<Connection>())
  const byAddress = new Map<string, number>()
  const maxPerAddress = Math.max(1, Math.floor(most * partOfOneAddress))
  let count = 0
  let entered = 0
  let turn = 0
  let stopped = false
  const ticking = setInterval(beatNext, beatEveryMs / turns)
  return { add, requireRoom, hasRoom, count: () => count, stop }

  function add(connection: Connection, from: ClientAddress = null): () => void {
    requireRoom(from)
    const slot = byTurn[entered++ % turns]
    slot?.add(connection)
    addToCounts(from, 1)
    return () => {
      if (slot?.delete(connection)) addToCounts(from, -1)
    }
  }

  function addToCounts(from: ClientAddress, by: 1 | -1): void {
    count += by
    if (from === null) return
    const addressCount = (byAddress.get(from) ?? 0) + by
    if (addressCount === 0) byAddress.delete(from)
    else byAddress.set(from, addressCount)
  }

  function requireRoom(from: ClientAddress = null): void {
    const full = findLimitError(from)
    if (full) throw new ApiError(full)
  }

  function hasRoom(from: ClientAddress = null): boolean {
    return findLimitError(from) === null
  }

  function findLimitError(from: ClientAddress): 'unavailable' | 'too_many_requests' | null {
    if (stopped || count >= most) return 'unavailable'
    const isCrowded = from !== null && (byAddress.get(from) ?? 0) >= maxPerAddress
    return isCrowded ? 'too_many_requests' : null
  }

  function beatNext(): void {
    for (const connection of byTurn[turn++ % turns] ?? []) connection.beat()
  }

  function stop(): void {
    stopped = true
    clearInterval(ticking)
    for (const slot of byTurn) for (const connection of slot) connection.close()
  }
}
