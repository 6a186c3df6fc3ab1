import type { CoinCode } from '../coins/index.ts'
import type { EventLog, InvoiceEventType } from '../events/event.ts'
import { hasEnded, type Invoice } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { IsConfirmed } from './confirmation-policy.ts'
import type { PaymentReplacement } from './conflict.ts'
import { type ConflictingPaymentStore, markOthersReplaced } from './conflicting.ts'
import type { PaymentCounter } from './count.ts'
import type { CountStores } from './count-stores.ts'
import type { BlockPosition, Payment, PaymentVersion } from './payment.ts'
import type { SettlePaymentStore } from './settle.ts'

/** Invoice updates caused by a chain change. Each returns the updated invoice, or null when it wasn't in the expected status. */
interface ChangeInvoiceStore {
  /** `paid` becomes `reversed`. */
  markReversed(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** `reversed` becomes `paid`. */
  markRestored(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** Locks the invoice until the transaction ends, and increments its revision: its payments are about to change. */
  lock(uid: string): Promise<Invoice | null>
  /** Also reserves the sequence numbers of its next events. */
  advanceSequence(uid: string, events: number): Promise<Invoice | null>
}

export interface ChangePaymentStore extends Pick<SettlePaymentStore, 'lockBlock'>, ConflictingPaymentStore {
  /** Records that no block up to this height double-spends an input of these payments. */
  markSearched(ids: readonly string[], height: number): Promise<void>
  /** The block at this height was disconnected: search again from there. */
  rewindSearch(coin: CoinCode, height: number): Promise<void>
  /** False when the payment is in a block, is already marked as double-spent in this one, or another transaction has replaced this one. */
  markDoubleSpent(payment: PaymentVersion, block: BlockPosition, conflictingTxid: string): Promise<boolean>
  /** Records a block that was missed. False when the payment is already in one, or another transaction has replaced this one. */
  setMissedBlock(payment: PaymentVersion, block: BlockPosition, confirmedAt: Instant | null): Promise<boolean>
  /** Starts counting the payment towards the amount. */
  markCounted(id: string, at: Instant): Promise<void>
  /** False when the payment was neither double-spent nor replaced. */
  restore(id: string): Promise<boolean>
  /**
   * Makes the replacement the paying transaction. Parents that it doesn't spend are dropped. Returns whether the payment was double-spent or
   * replaced until now, and the surplus or abandoned payments that are rejected because it takes over their outputs. Null, without any change,
   * when it is in a block, another transaction has replaced this one, or it is a surplus and another payment owns the output.
   */
  replace(
    payment: PaymentVersion,
    replacement: PaymentReplacement,
    change: { block: BlockPosition; confirmedAt: Instant | null },
  ): Promise<{ readonly wasLost: boolean; readonly rejectedIds: readonly string[] } | null>
}

export interface ChangeStores extends Pick<CountStores, 'exceptions'> {
  readonly invoices: ChangeInvoiceStore & CountStores['invoices']
  readonly payments: ChangePaymentStore & CountStores['payments']
  readonly events: EventLog
}

export interface ChainChanges {
  /** Another transaction in this block spends the payment's inputs and doesn't pay: the invoice becomes `reversed`. */
  reverse(payment: Payment, block: BlockPosition, conflictingTxid: string): Promise<void>
  /** Another transaction in the mempool spends the payment's inputs and doesn't pay. Ignored while the invoice depends on the payment. */
  recordReplaced(payment: Payment): Promise<void>
  /** The network has the payment again: the invoice becomes `paid` again. */
  restore(payment: Payment): Promise<void>
  /** Like `restore`, but inside the caller's transaction. */
  restoreInTransaction(stores: ChangeStores, payment: Payment): Promise<void>
  /** Records this block, which was connected before the payment was written. */
  recordBlock(payment: Payment, block: BlockPosition): Promise<void>
  /** Records that no block up to this one double-spends an input of these payments. Writes nothing if the block was disconnected. */
  markSearched(coin: CoinCode, ids: readonly string[], block: BlockPosition): Promise<void>
  /** Another transaction in this block pays instead. The payment keeps its id and gets the new txid. */
  replace(payment: Payment, block: BlockPosition, replacement: PaymentReplacement): Promise<void>
}

interface ChangeDependencies {
  readonly view: ViewContext
  readonly clock: Clock
  readonly isConfirmed: IsConfirmed
  readonly paymentCounter: Pick<
    PaymentCounter,
    | 'count'
    | 'closeExceptions'
    | 'recordDoubleSpend'
    | 'recordRestored'
    | 'recordReplacement'
    | 'recordConfirmed'
  >
}

/** Applies chain changes to accepted payments. Each change is written together with its event, and only once. */
export function createChainChanges(
  transact: Transact<ChangeStores>,
  { view, clock, isConfirmed, paymentCounter }: ChangeDependencies,
): ChainChanges {
  return {
    reverse,
    recordReplaced,
    restore,
    restoreInTransaction,
    recordBlock,
    markSearched,
    replace,
  }

  function reverse(payment: Payment, block: BlockPosition, conflictingTxid: string): Promise<void> {
    return transact(async (stores) => {
      // The chain may have changed again since the block was read.
      if (await stores.payments.lockBlock(payment.coin, block))
        await reverseInTransaction(stores, payment, { block, conflictingTxid })
    })
  }

  async function reverseInTransaction(
    stores: ChangeStores,
    payment: Payment,
    { block, conflictingTxid }: { readonly block: BlockPosition; readonly conflictingTxid: string },
  ): Promise<void> {
    const { payments, invoices, events } = stores
    if (!(await payments.markDoubleSpent(payment, block, conflictingTxid))) return
    if (payment.value) return paymentCounter.recordDoubleSpend(stores, payment)
    const reversed = await invoices.markReversed(payment.invoiceUid, payment.id, 1)
    if (reversed) await events.append(buildInvoiceEvents(['invoice.reversed'], reversed, clock.now(), view))
  }

  function recordReplaced(payment: Payment): Promise<void> {
    return transact(async (stores) => {
      const { payments, invoices } = stores
      const invoice = await invoices.lock(payment.invoiceUid)
      if (!invoice) return
      const evenIfCounted = hasEnded(invoice)
      if (await payments.markReplaced(payment, { evenIfCounted }))
        await paymentCounter.recordDoubleSpend(stores, payment)
    })
  }

  function restore(payment: Payment): Promise<void> {
    return transact((stores) => restoreInTransaction(stores, payment))
  }

  async function restoreInTransaction(stores: ChangeStores, payment: Payment): Promise<void> {
    const { payments, invoices, events } = stores
    const { id, invoiceUid } = payment
    if (payment.value) await invoices.lock(invoiceUid)
    if (!(await payments.restore(id))) return
    if (payment.value) {
      // All of them change before any is counted, so that none counts in addition to its former replacement.
      const replacedPayments = await markOthersReplaced(payments, payment, { evenIfCounted: true })
      await paymentCounter.recordRestored(stores, { ...payment, doubleSpent: null, isReplaced: false })
      for (const replaced of replacedPayments) await paymentCounter.recordDoubleSpend(stores, replaced)
      return
    }
    const restored = await invoices.markRestored(invoiceUid, id, 1)
    if (restored) await events.append(buildInvoiceEvents(['invoice.restored'], restored, clock.now(), view))
  }

  function recordBlock(payment: Payment, block: BlockPosition): Promise<void> {
    const { id, coin, invoiceUid } = payment
    return transact(async (stores) => {
      const { payments, invoices, events } = stores
      if (!(await payments.lockBlock(coin, block))) return
      const now = clock.now()
      const isNowConfirmed = payment.confirmedAt === null && isConfirmed(payment, block)
      if (!(await payments.setMissedBlock(payment, block, isNowConfirmed ? now : null))) return
      await restoreInTransaction(stores, payment)
      if (payment.value) {
        if (payment.status === 'accepted' && !payment.isCounted) {
          await payments.markCounted(id, now)
          const counted = { ...payment, isCounted: true, acceptedAt: now, block }
          await paymentCounter.count(stores, counted, { isNew: false })
          return
        }
        if (isNowConfirmed) return paymentCounter.recordConfirmed(stores, invoiceUid)
        await invoices.lock(invoiceUid)
        return
      }
      const invoice = await invoices.advanceSequence(invoiceUid, isNowConfirmed ? 1 : 0)
      if (isNowConfirmed && invoice)
        await events.append(buildInvoiceEvents(['payment.confirmed'], invoice, now, view))
    })
  }

  function markSearched(coin: CoinCode, ids: readonly string[], block: BlockPosition): Promise<void> {
    return transact(async ({ payments }) => {
      if (await payments.lockBlock(coin, block)) await payments.markSearched(ids, block.height)
    })
  }

  function replace(payment: Payment, block: BlockPosition, replacement: PaymentReplacement): Promise<void> {
    const { id, coin, invoiceUid: uid } = payment
    return transact(async (stores) => {
      const { payments, invoices, events } = stores
      if (!(await payments.lockBlock(coin, block))) return
      const now = clock.now()
      const isNowConfirmed = payment.confirmedAt === null && isConfirmed(payment, block)
      // Another process records an output for the same invoice only after this transaction.
      if (payment.value) await invoices.lock(uid)
      const confirmedAt = isNowConfirmed ? now : null
      const replaced = await payments.replace(payment, replacement, { block, confirmedAt })
      if (!replaced)
        return reverseInTransaction(stores, payment, { block, conflictingTxid: replacement.txid })
      for (const rejectedId of replaced.rejectedIds) await paymentCounter.closeExceptions(stores, rejectedId)
      if (payment.value) {
        await paymentCounter.recordReplacement(stores, {
          ...payment,
          txid: replacement.txid,
          block,
          doubleSpent: null,
          isReplaced: false,
        })
        if (isNowConfirmed) await paymentCounter.recordConfirmed(stores, uid)
        return
      }
      const types: InvoiceEventType[] = [
        'payment.replaced',
        ...(replaced.wasLost ? (['invoice.restored'] as const) : []),
        ...(isNowConfirmed ? (['payment.confirmed'] as const) : []),
      ]
      const invoice = replaced.wasLost
        ? await invoices.markRestored(uid, id, types.length)
        : await invoices.advanceSequence(uid, types.length)
      if (invoice) await events.append(buildInvoiceEvents(types, invoice, now, view))
    })
  }
}
