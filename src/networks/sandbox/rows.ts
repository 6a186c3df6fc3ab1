import type { SqlInteger } from '../../platform/storage/columns.ts'
import type { MempoolTransaction, OutputOrigin, SandboxTransaction } from './ledger.ts'

/** Rows of `sandbox_transactions` as either database returns them. */
export interface PooledRow {
  sequence: SqlInteger
  txid: string
  weight: SqlInteger
  fee: SqlInteger
  lock_time: SqlInteger
  time: SqlInteger
}

export interface TransactionRow extends PooledRow {
  hex: string
  coinbase: SqlInteger
  height: SqlInteger | null
}

/** A transaction with the spender of one of its outputs. */
export interface OriginRow extends TransactionRow {
  spender: string | null
  spender_height: SqlInteger | null
}

export const pooledColumns = ['sequence', 'txid', 'weight', 'fee', 'lock_time', 'time'] as const
export const transactionColumns = [...pooledColumns, 'hex', 'coinbase', 'height'] as const

export const toPooled = (row: PooledRow): MempoolTransaction => ({
  sequence: Number(row.sequence),
  txid: row.txid,
  weight: Number(row.weight),
  fee: BigInt(row.fee),
  lockTime: Number(row.lock_time),
  time: Number(row.time),
})

export const toTransaction = (row: TransactionRow): SandboxTransaction => ({
  ...toPooled(row),
  hex: row.hex,
  coinbase: Number(row.coinbase) === 1,
  height: toHeight(row.height),
})

export const toOrigin = (row: OriginRow): OutputOrigin => ({
  transaction: toTransaction(row),
  spender: row.spender,
  spenderHeight: toHeight(row.spender_height),
})

const toHeight = (height: SqlInteger | null): number | null => (height === null ? null : Number(height))
