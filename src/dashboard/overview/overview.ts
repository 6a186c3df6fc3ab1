import { takeTurns } from '../../invoices/export-turns.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { InvoiceLister } from '../../invoices/list.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { hoursOf, lastDays, type Span } from '../days.ts'
import {
  byCoin,
  byCurrency,
  condensed,
  type Sale,
  type ShareOf,
  type Takings,
  type TakingsIn,
  takingsOf,
} from './figures.ts'
import { firstSteps, type StandingReader, type Step } from './first-steps.ts'
import { type PaymentTime, type PaymentTimes, paymentTimes } from './payment-times.ts'

export interface FigureReader {
  /** Paid invoices by when they were paid; reversed ones are none. */
  sales(accountId: number, span: Span): Promise<Sale[]>
  newestTimes(accountId: number, span: Span, most: number): Promise<PaymentTime[]>
  /** Those that failed and have not arrived since, counted up to `most`. */
  failedDeliveries(accountId: number, most: number): Promise<number>
}

export interface OverviewParts {
  readonly reader: FigureReader & StandingReader
  readonly lister: InvoiceLister
  readonly clock: Clock
}

export const periods = { today: 1, '7d': 7, '30d': 30 } as const
export type PeriodName = keyof typeof periods
export const periodNames = Object.keys(periods) as PeriodName[]
export const usualPeriod: PeriodName = '7d'

/** Whose figures they are: its denomination, and the zone whose days are counted. */
export interface Owner {
  readonly accountId: number
  readonly currency: string
  readonly timeZone: string
}

export interface PeriodFigures {
  readonly name: PeriodName
  readonly span: Span
  /** The account's own currency first. */
  readonly takings: readonly [TakingsIn, ...TakingsIn[]]
}

/** What came in within one stretch, in the account's own currency. */
export interface Bar extends Takings {
  readonly span: Span
}

/** The period that is looked at closely. */
export interface Pictures {
  readonly period: PeriodName
  readonly span: Span
  /** A day each, or an hour of today. */
  readonly bars: readonly Bar[]
  /** What begins later has not been yet. */
  readonly now: Instant
  readonly shares: readonly ShareOf[]
  readonly times: PaymentTimes
  /** There were more payments: the times are of the newest. */
  readonly timesCut: boolean
}

export interface Overview {
  readonly figures: readonly PeriodFigures[]
  readonly pictures: Pictures
  readonly latest: readonly Invoice[]
}

/** What only the owner sees. */
export interface OwnOverview {
  readonly steps: readonly Step[]
  readonly failed: FailedDeliveries
}

export interface FailedDeliveries {
  readonly count: number
  /** There are more. */
  readonly cut: boolean
}

/** Enough for a median; more would be read for nothing. */
const mostTimes = 1_000
const mostFailedCounted = 99
const latestShown = 5

export type Overviews = ReturnType<typeof overviews>

/** Where an account stands: figures, pictures, what came last, and what is to be done. */
export function overviews({ reader, lister, clock }: OverviewParts) {
  const inTurn = takeTurns()
  return { look, own }

  async function look(owner: Owner, period: PeriodName): Promise<Overview> {
    const now = clock.now()
    const days = lastDays(now, owner.timeZone, periods['30d'])
    const sales = await salesIn(owner, days, now)
    const figures = periodNames.map((name) => {
      const some = sales.slice(-periods[name]).flat()
      return { name, span: spanOf(days.slice(-periods[name])), takings: byCurrency(some, owner.currency) }
    })
    const span = spanOf(days.slice(-periods[period]))
    const isToday = period === 'today'
    const spans = isToday ? hoursOf(span) : days.slice(-periods[period])
    const each = isToday ? await salesIn(owner, spans, now) : sales.slice(-periods[period])
    const times = await reader.newestTimes(owner.accountId, span, mostTimes + 1)
    const pictures = { period, span, now, ...drawnFrom(owner, spans, each), ...timesOf(times) }
    return { figures, pictures, latest: await newest(owner) }
  }

  /** Stretch by stretch, whoever asks: no one question takes long, and what wallets ask gets its turn between them. */
  async function salesIn({ accountId }: Owner, spans: readonly Span[], now: Instant): Promise<Sale[][]> {
    const sales: Sale[][] = []
    for (const span of spans)
      sales.push(span.from > now ? [] : condensed(await inTurn(() => reader.sales(accountId, span))))
    return sales
  }

  async function newest({ accountId }: Owner): Promise<Invoice[]> {
    const page = await lister.page(accountId, {}, null, latestShown)
    const found = await lister.findMany(page.map(({ uid }) => uid))
    return found.sort((a, b) => (a.uid < b.uid ? 1 : -1))
  }

  async function own(accountId: number): Promise<OwnOverview> {
    const [standing, failed] = [
      await reader.standing(accountId, clock.now()),
      await reader.failedDeliveries(accountId, mostFailedCounted + 1),
    ]
    const count = Math.min(failed, mostFailedCounted)
    return { steps: firstSteps(standing), failed: { count, cut: failed > mostFailedCounted } }
  }
}

/** In the account's own currency. */
function drawnFrom({ currency }: Owner, spans: readonly Span[], sales: readonly Sale[][]) {
  const own = sales.map((some) => some.filter((sale) => sale.currency === currency))
  const bars = spans.map((span, place) => ({ span, ...takingsOf(own[place] ?? []) }))
  return { bars, shares: byCoin(own.flat()) }
}

const timesOf = (times: readonly PaymentTime[]) => ({
  times: paymentTimes(times.slice(0, mostTimes)),
  timesCut: times.length > mostTimes,
})

/** From the first of them to the last. */
const spanOf = (spans: readonly Span[]): Span => ({ from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 })
