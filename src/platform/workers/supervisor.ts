import cluster, { type Worker as ClusterWorker } from 'node:cluster'
import { second } from '../../kernel/clock.ts'
import { isExecutable } from '../program-files.ts'
import { createPeer, type Peer, type PeerMessage } from './peer.ts'
import { queries, workerNumberVariable } from './worker.ts'

export interface SupervisorOptions {
  readonly count: number
  /** Handlers of the workers' queries. `workers` are those that are ready. */
  readonly handlers: Readonly<Record<string, (body: unknown, workers: readonly Peer[]) => unknown>>
  /** When aborted, all workers stop. */
  readonly stopSignal: AbortSignal
  /** Called once, when all workers accept connections. */
  readonly onReady: () => Promise<void>
  readonly onWorkerExit: (exit: WorkerExit) => void
}

interface WorkerExit {
  readonly number: number
  /** The exit code or the signal. */
  readonly reason: number | string
  readonly restartMs: number
}

/** The delay before a worker is replaced. It doubles with each consecutive worker that doesn't become ready. */
const minRestartMs = 1 * second
const maxRestartMs = 30 * second

interface RunningWorker {
  readonly number: number
  readonly child: ClusterWorker
  readonly peer: Peer
  isReady: boolean
}

/**
 * Runs this program in several processes that share its port: connections are distributed round-robin. A worker that exits is replaced.
 * Resolves when all have stopped.
 * @throws {Error} when a worker exits before all of them were ready once, or `onReady` fails
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<void> {
  const { count, handlers, stopSignal, onReady, onWorkerExit } = options
  const running = new Map<number, RunningWorker>()
  const timers = new Set<NodeJS.Timeout>()
  let failedStarts = 0
  let wasReady = false
  let hasFailed = false
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    // A worker that doesn't respond has already exited.
    for (const { peer } of running.values()) void peer.sendQuery(queries.stop).catch(() => {})
    if (running.size === 0) end()
  }
  stopSignal.addEventListener('abort', stop, { once: true })
  // Node passes `exec` as the script's path. The single executable takes it as its command.
  if (isExecutable) cluster.setupPrimary({ exec: 'serve', args: [], execArgv: [] })
  for (let number = 1; number <= count; number++) start(number)
  try {
    await ended
  } finally {
    stopSignal.removeEventListener('abort', stop)
  }

  function start(number: number): void {
    const child = cluster.fork({ [workerNumberVariable]: `${number}` })
    // Without a callback, a write to a worker that has just died would crash this process.
    const peer = createPeer((message) => void (child.isConnected() && child.send(message, () => {})))
    const worker: RunningWorker = { number, child, peer, isReady: false }
    running.set(number, worker)
    child.on('message', (message) => peer.receive(message as PeerMessage))
    for (const [query, handler] of Object.entries(handlers))
      peer.handle(query, (body) => handler(body, listReadyPeers()))
    peer.handle(queries.ready, () => markReady(worker))
    peer.handle(queries.broadcast, (body) => broadcast(worker, body as { topic: string; body: unknown }))
    if (stopSignal.aborted) void peer.sendQuery(queries.stop).catch(() => {})
    child.once('exit', (code, signal) => {
      peer.close()
      running.delete(number)
      handleExit(worker, signal ?? code)
    })
  }

  function listReadyPeers(): Peer[] {
    return [...running.values()].filter(({ isReady }) => isReady).map(({ peer }) => peer)
  }

  function broadcast(sender: RunningWorker, { topic, body }: { topic: string; body: unknown }): void {
    for (const { peer, isReady } of running.values()) {
      // A worker that isn't ready or has exited has no open streams.
      if (isReady && peer !== sender.peer) void peer.sendQuery(topic, body).catch(() => {})
    }
  }

  function markReady(worker: RunningWorker): void {
    worker.isReady = true
    failedStarts = 0
    if (wasReady || running.size < count || [...running.values()].some(({ isReady }) => !isReady)) return
    wasReady = true
    onReady().catch(failAll)
  }

  function handleExit({ number, isReady }: RunningWorker, reason: number | string): void {
    if (stopSignal.aborted) {
      if (running.size === 0) end()
      return
    }
    if (hasFailed) return
    if (!wasReady) {
      failAll(new Error(`worker ${number} exited before it was ready (${reason})`))
      return
    }
    if (!isReady) failedStarts++
    const delayMs = Math.min(maxRestartMs, minRestartMs * 2 ** failedStarts)
    onWorkerExit({ number, reason, restartMs: delayMs })
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!stopSignal.aborted) start(number)
    }, delayMs)
    timers.add(timer)
  }

  function failAll(error: unknown): void {
    hasFailed = true
    for (const { child } of running.values()) child.kill()
    fail(error)
  }
}
