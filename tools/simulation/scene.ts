import { type CoinCode, coins } from '../../src/coins/index.ts'
import { diagnose } from '../../src/doctor/check.ts'
import { order } from '../../src/doctor/order.ts'
import { checks } from '../../src/doctor/store.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { createMerchants } from './actors/merchants.ts'
import type { Stage } from './actors/stage.ts'
import { createWallet } from './actors/wallet.ts'
import { breaks } from './breaks.ts'
import { createNode, type SimulatedNode } from './chain/node.ts'
import { createHistory, type History } from './history.ts'
import { createAnswerChecks } from './model/answers.ts'
import { createBroadcastChecks } from './model/broadcasts.ts'
import { createModel, type Model } from './model/model.ts'
import { createObserver, type Observer } from './model/observer-store.ts'
import { Violation } from './model/violation.ts'
import type { RunOptions } from './run.ts'
import { type Seeded, seeded } from './seeded.ts'
import { type Host, startHost } from './service/host.ts'
import { createCommits } from './service/storage.ts'
import { createWorld, type World } from './world.ts'

export type Scene = Awaited<ReturnType<typeof createScene>>

/** DOGE's nodes have no test, so its transactions are really signed. */
const simulated = ['BTC', 'LTC', 'BCH', 'DOGE'] as const
const merchantCount = 120
/** The doctor checks once per that many steps. */
const stepsBetweenDiagnoses = 1_000

const defaultCrashes = { anywhere: 1 / 6_000, named: 1 / 400 }
const defaultFaults = { lost: 1 / 60, refused: 1 / 80 }
const defaultUnavailable = 1 / 1_500
const prices = { BTC: 95_000, LTC: 100, BCH: 520, DOGE: 0.2 } as const

/** Connects everything: nodes, the service on its hosts, observers, and actors. */
export async function createScene(options: RunOptions, database: Database) {
  const world = createWorld()
  const history = createHistory(world)
  const random = (name: string): Seeded => seeded(`${options.seed} ${name}`)
  const observer = createObserver(database)
  const nodes = new Map(simulated.map((code) => [code, createNode(coinOf(code), world, history)] as const))
  const model = createModel({ world, history, observer, nodes })
  const parts = { world, history, random, observer, nodes, model }
  const merchants = await createMerchants({
    count: merchantCount,
    coins: [...nodes.values()].map(({ coin }) => coin),
    database,
    world,
    random: random('merchants'),
  })
  const examine = () => requireHealthy(database)
  const hosts = startHosts(options, { ...parts, onCommit: createCommitHook(parts, examine) })
  const stage: Stage = {
    ...parts,
    hosts,
    merchants,
    wallets: new Map([...nodes].map(([code, node]) => [code, createWallet(node)])),
    answers: createAnswerChecks(parts),
    minerTransactions: new Map(simulated.map((code) => [code, []])),
    counts: { sales: 0, last: 0, submissions: 0, successes: 0, unanswered: 0, refusals: new Map() },
  }
  let isSettling = false
  return { ...parts, hosts, stage, examine, stopFaults, isSettling: () => isSettling }

  /** From now on no process dies by itself, and no call is lost. */
  function stopFaults(): void {
    isSettling = true
    for (const host of hosts) host.stopFaults()
  }
}

interface Parts {
  readonly world: World
  readonly history: History
  readonly random: (name: string) => Seeded
  readonly observer: Observer
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
  readonly model: Model
}

function startHosts(
  { url, broken }: RunOptions,
  { onCommit, ...parts }: Parts & { readonly onCommit: () => Promise<void> },
): Host[] {
  const { world, history, random, nodes } = parts
  const commits = createCommits({
    world,
    random: random('commits'),
    unavailable: defaultUnavailable,
    onCommit,
  })
  const watch = createBroadcastChecks(parts)
  const priceSeries = random('prices')
  return hostNames(random('hosts')).map((name) =>
    startHost({
      name,
      world,
      history,
      random: random(name),
      url,
      nodes,
      commits,
      rates: () => ratesNow(priceSeries),
      broken: broken ? breaks[broken] : {},
      crashes: defaultCrashes,
      network: {
        faults: defaultFaults,
        onBroadcast: (node, hex) => watched(() => watch.onBroadcast(node, hex)),
        onTaken: (node, hex, accepted) => world.spawn((async () => watch.onTaken(node, hex, accepted))()),
      },
      onFault: (work, error) => world.spawn(Promise.reject(faultOf(work, error))),
    }),
  )

  /** An error found during a service call must not be returned to the service: the run ends. */
  function watched(work: () => Promise<void>): Promise<void> {
    const done = world.runInTurn(work)
    world.spawn(done)
    return done.catch(() => new Promise<never>(() => {}))
  }
}

/** Checks each commit, and from time to time the whole database. */
function createCommitHook({ model, history }: Parts, examine: () => Promise<void>): () => Promise<void> {
  let next = stepsBetweenDiagnoses
  return async () => {
    await model.follow()
    if (history.steps() < next) return
    next = history.steps() + stepsBetweenDiagnoses
    await examine()
  }
}

/** The clocks of the simulation are set back by more than the hour that the doctor allows: rows then are out of order. */
const checksOfRun = checks.filter((check) => check !== order)

/** Checks every invariant visible in the database. @throws {Violation} */
async function requireHealthy(database: Database): Promise<void> {
  const { violations } = await database.snapshot((sql) => diagnose(sql, checksOfRun))
  const [first] = violations
  if (first) throw new Violation(first.invariant, JSON.stringify(first.rows.slice(0, 3), withoutBigints))
}

const coinOf = (code: CoinCode): SimulatedNode['coin'] => {
  const coin = coins.get(code)
  if (!coin) throw new Error(`Unknown coin ${code}.`)
  return coin
}

/** Some services run in two processes. */
const hostNames = (random: Seeded): string[] =>
  random.chance(0.4) ? ['service a', 'service b'] : ['service']

/** Current prices; they change whenever a process starts. */
function ratesNow(random: Seeded): ReadonlyMap<CoinCode, string> {
  return new Map(
    Object.entries(prices).map(([coin, usd]) => [
      coin as CoinCode,
      (usd * (0.9 + random.next() / 5)).toFixed(4),
    ]),
  )
}

function faultOf(work: string, error: unknown): Violation {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Violation('no part of the service fails', `${work}: ${text}`)
}

const withoutBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
