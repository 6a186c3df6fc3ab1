import type { CoinCode } from '../coins/index.ts'
import { instant, iso } from '../kernel/clock.ts'
import { baseUnits } from '../kernel/money.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { BlockPosition, Payment, PaymentStatus, PaymentTransaction, WatchedInput } from './payment.ts'

/** A row of `payments`. */
export interface PaymentRow {
  id: string
  invoice_uid: string
  coin: string
  status: string
  amount: SqlInteger
  network_fee: SqlInteger
  snapshot_id: string
  since_height: SqlInteger
  claimed_at: string
  lease_until: string
  reason: string | null
  accepted_at: string | null
  replaceable: SqlInteger
  depth: SqlInteger | null
  block_height: SqlInteger | null
  block_hash: string | null
  confirmed_at: string | null
  double_spent_height: SqlInteger | null
  double_spent_hash: string | null
}

export const paymentColumns = [
  'id',
  'invoice_uid',
  'coin',
  'status',
  'amount',
  'network_fee',
  'snapshot_id',
  'since_height',
  'claimed_at',
  'lease_until',
  'reason',
  'accepted_at',
  'replaceable',
  'depth',
  'block_height',
  'block_hash',
  'confirmed_at',
  'double_spent_height',
  'double_spent_hash',
] as const

function toPayment(row: PaymentRow, transactions: readonly PaymentTransaction[]): Payment {
  return {
    id: row.id,
    invoiceUid: row.invoice_uid,
    coin: row.coin as CoinCode,
    status: row.status as PaymentStatus,
    amount: baseUnits(BigInt(row.amount)),
    networkFee: BigInt(row.network_fee),
    snapshotId: row.snapshot_id,
    sinceHeight: Number(row.since_height),
    claimedAt: instant(row.claimed_at),
    leaseUntil: instant(row.lease_until),
    replaceable: Number(row.replaceable) === 1,
    requiredConfirmations: row.depth === null ? null : Number(row.depth),
    transactions,
    block: placeOf(row.block_height, row.block_hash),
    doubleSpent: placeOf(row.double_spent_height, row.double_spent_hash),
    acceptedAt: row.accepted_at === null ? null : instant(row.accepted_at),
    confirmedAt: row.confirmed_at === null ? null : instant(row.confirmed_at),
    reason: row.reason,
  }
}

const placeOf = (height: SqlInteger | null, hash: string | null): BlockPosition | null =>
  hash === null ? null : { height: Number(height), hash }

/** The submitted transactions. */
const selectTransactions = statement<{ paymentId: string }, PaymentTransaction>((query, param) =>
  query
    .selectFrom('payment_transactions')
    .where('payment_id', '=', param('paymentId'))
    .where('hex', '!=', '')
    .orderBy('place')
    .select(['txid', 'hex']),
)

export function paymentsOf(sql: Sql, rows: readonly PaymentRow[]): Promise<Payment[]> {
  return Promise.all(
    rows.map(async (row) => toPayment(row, await sql.queryAll(selectTransactions, { paymentId: row.id }))),
  )
}

export function toRow(payment: Payment) {
  return {
    id: payment.id,
    invoice_uid: payment.invoiceUid,
    coin: payment.coin,
    status: payment.status,
    amount: payment.amount,
    network_fee: payment.networkFee,
    snapshot_id: payment.snapshotId,
    since_height: payment.sinceHeight,
    claimed_at: iso(payment.claimedAt),
    lease_until: iso(payment.leaseUntil),
    replaceable: payment.replaceable ? 1 : 0,
    depth: payment.requiredConfirmations,
    block_height: payment.block?.height ?? null,
    block_hash: payment.block?.hash ?? null,
    txid: payment.transactions.at(-1)?.txid ?? '',
  }
}

/** Rows per statement, which stays below both databases' parameter limits. */
export const batchSize = 1_000

/** Watches these outpoints for a payment, except those it watches already. */
export async function insertInputs(
  { query }: Sql,
  coin: CoinCode,
  paymentId: string,
  inputs: readonly WatchedInput[],
): Promise<void> {
  for (let first = 0; first < inputs.length; first += batchSize)
    await query
      .insertInto('payment_inputs')
      .values(
        inputs
          .slice(first, first + batchSize)
          .map(({ txid, vout, ancestor }) => ({ payment_id: paymentId, coin, txid, vout, ancestor })),
      )
      .onConflict((conflict) => conflict.columns(['payment_id', 'txid', 'vout']).doNothing())
      .execute()
}

/** Lets other payments take these outputs. */
export const freeOutputs = statement<{ id: string }, never>((query, param) =>
  query.updateTable('payment_outputs').set({ live: 0 }).where('payment_id', '=', param('id')),
)
