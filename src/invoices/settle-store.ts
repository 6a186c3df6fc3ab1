import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { createInvoiceStore } from './store.ts'

const claimRow = statement<{ uid: string; paymentId: string }, { uid: string }>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({ claimed_by: param('paymentId'), revision: set('revision', '+', 1) }))
    .where('uid', '=', param('uid'))
    .where('status', '=', 'unpaid')
    .where('claimed_by', 'is', null)
    .returning('uid'),
)

const holdAmounts = statement<{ uid: string }, never>((query, param) =>
  query.updateTable('reserved_amounts').set({ held: 1 }).where('invoice_uid', '=', param('uid')),
)

const freeAmounts = statement<{ uid: string }, never>((query, param) =>
  query.updateTable('reserved_amounts').set({ held: 0 }).where('invoice_uid', '=', param('uid')),
)

const dropAmounts = statement<{ uid: string }, never>((query, param) =>
  query.deleteFrom('reserved_amounts').where('invoice_uid', '=', param('uid')),
)

interface Paid {
  uid: string
  paymentId: string
  coin: string
  at: string
  events: number
}

const payClaimed = statement<Paid, { uid: string }>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      status: 'paid',
      paid_at: param('at'),
      payment_id: param('paymentId'),
      paid_coin: param('coin'),
      claimed_by: null,
      event_sequence: set('event_sequence', '+', param('events')),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', '=', 'unpaid')
    .where('claimed_by', '=', param('paymentId'))
    .returning('uid'),
)

/** Regardless of the claim. */
const payLate = statement<Paid, { uid: string }>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      status: 'paid',
      paid_at: param('at'),
      payment_id: param('paymentId'),
      paid_coin: param('coin'),
      claimed_by: null,
      event_sequence: set('event_sequence', '+', param('events')),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', 'in', ['unpaid', 'expired'])
    .returning('uid'),
)

const release = statement<{ uid: string; paymentId: string; events: number }, { uid: string }>(
  (query, param) =>
    query
      .updateTable('invoices')
      .set((set) => ({
        claimed_by: null,
        event_sequence: set('event_sequence', '+', param('events')),
        revision: set('revision', '+', 1),
      }))
      .where('uid', '=', param('uid'))
      .where('claimed_by', '=', param('paymentId'))
      .returning('uid'),
)

const changeStatus = statement<
  { uid: string; paymentId: string; from: string; to: string; events: number },
  { uid: string }
>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      status: param('to'),
      event_sequence: set('event_sequence', '+', param('events')),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', '=', param('from'))
    .where('payment_id', '=', param('paymentId'))
    .returning('uid'),
)

const advanceSequence = statement<{ uid: string; events: number }, { uid: string }>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      event_sequence: set('event_sequence', '+', param('events')),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .returning('uid'),
)

/** The invoice side of a payment: claim, pay, release. Each change applies only in the expected status. */
export function createInvoiceSettleStore(sql: Sql) {
  const { find } = createInvoiceStore(sql)
  return {
    async claim(uid: string, paymentId: string): Promise<boolean> {
      if (!(await sql.queryOne(claimRow, { uid, paymentId }))) return false
      await sql.queryAll(holdAmounts, { uid })
      return true
    },

    async markPaid(uid: string, paymentId: string, coin: string, at: number, events: number) {
      if (!(await sql.queryOne(payClaimed, { uid, paymentId, coin, at: iso(at), events }))) return null
      await sql.queryAll(dropAmounts, { uid })
      return find(uid)
    },

    async markPaidLate(uid: string, paymentId: string, coin: string, at: number, events: number) {
      if (!(await sql.queryOne(payLate, { uid, paymentId, coin, at: iso(at), events }))) return null
      await sql.queryAll(dropAmounts, { uid })
      return find(uid)
    },

    async releaseClaim(uid: string, paymentId: string, events: number) {
      if (!(await sql.queryOne(release, { uid, paymentId, events }))) return null
      await sql.queryAll(freeAmounts, { uid })
      return find(uid)
    },

    async markReversed(uid: string, paymentId: string, events: number) {
      const change = { uid, paymentId, from: 'paid', to: 'reversed', events }
      return (await sql.queryOne(changeStatus, change)) ? find(uid) : null
    },

    async markRestored(uid: string, paymentId: string, events: number) {
      const change = { uid, paymentId, from: 'reversed', to: 'paid', events }
      return (await sql.queryOne(changeStatus, change)) ? find(uid) : null
    },

    async advanceSequence(uid: string, events: number) {
      return (await sql.queryOne(advanceSequence, { uid, events })) ? find(uid) : null
    },
  }
}
