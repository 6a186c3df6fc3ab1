import type { CoinCode } from '../../../src/coins/index.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { ExceptionObserver, RecordedException } from './exceptions-store.ts'
import type { RecordedOutput } from './received-store.ts'
import { toScaledInteger } from './valuation.ts'
import { Violation } from './violation.ts'

interface ExceptionModelDependencies {
  readonly observer: ExceptionObserver
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
}

/** The invoice once the system has settled. */
interface SettledInvoice {
  readonly uid: string
  readonly status: string
  readonly amount: string
  readonly outputs: readonly RecordedOutput[]
}

/** A request to a fixed address asks for up to this many base units more, so that its amount is unique. */
const maxOffset = 1_000n
/** Decimals of scaled values. */
const scale = 40

/** Checks the payment exceptions of invoices that accept any wallet. In a simulation, no merchant resolves one. */
export function createExceptionModel({ observer, nodes }: ExceptionModelDependencies) {
  return { requireSettled }

  /** Once the system has settled: exactly the money that needs a decision has an open exception, and the events say the same. */
  async function requireSettled(invoice: SettledInvoice): Promise<void> {
    const exceptions = await observer.listExceptions(invoice.uid)
    const open = exceptions.filter(({ isOpen }) => isOpen)
    requirePayments(
      invoice,
      open.filter(({ kind }) => kind !== 'excess'),
    )
    requireExcess(
      invoice,
      open.filter(({ kind }) => kind === 'excess'),
    )
    await requireReported(invoice.uid, exceptions)
  }

  /** All of a payment that pays no invoice needs a decision, and so does each part of an invoice that has ended. */
  function requirePayments(
    { uid, status, outputs }: SettledInvoice,
    open: readonly RecordedException[],
  ): void {
    const hasEnded = status === 'expired' || status === 'cancelled'
    const expected = outputs.flatMap(({ isAlive, isCounted, isSurplus, ...output }) => {
      const kinds = isSurplus ? (hasEnded ? ['late'] : ['late', 'surplus']) : ['partial']
      return isAlive && (isSurplus || (isCounted && hasEnded)) ? [{ ...output, kinds }] : []
    })
    const isMatch = (output: (typeof expected)[number], exception: RecordedException) =>
      output.paymentId === exception.paymentId &&
      output.txid === exception.txid &&
      output.amount === exception.amount &&
      output.value === exception.value &&
      output.kinds.includes(exception.kind)
    const isComplete = expected.every((output) => open.some((exception) => isMatch(output, exception)))
    if (!isComplete || open.length !== expected.length)
      throw new Violation(
        'exactly the payments that need a decision have an open exception',
        `${uid}, ${status}: ${expected.map(({ txid }) => txid)} have ${open.map(({ txid }) => txid)}`,
      )
  }

  /** The excess is the value above the amount, except for less than a base unit of rounding, an output's dust limit, or a unique amount. */
  function requireExcess(
    { uid, status, amount, outputs }: SettledInvoice,
    open: readonly RecordedException[],
  ): void {
    const counted = outputs.filter(({ isCounted }) => isCounted)
    const total = counted.reduce((sum, { value }) => sum + toScaledInteger(value, scale), 0n)
    const difference = total - toScaledInteger(amount, scale)
    const above = status === 'paid' && difference > 0n ? difference : 0n
    const [exception, ...others] = open
    const reported = exception ? toScaledInteger(exception.value, 2 * scale) / 10n ** BigInt(scale) : 0n
    const tolerance = counted.map((output) => {
      const dust = findDustLimit(output)
      const units = (dust > maxOffset ? dust : maxOffset) + 1n
      return (toScaledInteger(output.value, scale) * units) / output.amount
    })
    const max = tolerance.reduce((most, each) => (each > most ? each : most), 0n)
    if (others.length === 0 && reported <= above && above - reported <= max) return
    throw new Violation(
      'a paid invoice has one exception for what is above its amount',
      `${uid}, ${status}: ${open.map(({ value }) => value)} of ${counted.map(({ value }) => value)} for ${amount}`,
    )
  }

  function findDustLimit({ coin, txid, vout }: RecordedOutput): bigint {
    const node = nodes.get(coin)
    const script = node?.getOutputs(txid)[vout]?.script
    return node && script ? node.coin.getDustLimit(script) : 0n
  }

  /** The last event about a payment, or about an invoice's excess, says which of its exceptions is open. */
  async function requireReported(uid: string, exceptions: readonly RecordedException[]): Promise<void> {
    const getSubject = ({ kind, paymentId }: RecordedException) => (kind === 'excess' ? kind : paymentId)
    const subjects = new Map(exceptions.map((exception) => [exception.id, getSubject(exception)]))
    const reported = new Map<string | undefined, string | null>()
    for (const { id, isOpen } of await observer.listReported(uid))
      reported.set(subjects.get(id), isOpen ? id : null)
    for (const [subject, id] of reported) {
      const open = exceptions.filter((exception) => exception.isOpen && getSubject(exception) === subject)
      if (open.length <= 1 && (open[0]?.id ?? null) === id) continue
      throw new Violation(
        'events say which payment exception is open',
        `${uid}, ${subject}: ${id} and ${open.map((exception) => exception.id)}`,
      )
    }
  }
}
