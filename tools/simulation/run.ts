import type { Database } from '../../src/platform/storage/database.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { mineFromMempool, startDisturbances } from './actors/chaos.ts'
import { act } from './actors/plans.ts'
import { createSale } from './actors/sale.ts'
import type { Counts } from './actors/stage.ts'
import type { BreakName } from './breaks.ts'
import { connectionOptions } from './databases.ts'
import { requireQuiet, requireResolved } from './model/quiet.ts'
import { Violation } from './model/violation.ts'
import { seedRandomSource } from './random-source.ts'
import { createScene, type Scene } from './scene.ts'
import { seeded } from './seeded.ts'

export interface RunOptions {
  readonly seed: string
  /** An empty database. */
  readonly url: string
  /** Number of sales. */
  readonly payments: number
  readonly broken?: BreakName | undefined
  /** Sales other than these are skipped, to find out which ones matter. */
  readonly only?: ReadonlySet<number>
  /** The run stops then, without settling. */
  readonly untilMs?: number
}

export interface Report extends Counts {
  readonly seed: string
  /** Number of events by type. */
  readonly events: ReadonlyMap<string, number>
  /** Number of process deaths. */
  readonly deaths: number
  readonly steps: number
  /** Of the whole history: the same for the same seed. */
  readonly digest: string
  readonly failure: Failure | null
}

export interface Failure {
  readonly invariant: string
  readonly facts: string
  readonly history: readonly string[]
  /** The last sale that had started. */
  readonly lastSale: number
  /** When it happened; null: while settling. */
  readonly atMs: number | null
}

/** Between two sales, in milliseconds. */
const maxGapMs = 400
const startTimeoutMs = 60_000
const maxRunMs = 24 * 3_600_000
const recoveryMs = 60_000
/** Claims are abandoned after a day. */
const settleMs = 25 * 3_600_000

/** One run from an empty database to a settled end, or to the first violation. */
export async function run(options: RunOptions): Promise<Report> {
  seedRandomSource(seeded(`${options.seed} ids`))
  const database = await openDatabase(options.url, connectionOptions)
  try {
    await database.migrate()
    return await play(options, database)
  } finally {
    await database.close()
  }
}

async function play(options: RunOptions, database: Database): Promise<Report> {
  const scene = await createScene(options, database)
  const { stage, history, model, hosts, world } = scene
  let failure: Failure | null = null
  try {
    await perform(options, scene)
  } catch (error) {
    const invariant = error instanceof Violation ? error.invariant : 'the simulation itself works'
    const facts = error instanceof Violation ? error.message : textOf(error)
    const atMs = scene.isSettling() ? null : world.now()
    failure = { invariant, facts, history: history.last(), lastSale: stage.counts.last, atMs }
  }
  const { seed } = options
  const deaths = hosts.reduce((sum, host) => sum + host.deaths(), 0)
  const steps = history.steps()
  const report = { ...stage.counts, seed, events: model.seen, deaths, steps, failure }
  const digest = history.digest()
  for (const host of hosts) host.kill('the end')
  await world.stop()
  return { ...report, digest }
}

async function perform(options: RunOptions, scene: Scene): Promise<void> {
  const { world, hosts, stage } = scene
  await world.pass(startTimeoutMs, () => hosts.every((host) => host.isUp()))
  let isOver = false
  startDisturbances(stage, () => isOver)
  await runSales(options, scene)
  isOver = true
  if (options.untilMs === undefined) await settleRun(scene)
}

/** Starts all sales sequentially and waits for the last to end. */
async function runSales({ payments, only, untilMs }: RunOptions, { stage, world }: Scene): Promise<void> {
  const gaps = stage.random('gaps')
  let open = payments
  const begin = (number: number) => {
    if (number >= payments) return
    stage.counts.last = number
    if (only && !only.has(number)) open--
    else
      world.spawn(
        act(createSale(stage, number)).finally(() => {
          open--
        }),
      )
    world.at(world.now() + gaps.between(1, maxGapMs), () => begin(number + 1))
  }
  begin(0)
  await world.pass(untilMs ?? maxRunMs, () => open === 0)
  if (open > 0 && untilMs === undefined) throw new Error(`${open} sales never ended`)
}

/** The network recovers, requests and deaths stop, and everything open ends. */
async function settleRun(scene: Scene): Promise<void> {
  const { world, stage, nodes, observer, model, examine, history } = scene
  const random = stage.random('rest')
  scene.stopFaults()
  history.tell('world', 'settles')
  for (const { state, coin } of nodes.values())
    Object.assign(state, { downUntil: 0, relay: coin.feeRate.floor / 2n, estimate: coin.feeRate.floor })
  await world.pass(world.now() + recoveryMs)
  await world.runInTurn(() => requireResolved(scene))
  await mineAll()
  world.stepClock(settleMs)
  await world.pass(world.now() + recoveryMs)
  await mineAll()
  await model.follow()
  await requireQuiet({ model, observer, nodes })
  await examine()

  async function mineAll(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds++) {
      for (const node of nodes.values()) mineFromMempool(stage, node, random, 1)
      await world.pass(world.now() + recoveryMs / 3)
    }
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
