import type { CoinCode } from '../coins/index.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import { formatDecimal, parseDecimal, toBaseUnits } from '../kernel/money.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type {
  BlockPosition,
  OpenClaim,
  Payment,
  PaymentStatus,
  PaymentTransaction,
  TakenOutput,
  WatchedInput,
} from './payment.ts'
import type { PaymentReason, PaymentReasonCode } from './reason.ts'

export type PaymentRow = RowOf<'payments', typeof paymentColumns>

export const paymentColumns = [
  'id',
  'invoice_uid',
  'coin',
  'txid',
  'status',
  'amount',
  'network_fee',
  'snapshot_id',
  'since_height',
  'claimed_at',
  'lease_until',
  'accepted_at',
  'replaceable',
  'depth',
  'block_height',
  'block_hash',
  'confirmed_at',
  'double_spent_height',
  'double_spent_hash',
  'via',
  'value',
  'counted',
  'replaced',
] as const

function toPayment(row: PaymentRow, transactions: readonly PaymentTransaction[]): Payment {
  return {
    id: row.id,
    invoiceUid: row.invoice_uid,
    coin: row.coin as CoinCode,
    status: row.status as PaymentStatus,
    amount: toBaseUnits(BigInt(row.amount)),
    networkFee: BigInt(row.network_fee),
    snapshotId: row.snapshot_id,
    sinceHeight: row.since_height,
    claimedAt: parseIsoString(row.claimed_at),
    leaseUntil: parseIsoString(row.lease_until),
    signalsReplacement: row.replaceable === 1,
    requiredConfirmations: row.depth,
    txid: row.txid,
    transactions,
    block: toBlockPosition(row.block_height, row.block_hash),
    doubleSpent: toBlockPosition(row.double_spent_height, row.double_spent_hash),
    acceptedAt: parseIsoString(row.accepted_at),
    confirmedAt: parseIsoString(row.confirmed_at),
    via: row.via,
    value: row.value === null ? null : parseDecimal(row.value),
    isCounted: row.counted === 1,
    isReplaced: row.replaced === 1,
  }
}

interface ReasonRow {
  readonly reason: string | null
  readonly reason_detail: string | null
}

export const toOpenClaim = (
  row: Pick<PaymentRow, 'id' | 'invoice_uid' | 'coin' | 'claimed_at'> & ReasonRow & { txid: string },
): OpenClaim => ({
  id: row.id,
  invoiceUid: row.invoice_uid,
  coin: row.coin as CoinCode,
  txid: row.txid,
  claimedAt: parseIsoString(row.claimed_at),
  reason: toReason(row),
})

export interface ReasonColumns {
  readonly reason: PaymentReasonCode | null
  readonly detail: string | null
}

export const toReasonColumns = (reason: PaymentReason | null): ReasonColumns => ({
  reason: reason?.code ?? null,
  detail: reason?.detail ?? null,
})

export const toReason = ({ reason, reason_detail: detail }: ReasonRow): PaymentReason | null =>
  reason === null ? null : { code: reason as PaymentReasonCode, ...(detail !== null && { detail }) }

const toBlockPosition = (height: number | null, hash: string | null): BlockPosition | null =>
  height === null || hash === null ? null : { height, hash }

/** The transactions whose bytes are stored. */
const selectTransactions = defineStatement<{ paymentId: string }, PaymentTransaction>((query, param) =>
  query
    .selectFrom('payment_transactions')
    .innerJoin('transaction_bytes', 'transaction_bytes.id', 'payment_transactions.bytes_id')
    .where('payment_id', '=', param('paymentId'))
    .orderBy('place')
    .select(['payment_transactions.txid', 'transaction_bytes.hex']),
)

export function loadPayments(sql: Sql, rows: readonly PaymentRow[]): Promise<Payment[]> {
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
    claimed_at: toIsoString(payment.claimedAt),
    lease_until: toIsoString(payment.leaseUntil),
    replaceable: payment.signalsReplacement ? 1 : 0,
    depth: payment.requiredConfirmations,
    block_height: payment.block?.height ?? null,
    block_hash: payment.block?.hash ?? null,
    txid: payment.txid,
    accepted_at: toIsoString(payment.acceptedAt),
    confirmed_at: toIsoString(payment.confirmedAt),
    settled_at: toIsoString(payment.confirmedAt),
    watched: 1,
    via: payment.via,
    value: payment.value && formatDecimal(payment.value),
    counted: payment.isCounted ? 1 : 0,
  }
}

/** Rows per statement, which stays below both databases' parameter limits. */
export const batchSize = 1_000

/** Adds outpoints for a payment to watch. Those that it already watches stay unchanged. */
export async function insertInputs(
  { query }: Sql,
  coin: string,
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

/** Returns no row when another live payment owns the output. */
const insertOutput = defineStatement<
  { paymentId: string; coin: string; txid: string; vout: number; script: string; amount: AmountColumn },
  { vout: number }
>((query, param) =>
  query
    .insertInto('payment_outputs')
    .values({
      payment_id: param('paymentId'),
      coin: param('coin'),
      txid: param('txid'),
      vout: param('vout'),
      script: param('script'),
      amount: param('amount'),
      live: 1,
    })
    .onConflict((conflict) => conflict.columns(['coin', 'txid', 'vout']).where('live', '=', 1).doNothing())
    .returning('vout'),
)

/** False when another live payment owns one of them: then the transaction must be rolled back. */
export async function insertOutputs(
  sql: Sql,
  coin: CoinCode,
  paymentId: string,
  outputs: readonly TakenOutput[],
): Promise<boolean> {
  for (const output of outputs)
    if (!(await sql.queryOne(insertOutput, { paymentId, coin, ...output }))) return false
  return true
}

/** Adds a transaction after the payment's others, as the one that pays now. */
export async function addCurrentTransaction(
  { query }: Sql,
  payment: { readonly id: string; readonly coin: string },
  { txid, bytesId }: { readonly txid: string; readonly bytesId: number | null },
): Promise<void> {
  const { place } = await query
    .selectFrom('payment_transactions')
    .where('payment_id', '=', payment.id)
    .select((select) => select.fn.max('place').as('place'))
    .executeTakeFirstOrThrow()
  const { id, coin } = payment
  await query
    .insertInto('payment_transactions')
    .values({ payment_id: id, place: place + 1, coin, txid, bytes_id: bytesId, current: 1 })
    .execute()
}

/** Lets other payments take these outputs. */
export const freeOutputs = defineStatement<{ id: string }, never>((query, param) =>
  query.updateTable('payment_outputs').set({ live: 0 }).where('payment_id', '=', param('id')),
)

export const selectPayment = defineStatement<{ id: string }, PaymentRow>((query, param) =>
  query.selectFrom('payments').where('id', '=', param('id')).select(paymentColumns),
)

export const selectInputs = defineStatement<
  { id: string },
  { txid: string; vout: number; ancestor: string | null }
>((query, param) =>
  query
    .selectFrom('payment_inputs')
    .where('payment_id', '=', param('id'))
    .select(['txid', 'vout', 'ancestor']),
)
