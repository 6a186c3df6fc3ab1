import { ApiError } from '../kernel/api-error.ts'
import { second } from '../kernel/clock.ts'

/** A long-lived connection. */
export interface Connection {
  sendHeartbeat(): void
  /** Closes the connection because the service is stopping. */
  close(): void
}

/** The IP address that a connection is counted under. Null if it is not counted, because the real client is unknown. */
export type ClientAddress = string | null

export interface Connections {
  /** Returns a function to call when the connection ends. @throws {ApiError} as `requireRoom` */
  add(connection: Connection, address?: ClientAddress): () => void
  /**
   * @throws {ApiError} `unavailable` if all connections are in use or the service is stopping; `too_many_requests` if the address has reached
   * its limit
   */
  requireRoom(address?: ClientAddress): void
  hasRoom(address?: ClientAddress): boolean
  count(): number
  /** Closes all connections and rejects new ones. */
  stop(): void
}

interface ConnectionLimits {
  readonly maxConnections: number
  readonly heartbeatMs?: number
}

/** Proxies and mobile networks drop connections that are idle for a minute. */
const defaultHeartbeatMs = 30 * second

/**
 * The share of the connections that one address may use, across accounts: three quarters stay free for others. It is enough for a shop and
 * all its payers behind one address.
 */
const maxSharePerAddress = 1 / 4

/** Heartbeats are spread over this many slots per interval: sending thousands together would delay events. */
const slotCount = 30

/** Registry of long-lived connections: limits their number, sends heartbeats and closes them when the service stops. */
export function startConnectionRegistry({
  maxConnections,
  heartbeatMs = defaultHeartbeatMs,
}: ConnectionLimits): Connections {
  const slots = Array.from({ length: slotCount }, () => new Set<Connection>())
  const byAddress = new Map<string, number>()
  const maxPerAddress = Math.max(1, Math.floor(maxConnections * maxSharePerAddress))
  let count = 0
  let addedCount = 0
  let heartbeats = 0
  let isStopped = false
  const heartbeatTimer = setInterval(sendHeartbeats, heartbeatMs / slotCount)
  return { add, requireRoom, hasRoom, count: () => count, stop }

  function add(connection: Connection, address: ClientAddress = null): () => void {
    requireRoom(address)
    const slot = slots[addedCount++ % slotCount]
    slot?.add(connection)
    addToCounts(address, 1)
    return () => {
      if (slot?.delete(connection)) addToCounts(address, -1)
    }
  }

  function addToCounts(address: ClientAddress, delta: 1 | -1): void {
    count += delta
    if (address === null) return
    const addressCount = (byAddress.get(address) ?? 0) + delta
    if (addressCount === 0) byAddress.delete(address)
    else byAddress.set(address, addressCount)
  }

  function requireRoom(address: ClientAddress = null): void {
    const code = findLimitError(address)
    if (code) throw new ApiError(code)
  }

  function hasRoom(address: ClientAddress = null): boolean {
    return findLimitError(address) === null
  }

  function findLimitError(address: ClientAddress): 'unavailable' | 'too_many_requests' | null {
    if (isStopped || count >= maxConnections) return 'unavailable'
    const isOverShare = address !== null && (byAddress.get(address) ?? 0) >= maxPerAddress
    return isOverShare ? 'too_many_requests' : null
  }

  function sendHeartbeats(): void {
    for (const connection of slots[heartbeats++ % slotCount] ?? []) connection.sendHeartbeat()
  }

  function stop(): void {
    isStopped = true
    clearInterval(heartbeatTimer)
    for (const slot of slots) for (const connection of slot) connection.close()
  }
}
