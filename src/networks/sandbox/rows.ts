import type { RowOf } from '../../platform/storage/rows.ts'
import type { MempoolTransaction, OutputOrigin, SandboxTransaction } from './ledger.ts'

export type MempoolRow = RowOf<'sandbox_transactions', typeof mempoolColumns>

export type TransactionRow = RowOf<'sandbox_transactions', typeof transactionColumns>

/** A transaction with the spender of one of its outputs. */
export interface OriginRow extends TransactionRow {
  spender: string | null
  spender_height: number | null
}

export const mempoolColumns = ['sequence', 'txid', 'weight', 'fee', 'lock_time', 'time'] as const
export const transactionColumns = [...mempoolColumns, 'hex', 'coinbase', 'height'] as const

export const toMempoolTransaction = (row: MempoolRow): MempoolTransaction => ({
  sequence: row.sequence,
  txid: row.txid,
  weight: row.weight,
  fee: BigInt(row.fee),
  lockTime: row.lock_time,
  time: row.time,
})

export const toTransaction = (row: TransactionRow): SandboxTransaction => ({
  ...toMempoolTransaction(row),
  hex: row.hex,
  isCoinbase: row.coinbase === 1,
  height: row.height,
})

export const toOrigin = (row: OriginRow): OutputOrigin => ({
  transaction: toTransaction(row),
  spender: row.spender,
  spenderHeight: row.spender_height,
})
