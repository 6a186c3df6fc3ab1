import cluster from 'node:cluster'
import { createPeer, type Peer, type PeerMessage } from './peer.ts'

/** This process as one of several workers that share a port. */
export interface Worker extends Pick<Peer, 'sendQuery' | 'handle'> {
  /** From 1; a worker that replaces another takes over its number. */
  readonly number: number
  /** Aborted when the supervisor stops the service. */
  readonly stopRequested: AbortSignal
  /** Reports that it accepts connections. */
  reportReady(): Promise<void>
  /** Calls the handler of `topic` in every other worker that is ready. Failures are ignored. */
  broadcast(topic: string, body: unknown): void
}

export const queries = { ready: 'ready', stop: 'stop', broadcast: 'broadcast' } as const

/** The environment variable that contains a worker's number. */
export const workerNumberVariable = 'QUITTANCE_WORKER'

/** Returns null if this process was not started by a supervisor. */
export function openWorker(): Worker | null {
  if (!cluster.isWorker) return null
  const stop = new AbortController()
  const post = (message: PeerMessage) =>
    void (process.connected && process.send?.(message, undefined, undefined, () => {}))
  const peer = createPeer(post)
  process.on('message', (message) => peer.receive(message as PeerMessage))
  process.on('disconnect', peer.close)
  peer.handle(queries.stop, () => stop.abort())
  return {
    sendQuery: peer.sendQuery,
    handle: peer.handle,
    number: Number(process.env[workerNumberVariable]),
    stopRequested: stop.signal,
    reportReady: async () => void (await peer.sendQuery(queries.ready)),
    broadcast: (topic, body) => void peer.sendQuery(queries.broadcast, { topic, body }).catch(() => {}),
  }
}
