import type { CoinCode } from '../../../src/coins/index.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { NetworkUnavailableError } from '../../../src/networks/network.ts'
import { type Database, StorageUnavailableError } from '../../../src/platform/storage/database.ts'
import { openDatabase } from '../../../src/platform/storage/open.ts'
import type { SimulatedNode } from '../chain/node.ts'
import { createPort, type PortDependencies } from '../chain/port.ts'
import { connectionOptions } from '../databases.ts'
import type { Defect } from '../defects.ts'
import type { History } from '../history.ts'
import type { Broker } from '../receivers/broker.ts'
import type { ShopServers } from '../receivers/shop-servers.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { createLife, type Life, type LifeDependencies } from './process.ts'
import { type Service, startService } from './service.ts'
import type { Commits } from './storage.ts'

/** A client's response. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'error'; readonly code: string; readonly status: number }
  /** 503: the request may or may not have been carried out. */
  | { readonly kind: 'unavailable' }
  /** The connection was rejected or cut, or the client timed out. */
  | { readonly kind: 'no_response' }

export interface Host {
  /** Calls the service as a client does. */
  call<T>(work: (service: Service) => Promise<T>): Promise<Outcome<T>>
  kill(reason: string): void
  /** From now on, the process doesn't crash by itself, and no call fails. */
  stopFaults(): void
  isUp(): boolean
  countCrashes(): number
}

export interface HostDependencies {
  readonly name: string
  readonly scheduler: Scheduler
  readonly history: History
  readonly random: SeededRandom
  readonly url: string
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
  readonly commits: Commits
  readonly rates: () => ReadonlyMap<CoinCode, string>
  readonly defect: Defect
  readonly crashes: LifeDependencies['crashes']
  readonly servers: ShopServers
  readonly broker: Broker
  readonly network: Pick<PortDependencies, 'faults' | 'onBroadcast' | 'onVerdict'>
  readonly onFault: (work: string, error: unknown) => void
}

const maxLatencyMs = 30
const timeoutMs = 15_000
const maxRestartMs = 8_000

/** A host that runs the service and restarts it whenever it has died. */
export function startHost(dependencies: HostDependencies): Host {
  const { name, scheduler, history, random, url } = dependencies
  const crashes = { ...dependencies.crashes }
  const faults = { ...dependencies.network.faults }
  let life: Life | null = null
  let service: Service | null = null
  let crashCount = 0
  scheduler.spawn(start())
  return {
    call,
    kill: (reason) => life?.kill(reason),
    stopFaults: () => {
      Object.assign(crashes, { anywhere: 0, named: 0 })
      Object.assign(faults, { lost: 0, refused: 0 })
    },
    isUp: () => service !== null,
    countCrashes: () => crashCount,
  }

  async function start(): Promise<void> {
    for (;;) {
      const current = createLife({ name, scheduler, history, random, crashes })
      life = current
      const database = await scheduler.runInTurn(() => openDatabase(url, connectionOptions))
      service = (await Promise.race([open(current, database), current.ended])) ?? null
      if (service) history.log(name, 'is up')
      await current.ended
      crashCount++
      service = null
      scheduler.spawn(scheduler.runInTurn(() => database.close()))
      await scheduler.sleep(random.between(200, maxRestartMs))
    }
  }

  function open(current: Life, opened: Database): Promise<Service> {
    const database = dependencies.commits.wrapDatabase(current, opened)
    return startService({
      life: current,
      scheduler,
      database,
      ports: createPorts(current),
      post: dependencies.servers.createPost(current, random),
      transport: dependencies.broker.connect(current, { random, faults }),
      random,
      rates: dependencies.rates(),
      defect: dependencies.defect,
      onFault: (work, error) => {
        if (current.alive() && !isExpected(error)) dependencies.onFault(work, error)
      },
    })
  }

  function createPorts({ wait }: Life) {
    const { onBroadcast, onVerdict } = dependencies.network
    const port = (node: SimulatedNode) =>
      createPort({ node, scheduler, random, wait, onBroadcast, onVerdict, faults })
    return new Map(
      [...dependencies.nodes].map(([code, node]) => [code, { coin: node.coin, network: port(node) }]),
    )
  }

  async function call<T>(work: (service: Service) => Promise<T>): Promise<Outcome<T>> {
    await scheduler.sleep(random.between(1, maxLatencyMs))
    const [target, owner] = [service, life]
    if (!target || !owner?.alive()) return { kind: 'no_response' }
    const withoutResponse = { kind: 'no_response' } as const
    const outcome = await Promise.race([
      work(target).then((value) => ({ kind: 'done', value }) as const, findOutcome),
      owner.ended.then(() => withoutResponse),
      scheduler.sleep(timeoutMs).then(() => withoutResponse),
    ])
    await scheduler.sleep(random.between(1, maxLatencyMs))
    return outcome
  }

  function findOutcome(error: unknown): Outcome<never> {
    if (error instanceof ApiError) return { kind: 'error', code: error.code, status: error.status }
    if (error instanceof StorageUnavailableError) return { kind: 'unavailable' }
    dependencies.onFault('answering', error)
    return { kind: 'unavailable' }
  }
}

/** Errors that the service must handle by retrying. */
const isExpected = (error: unknown): boolean =>
  error instanceof StorageUnavailableError ||
  error instanceof NetworkUnavailableError ||
  error instanceof ApiError
