import type { CoinCode } from '../coins/index.ts'
import type { EventLog, InvoiceEventType } from '../events/event.ts'
import { announce } from '../invoices/announce.ts'
import type { Invoice, SettledPayment } from '../invoices/invoice.ts'
import { paymentOf, type ViewContext } from '../invoices/view.ts'
import { type Clock, type Instant, second } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import type { IsConfirmed } from './confirmed.ts'
import {
  type BlockPlace,
  lastTxid,
  leaseMs,
  type Payment,
  type PaymentStatus,
  type StoredTransaction,
} from './payment.ts'

/** What settling does to the invoice's row. Each returns the invoice as it then is, or null when it was not so. */
export interface SettleInvoiceStore {
  /** Ends the claim: `unpaid` becomes `paid`. */
  markPaid(
    uid: string,
    paymentId: string,
    coin: CoinCode,
    at: Instant,
    events: number,
  ): Promise<Invoice | null>
  /** For a payment whose claim was set aside: `unpaid` or `expired` becomes `paid`. A claim of another payment ends. */
  markPaidLate(
    uid: string,
    paymentId: string,
    coin: CoinCode,
    at: Instant,
    events: number,
  ): Promise<Invoice | null>
  releaseClaim(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** Moves the sequence on for events that change nothing else. */
  note(uid: string, events: number): Promise<Invoice | null>
}

export interface SettlePaymentStore {
  /** Moves a payment from one status to another; false when it was in none of `from`, or its lease is not `leaseUntil` any more. */
  move(
    id: string,
    from: readonly PaymentStatus[],
    to: PaymentStatus,
    change: {
      reason: string | null
      acceptedAt?: Instant
      block?: BlockPlace | null
      confirmedAt?: Instant
      leaseUntil?: Instant
    },
  ): Promise<boolean>
  /**
   * Is that block followed still, or older than all that are remembered? Then it cannot give way before the transaction ends: whoever takes
   * it back finds the payments that were placed there.
   */
  holdBlock(coin: CoinCode, block: BlockPlace): Promise<boolean>
  /** It is in no block. `confirmed`: it is confirmed all the same. */
  unplace(id: string, confirmed: boolean): Promise<void>
  /** Does it pay its invoice? */
  isAccepted(id: string): Promise<boolean>
  /** Sets aside what is being sent for an invoice whose claim another payment has ended. */
  displace(uid: string, reason: string): Promise<void>
  /** Moves the lease of a payment that is being sent; false when it has ended. */
  takeUp(id: string, leaseUntil: Instant): Promise<boolean>
  /** Other bytes of transactions that it has. */
  rewrite(id: string, transactions: readonly StoredTransaction[]): Promise<void>
  /** Why the claim stands, and until when nobody else takes it up. */
  keep(id: string, reason: string, leaseUntil: Instant): Promise<void>
}

export interface SettleStores {
  readonly invoices: SettleInvoiceStore
  readonly payments: SettlePaymentStore
  readonly events: EventLog
}

/** The second write of the money path: how a claimed payment ended, with its invoice and events, in one transaction. */
export interface Settlement {
  /**
   * The network has it: the invoice is paid. What is settled already stays as it is: false when it does not pay the invoice, because
   * another process had released it, or because the invoice was not to be paid any more.
   */
  accept(payment: Payment, block: BlockPlace | null): Promise<boolean>
  /** The same inside a transaction of the caller. */
  acceptIn(stores: SettleStores, payment: Payment, block: BlockPlace | null): Promise<boolean>
  /**
   * Somebody is about to send it who did not claim it: a no that another was told before ends nothing from now on. The payment as it then
   * is, or how it has ended.
   */
  takeUp(payment: Payment): Promise<Payment | 'accepted' | 'ended'>
  /** The network will not have it: the invoice can be paid by another. False when it has ended, or somebody else has taken it up. */
  release(payment: Payment, reason: string): Promise<boolean>
  /** Its transactions in other bytes: those are kept, and sent from now on. The payment as it then is. */
  rewrite(payment: Payment, transactions: readonly StoredTransaction[]): Promise<Payment>
  /** Nobody can tell yet: the claim stands, and the reconciler asks again. */
  keep(payment: Payment, reason: string): Promise<void>
  /** Waited for long enough: the invoice is free, the transaction stays watched. False when it was settled before. */
  setAside(payment: Payment, reason: string): Promise<boolean>
}

/** The reconciler's next look at a claim that stands. */
const askAgainMs = 5 * second

export function settlement(
  transact: Transact<SettleStores>,
  { view, clock, isConfirmed }: { view: ViewContext; clock: Clock; isConfirmed: IsConfirmed },
): Settlement {
  return { accept, acceptIn, takeUp, release, rewrite, keep, setAside }

  function accept(payment: Payment, block: BlockPlace | null): Promise<boolean> {
    return transact((stores) => acceptIn(stores, payment, block))
  }

  async function acceptIn(
    { invoices, payments, events }: SettleStores,
    payment: Payment,
    seen: BlockPlace | null,
  ): Promise<boolean> {
    const now = clock.now()
    // The chain may have changed its mind since it was looked at: then the payment is looked for again.
    const block = seen && (await payments.holdBlock(payment.coin, seen)) ? seen : null
    const confirmed = isConfirmed(payment, block)
    const change = { reason: null, acceptedAt: now, block, ...(confirmed && { confirmedAt: now }) }
    if (!(await payments.move(payment.id, ['sending', 'set_aside'], 'accepted', change)))
      return payments.isAccepted(payment.id)
    if (!block && payment.block) await payments.unplace(payment.id, true)
    const types: InvoiceEventType[] = [
      'payment.accepted',
      'invoice.paid',
      ...(confirmed ? ['payment.confirmed' as const] : []),
    ]
    const { invoiceUid: uid, id, coin } = payment
    const claimed = await invoices.markPaid(uid, id, coin, now, types.length)
    const paid = claimed ?? (await invoices.markPaidLate(uid, id, coin, now, types.length))
    if (paid) {
      // Another may be being sent. After the invoice's row, where whoever claims it waits.
      if (!claimed) await payments.displace(uid, 'the invoice was paid by another')
      await events.append(announce(types, paid, now, view))
      return true
    }

    // It was set aside, and the invoice was paid by another or cancelled: the money is there, and it is nobody's price.
    await payments.move(id, ['accepted'], 'surplus', { reason: 'the invoice was not to be paid any more' })
    await tell('payment.surplus', { ...payment, acceptedAt: now, block }, await invoices.note(uid, 1), events)
    return false
  }

  function takeUp(payment: Payment): Promise<Payment | 'accepted' | 'ended'> {
    // Never the same as before, though the clock was set back.
    const leaseUntil = Math.max(clock.now() + leaseMs, payment.leaseUntil + 1)
    return transact(async ({ payments }) => {
      if (await payments.takeUp(payment.id, leaseUntil)) return { ...payment, leaseUntil }
      return (await payments.isAccepted(payment.id)) ? 'accepted' : 'ended'
    })
  }

  function release(payment: Payment, reason: string): Promise<boolean> {
    const { leaseUntil } = payment
    return transact(async ({ invoices, payments, events }) => {
      if (!(await payments.move(payment.id, ['sending'], 'rejected', { reason, leaseUntil }))) return false
      const invoice = await invoices.releaseClaim(payment.invoiceUid, payment.id, 1)
      await tell('payment.rejected', payment, invoice, events)
      return true
    })
  }

  async function rewrite(payment: Payment, transactions: readonly StoredTransaction[]): Promise<Payment> {
    const changed = transactions.filter(({ hex }, place) => hex !== payment.transactions[place]?.hex)
    if (changed.length === 0) return payment
    await transact(({ payments }) => payments.rewrite(payment.id, changed))
    return { ...payment, transactions }
  }

  function keep(payment: Payment, reason: string): Promise<void> {
    return transact(({ payments }) => payments.keep(payment.id, reason, clock.now() + askAgainMs))
  }

  function setAside(payment: Payment, reason: string): Promise<boolean> {
    return transact(async (stores) => (await setAsideIn(stores, payment, reason)) !== null)
  }

  async function tell(type: InvoiceEventType, payment: Payment, invoice: Invoice | null, events: EventLog) {
    if (!invoice) return
    const shown = paymentOf(asShown(payment, clock.now()), view)
    await events.append(announce([type], invoice, clock.now(), view, { txid: lastTxid(payment), shown }))
  }
}

/** Inside a transaction: the invoice as it then is, free to be paid; null when the payment was settled before. */
export async function setAsideIn(
  { invoices, payments }: Pick<SettleStores, 'invoices' | 'payments'>,
  { id, invoiceUid }: Payment,
  reason: string,
): Promise<Invoice | null> {
  if (!(await payments.move(id, ['sending'], 'set_aside', { reason }))) return null
  return invoices.releaseClaim(invoiceUid, id, 0)
}

/** A payment that does not pay its invoice, in the form of one that does. */
function asShown(payment: Payment, now: Instant): SettledPayment {
  return {
    id: payment.id,
    coin: payment.coin,
    amount: payment.amount,
    txids: payment.transactions.map(({ txid }) => txid),
    replaceable: payment.replaceable,
    depth: payment.depth,
    acceptedAt: payment.acceptedAt ?? now,
    confirmedAt: payment.confirmedAt,
    blockHeight: payment.block?.height ?? null,
  }
}
