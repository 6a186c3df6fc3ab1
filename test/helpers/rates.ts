import type { TestContext } from 'node:test'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { silentLogger } from '../../src/kernel/logger.ts'
import { formatDecimal, parseDecimal } from '../../src/kernel/money.ts'
import { type Agreement, formatNoRateReason, type Rate } from '../../src/rates/rate.ts'
import { createRates, type RatesOptions } from '../../src/rates/rates.ts'
import { parseQuorum } from '../../src/rates/settings.ts'
import { getCurrentRate, type RateSnapshot } from '../../src/rates/snapshot.ts'
import type { RateSource } from '../../src/rates/sources/source.ts'
import { createSnapshotStore } from '../../src/rates/store.ts'
import { openTestDatabase } from './databases.ts'

export const start = Date.UTC(2026, 2, 1)

/** An exchange that returns the given rates by pair, with the time `at`. */
export function createExchange(name: string, rates: Record<string, string>, at: { now(): number }) {
  const source: RateSource = {
    name,
    fetch: async () =>
      Object.entries(rates).flatMap(([pair, text]): Rate[] => {
        const [coin, currency = ''] = pair.split('/')
        const value = parseDecimal(text)
        return value ? [{ coin: coin as CoinCode, currency, value, source: name, observedAt: at.now() }] : []
      }),
  }
  return { source, rates }
}

/** Rates on a real database with a stopped clock; every network works by default. */
export async function service(
  t: TestContext,
  sources: readonly RateSource[],
  more: Partial<RatesOptions> = {},
) {
  const { database } = await openTestDatabase(t)
  const clock = createManualClock(start)
  const feeRates = new Map<CoinCode, bigint>([...coins.keys()].map((coin) => [coin, 1_000n]))
  const options: RatesOptions = {
    sources,
    currencies: ['USD', 'EUR'],
    quorum: parseQuorum('2'),
    maxAgeMs: 5 * minute,
    pollMs: 30 * second,
    getFeeRates: () => feeRates,
    clock,
    transact: (work) => database.transact((sql) => work({ snapshots: createSnapshotStore(sql) })),
    snapshots: createSnapshotStore(database.read),
    log: silentLogger,
    ...more,
  }
  const made = createRates(options)
  const listRows = async (): Promise<number> => {
    const { count } = await database.read.query
      .selectFrom('rate_snapshots')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  /** The same store as seen by another process, with nothing in memory. */
  const elsewhere = createRates(options)
  return { ...made, clock, feeRates, listRows, elsewhere }
}

/** Three exchanges that agree on two coins, and their clock. */
export function createThreeExchanges() {
  const clock = createManualClock(start)
  const all = ['a', 'b', 'c'].map((name) =>
    createExchange(name, { 'BTC/USD': '50000', 'LTC/USD': '80' }, clock),
  )
  return { clock, says: all.map(({ rates }) => rates), sources: all.map(({ source }) => source) }
}

export const formatAgreement = (rate: Agreement): string =>
  rate.isAgreed ? formatDecimal(rate.value) : formatNoRateReason(rate.reason)
export const formatRate = (snapshot: RateSnapshot, coin: CoinCode, now = start): string =>
  formatAgreement(getCurrentRate(snapshot, coin, now))
