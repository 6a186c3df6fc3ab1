import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../test/helpers/free-port.ts'
import type { ShoppingPlan, ShoppingResult } from '../black-friday/shopping.ts'
import type { Figures } from './probe.ts'
import type { QueryResult } from './queries.ts'
import type { ReceivedWebhooks } from './receiver.ts'
import type { RecordedStatement } from './recorder.ts'

/** A server in its own process. */
export interface Child {
  readonly url: URL
  readonly pid: number
  /** From its start until it reports that it is ready. */
  readonly readyMs: number
  ask(query: 'reset'): Promise<void>
  ask(query: 'figures'): Promise<Figures>
  ask(query: 'statements'): Promise<RecordedStatement[]>
  ask(query: 'response', body: unknown): Promise<void>
  ask(query: 'shop', body: ShoppingPlan): Promise<ShoppingResult>
  ask(query: 'received'): Promise<ReceivedWebhooks>
  ask(query: 'paid'): Promise<number>
  /** Shuts it down gracefully. */
  stop(): Promise<void>
}

export interface LaunchOptions {
  readonly module: string
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Options for Node. */
  readonly nodeOptions?: readonly string[]
  /** Modules preloaded before it: `probe`, `recorder`. */
  readonly preload?: readonly string[]
  /** A directory for its CPU profile. */
  readonly profile?: string | null
}

const timeoutMs = 30_000
const pollMs = 5

/** Starts a module of ours that listens on `PORT`, and waits until `/health/ready` returns 200. Its output is discarded. */
export async function launch({
  module,
  args = [],
  environment = {},
  nodeOptions = [],
  preload = [],
  profile,
}: LaunchOptions): Promise<Child> {
  const port = await freePort()
  const url = new URL(`http://127.0.0.1:${port}`)
  const since = performance.now()
  const child = fork(resolveModule(module), [...args], {
    execArgv: [
      ...nodeOptions,
      ...preload.flatMap((name) => ['--import', resolveModule(`./${name}.ts`)]),
      ...(profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []),
    ],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: `${port}`,
      BASE_URL: url.origin,
      ...environment,
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const pending = new Map<number, (result: unknown) => void>()
  let lastId = 0
  child.on('message', ({ id, result }: QueryResult) => pending.get(id)?.(result))

  await waitUntilReady(url, () => child.exitCode !== null || child.signalCode !== null).catch(
    (error: unknown) => {
      child.kill('SIGKILL')
      throw error
    },
  )
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - since,
    // Each response has the type in the query's signature.
    ask: (query: string, body?: unknown) =>
      new Promise<never>((resolve) => {
        const id = ++lastId
        pending.set(id, (result) => {
          pending.delete(id)
          resolve(result as never)
        })
        child.send({ id, query, body })
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const resolveModule = (module: string): string => new URL(module, import.meta.url).pathname

async function waitUntilReady(url: URL, hasExited: () => boolean): Promise<void> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end && !hasExited()) {
    const response = await fetch(new URL('/health/ready', url)).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return
    await sleep(pollMs)
  }
  throw new Error(hasExited() ? 'the server exited before it was ready' : 'the server was not ready in time')
}
