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

/** Checks the payment exceptions of invoices that accept any wallet, and what merchants decide about them. */
export function createExceptionModel({ observer, nodes }: ExceptionModelDependencies) {
  /** By exception: its status after the merchant got a response. */
  const resolutions = new Map<string, string>()
  /** By coin and txid of the refund: its exception. */
  const refunds = new Map<string, string>()
  return { recordResolution, requireSettled }

  /** Records a successful response. `isWrong`: the refund was the payment itself. */
  function recordResolution(
    { id, status }: { readonly id: string; readonly status: string },
    { isWrong }: { readonly isWrong: boolean },
  ): void {
    if (isWrong) throw new Violation('a payment is not its own refund', id)
    if (resolutions.has(id)) throw new Violation('an exception is resolved once', id)
    resolutions.set(id, status)
  }

  /** Once the system has settled: exactly the money that needs a decision has an open exception, and the events say the same. */
  async function requireSettled(invoice: SettledInvoice): Promise<void> {
    const exceptions = await observer.listExceptions(invoice.uid)
    requireDecisions(invoice, exceptions)
    requirePayments(
      invoice,
      exceptions.filter(({ kind }) => kind !== 'excess'),
    )
    requireExcess(
      invoice,
      exceptions.filter(({ kind }) => kind === 'excess'),
    )
    await requireReported(invoice.uid, exceptions)
  }

  /** Decisions are kept, a refund resolves one exception, and refunded money pays nothing. */
  function requireDecisions(
    { uid, outputs }: SettledInvoice,
    exceptions: readonly RecordedException[],
  ): void {
    for (const { id, status, coin, kind, paymentId, refundTxid } of exceptions) {
      const reported = resolutions.get(id) ?? status
      if (reported !== status)
        throw new Violation('a decision is kept', `${id} of ${uid} is ${status}, not ${reported}`)
      if (refundTxid !== null) {
        const name = `${coin} ${refundTxid}`
        const other = refunds.get(name) ?? id
        refunds.set(name, id)
        if (other !== id)
          throw new Violation('a refund resolves one exception', `${name}: ${other} and ${id}`)
      }
      if (status !== 'refunded' || kind === 'excess') continue
      if (outputs.some((output) => output.paymentId === paymentId && output.isCounted))
        throw new Violation('refunded money pays nothing', `${paymentId} of ${uid}`)
    }
  }

  /** All of a payment that pays no invoice needs a decision, and so does each part of an invoice that has ended. */
  function requirePayments(
    { uid, status, outputs }: SettledInvoice,
    exceptions: readonly RecordedException[],
  ): void {
    const open = exceptions.filter(({ isOpen }) => isOpen)
    const hasEnded = status === 'expired' || status === 'cancelled'
    const expected = outputs.flatMap(({ isAlive, isCounted, isSurplus, ...output }) => {
      const decided = exceptions
        .filter(({ paymentId, status }) => paymentId === output.paymentId && isDecided(status))
        .reduce((sum, { amount }) => sum + amount, 0n)
      if (output.amount <= decided) return []
      const kinds = isSurplus ? (hasEnded ? ['late'] : ['late', 'surplus']) : ['partial']
      return isAlive && (isSurplus || (isCounted && hasEnded)) ? [{ ...output, decided, kinds }] : []
    })
    const isMatch = (output: (typeof expected)[number], exception: RecordedException) =>
      output.paymentId === exception.paymentId &&
      output.txid === exception.txid &&
      output.amount - output.decided === exception.amount &&
      (output.decided > 0n || output.value === exception.value) &&
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
    exceptions: readonly RecordedException[],
  ): void {
    const counted = outputs.filter(({ isCounted }) => isCounted)
    const total = counted.reduce((sum, { value }) => sum + toScaledInteger(value, scale), 0n)
    const difference = total - toScaledInteger(amount, scale)
    const above = status === 'paid' && difference > 0n ? difference : 0n
    const sum = (some: readonly RecordedException[]): bigint =>
      some.reduce(
        (result, { value }) => result + toScaledInteger(value, 2 * scale) / 10n ** BigInt(scale),
        0n,
      )
    const open = exceptions.filter(({ isOpen }) => isOpen)
    const decided = sum(exceptions.filter((exception) => isDecided(exception.status)))
    const reported = sum(open)
    const tolerance = counted.map((output) => {
      const dust = findDustLimit(output)
      const units = (dust > maxOffset ? dust : maxOffset) + 1n
      return (toScaledInteger(output.value, scale) * units) / output.amount
    })
    const max = tolerance.reduce((most, each) => (each > most ? each : most), 0n)
    if (open.length <= 1 && reported <= above && above - reported - decided <= max) return
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
      const own = exceptions.filter((exception) => getSubject(exception) === subject)
      const open = own.filter(({ isOpen }) => isOpen)
      // No event tells that a merchant has resolved one.
      const isResolved = own.some((exception) => exception.id === id && isDecidedOrAccepted(exception.status))
      if (open.length <= 1 && ((open[0]?.id ?? null) === id || (open.length === 0 && isResolved))) continue
      throw new Violation(
        'events say which payment exception is open',
        `${uid}, ${subject}: ${id} and ${open.map((exception) => exception.id)}`,
      )
    }
  }
}

/** Whether the merchant has refunded or kept it. */
const isDecided = (status: string): boolean => status === 'refunded' || status === 'kept'

const isDecidedOrAccepted = (status: string): boolean => isDecided(status) || status === 'accepted'
