import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { formatOutpoint } from './block-index.ts'
import type { Payment, WatchedInput } from './payment.ts'
import { loadPayments, selectInputs, selectPayment } from './rows.ts'

/** Inputs of an invoice's other payments. Submitted payments count here once they are accepted. */
const selectInputsOfOthers = defineStatement<
  { coin: string; uid: string; txid: string },
  { id: string; payer: string; txid: string; vout: number; ancestor: string | null }
>((query, param) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_inputs', 'payment_inputs.payment_id', 'payments.id')
    .where('payments.invoice_uid', '=', param('uid'))
    .where('payments.coin', '=', param('coin'))
    .where('payments.txid', '!=', param('txid'))
    .where('payments.status', 'in', ['accepted', 'surplus'])
    .orderBy('payments.id')
    .select([
      'payments.id',
      'payments.txid as payer',
      'payment_inputs.txid',
      'payment_inputs.vout',
      'payment_inputs.ancestor',
    ]),
)

interface Spender extends Pick<Payment, 'coin' | 'invoiceUid' | 'txid'> {
  readonly inputs: readonly WatchedInput[]
}

export function createConflictingPaymentStore(sql: Sql) {
  return { listConflicting, listConflictingPayments }

  async function listConflictingPayments(
    payment: Pick<Payment, 'id' | 'coin' | 'invoiceUid' | 'txid'>,
  ): Promise<readonly Payment[]> {
    return listConflicting({ ...payment, inputs: await sql.queryAll(selectInputs, { id: payment.id }) })
  }

  async function listConflicting({
    coin,
    invoiceUid: uid,
    inputs,
    txid,
  }: Spender): Promise<readonly Payment[]> {
    const spenders = new Map(inputs.map((input) => [formatOutpoint(input), input.ancestor ?? txid]))
    const others = await sql.queryAll(selectInputsOfOthers, { coin, uid, txid })
    const conflicting = others.filter((input) => {
      const spender = spenders.get(formatOutpoint(input))
      return spender !== undefined && spender !== (input.ancestor ?? input.payer)
    })
    const payments: Payment[] = []
    for (const id of new Set(conflicting.map((input) => input.id)))
      payments.push(...(await loadPayments(sql, await sql.queryAll(selectPayment, { id }))))
    return payments
  }
}
