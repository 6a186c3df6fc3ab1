import { toIsoString } from '../kernel/clock.ts'
import { type Decimal, formatDecimal } from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { createInvoiceStore } from './store.ts'

interface AcceptedRow {
  uid: string
  paymentId: string
  coin: string
  at: string
  acceptedValue: string | null
  late: number
  events: number
}

/** A reversed invoice keeps the time of its first payment. */
const payAccepted = defineStatement<AcceptedRow, { uid: string }>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      status: 'paid',
      paid_at: set.fn.coalesce('paid_at', set.val(param('at'))),
      payment_id: param('paymentId'),
      paid_coin: param('coin'),
      accepted_value: param('acceptedValue'),
      paid_late: param('late'),
      claimed_by: null,
      event_sequence: set('event_sequence', '+', param('events')),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', 'in', ['expired', 'cancelled', 'reversed'])
    .returning('uid'),
)

interface AcceptedInvoice {
  readonly payment: { readonly id: string; readonly coin: string }
  readonly at: number
  readonly acceptedValue: Decimal | null
  readonly isLate: boolean
  readonly events: number
}

/** Records that the merchant accepted payments that arrived after the invoice had ended. */
export function createInvoiceAcceptStore(sql: Sql) {
  const { find } = createInvoiceStore(sql)
  return {
    async markAccepted(uid: string, { payment, at, acceptedValue, isLate, events }: AcceptedInvoice) {
      const paid = await sql.queryOne(payAccepted, {
        uid,
        paymentId: payment.id,
        coin: payment.coin,
        at: toIsoString(at),
        acceptedValue: acceptedValue && formatDecimal(acceptedValue),
        late: isLate ? 1 : 0,
        events,
      })
      return paid ? find(uid) : null
    },
  }
}
