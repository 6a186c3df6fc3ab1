import type { EventLog, InvoiceEventType } from '../events/event.ts'
import { announce } from '../invoices/announce.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { ViewContext } from '../invoices/view.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { BlockRef } from '../networks/network.ts'
import type { IsConfirmed } from './confirmed.ts'
import type { Heir } from './conflict.ts'
import type { BlockPlace, Payment } from './payment.ts'
import type { SettlePaymentStore } from './settle.ts'

/** What a change of the chain does to the invoice's row. Each returns the invoice as it then is, or null when it was not so. */
export interface ChangeInvoiceStore {
  /** `paid` becomes `reversed`. */
  markReversed(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** `reversed` becomes `paid`. */
  markRestored(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  note(uid: string, events: number): Promise<Invoice | null>
}

export interface ChangePaymentStore extends Pick<SettlePaymentStore, 'holdBlock'> {
  /** False when the payment is in a block, or known as double-spent in that one. */
  doubleSpend(id: string, block: BlockPlace, reason: string): Promise<boolean>
  /** Its block was missed. False when it is in one. */
  placeMissed(id: string, block: BlockPlace, confirmedAt: Instant | null): Promise<boolean>
  /** False when it was not double-spent. */
  restore(id: string): Promise<boolean>
  /** The heir, and those of the payment's transactions that it spends from, pay from now on. False when the payment is in a block. */
  replace(
    id: string,
    heir: Heir,
    change: { block: BlockPlace; reason: string; confirmedAt: Instant | null },
  ): Promise<boolean>
}

export interface ChangeStores {
  readonly invoices: ChangeInvoiceStore
  readonly payments: ChangePaymentStore
  readonly followed: { holds(coin: string, block: BlockRef): Promise<boolean> }
  readonly events: EventLog
}

export interface ChainChanges {
  /** Another transaction has the payment's coins in that block, and does not pay: the invoice is `reversed`. */
  reverse(payment: Payment, block: BlockPlace, rival: string): Promise<void>
  /** The network has the payment again: the invoice is `paid` again. */
  restore(payment: Payment): Promise<void>
  /** The same inside a transaction of the caller. */
  restoreIn(stores: Pick<ChangeStores, 'invoices' | 'payments' | 'events'>, payment: Payment): Promise<void>
  /** It is in that block, which came while the payment was not written yet. */
  place(payment: Payment, block: BlockPlace): Promise<void>
  /** Another transaction pays in its place, in that block: the payment goes on under its id. */
  replace(payment: Payment, block: BlockPlace, heir: Heir): Promise<void>
}

/** What the chain does to payments that were accepted, each written together with its event; none of it is written twice. */
export function chainChanges(
  transact: Transact<ChangeStores>,
  { view, clock, isConfirmed }: { view: ViewContext; clock: Clock; isConfirmed: IsConfirmed },
): ChainChanges {
  return { reverse, restore, restoreIn, place, replace }

  function reverse({ id, coin, invoiceUid }: Payment, block: BlockPlace, rival: string): Promise<void> {
    return transact(async ({ followed, payments, invoices, events }) => {
      // The chain may have changed its mind again since it was looked at.
      if (!(await followed.holds(coin, block))) return
      if (!(await payments.doubleSpend(id, block, `double-spent by ${rival} in block ${block.height}`)))
        return
      const reversed = await invoices.markReversed(invoiceUid, id, 1)
      if (reversed) await events.append(announce(['invoice.reversed'], reversed, clock.now(), view))
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
    if (restored) await events.append(announce(['invoice.restored'], restored, clock.now(), view))
  }

  function place(payment: Payment, block: BlockPlace): Promise<void> {
    const { id, coin, invoiceUid } = payment
    return transact(async (stores) => {
      const { payments, invoices, events } = stores
      if (!(await payments.holdBlock(coin, block))) return
      const now = clock.now()
      const confirms = payment.confirmedAt === null && isConfirmed(payment, block)
      if (!(await payments.placeMissed(id, block, confirms ? now : null))) return
      await restoreIn(stores, payment)
      const invoice = await invoices.note(invoiceUid, confirms ? 1 : 0)
      if (confirms && invoice) await events.append(announce(['payment.confirmed'], invoice, now, view))
    })
  }

  function replace(payment: Payment, block: BlockPlace, heir: Heir): Promise<void> {
    const { id, coin, invoiceUid: uid } = payment
    return transact(async ({ payments, invoices, events }) => {
      if (!(await payments.holdBlock(coin, block))) return
      const now = clock.now()
      const confirms = payment.confirmedAt === null && isConfirmed(payment, block)
      const reason = `replaced by ${heir.txid} in block ${block.height}`
      const cameBack = await payments.restore(id)
      if (!(await payments.replace(id, heir, { block, reason, confirmedAt: confirms ? now : null }))) return
      const types: InvoiceEventType[] = [
        'payment.replaced',
        ...(cameBack ? (['invoice.restored'] as const) : []),
        ...(confirms ? (['payment.confirmed'] as const) : []),
      ]
      const invoice = cameBack
        ? await invoices.markRestored(uid, id, types.length)
        : await invoices.note(uid, types.length)
      if (invoice) await events.append(announce(types, invoice, now, view))
    })
  }
}
