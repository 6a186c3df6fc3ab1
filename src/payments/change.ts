import type { CoinCode } from '../coins/index.ts'
import type { InvoiceEventType } from '../events/event.ts'
import { hasEnded } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { ChangeStores } from './change-stores.ts'
import type { IsConfirmed } from './confirmation-policy.ts'
import type { PaymentReplacement } from './conflict.ts'
import type { PaymentCounter } from './count.ts'
import { lockCurrent } from './current.ts'
import type { BlockPosition, Payment } from './payment.ts'
import type { PaymentRestorer } from './restore.ts'

export interface ChainChanges {
  /** Another transaction in this block spends the payment's inputs and doesn't pay: the invoice becomes `reversed`. */
  reverse(payment: Payment, block: BlockPosition, conflictingTxid: string): Promise<void>
  /** Another transaction in the mempool spends the payment's inputs and doesn't pay. Ignored while the invoice depends on the payment. */
  recordReplaced(payment: Payment): Promise<void>
  /** The network has the payment again: the invoice becomes `paid` again. */
  restore(payment: Payment): Promise<void>
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
  readonly restorer: PaymentRestorer
  readonly paymentCounter: Pick<
    PaymentCounter,
    'closeExceptions' | 'recordDoubleSpend' | 'recordReplacement' | 'recordConfirmed'
  >
}

/** Applies chain changes to accepted payments. Each change is written together with its event, and only once. */
export function createChainChanges(
  transact: Transact<ChangeStores>,
  { view, clock, isConfirmed, restorer, paymentCounter }: ChangeDependencies,
): ChainChanges {
  return {
    reverse,
    recordReplaced,
    restore,
    recordBlock,
    markSearched,
    replace,
  }

  function reverse(payment: Payment, block: BlockPosition, conflictingTxid: string): Promise<void> {
    return transact(async (stores) => {
      // The chain may have changed again since the block was read.
      if (!(await stores.payments.lockBlock(payment.coin, block))) return
      const current = await lockCurrent(stores, payment)
      if (current) await reverseInTransaction(stores, current, { block, conflictingTxid })
    })
  }

  async function reverseInTransaction(
    stores: ChangeStores,
    payment: Payment,
    { block, conflictingTxid }: { readonly block: BlockPosition; readonly conflictingTxid: string },
  ): Promise<void> {
    const { payments, invoices, events } = stores
    if (!(await payments.markDoubleSpent(payment, block, conflictingTxid))) return
    if (payment.value) {
      // The payer has replaced a parent of the payment, and a payment that spends the new parent was found before this block was searched.
      for (const surplus of await payments.listSurplusFrom(payment, conflictingTxid))
        if (
          (await restorer.payInstead(stores, surplus, [payment])) &&
          surplus.block &&
          isConfirmed(surplus, surplus.block)
        )
          await confirmCounted(stores, surplus)
      return paymentCounter.recordDoubleSpend(stores, payment)
    }
    const reversed = await invoices.markReversed(payment.invoiceUid, payment.id, 1)
    if (reversed) await events.append(buildInvoiceEvents(['invoice.reversed'], reversed, clock.now(), view))
  }

  function recordReplaced(payment: Payment): Promise<void> {
    return transact(async (stores) => {
      const { payments, invoices } = stores
      const current = await lockCurrent(stores, payment)
      const invoice = await invoices.lock(payment.invoiceUid)
      if (!current || !invoice) return
      const evenIfCounted = hasEnded(invoice)
      if (await payments.markReplaced(current, { evenIfCounted }))
        await paymentCounter.recordDoubleSpend(stores, current)
    })
  }

  function restore(payment: Payment): Promise<void> {
    return transact((stores) => restorer.restoreInMempool(stores, payment))
  }

  function recordBlock(read: Payment, block: BlockPosition): Promise<void> {
    const { coin, invoiceUid } = read
    return transact(async (stores) => {
      const { payments, invoices, events } = stores
      if (!(await payments.lockBlock(coin, block))) return
      const payment = await lockCurrent(stores, read)
      if (!payment) return
      const now = clock.now()
      const isNowConfirmed = payment.confirmedAt === null && isConfirmed(payment, block)
      if (payment.value) {
        if (!(await payments.setMissedBlock(payment, block, null))) return
        await restorer.restoreMined(stores, payment, block)
        if (isNowConfirmed) await confirmCounted(stores, payment)
        await invoices.lock(invoiceUid)
        return
      }
      if (!(await payments.setMissedBlock(payment, block, isNowConfirmed ? now : null))) return
      await restorer.restoreMined(stores, payment, block)
      const invoice = await invoices.advanceSequence(invoiceUid, isNowConfirmed ? 1 : 0)
      if (isNowConfirmed && invoice)
        await events.append(buildInvoiceEvents(['payment.confirmed'], invoice, now, view))
    })
  }

  /** Call after counting, which may have made the payment a surplus. A surplus has no confirmations to report. */
  async function confirmCounted(stores: ChangeStores, { id, invoiceUid }: Payment): Promise<void> {
    if (await stores.payments.confirm(id, clock.now()))
      await paymentCounter.recordConfirmed(stores, invoiceUid)
  }

  function markSearched(coin: CoinCode, ids: readonly string[], block: BlockPosition): Promise<void> {
    return transact(async ({ payments }) => {
      if (await payments.lockBlock(coin, block)) await payments.markSearched(ids, block.height)
    })
  }

  function replace(read: Payment, block: BlockPosition, replacement: PaymentReplacement): Promise<void> {
    const { id, coin, invoiceUid: uid } = read
    return transact(async (stores) => {
      const { payments, invoices, events } = stores
      if (!(await payments.lockBlock(coin, block))) return
      // Another process records an output for the same invoice only after this transaction.
      const payment = await lockCurrent(stores, read)
      if (!payment) return
      const now = clock.now()
      const isNowConfirmed = payment.confirmedAt === null && isConfirmed(payment, block)
      const confirmedAt = isNowConfirmed && !payment.value ? now : null
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
        if (isNowConfirmed) await confirmCounted(stores, payment)
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
