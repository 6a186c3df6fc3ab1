import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { withoutLitecoind } from '../../test/helpers/litecoind.ts'
import type { Run } from './bench-run.ts'
import { type BlackFriday, type BlackFridayOptions, measureBlackFriday } from './black-friday/black-friday.ts'
import { describeBlackFriday, describeSpeedUp } from './black-friday/report.ts'
import type { Databases } from './databases/databases.ts'
import { openDatabases } from './databases/open.ts'
import { hasPostgres } from './databases/postgres.ts'
import { measureHistory } from './history/history.ts'
import { benchKind } from './kind.ts'
import { hasPgbench } from './limits/pgbench.ts'
import { startLitecoin } from './litecoin.ts'
import { kinds, type Options, readOptions, usage } from './options.ts'
import { measureSockets, type SocketOptions } from './sockets.ts'
import { startBare } from './stage.ts'
import { measureStart } from './start.ts'
import { formatTable, type Row } from './table.ts'
import { judgeExportMemory, judgeRows, judgeSockets, judgeStart } from './targets.ts'
import { measureWatching } from './watching.ts'

const write = (text: string): void => void process.stdout.write(`${text}\n`)

const options = readOptions(process.argv.slice(2))
if (options === 'help') write(usage)
else await withScope((after) => bench(options, after))

/** Measures what the options select, and prints the results with a verdict for each target. */
async function bench(options: Options, after: Run['after']): Promise<void> {
  const since = performance.now()
  const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-bench-'))
  after(() => rm(folder, { recursive: true, force: true }))
  write(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`,
  )
  write(
    `load: ${options.useWrk ? 'wrk, and autocannon for requests sent once' : 'autocannon'}; ${JSON.stringify(options)}\n`,
  )

  if (options.blackFriday) {
    for (const kind of options.kinds)
      await reportBlackFriday({ folder, after, log: write }, kind, options.blackFriday)
    return
  }
  if (options.watching) for (const line of await measureWatching(folder)) write(line)
  if (options.sockets)
    for (const kind of kinds) await reportSockets({ folder, after, log: write }, kind, options.sockets)
  if (options.history)
    for (const kind of kinds) await reportHistory({ options, folder, after, log: write }, kind)
  if (options.kinds.length === 0) return

  const [bare, bareLogged] = await Promise.all([startBare(false), startBare(true)])
  after(async () => void (await Promise.all([bare.stop(), bareLogged.stop()])))
  const wantsNode = options.routes.includes('litecoind') && !withoutLitecoind
  const litecoin = wantsNode ? await startLitecoin({ after }) : null
  const run: Run = { options, bare, bareLogged, litecoin, folder, after, log: write }
  for (const kind of options.kinds) {
    if (kind === 'postgres' && !(hasPgbench() && (await hasPostgres()))) {
      write('postgres: skipped, because there is no server or no pgbench')
      continue
    }
    const rows = await benchKind(run, kind, (url) => reportStart(kind, url))
    reportRows(rows)
    write('')
  }
  write(`${((performance.now() - since) / 1_000).toFixed(0)} s`)
}

function reportRows(rows: readonly Row[]): void {
  write(`\n${formatTable(rows)}\n`)
  for (const line of judgeRows(rows)) write(line)
}

async function reportStart(kind: string, databaseUrl: string): Promise<void> {
  for (const line of judgeStart(kind, await measureStart(databaseUrl))) write(line)
}

/** The databases of this kind, or null if there is no server for them. */
async function openAvailable(
  { folder, after, log }: Pick<Run, 'folder' | 'after' | 'log'>,
  kind: DatabaseKind,
): Promise<Databases | null> {
  if (kind === 'postgres' && !(await hasPostgres())) {
    log('postgres: skipped, because there is no server')
    return null
  }
  const databases = openDatabases(kind, folder)
  after(() => databases.drop())
  return databases
}

/** The overview and exports of many invoices. */
async function reportHistory(
  run: Pick<Run, 'options' | 'folder' | 'after' | 'log'>,
  kind: DatabaseKind,
): Promise<void> {
  const databases = await openAvailable(run, kind)
  if (!databases) return
  const { rows, memory } = await measureHistory(run, databases)
  reportRows(rows)
  for (const { name, addedMegabytes } of memory) write(judgeExportMemory(kind, name, addedMegabytes))
  write('')
}

/** Streams of one process on a new database. */
async function reportSockets(
  scope: Pick<Run, 'folder' | 'after' | 'log'>,
  kind: DatabaseKind,
  options: SocketOptions,
): Promise<void> {
  const databases = await openAvailable(scope, kind)
  if (!databases) return
  const { log } = scope
  await databases.create('sockets')
  const result = await measureSockets(databases.getUrl('sockets'), options, (line) => log(`${kind}: ${line}`))
  for (const line of judgeSockets(kind, options, result)) log(line)
}

/** Complete invoice lifecycles on new databases. SQLite is served by one process; several workers are compared with one. */
async function reportBlackFriday(
  scope: Pick<Run, 'folder' | 'after' | 'log'>,
  kind: DatabaseKind,
  options: BlackFridayOptions,
): Promise<void> {
  const databases = await openAvailable(scope, kind)
  if (!databases) return
  const { folder, after, log } = scope
  const measureWith = async (workers: number): Promise<BlackFriday> => {
    const result = await measureBlackFriday(databases, folder, { ...options, workers }, after)
    for (const line of describeBlackFriday(kind, { ...options, workers }, result)) log(line)
    return result
  }
  const one = await measureWith(1)
  const { workers } = options
  if (kind === 'postgres' && workers > 1) log(describeSpeedUp(workers, one, await measureWith(workers)))
}

/** Runs `work`, then the cleanup that it registered, also after a failure or an interrupt. */
async function withScope(work: (after: Run['after']) => Promise<void>): Promise<void> {
  const steps: (() => Promise<void>)[] = []
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => reject(new Error(signal)))
  })
  try {
    await Promise.race([work((step) => steps.push(step)), interrupted])
  } finally {
    for (const step of steps.toReversed()) await step().catch((error: unknown) => write(String(error)))
  }
}
