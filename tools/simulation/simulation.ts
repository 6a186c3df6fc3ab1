import { type CoinCode, coins } from '../../src/coins/index.ts'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { timestampCheck } from '../../src/doctor/timestamp-checks.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { ActorContext } from './actors/actor-context.ts'
import { createMerchants } from './actors/merchants.ts'
import { createWallet } from './actors/wallet.ts'
import { createNode, type SimulatedNode } from './chain/node.ts'
import { defects } from './defects.ts'
import { createHistory, type History } from './history.ts'
import { createBroadcastChecks } from './model/broadcasts.ts'
import { createBrokerChecks } from './model/broker.ts'
import { createDeliveryChecks } from './model/deliveries.ts'
import { createDeliveryObserver } from './model/deliveries-store.ts'
import { createExceptionObserver } from './model/exceptions-store.ts'
import { createModel, type Model } from './model/model.ts'
import { createObserver, type LoggedEvent, type Observer } from './model/observer-store.ts'
import { createReceivedModel, type ReceivedModel } from './model/received.ts'
import { createReceivedObserver } from './model/received-store.ts'
import { createResponseChecks } from './model/response-checks.ts'
import { Violation } from './model/violation.ts'
import { type Broker, createBroker } from './receivers/broker.ts'
import { createShopServers, type ShopServers } from './receivers/shop-servers.ts'
import type { RunOptions } from './run-options.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { type Host, startHost } from './service/host.ts'
import { createCommits } from './service/storage.ts'

export type Simulation = Awaited<ReturnType<typeof createSimulation>>

/** The simulated coins. The nodes of BSV and DOGE can't test transactions, so transactions in these coins have real signatures. */
const simulatedCoins = ['BTC', 'LTC', 'BCH', 'DOGE', 'DASH', 'BSV'] as const
const merchantCount = 120
/** The doctor reads the whole database, which grows with each step, so it runs less and less often. */
const minStepsBetweenDiagnoses = 1_000
const minGrowthBetweenDiagnoses = 1 / 4

const defaultCrashes = { anywhere: 1 / 6_000, named: 1 / 400 }
const defaultFaults = { lost: 1 / 60, refused: 1 / 80 }
const defaultUnavailable = 1 / 1_500
const prices = { BTC: 95_000, LTC: 100, BCH: 520, DOGE: 0.2, DASH: 35, BSV: 25 } as const

/** Connects everything: nodes, the service on its hosts, observers, and actors. */
export async function createSimulation(options: RunOptions, database: Database) {
  const scheduler = createScheduler()
  const history = createHistory(scheduler)
  const random = (name: string): SeededRandom => createSeededRandom(`${options.seed} ${name}`)
  const observer = createObserver(database)
  const nodes = new Map(
    simulatedCoins.map((code) => [code, createNode(getCoin(code), scheduler, history)] as const),
  )
  const brokerChecks = createBrokerChecks()
  const deliveries = createDeliveryChecks({ scheduler, observer: createDeliveryObserver(database) })
  const onEvent = (event: LoggedEvent) => {
    brokerChecks.onEvent(event)
    deliveries.onEvent(event)
  }
  const received = createReceivedModel({
    scheduler,
    observer: { ...createReceivedObserver(database), ...createExceptionObserver(database) },
    nodes,
  })
  const model = createModel({ scheduler, history, observer, nodes, received, onEvent })
  const broker = createBroker({
    scheduler,
    history,
    onStored: (event) => scheduler.spawn((async () => brokerChecks.onStored(event))()),
  })
  const servers = createShopServers({
    scheduler,
    history,
    checks: deliveries,
    runCheck: createCheckRunner(scheduler),
  })
  const parts = { scheduler, history, random, observer, nodes, model, received, servers, broker, deliveries }
  const merchants = await createMerchants({
    count: merchantCount,
    coins: [...nodes.values()].map(({ coin }) => coin),
    database,
    scheduler,
    random: random('merchants'),
    deliveries,
  })
  const checkDatabase = () => requireHealthy(database)
  const hosts = startHosts(options, { ...parts, onCommit: createCommitHook(parts, checkDatabase) })
  const context: ActorContext = {
    ...parts,
    hosts,
    merchants,
    wallets: new Map([...nodes].map(([code, node]) => [code, createWallet(node)])),
    responses: createResponseChecks(parts),
    minerTransactions: new Map(simulatedCoins.map((code) => [code, []])),
    counts: { sales: 0, lastSale: 0, submissions: 0, successes: 0, withoutResponse: 0, errors: new Map() },
  }
  let isSettling = false
  return { ...parts, brokerChecks, hosts, context, checkDatabase, stopFaults, isSettling: () => isSettling }

  /** From now on no process dies by itself, and no call is lost. */
  function stopFaults(): void {
    isSettling = true
    for (const host of hosts) host.stopFaults()
  }
}

