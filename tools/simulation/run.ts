import type { CoinCode } from '../../src/coins/index.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import type { Counts } from './actors/actor-context.ts'
import { mineFromMempool, startDisturbances } from './actors/chaos.ts'
import { runSale } from './actors/plans.ts'
import { createSale } from './actors/sale.ts'
import { connectionOptions } from './databases.ts'
import { attemptWaitsMs } from './model/deliveries.ts'
import { requireResolved, requireSettled } from './model/settled-checks.ts'
import { Violation } from './model/violation.ts'
import { seedRandomSource } from './random-source.ts'
import type { RunOptions } from './run-options.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createSimulation, type Simulation } from './simulation.ts'

export interface Report extends Counts {
  readonly seed: string
  /** Number of events by type. */
  readonly events: ReadonlyMap<string, number>
  /** Number of paid invoices by coin. */
  readonly paid: ReadonlyMap<CoinCode, number>
  /** Number of process crashes. */
  readonly crashes: number
  readonly steps: number
  /** Digest of the whole history: the same for the same seed. */
  readonly digest: string
  readonly failure: Failure | null
}

export interface Failure {
  readonly invariant: string
  readonly details: string
  readonly history: readonly string[]
  /** The last sale that had started. */
  readonly lastSale: number
  /** When it happened; null: while settling. */
  readonly atMs: number | null
}

/** Maximum time between two sales. */
const maxGapMs = 400
const startTimeoutMs = 60_000
const maxRunMs = 24 * 3_600_000
const recoveryMs = 60_000
/** Time for the webhook attempts that are due. */
const attemptMs = 3_000
/** Longer than a claim lasts, which is a day. */
const settleMs = 25 * 3_600_000

/** Runs a simulation from an empty database to a settled end, or to the first violation. */
export async function run(options: RunOptions): Promise<Report> {
  seedRandomSource(createSeededRandom(`${options.seed} ids`))
  const database = await openDatabase(options.url, connectionOptions)
  try {
    await database.migrate()
    return await runOn(options, database)
  } finally {
    await database.close()
  }
}

async function runOn(options: RunOptions, database: Database): Promise<Report> {
  const simulation = await createSimulation(options, database)
  const { context, history, model, hosts, scheduler } = simulation
  let failure: Failure | null = null
  try {
    await simulate(options, simulation)
  } catch (error) {
    const invariant = error instanceof Violation ? error.invariant : 'the simulation itself works'
    const details = error instanceof Violation ? error.message : formatError(error)
    const atMs = simulation.isSettling() ? null : scheduler.now()
    failure = { invariant, details, history: history.getLast(), lastSale: context.counts.lastSale, atMs }
  }
  const { seed } = options
  const crashes = hosts.reduce((sum, host) => sum + host.countCrashes(), 0)
  const steps = history.countSteps()
  const report = {
    ...context.counts,
    seed,
    events: model.eventCounts,
    paid: model.paid,
    crashes,
    steps,
    failure,
  }
  const digest = history.getDigest()
  for (const host of hosts) host.kill('the end')
  await scheduler.stop()
  return { ...report, digest }
}

async function simulate(options: RunOptions, simulation: Simulation): Promise<void> {
  const { scheduler, hosts, context } = simulation
  await scheduler.runUntil(startTimeoutMs, () => hosts.every((host) => host.isUp()))
  let isOver = false
  startDisturbances(context, () => isOver)
  await runSales(options, simulation)
  isOver = true
  if (options.untilMs === undefined) await settleRun(simulation)
}

/** Starts all sales sequentially and waits for the last to end. */
async function runSales(
  { payments, only, untilMs }: RunOptions,
  { context, scheduler }: Simulation,
): Promise<void> {
  const gaps = context.random('gaps')
  let openSales = payments
  const startSale = (number: number) => {
    if (number >= payments) return
    context.counts.lastSale = number
    if (only && !only.has(number)) openSales--
    else
      scheduler.spawn(
        runSale(createSale(context, number)).finally(() => {
          openSales--
        }),
      )
    scheduler.schedule(scheduler.now() + gaps.between(1, maxGapMs), () => startSale(number + 1))
  }
  startSale(0)
  await scheduler.runUntil(untilMs ?? maxRunMs, () => openSales === 0)
  if (openSales > 0 && untilMs === undefined) throw new Error(`${openSales} sales never ended`)
}

/** Lets the run settle: the network recovers, requests and crashes stop, and everything open ends. */
async function settleRun(simulation: Simulation): Promise<void> {
  const {
    scheduler,
    context,
    nodes,
    observer,
    model,
    received,
    checkDatabase,
    history,
    servers,
    deliveries,
  } = simulation
  const random = context.random('rest')
  simulation.stopFaults()
  servers.recover()
  history.log('world', 'settles')
  for (const { state, coin } of nodes.values())
    Object.assign(state, { downUntil: 0, relay: coin.feeRate.floor / 2n, estimate: coin.feeRate.floor })
  await scheduler.runUntil(scheduler.now() + recoveryMs)
  await scheduler.runInTurn(() => requireResolved(simulation))
  await mineAll()
  scheduler.stepClock(settleMs)
  await scheduler.runUntil(scheduler.now() + recoveryMs)
  await mineAll()
  await model.follow()
  await requireSettled({ model, received, observer, nodes })
  simulation.brokerChecks.requireComplete()
  await useUpAttempts(simulation)
  await deliveries.requireDelivered(servers.isClosed)
  await checkDatabase()

  async function mineAll(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds++) {
      for (const node of nodes.values()) mineFromMempool(context, node, random, 1)
      await scheduler.runUntil(scheduler.now() + recoveryMs / 3)
    }
  }
}

/** More than the events of an invoice: each waits until the one before has been delivered or abandoned. */
const maxQueueLength = 50

/** Lets the schedule of webhooks pass, for the servers that never recover. */
async function useUpAttempts({ scheduler, deliveries }: Simulation): Promise<void> {
  for (let count = 0; count < maxQueueLength; count++) {
    for (const ms of attemptWaitsMs) {
      if (!(await deliveries.isAnyPending())) return
      scheduler.stepClock(1.1 * ms)
      await scheduler.runUntil(scheduler.now() + attemptMs)
    }
  }
}

const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
