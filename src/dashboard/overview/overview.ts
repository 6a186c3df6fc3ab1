import type { Invoice } from '../../invoices/invoice.ts'
import type { InvoiceLister } from '../../invoices/list.ts'
import { createTurnQueue } from '../../invoices/turn-queue.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { PaymentException } from '../../payments/exception.ts'
import { listHours, listLastDays, type Span } from '../days.ts'
import {
  type CoinShare,
  type CurrencyRevenue,
  computeRevenue,
  mergeSales,
  type Revenue,
  type SalesTotal,
  sumByCoin,
  sumByCurrency,
} from './figures.ts'
import { listSetupSteps, type SetupProgressReader, type SetupStep } from './first-steps.ts'
import { type PaymentTime, type PaymentTimes, summarisePaymentTimes } from './payment-times.ts'

export interface FigureReader {
  /** Paid invoices by payment time, without reversed ones. */
  listSales(accountId: number, span: Span): Promise<SalesTotal[]>
  listNewestTimes(accountId: number, span: Span, limit: number): Promise<PaymentTime[]>
  /** Deliveries that failed and have not succeeded since, counted up to `limit`. */
  countFailedDeliveries(accountId: number, limit: number): Promise<number>
}

interface OverviewDependencies {
  readonly reader: FigureReader & SetupProgressReader
  readonly listExceptions: (
    accountId: number,
    status: 'open',
    page: { readonly before: null; readonly limit: number },
  ) => Promise<PaymentException[]>
  readonly lister: InvoiceLister
  readonly clock: Clock
}

const periods = { today: 1, '7d': 7, '30d': 30 } as const
export type PeriodName = keyof typeof periods
export const periodNames = Object.keys(periods) as PeriodName[]
export const defaultPeriod: PeriodName = '7d'

/** The account whose figures these are, with its currency and the time zone of its days. */
interface Owner {
  readonly accountId: number
  readonly currency: string
  readonly timeZone: string
}

export interface PeriodFigures {
  readonly name: PeriodName
  readonly span: Span
  /** The account's own currency first. */
  readonly revenue: readonly [CurrencyRevenue, ...CurrencyRevenue[]]
}

/** Revenue in one span, in the account's own currency. */
export interface Bar extends Revenue {
  readonly span: Span
}

/** Charts of the selected period. */
export interface Charts {
  readonly period: PeriodName
  readonly span: Span
  /** One per day, or per hour of today. */
  readonly bars: readonly Bar[]
  /** Spans that start later are still in the future. */
  readonly now: Instant
  readonly shares: readonly CoinShare[]
  readonly times: PaymentTimes
  /** Whether `times` covers only the newest payments of the period. */
  readonly areTimesPartial: boolean
}

export interface Overview {
  readonly figures: readonly PeriodFigures[]
  readonly charts: Charts
  readonly latest: readonly Invoice[]
}

/** The sections that only the owner sees. */
export interface OwnerOverview {
  readonly steps: readonly SetupStep[]
  readonly failedDeliveries: FailedDeliveries
}

/** The newest open payment exceptions. */
export interface OpenExceptions {
  readonly exceptions: readonly PaymentException[]
  /** Whether there are more than these. */
  readonly hasMore: boolean
}

export interface FailedDeliveries {
  readonly count: number
  /** Whether there are more than `count`. */
  readonly hasMore: boolean
}

/** The newest payment times that are read: enough for a median. */
const maxTimes = 1_000
const maxFailedCounted = 99
const maxLatestShown = 5
/** The rest appears once some of these are resolved. */
const maxExceptionsShown = 10

export type Overviews = ReturnType<typeof createOverviews>

/** Loads the overview: figures, charts, the latest invoices and open tasks. */
export function createOverviews({ reader, listExceptions, lister, clock }: OverviewDependencies) {
  const runInTurn = createTurnQueue()
  return { load, loadOwnerOverview, loadExceptions }

  async function load(owner: Owner, period: PeriodName): Promise<Overview> {
    const now = clock.now()
    const days = listLastDays(now, owner.timeZone, periods['30d'])
    const sales = await loadSales(owner, days, now)
    const figures = periodNames.map((name) => {
      const periodSales = sales.slice(-periods[name]).flat()
      return {
        name,
        span: joinSpans(days.slice(-periods[name])),
        revenue: sumByCurrency(periodSales, owner.currency),
      }
    })
    const span = joinSpans(days.slice(-periods[period]))
    const isToday = period === 'today'
    const spans = isToday ? listHours(span) : days.slice(-periods[period])
    const chartSales = isToday ? await loadSales(owner, spans, now) : sales.slice(-periods[period])
    const times = await reader.listNewestTimes(owner.accountId, span, maxTimes + 1)
    const charts = { period, span, now, ...buildCharts(owner, spans, chartSales), ...summariseTimes(times) }
    return { figures, charts, latest: await loadLatest(owner) }
  }

  /** Queries one span at a time, across all overviews: no query takes long, and wallets' requests are served in between. */
  async function loadSales(
    { accountId }: Owner,
    spans: readonly Span[],
    now: Instant,
  ): Promise<SalesTotal[][]> {
    const sales: SalesTotal[][] = []
    for (const span of spans)
      sales.push(span.from > now ? [] : mergeSales(await runInTurn(() => reader.listSales(accountId, span))))
    return sales
  }

  async function loadLatest({ accountId }: Owner): Promise<Invoice[]> {
    const page = await lister.listPage(accountId, {}, null, maxLatestShown)
    const invoices = await lister.findMany(page.map(({ uid }) => uid))
    return invoices.sort((a, b) => (a.uid < b.uid ? 1 : -1))
  }

  async function loadOwnerOverview(accountId: number): Promise<OwnerOverview> {
    const [progress, failed] = [
      await reader.loadSetupProgress(accountId, clock.now()),
      await reader.countFailedDeliveries(accountId, maxFailedCounted + 1),
    ]
    const count = Math.min(failed, maxFailedCounted)
    return {
      steps: listSetupSteps(progress),
      failedDeliveries: { count, hasMore: failed > maxFailedCounted },
    }
  }

  async function loadExceptions(accountId: number): Promise<OpenExceptions> {
    const open = await listExceptions(accountId, 'open', { before: null, limit: maxExceptionsShown + 1 })
    return { exceptions: open.slice(0, maxExceptionsShown), hasMore: open.length > maxExceptionsShown }
  }
}

/** Includes only sales in the account's own currency. */
function buildCharts({ currency }: Owner, spans: readonly Span[], sales: readonly SalesTotal[][]) {
  const salesInCurrency = sales.map((group) => group.filter((sale) => sale.currency === currency))
  const bars = spans.map((span, index) => ({ span, ...computeRevenue(salesInCurrency[index] ?? []) }))
  return { bars, shares: sumByCoin(salesInCurrency.flat()) }
}

const summariseTimes = (times: readonly PaymentTime[]) => ({
  times: summarisePaymentTimes(times.slice(0, maxTimes)),
  areTimesPartial: times.length > maxTimes,
})

/** Returns the range from the start of the first span to the end of the last. */
const joinSpans = (spans: readonly Span[]): Span => ({ from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 })
