import type { CoinCode } from '../coins/index.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { PaymentTransaction } from './payment.ts'

/** Locks the row against deletion until this transaction ends. */
const selectBytes = defineStatement<{ coin: string; txid: string; hex: string }, { id: number }>(
  (query, param) =>
    query
      .selectFrom('transaction_bytes')
      .where('coin', '=', param('coin'))
      .where('txid', '=', param('txid'))
      .where('hex', '=', param('hex'))
      .limit(1)
      .forShare()
      .select('id'),
)

const insertBytes = defineStatement<{ coin: string; txid: string; hex: string }, { id: number }>(
  (query, param) =>
    query
      .insertInto('transaction_bytes')
      .values({ coin: param('coin'), txid: param('txid'), hex: param('hex') })
      .returning('id'),
)

/** Stores the bytes unless another payment has stored them already. Returns their id. */
export async function storeBytes(
  sql: Sql,
  coin: CoinCode,
  { txid, hex }: PaymentTransaction,
): Promise<number> {
  const values = { coin, txid, hex }
  const row = (await sql.queryOne(selectBytes, values)) ?? (await sql.queryOne(insertBytes, values))
  if (!row) throw new Error('the bytes were not stored')
  return row.id
}

const selectIds = defineStatement<{ paymentId: string }, { bytes_id: number | null }>((query, param) =>
  query
    .selectFrom('payment_transactions')
    .where('payment_id', '=', param('paymentId'))
    .where('bytes_id', 'is not', null)
    .select('bytes_id'),
)

const dropReferences = defineStatement<{ paymentId: string }, never>((query, param) =>
  query
    .updateTable('payment_transactions')
    .set({ bytes_id: null })
    .where('payment_id', '=', param('paymentId')),
)

const setReference = defineStatement<{ paymentId: string; txid: string; bytesId: number }, never>(
  (query, param) =>
    query
      .updateTable('payment_transactions')
      .set({ bytes_id: param('bytesId') })
      .where('payment_id', '=', param('paymentId'))
      .where('txid', '=', param('txid')),
)

/** Waits for transactions that are about to reference the row. Only a later statement sees the references. */
const lockBytes = defineStatement<{ bytesId: number }, { id: number }>((query, param) =>
  query.selectFrom('transaction_bytes').where('id', '=', param('bytesId')).forUpdate().select('id'),
)

const deleteUnused = defineStatement<{ bytesId: number }, never>((query, param) =>
  query
    .deleteFrom('transaction_bytes')
    .where('id', '=', param('bytesId'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_transactions')
            .where('payment_transactions.bytes_id', '=', param('bytesId'))
            .select('payment_transactions.payment_id'),
        ),
      ),
    ),
)

async function findBytesIds(sql: Sql, paymentId: string): Promise<number[]> {
  return (await sql.queryAll(selectIds, { paymentId })).flatMap(({ bytes_id }) => bytes_id ?? [])
}

/** In the order of their ids, so that two transactions cannot deadlock. */
async function deleteUnusedBytes(sql: Sql, ids: readonly number[]): Promise<void> {
  for (const bytesId of ids.toSorted((one, other) => one - other)) {
    await sql.queryAll(lockBytes, { bytesId })
    await sql.queryAll(deleteUnused, { bytesId })
  }
}

/** Keeps only the ids of a payment's transactions. Bytes that no other payment has are deleted. */
export async function dropBytes(sql: Sql, paymentId: string): Promise<void> {
  const ids = await findBytesIds(sql, paymentId)
  await sql.queryAll(dropReferences, { paymentId })
  await deleteUnusedBytes(sql, ids)
}

/** Replaces the payment's bytes of these transactions. */
export async function replaceBytes(
  sql: Sql,
  payment: { readonly id: string; readonly coin: CoinCode },
  transactions: readonly PaymentTransaction[],
): Promise<void> {
  const ids = await findBytesIds(sql, payment.id)
  for (const transaction of transactions) {
    const bytesId = await storeBytes(sql, payment.coin, transaction)
    await sql.queryAll(setReference, { paymentId: payment.id, txid: transaction.txid, bytesId })
  }
  await deleteUnusedBytes(sql, ids)
}
