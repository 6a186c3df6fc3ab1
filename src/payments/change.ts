import type { CoinCode } from '../coins/index.ts'
import type { EventLog, InvoiceEventType } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { buildInvoiceEvents } from '../invoices/invoice-events.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { IsConfirmed } from './confirmation-policy.ts'
import type { PaymentReplacement } from './conflict.ts'
import type { BlockPosition, Payment } from './payment.ts'
import type { SettlePaymentStore } from './settle.ts'

/** Invoice updates caused by a chain change. Each returns the updated invoice, or null when it wasn't in the expected status. */
export interface ChangeInvoiceStore {
  /** `paid` becomes `reversed`. */
  markReversed(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** `reversed` becomes `paid`. */
  markRestored(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  advanceSequence(uid: string, events: number): Promise<Invoice | null>
}

export interface ChangePaymentStore extends Pick<SettlePaymentStore, 'lockBlock'> {
  /** Records that no block up to this height double-spends an input of these payments. */
  markSearched(ids: readonly string[], height: number): Promise<void>
  /** The block at this height was disconnected: search again from there. */
  rewindSearch(coin: CoinCode, height: number): Promise<void>
  /** False when the payment is in a block, or is already marked as double-spent in this one. */
  markDoubleSpent(id: string, block: BlockPosition, reason: string): Promise<boolean>
  /** Records a block that was missed. False when the payment is already in one. */
  setMissedBlock(id: string, block: BlockPosition, confirmedAt: Instant | null): Promise<boolean>
  /** False when the payment wasn't double-spent. */
  restore(id: string): Promise<boolean>
  /** From now on the replacement pays, with those of the payment's transactions that it spends. False when the payment is in a block. */
  replace(
    id: string,
    replacement: PaymentReplacement,
    change: { block: BlockPosition; reason: string; confirmedAt: Instant | null },
  ): Promise<boolean>
}

export interface ChangeStores {
  readonly invoices: ChangeInvoiceStore
  readonly payments: ChangePaymentStore
  readonly events: EventLog
}

export interface ChainChanges {
  /** Another transaction in this block spends the payment's inputs and doesn't pay: the invoice becomes `reversed`. */
  reverse(payment: Payment, block: BlockPosition, conflictingTxid: string): Promise<void>
  /** The network has the payment again: the invoice becomes `paid` again. */
  restore(payment: Payment): Promise<void>
  /** The same, inside the caller's transaction. */
  restoreInTransaction(
    stores: Pick<ChangeStores, 'invoices' | 'payments' | 'events'>,
    payment: Payment,
  ): Promise<void>
  /** Records this block, which was connected before the payment was written. */
  place(payment: Payment, block: BlockPosition): Promise<void>
  /** Records that no block up to this one double-spends an input of these payments. Writes nothing if the block was disconnected. */
  markSearched(coin: CoinCode, ids: readonly string[], block: BlockPosition): Promise<void>
  /** Another transaction in this block pays instead: the payment continues under its id. */
  replace(payment: Payment, block: BlockPosition, replacement: PaymentReplacement): Promise<void>
}

/** Applies chain changes to accepted payments. Each change is written together with its event, and only once. */
export function createChainChanges(
  transact: Transact<ChangeStores>,
  { view, clock, isConfirmed }: { view: ViewContext; clock: Clock; isConfirmed: IsConfirmed },
): ChainChanges {
  return { reverse, restore, restoreInTransaction: restoreIn, place, markSearched, replace }

  function reverse(
    { id, coin, invoiceUid }: Payment,
    block: BlockPosition,
    conflictingTxid: string,
  ): Promise<void> {
    return transact(async ({ payments, invoices, events }) => {
      // The chain may have changed again since the block was read.
      if (!(await payments.lockBlock(coin, block))) return
      if (
        !(await payments.markDoubleSpent(
          id,
          block,
          `double-spent by ${conflictingTxid} in block ${block.height}`,
        ))
      )
        return
      const reversed = await invoices.markReversed(invoiceUid, id, 1)
      if (reversed) await events.append(buildInvoiceEvents(['invoice.reversed'], reversed, clock.now(), view))
    })
  }

  function restore(payment: Payment): Promise<void> {
    return transact((stores) => restoreIn(stores, payment))
  }

  async function restoreIn(
    { payments, invoices, events }: Pick<ChangeStores, 'invoices' | 'payments' | 'events'>,
    { id, invoiceUid }: Payment,
  ): Promise<void> {
    if (!(await payments.restore(id))) return
    const restored = await invoices.markRestored(invoiceUid, id, 1)
    if (restored) await events.append(buildInvoiceEvents(['invoice.restored'], restored, clock.now(), view))
  }

  function place(payment: Payment, block: BlockPosition): Promise<void> {
    const { id, coin, invoiceUid } = payment
    return transact(async (stores) => {
      const { payments, invoices, events } = stores
      if (!(await payments.lockBlock(coin, block))) return
      const now = clock.now()
      const confirms = payment.confirmedAt === null && isConfirmed(payment, block)
      if (!(await payments.setMissedBlock(id, block, confirms ? now : null))) return
      await restoreIn(stores, payment)
      const invoice = await invoices.advanceSequence(invoiceUid, confirms ? 1 : 0)
      if (confirms && invoice)
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
    return transact(async ({ payments, invoices, events }) => {
      if (!(await payments.lockBlock(coin, block))) return
      const now = clock.now()
      const confirms = payment.confirmedAt === null && isConfirmed(payment, block)
      const reason = `replaced by ${replacement.txid} in block ${block.height}`
      const cameBack = await payments.restore(id)
      if (!(await payments.replace(id, replacement, { block, reason, confirmedAt: confirms ? now : null })))
        return
      const types: InvoiceEventType[] = [
        'payment.replaced',
        ...(cameBack ? (['invoice.restored'] as const) : []),
        ...(confirms ? (['payment.confirmed'] as const) : []),
      ]
      const invoice = cameBack
        ? await invoices.markRestored(uid, id, types.length)
        : await invoices.advanceSequence(uid, types.length)
      if (invoice) await events.append(buildInvoiceEvents(types, invoice, now, view))
    })
  }
}
