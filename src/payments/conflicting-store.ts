import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { formatOutpoint } from './block-index.ts'
import type { Payment, WatchedInput } from './payment.ts'
import { loadPayments, type PaymentRow, paymentColumns, selectInputs, selectPayment } from './rows.ts'

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

/** The current transactions of an invoice's payments, by the transaction that pays. */
const selectTransactionsOfPayers = defineStatement<
  { coin: string; uid: string },
  { payer: string; txid: string }
>((query, param) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_transactions', 'payment_transactions.payment_id', 'payments.id')
    .where('payments.invoice_uid', '=', param('uid'))
    .where('payments.coin', '=', param('coin'))
    .where('payment_transactions.current', '=', 1)
    .select(['payments.txid as payer', 'payment_transactions.txid']),
)

const selectSurplusFrom = defineStatement<{ coin: string; uid: string; ancestor: string }, PaymentRow>(
  (query, param) =>
    query
      .selectFrom('payments')
      .where('invoice_uid', '=', param('uid'))
      .where('coin', '=', param('coin'))
      .where('status', '=', 'surplus')
      .where('value', 'is not', null)
      .where('double_spent_hash', 'is', null)
      .where('replaced', '=', 0)
      .where((where) => where.or([where('counted', '=', 1), where('block_hash', 'is not', null)]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_inputs')
            .whereRef('payment_inputs.payment_id', '=', 'payments.id')
            .where('payment_inputs.txid', '=', param('ancestor'))
            .select('payment_inputs.payment_id'),
        ),
      )
      .orderBy('id')
      .select(paymentColumns),
)

interface Spender extends Pick<Payment, 'coin' | 'invoiceUid' | 'txid'> {
  readonly inputs: readonly WatchedInput[]
}

export function createConflictingPaymentStore(sql: Sql) {
  return { listConflicting, listConflictingPayments, listSurplusFrom }

  async function listConflictingPayments(
    payment: Pick<Payment, 'id' | 'coin' | 'invoiceUid' | 'txid'>,
  ): Promise<readonly Payment[]> {
    return listConflicting({ ...payment, inputs: await sql.queryAll(selectInputs, { id: payment.id }) })
  }

  async function listSurplusFrom(
    { coin, invoiceUid: uid }: Pick<Payment, 'coin' | 'invoiceUid'>,
    ancestor: string,
  ): Promise<readonly Payment[]> {
    return loadPayments(sql, await sql.queryAll(selectSurplusFrom, { coin, uid, ancestor }))
  }

  async function listConflicting({
    coin,
    invoiceUid: uid,
    inputs,
    txid,
  }: Spender): Promise<readonly Payment[]> {
    const spenders = new Map(inputs.map((input) => [formatOutpoint(input), input.ancestor ?? txid]))
    const others = await sql.queryAll(selectInputsOfOthers, { coin, uid, txid })
    const differing = others.flatMap(({ id, payer, ancestor, ...outpoint }) => {
      const spender = spenders.get(formatOutpoint(outpoint))
      const otherSpender = ancestor ?? payer
      return spender === undefined || spender === otherSpender ? [] : { id, payer, spender, otherSpender }
    })
    if (differing.length === 0) return []
    // Earlier versions didn't store which of several submitted transactions spends an input. Those of one payment never conflict.
    const transactions = await sql.queryAll(selectTransactionsOfPayers, { coin, uid })
    const parts = new Set(transactions.map((transaction) => `${transaction.txid} of ${transaction.payer}`))
    const conflicting = differing.filter(
      ({ payer, spender, otherSpender }) =>
        !parts.has(`${otherSpender} of ${txid}`) && !parts.has(`${spender} of ${payer}`),
    )
    const payments: Payment[] = []
    for (const id of new Set(conflicting.map((input) => input.id)))
      payments.push(...(await loadPayments(sql, await sql.queryAll(selectPayment, { id }))))
    return payments
  }
}
