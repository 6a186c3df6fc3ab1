import type { DatabaseKind } from '../../../src/platform/storage/sql.ts'
import { percentile } from '../statistics.ts'
import { formatResult } from '../targets.ts'
import type { BlackFriday, BlackFridayOptions } from './black-friday.ts'
import type { Step } from './shopping.ts'

/** The rate is for two workers on PostgreSQL; the delays from event to webhook are for 500 events a second. */
const targets: Readonly<Record<DatabaseKind, { perSecond: number; delayMs: { p50: number; p99: number } }>> =
  {
    sqlite: { perSecond: 1_345, delayMs: { p50: 20, p99: 100 } },
    postgres: { perSecond: 1_000, delayMs: { p50: 30, p99: 150 } },
  }
const maxLatencyMs = 100
const maxMegabytes = 256
/** Of two workers on cores of their own. */
const minSpeedUp = 1.7

const steps: Readonly<Record<Step, string>> = {
  create: 'POST /invoices',
  request: 'GET /r/{uid}',
  pay: 'POST /payments',
}

/** The results, with a verdict for each target. */
export function describeBlackFriday(
  kind: DatabaseKind,
  { workers, rate }: BlackFridayOptions,
  result: BlackFriday,
): string[] {
  const name = `${kind}${workers > 1 ? `, ${workers} workers` : ''}`
  const { perSecond, delayMs } = targets[kind]
  const judge = (isReached: boolean, text: string) => `${formatResult(isReached)}  ${name}: ${text}`
  const note = (text: string) => `${' '.repeat(12)}  ${name}: ${text}`
  const measuredRate = `${result.perSecond.toFixed(0)} lifecycles/s`
  const delay = computePercentiles(result.webhookDelaysMs)
  const { cpuMs, failures } = result
  return [
    rate === null
      ? judge(result.perSecond >= perSecond, `${measuredRate}, wanted ${perSecond}`)
      : note(`${measuredRate}, started at ${rate}/s`),
    ...Object.entries(result.latenciesMs).map(([step, values]) => {
      const latency = computePercentiles(values)
      return judge(
        latency.p99 < maxLatencyMs,
        `${steps[step as Step]} ${format(latency)}, wanted p99 below ${maxLatencyMs} ms`,
      )
    }),
    judge(
      delay.p50 <= delayMs.p50 && delay.p99 <= delayMs.p99,
      `event to webhook ${format(delay)}, wanted ${format(delayMs)}`,
    ),
    note(`creation to webhook ${format(computePercentiles(result.livesMs))}`),
    judge(
      result.maxMegabytes < maxMegabytes,
      `at most ${result.maxMegabytes.toFixed(0)} MB, wanted below ${maxMegabytes}`,
    ),
    note(
      `CPU per lifecycle: service ${cpuMs.service.toFixed(1)} ms, node ${cpuMs.node.toFixed(1)}, shoppers ${cpuMs.shoppers.toFixed(1)}, merchant's server ${cpuMs.receiver.toFixed(1)}`,
    ),
    judge(
      result.undelivered === 0 && failures.length === 0,
      `${result.undelivered} webhooks missing${failures.map((each) => `; ${each}`).join('')}`,
    ),
  ]
}

/** Compares several workers with one. */
export function describeSpeedUp(workers: number, one: BlackFriday, several: BlackFriday): string {
  const speedUp = several.perSecond / one.perSecond
  return `${formatResult(speedUp >= minSpeedUp)}  postgres: ${workers} workers complete ${speedUp.toFixed(2)} times the lifecycles of one, wanted ${minSpeedUp.toFixed(2)}`
}

interface Percentiles {
  readonly p50: number
  readonly p99: number
}

const computePercentiles = (values: readonly number[]): Percentiles => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
})

const format = ({ p50, p99 }: Percentiles): string => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
