import { isCovered } from '../invoices/received.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import type { IsConfirmed } from '../payments/confirmation-policy.ts'
import type { PaymentCounter } from '../payments/count.ts'
import type { MinedPaymentRecorder, MinedStores } from '../payments/mined-payment.ts'
import type { Payment, WatchedInput } from '../payments/payment.ts'
import type { Settlement } from '../payments/settle.ts'
import type { FoundOutput } from './find.ts'
import { hasRoom, maxReplacements } from './limits.ts'
import { matchReplacements, type Replacement, sortForReplacement } from './replacements.ts'

export interface RecordPaymentStore {
  /** The live payment that owns this output. */
  findOwner(output: Pick<FoundOutput, 'coin' | 'txid' | 'vout'>): Promise<Payment | null>
  /** Payments of the invoice whose transactions conflict with this one: they spend the same outputs. */
  listConflicting(
    transaction: Pick<FoundOutput, 'coin' | 'invoiceUid' | 'inputs' | 'txid'>,
  ): Promise<readonly Payment[]>
  /** How many transactions of the payment others have replaced. */
  countReplacements(id: string): Promise<number>
  /** Replaces the payment's transaction with this one. If the payment is now counted, `now` becomes its `acceptedAt`. */
  replaceTransaction(
    id: string,
    output: FoundOutput,
    change: { readonly isCounted: boolean; readonly now: Instant },
  ): Promise<void>
  insert(
    payment: Payment,
    inputs: FoundOutput['inputs'],
    outputs: readonly Pick<FoundOutput, 'txid' | 'vout' | 'script' | 'amount'>[],
  ): Promise<boolean>
}

export interface RecordStores extends MinedStores {
  readonly payments: MinedStores['payments'] & RecordPaymentStore
}

/**
 * Records all outputs of one transaction to one invoice, inside the caller's transaction. Returns false if the invoice has no room for one of
 * them.
 */
export type FoundPaymentRecorder = (stores: RecordStores, outputs: readonly FoundOutput[]) => Promise<boolean>

interface RecorderDependencies {
  readonly paymentCounter: Pick<PaymentCounter, 'count' | 'recordReplacement' | 'recordDoubleSpend'>
  readonly settlement: Pick<Settlement, 'acceptInTransaction'>
  readonly recordMined: MinedPaymentRecorder
  readonly isConfirmed: IsConfirmed
  readonly clock: Clock
}

/** A transaction that replaces payments. */
interface ReplacingTransaction {
  readonly transaction: FoundOutput
  readonly lostPayments: readonly Payment[]
  /** Its outputs that replace no payment. */
  readonly otherOutputs: readonly FoundOutput[]
}

/** Every outpoint that the transaction depends on. */
const listSpent = ({ inputs, minedAncestors }: FoundOutput): WatchedInput[] => [
  ...inputs,
  ...minedAncestors.flatMap((ancestor) =>
    ancestor.inputs.map((input) => ({ ...input, ancestor: ancestor.txid })),
  ),
]

/** Another process recorded the output first. */
class OutputTakenError extends Error {}