interface Parts {
  readonly scheduler: Scheduler
  readonly history: History
  readonly random: (name: string) => SeededRandom
  readonly observer: Observer
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
  readonly model: Model
  readonly received: ReceivedModel
  readonly servers: ShopServers
  readonly broker: Broker
}

function startHosts(
  { url, defect }: RunOptions,
  { onCommit, ...parts }: Parts & { readonly onCommit: () => Promise<void> },
): Host[] {
  const { scheduler, history, random, nodes, received, servers, broker } = parts
  const runCheck = createCheckRunner(scheduler)
  const commits = createCommits({
    scheduler,
    random: random('commits'),
    unavailable: defaultUnavailable,
    onCommit,
  })
  const broadcastChecks = createBroadcastChecks(parts)
  const priceSeries = random('prices')
  return chooseHostNames(random('hosts')).map((name) =>
    startHost({
      name,
      scheduler,
      history,
      random: random(name),
      url,
      nodes,
      servers,
      broker,
      commits,
      rates: () => {
        const rates = drawRates(priceSeries)
        received.observeRates(name, rates)
        return rates
      },
      defect: defect ? defects[defect] : {},
      crashes: defaultCrashes,
      network: {
        faults: defaultFaults,
        onBroadcast: (node, hex) => runCheck(() => broadcastChecks.onBroadcast(node, hex)),
        onVerdict: (node, hex, accepted) =>
          scheduler.spawn((async () => broadcastChecks.onVerdict(node, hex, accepted))()),
      },
      onFault: (work, error) => scheduler.spawn(Promise.reject(findFault(work, error))),
    }),
  )
}

/** An error found during a service call must not be returned to the service: the run ends. */
const createCheckRunner =
  (scheduler: Scheduler) =>
  (work: () => Promise<void>): Promise<void> => {
    const result = scheduler.runInTurn(work)
    scheduler.spawn(result)
    return result.catch(() => new Promise<never>(() => {}))
  }

/** Checks each commit, and from time to time the whole database. */
function createCommitHook(
  { model, history }: Parts,
  checkDatabase: () => Promise<void>,
): () => Promise<void> {
  let nextCheckStep = minStepsBetweenDiagnoses
  return async () => {
    await model.follow()
    if (history.countSteps() < nextCheckStep) return
    nextCheckStep =
      history.countSteps() +
      Math.max(minStepsBetweenDiagnoses, history.countSteps() * minGrowthBetweenDiagnoses)
    await checkDatabase()
  }
}

/** The clocks of the simulation are set back by more than the hour that the doctor allows, so rows may be out of order. */
const checksOfRun = checks.filter((check) => check !== timestampCheck)

/** Checks every invariant visible in the database. @throws {Violation} */
async function requireHealthy(database: Database): Promise<void> {
  const { violations } = await database.runInSnapshot((sql) => diagnose(sql, checksOfRun))
  const [first] = violations
  if (first) throw new Violation(first.invariant, JSON.stringify(first.rows.slice(0, 3), serialiseBigints))
}

const getCoin = (code: CoinCode): SimulatedNode['coin'] => {
  const coin = coins.get(code)
  if (!coin) throw new Error(`unknown coin ${code}`)
  return coin
}

/** Some services run in two processes. */
const chooseHostNames = (random: SeededRandom): string[] =>
  random.chance(0.4) ? ['service a', 'service b'] : ['service']

/** Current prices; they change whenever a process starts. */
function drawRates(random: SeededRandom): ReadonlyMap<CoinCode, string> {
  return new Map(
    Object.entries(prices).map(([coin, usd]) => [
      coin as CoinCode,
      (usd * (0.9 + random.next() / 5)).toFixed(4),
    ]),
  )
}

function findFault(work: string, error: unknown): Violation {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Violation('no part of the service fails', `${work}: ${text}`)
}

const serialiseBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
