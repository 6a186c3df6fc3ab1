import type { Origin, PooledTransaction, StoredTransaction } from './ledger.ts'

type Whole = bigint | number

/** Rows of `sandbox_transactions` as either database gives them. */
export interface PooledRow {
  sequence: Whole
  txid: string
  weight: Whole
  fee: Whole
  lock_time: Whole
  time: Whole
}

export interface TransactionRow extends PooledRow {
  hex: string
  coinbase: Whole
  height: Whole | null
}

/** With who spends one of its outputs. */
export interface OriginRow extends TransactionRow {
  spender: string | null
  spender_height: Whole | null
}

export const pooledColumns = ['sequence', 'txid', 'weight', 'fee', 'lock_time', 'time'] as const
export const transactionColumns = [...pooledColumns, 'hex', 'coinbase', 'height'] as const

export const toPooled = (row: PooledRow): PooledTransaction => ({
  sequence: Number(row.sequence),
  txid: row.txid,
  weight: Number(row.weight),
  fee: BigInt(row.fee),
  lockTime: Number(row.lock_time),
  time: Number(row.time),
})

export const toTransaction = (row: TransactionRow): StoredTransaction => ({
  ...toPooled(row),
  hex: row.hex,
  coinbase: Number(row.coinbase) === 1,
  height: toHeight(row.height),
})

export const toOrigin = (row: OriginRow): Origin => ({
  transaction: toTransaction(row),
  spender: row.spender,
  spenderHeight: toHeight(row.spender_height),
})

const toHeight = (height: Whole | null): number | null => (height === null ? null : Number(height))
