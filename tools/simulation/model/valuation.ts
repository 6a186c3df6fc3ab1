import type { CoinCode } from '../../../src/coins/index.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { Scheduler } from '../scheduler.ts'
import type { ReceivedObserver, RecordedOutput, RecordedQuote } from './received-store.ts'
import { Violation } from './violation.ts'

export interface ValuationDependencies {
  readonly scheduler: Scheduler
  readonly observer: ReceivedObserver
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
}

/** `GRACE_SECONDS` of the simulated service. */
const graceMs = 10_000
/** The time from seeing a transaction to the commit of its payment: several calls, some of which time out. */
const recordMs = 60_000

type Interval = readonly [from: number, to: number]

/** Values outputs: the amount at the rate of a quote that was valid when the output was first seen, or else at the current rate. */
export function createValuation({ scheduler, observer, nodes }: ValuationDependencies) {
  /** The offsets of the clock, each with its start, oldest first. */
  const offsets: { readonly since: number; readonly offset: number }[] = []
  /** By process: the rates that it has used, each with its start, oldest first. */
  const ratesByProcess = new Map<
    string,
    { readonly since: number; readonly rates: ReadonlyMap<CoinCode, string> }[]
  >()
  /** Values that were correct when they first appeared. */
  const known = new Map<string, string>()
  /** By payment: the amounts that it had, and their rates. */
  const earlier = new Map<string, { readonly amount: bigint; readonly rate: string }[]>()
  return { observeClock, observeRates, requireValue, isCovered }

  function observeClock(): void {
    const offset = scheduler.clock.now() - scheduler.now()
    if (offsets.at(-1)?.offset !== offset) offsets.push({ since: scheduler.now(), offset })
  }

  function observeRates(process: string, rates: ReadonlyMap<CoinCode, string>): void {
    const earlier = ratesByProcess.get(process) ?? []
    ratesByProcess.set(process, [...earlier, { since: scheduler.now(), rates }])
  }

  async function requireValue(uid: string, output: RecordedOutput): Promise<void> {
    const { paymentId, amount, value, coin, txid } = output
    const key = `${paymentId} ${amount}`
    if (!output.isFound || known.get(key) === value) return
    const { quotes } = await observer.findQuotes(uid)
    const offered = quotes.filter((quote) => quote.coins.includes(coin))
    const node = nodes.get(coin)
    const sightings = listSightings()
    const moments = [...sightings, ...(node?.getBlockTimes(txid) ?? []).map(asInterval)]
    const stays = (node?.getEntryTimes(txid) ?? []).flatMap((entered) =>
      sightings.map(([, to]): Interval => [Math.min(Math.floor(entered / 1_000) * 1_000, to), to]),
    )
    const possible = offered.filter((quote) =>
      [...moments, ...stays].some((moment) => isValidAt(quote, moment)),
    )
    // If no quote was valid at some time, the newest one or the current rate counts.
    const hasGap = moments.some((moment) => !offered.some((quote) => coversInterval(quote, moment)))
    const before = earlier.get(paymentId) ?? []
    const snapshotIds = [...possible, ...(hasGap ? offered.slice(0, 2) : [])].map(
      ({ snapshotId }) => snapshotId,
    )
    const quotedRates = await Promise.all(snapshotIds.map((id) => observer.findRate(id, coin)))
    const rates = [
      ...quotedRates,
      ...(hasGap ? listCurrentRates(coin) : []),
      // A fee bump that pays no more keeps the rate.
      ...before.filter((each) => amount <= each.amount).map(({ rate }) => rate),
    ]
    const rate = rates.find((each) => each !== null && multiply(amount, each) === value)
    if (rate) {
      known.set(key, value)
      earlier.set(paymentId, [...before, { amount, rate }])
      return
    }
    throw new Violation(
      'an output has the value of a valid quote',
      `${txid} for ${uid}: ${amount} is ${value}`,
    )
  }

  /** The rates that a process may have used while it recorded the payment. */
  function listCurrentRates(coin: CoinCode): string[] {
    const from = scheduler.now() - recordMs
    return [...ratesByProcess.values()].flatMap((used) =>
      used
        .filter((_, index) => (used[index + 1]?.since ?? Number.POSITIVE_INFINITY) >= from)
        .flatMap(({ rates }) => rates.get(coin) ?? []),
    )
  }

  /** The times that the service's clock may have shown when it saw the transaction. */
  function listSightings(): Interval[] {
    const from = scheduler.now() - recordMs
    return offsets
      .filter((_, index) => (offsets[index + 1]?.since ?? Number.POSITIVE_INFINITY) >= from)
      .map(({ offset }) => [from + offset, scheduler.now() + offset])
  }

  async function isCovered(uid: string, counted: readonly RecordedOutput[]): Promise<boolean> {
    const { amount, underpaidPercent } = await observer.findQuotes(uid)
    const scale = 40
    const total = counted.reduce((sum, { value }) => sum + toScaledInteger(value, scale), 0n)
    const accepted = 1_000n - toScaledInteger(underpaidPercent, 1)
    return total * 1_000n >= toScaledInteger(amount, scale) * accepted
  }
}

const asInterval = (seconds: number): Interval => [seconds * 1_000, seconds * 1_000]

const isValidAt = ({ quotedAt, expiresAt }: RecordedQuote, [from, to]: Interval): boolean =>
  quotedAt <= to && from < expiresAt + graceMs

/** Whether the quote was valid during the whole interval. */
const coversInterval = ({ quotedAt, expiresAt }: RecordedQuote, [from, to]: Interval): boolean =>
  quotedAt <= from && to < expiresAt + graceMs

/** Multiplies base units with a rate per coin. Returns a plain decimal. */
function multiply(amount: bigint, rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.')
  const digits = (amount * BigInt(whole + decimals)).toString().padStart(decimals.length + 9, '0')
  const point = digits.length - decimals.length - 8
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/0+$/, '').replace(/\.$/, '')
}

export function toScaledInteger(text: string, scale: number): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0'))
}