/** Records found outputs as payments. An output belongs to one payment, no matter how it was found first. */
export function createFoundPaymentRecorder({
  paymentCounter,
  settlement,
  recordMined,
  isConfirmed,
  clock,
}: RecorderDependencies): FoundPaymentRecorder {
  return async function record(stores, outputs) {
    const [first] = outputs
    // Another process may be recording the same outputs.
    if (!first || !(await stores.invoices.lock(first.invoiceUid))) return true
    const newOutputs: FoundOutput[] = []
    for (const output of outputs) if (!(await recordKnown(stores, output))) newOutputs.push(output)
    if (newOutputs.length === 0) return true
    const conflicting = await stores.payments.listConflicting({ ...first, inputs: listSpent(first) })
    if (!first.block && (await isLeftToBlocks(stores, conflicting))) return true
    const { replacements, otherOutputs, otherPayments } = matchReplacements(
      newOutputs,
      await sortForReplacement(
        stores,
        conflicting.filter(({ block }) => !block),
      ),
    )
    const inserted = await recordReplacements(stores, replacements, {
      transaction: first,
      lostPayments: otherPayments,
      otherOutputs,
    })
    let hasRoomForAll = true
    for (const output of otherOutputs) {
      const payment = inserted.get(output) ?? (await insertNew(stores, output))
      if (payment) await paymentCounter.count(stores, payment, { isNew: true })
      else hasRoomForAll = false
    }
    return hasRoomForAll
  }

  async function recordKnown(stores: RecordStores, output: FoundOutput): Promise<boolean> {
    const owner = await stores.payments.findOwner(output)
    if (!owner) return false
    // The search for known payments has already recorded the block, unless the payment is more recent.
    if (output.block) await recordMined(stores, owner, output.block)
    else if (owner.status === 'set_aside') await settlement.acceptInTransaction(stores, owner, owner.block)
    return true
  }

  /** Whether a mempool transaction is ignored: it conflicts with a submitted or mined payment, or with one that was replaced too often. */
  async function isLeftToBlocks(
    { payments }: RecordStores,
    conflicting: readonly Payment[],
  ): Promise<boolean> {
    for (const { id, block, via } of conflicting)
      if (block || via === 'protocol' || (await payments.countReplacements(id)) >= maxReplacements)
        return true
    return false
  }

  /**
   * Payments that conflict with the transaction continue with its outputs, and the others are lost. All of them change before any is counted,
   * so that none counts in addition to its replacement. A paid invoice may also need the transaction's other outputs: those are inserted
   * before, so that the invoice isn't reversed in between, and returned.
   */
  async function recordReplacements(
    stores: RecordStores,
    replacements: readonly Replacement[],
    { transaction, lostPayments, otherOutputs }: ReplacingTransaction,
  ): Promise<ReadonlyMap<FoundOutput, Payment>> {
    const startsToCount = ({ payment, output }: Replacement) => output.isCounted && !payment.isCounted
    const continued = replacements.filter((replacement) => !startsToCount(replacement))
    const lost: Payment[] = []
    for (const payment of lostPayments) if (await markLost(stores, payment, transaction)) lost.push(payment)
    for (const replacement of continued) await replace(stores, replacement)
    const inserted = await insertNeeded(stores, otherOutputs)
    for (const replacement of continued)
      await paymentCounter.recordReplacement(stores, toReplacedPayment(replacement))
    for (const payment of lost) await paymentCounter.recordDoubleSpend(stores, payment)
    // Like new payments, one after the other: the first may complete the amount.
    for (const replacement of replacements.filter(startsToCount)) {
      await replace(stores, replacement)
      await paymentCounter.recordReplacement(stores, toReplacedPayment(replacement), { startsToCount: true })
    }
    return inserted
  }

  async function insertNeeded(
    stores: RecordStores,
    outputs: readonly FoundOutput[],
  ): Promise<ReadonlyMap<FoundOutput, Payment>> {
    const inserted = new Map<FoundOutput, Payment>()
    for (const output of outputs.filter(({ isCounted }) => isCounted)) {
      const invoice = await stores.invoices.lock(output.invoiceUid)
      if (invoice?.status !== 'paid' || isCovered(invoice)) break
      const payment = await insertNew(stores, output)
      if (payment) inserted.set(output, payment)
    }
    return inserted
  }

  function replace({ payments }: RecordStores, { payment, output }: Replacement): Promise<void> {
    const isCounted = payment.isCounted || output.isCounted
    return payments.replaceTransaction(payment.id, output, { isCounted, now: clock.now() })
  }

  function toReplacedPayment({ payment, output }: Replacement): Payment {
    const { txid, hex, amount, value, block } = output
    const isCounted = payment.isCounted || output.isCounted
    return {
      ...payment,
      txid,
      transactions: [{ txid, hex }],
      amount,
      value,
      block,
      isCounted,
      acceptedAt: payment.acceptedAt ?? (isCounted ? clock.now() : null),
      doubleSpent: null,
      isReplaced: false,
    }
  }

  async function markLost(
    { payments }: RecordStores,
    payment: Payment,
    { txid, block }: FoundOutput,
  ): Promise<boolean> {
    return block
      ? payments.markDoubleSpent(payment, block, txid)
      : payments.markReplaced(payment, { evenIfCounted: true })
  }

  /** Null if the invoice has no room for it. */
  async function insertNew(stores: RecordStores, output: FoundOutput): Promise<Payment | null> {
    const invoice = await stores.invoices.lock(output.invoiceUid)
    if (!invoice || !hasRoom(invoice, { ...output, isMined: output.block !== null })) return null
    const payment = buildPayment(output)
    if (!(await stores.payments.insert(payment, output.inputs, [output])))
      throw new OutputTakenError(output.txid)
    return payment
  }

  function buildPayment(output: FoundOutput): Payment {
    const now = clock.now()
    const { coin, isCounted, block, requiredConfirmations } = output
    const confirmed = isCounted && isConfirmed({ coin, requiredConfirmations }, block)
    return {
      id: `pay_${generateId(now)}`,
      invoiceUid: output.invoiceUid,
      coin,
      status: 'accepted',
      amount: output.amount,
      networkFee: 0n,
      snapshotId: output.snapshotId,
      sinceHeight: output.sinceHeight,
      claimedAt: now,
      leaseUntil: now,
      signalsReplacement: output.signalsReplacement,
      requiredConfirmations,
      txid: output.txid,
      transactions: [{ txid: output.txid, hex: output.hex }],
      block,
      doubleSpent: null,
      acceptedAt: isCounted ? now : null,
      confirmedAt: confirmed ? now : null,
      via: 'network',
      value: output.value,
      isCounted,
      isReplaced: false,
    }
  }
}
