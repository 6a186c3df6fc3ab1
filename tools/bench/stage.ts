import { openDatabase } from '../../src/platform/storage/open.ts'
import { type Child, launch } from './children/child.ts'
import type { Databases } from './databases/databases.ts'
import { multiply } from './databases/multiply.ts'
import { measurePostgresLimit } from './limits/pgbench.ts'
import { measureSqliteLimit } from './limits/sqlite-loop.ts'
import { recordTrace, type Trace } from './limits/trace.ts'
import type { Options, Size } from './options.ts'
import {
  createPaymentLoad,
  createSandboxFunding,
  requestPayments,
  type SignedPayment,
  signPayments,
} from './payments.ts'
import type { Subject } from './rounds.ts'
import { createRepeatableLoads, type RouteName } from './routes.ts'
import { createInvoices, createShop, startService } from './shop.ts'

/** The databases and data prepared before anything is measured. */
export interface Stage {
  readonly databases: Databases
  readonly token: string
  readonly uids: readonly string[]
  /** In BTC, to record what the database does for them. */
  readonly payments: readonly SignedPayment[]
}

export const thousand = 1_000
const tracedCounts = { create: 1_024, payment: 512 }

/** A database with a thousand invoices created by the service itself, and signed payments for them. */
export async function createStage(databases: Databases, options: Options): Promise<Stage> {
  await databases.create('thousand')
  const { token } = await createShop(databases.getUrl('thousand'))
  const service = await startService(databases.getUrl('thousand'))
  try {
    const uids = await createInvoices(service, token, thousand)
    const requested = await requestPayments(service, 'BTC', uids)
    const paid = options.routes.includes('payment') ? requested.slice(0, tracedCounts.payment) : []
    return {
      databases,
      token,
      uids,
      payments: await signPayments(createSandboxFunding(service, 'BTC'), paid),
    }
  } finally {
    await service.stop()
    await databases.execute('thousand', [])
  }
}

/** Fills a copy of the same database with `count` invoices; returns the duration in ms. */
export async function multiplyStage({ databases }: Stage, count: number): Promise<number> {
  const since = performance.now()
  await databases.copy('thousand', 'large')
  await databases.execute('large', multiply(Math.ceil(count / thousand) - 1))
  return performance.now() - since
}

export type Traces = ReadonlyMap<RouteName, Trace>

/** Recorded events and transactions get much higher positions and ids, so that the same statements fit every copy of the database. */
const idOffset = 100_000_000

const advanceTransactionIds: Readonly<Record<Databases['kind'], string>> = {
  sqlite: `insert into transaction_bytes (id, coin, txid, hex) values (${idOffset}, 'BTC', '', '')`,
  postgres: `select setval(pg_get_serial_sequence('transaction_bytes', 'id'), ${idOffset})`,
}

/** The statements of each route, recorded one request at a time on a copy of the database. */
export async function recordTraces(stage: Stage): Promise<Traces> {
  const { databases, token, uids } = stage
  await databases.copy('thousand', 'recorded')
  await databases.execute('recorded', [
    `update event_clock set last = last + ${idOffset}`,
    advanceTransactionIds[databases.kind],
  ])
  const recorder = await startService(databases.getUrl('recorded'), { preload: ['probe', 'recorder'] })
  try {
    const loads = createRepeatableLoads(recorder.url, { uids, token })
    const { payments } = stage
    const traces = new Map<RouteName, Trace>()
    for (const route of ['request', 'invoice'] as const) {
      // The first request is not representative.
      await recordTrace(recorder, loads[route])
      traces.set(route, await recordTrace(recorder, loads[route]))
    }
    for (const route of ['list', 'search'] as const) {
      const { requests } = loads[route]
      const repeats = { ...loads[route], requests: Array.from({ length: 100 }, () => requests).flat() }
      traces.set(route, await recordTrace(recorder, repeats))
    }
    const creations = {
      ...loads.create,
      requests: [...loads.create.requests, ...loads.create.requests].slice(0, tracedCounts.create),
    }
    traces.set('create', await recordTrace(recorder, creations))
    if (payments.length > 0) {
      traces.set('payment', await recordTrace(recorder, createPaymentLoad(recorder.url, 'BTC', payments)))
    }
    return traces
  } finally {
    await recorder.stop()
  }
}

/** A database without a service: in each round it runs a part of the recorded load; null if nothing was recorded. */
export type AloneLoad = (route: RouteName, rounds: number) => Subject['load'] | null

/** The database alone, on its own copy. */
export async function createAloneLoad({ databases }: Stage, size: Size, traces: Traces): Promise<AloneLoad> {
  const name = `${size}_alone`
  await databases.copy(size, name)
  const url = databases.getUrl(name)
  if (databases.kind === 'postgres')
    await databases.execute(name, ['alter table transaction_bytes alter column id set generated by default'])
  await copyReferencedRows(databases.getUrl('recorded'), url)
  const measureLimit = databases.kind === 'sqlite' ? measureSqliteLimit : measurePostgresLimit
  return (route, rounds) => {
    const trace = traces.get(route)
    if (!trace) return null
    const share = Math.floor(trace.length / rounds)
    return async (round) => {
      const rate = await measureLimit(url, trace.slice(round * share, (round + 1) * share))
      return { requests: rate, seconds: 1, p50Ms: Number.NaN, p99Ms: Number.NaN, failed: 0 }
    }
  }
}

/** The recorded statements refer to rate snapshots and transactions that were stored after the copy was made. */
async function copyReferencedRows(from: string, to: string): Promise<void> {
  const [source, target] = await Promise.all([openDatabase(from), openDatabase(to)])
  for (const table of ['rate_snapshots', 'transaction_bytes'] as const) {
    const rows = await source.read.query.selectFrom(table).selectAll().execute()
    if (rows.length === 0) continue
    await target.transact(({ query }) =>
      query
        .insertInto(table)
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
  await Promise.all([source.close(), target.close()])
}

/** Starts a bare server that sends a given response. With `logsRequests`, it logs a line per request. */
export const startBare = (logsRequests: boolean): Promise<Child> =>
  launch({
    module: './bare.ts',
    preload: ['probe'],
    environment: { LOG_LEVEL: logsRequests ? 'info' : 'warn' },
  })
