import { hour, type Instant, minute, second } from '../../kernel/clock.ts'

/** From an invoice to its payment. */
export interface PaymentTime {
  readonly createdAt: Instant
  readonly paidAt: Instant
}

/** How many were paid within that time, and not within the one before it. */
export interface TimeClass {
  /** Null: in more than the largest. */
  readonly withinMs: number | null
  readonly count: number
}

export interface PaymentTimes {
  /** As many took longer as took less; null where none was paid. */
  readonly medianMs: number | null
  readonly classes: readonly TimeClass[]
  readonly count: number
}

/** A payer with a wallet at hand; one who has to look for it; one who comes back later. */
const limits = [30 * second, minute, 2 * minute, 5 * minute, 15 * minute, hour] as const

export function paymentTimes(times: readonly PaymentTime[]): PaymentTimes {
  const sorted = times.map(({ createdAt, paidAt }) => Math.max(0, paidAt - createdAt)).sort((a, b) => a - b)
  const within = (limit: number): number => sorted.filter((ms) => ms <= limit).length
  const classes = [...limits, null].map((limit, place) => {
    const below = limits[place - 1]
    const before = below === undefined ? 0 : within(below)
    return { withinMs: limit, count: (limit === null ? sorted.length : within(limit)) - before }
  })
  return { medianMs: medianOf(sorted), classes, count: sorted.length }
}

function medianOf(sorted: readonly number[]): number | null {
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2)
}
