import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { parseQuotedCoins, serialiseQuotedCoins } from './quote.ts'
import { createInvoiceStore } from './store.ts'

const claimRow = defineStatement<
  { uid: string; paymentId: string; revision: number | null },
  { uid: string }
>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({ claimed_by: param('paymentId'), revision: set('revision', '+', 1) }))
    .where('uid', '=', param('uid'))
    .where('status', '=', 'unpaid')
    .where('claimed_by', 'is', null)
    .where((where) => where('revision', '=', where.fn.coalesce(where.val(param('revision')), 'revision')))
    .returning('uid'),
)

const holdAmounts = defineStatement<{ uid: string }, never>((query, param) =>
  query.updateTable('reserved_amounts').set({ held: 1 }).where('invoice_uid', '=', param('uid')),
)

const releaseAmounts = defineStatement<{ uid: string }, never>((query, param) =>
  query.updateTable('reserved_amounts').set({ held: 0 }).where('invoice_uid', '=', param('uid')),
)

const deleteAmounts = defineStatement<{ uid: string }, never>((query, param) =>
  query.deleteFrom('reserved_amounts').where('invoice_uid', '=', param('uid')),
)

interface PaidChange {
  uid: string
  paymentId: string
  coin: string
  at: string
  events: number
}

/** @param isClaimed if true, applies only to an unpaid invoice that this payment has claimed */
const createPayStatement = (isClaimed: boolean) =>
  defineStatement<PaidChange, { uid: string }>((query, param) =>
    query
      .updateTable('invoices')
      .set((set) => ({
        status: 'paid',
        paid_at: param('at'),
        payment_id: param('paymentId'),
        paid_coin: param('coin'),
        claimed_by: null,
        // In an update, columns on the right have their old values.
        paid_after_expiry: set.case().when('status', '=', 'expired').then(1).else(0).end(),
        event_sequence: set('event_sequence', '+', param('events')),
        revision: set('revision', '+', 1),
      }))
      .where('uid', '=', param('uid'))
      .where('status', 'in', isClaimed ? ['unpaid'] : ['unpaid', 'expired'])
      .$if(isClaimed, (update) => update.where('claimed_by', '=', param('paymentId')))
      .returning('uid'),
  )
const payClaimed = createPayStatement(true)
const payLate = createPayStatement(false)

const releaseClaim = defineStatement<{ uid: string; paymentId: string; events: number }, { uid: string }>(
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

const changeStatus = defineStatement<
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

const setPaidOrReversed = defineStatement<
  { uid: string; paymentId: string; coin: string; to: string; events: number },
  { uid: string }
>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      status: param('to'),
      payment_id: param('paymentId'),
      paid_coin: param('coin'),
      event_sequence: set('event_sequence', '+', param('events')),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', 'in', ['paid', 'reversed'])
    .returning('uid'),
)

const selectReservedCoins = defineStatement<{ uid: string }, { coin: string }>((query, param) =>
  query.selectFrom('reserved_amounts').where('invoice_uid', '=', param('uid')).select('coin').distinct(),
)

const selectCoins = defineStatement<{ uid: string }, { coins: string }>((query, param) =>
  query.selectFrom('invoices').where('uid', '=', param('uid')).select('coins'),
)

const setQuotedCoins = defineStatement<{ uid: string; coins: string }, never>((query, param) =>
  query
    .updateTable('invoices')
    .set({ coins: param('coins') })
    .where('uid', '=', param('uid')),
)

const addToSequence = defineStatement<{ uid: string; events: number }, { uid: string }>((query, param) =>
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
    async claim(uid: string, paymentId: string, revision: number | null): Promise<boolean> {
      if (!(await sql.queryOne(claimRow, { uid, paymentId, revision }))) return false
      await sql.queryAll(holdAmounts, { uid })
      return true
    },

    async markPaid(uid: string, paymentId: string, coin: string, at: number, events: number) {
      if (!(await sql.queryOne(payClaimed, { uid, paymentId, coin, at: toIsoString(at), events })))
        return null
      await sql.queryAll(deleteAmounts, { uid })
      return find(uid)
    },

    async markPaidLate(uid: string, paymentId: string, coin: string, at: number, events: number) {
      if (!(await sql.queryOne(payLate, { uid, paymentId, coin, at: toIsoString(at), events }))) return null
      await sql.queryAll(deleteAmounts, { uid })
      return find(uid)
    },

    async releaseClaim(uid: string, paymentId: string, events: number) {
      if (!(await sql.queryOne(releaseClaim, { uid, paymentId, events }))) return null
      await sql.queryAll(releaseAmounts, { uid })
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

    async setPaidOrReversed(
      uid: string,
      { id: paymentId, coin }: { readonly id: string; readonly coin: string },
      to: 'paid' | 'reversed',
      events: number,
    ) {
      return (await sql.queryOne(setPaidOrReversed, { uid, paymentId, coin, to, events })) ? find(uid) : null
    },

    async withdrawFixedCoins(uid: string) {
      const fixed = new Set((await sql.queryAll(selectReservedCoins, { uid })).map(({ coin }) => coin))
      if (fixed.size === 0) return
      const row = await sql.queryOne(selectCoins, { uid })
      const rest = parseQuotedCoins(row?.coins ?? '').filter(({ code }) => !fixed.has(code))
      await sql.queryAll(setQuotedCoins, { uid, coins: serialiseQuotedCoins(rest) })
      await sql.queryAll(deleteAmounts, { uid })
    },

    lock: (uid: string) => advanceSequence(uid, 0),

    advanceSequence,
  }

  async function advanceSequence(uid: string, events: number) {
    return (await sql.queryOne(addToSequence, { uid, events })) ? find(uid) : null
  }
}
