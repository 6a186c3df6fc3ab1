import { lockTimeThreshold } from '../../coins/codec/transaction.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import type { MempoolTransaction, MiningLedger } from './ledger.ts'
import {
  type MempoolRow,
  mempoolColumns,
  toMempoolTransaction,
  toTransaction,
  transactionColumns,
} from './rows.ts'

const sortBySequence = (rows: readonly MempoolRow[]): MempoolTransaction[] =>
  rows.map(toMempoolTransaction).sort((a, b) => a.sequence - b.sequence)

/** The assignment of one coin's transactions to blocks, and its treasury. */
export function createSandboxMiningStore(sql: Sql, coin: string): MiningLedger {
  return {
    async listMinedTransactions(height) {
      const rows = await sql.query
        .selectFrom('sandbox_transactions')
        .select(transactionColumns)
        .where('coin', '=', coin)
        .where('height', '=', height)
        .orderBy('coinbase', 'desc')
        .orderBy('sequence')
        .execute()
      return rows.map(toTransaction)
    },

    async confirmMineable(height, medianTime) {
      const rows = await setHeight(height)
        .where(({ and, or, eb }) =>
          or([
            and([eb('lock_time', '<', lockTimeThreshold), eb('lock_time', '<', height)]),
            and([eb('lock_time', '>=', lockTimeThreshold), eb('lock_time', '<', medianTime)]),
          ]),
        )
        .execute()
      return sortBySequence(rows)
    },

    async confirmTransactions(height, txids) {
      if (txids.length === 0) return []
      return sortBySequence(await setHeight(height).where('txid', 'in', txids).execute())
    },

    async unconfirmFrom(height) {
      await sql.query
        .updateTable('sandbox_transactions')
        .set({ height: null })
        .where('coin', '=', coin)
        .where('height', '>=', height)
        .where('coinbase', '=', 0)
        .execute()
      const rows = await sql.query
        .selectFrom('sandbox_transactions')
        .select('txid')
        .where('coin', '=', coin)
        .where('height', '>=', height)
        .execute()
      return rows.map(({ txid }) => txid)
    },

    async addToTreasury({ txid, vout }, amount) {
      await sql.query.insertInto('sandbox_treasury').values({ coin, txid, vout, amount, free: 1 }).execute()
    },

    async takeFromTreasury({ txid, vout }) {
      await sql.query
        .updateTable('sandbox_treasury')
        .set({ free: 0 })
        .where('coin', '=', coin)
        .where('txid', '=', txid)
        .where('vout', '=', vout)
        .execute()
    },

    async listTreasuryOutputs(max) {
      const rows = await sql.query
        .selectFrom('sandbox_treasury as treasury')
        .innerJoin('sandbox_transactions as transaction', (join) =>
          join
            .onRef('transaction.coin', '=', 'treasury.coin')
            .onRef('transaction.txid', '=', 'treasury.txid'),
        )
        .select(['treasury.txid', 'treasury.vout', 'treasury.amount'])
        .where('treasury.coin', '=', coin)
        .where('treasury.free', '=', 1)
        .where('transaction.height', 'is not', null)
        // A transaction that was evicted, which freed the outputs, may be in the mempool again.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('sandbox_spends as spend')
                .select('spend.vout')
                .whereRef('spend.coin', '=', 'treasury.coin')
                .whereRef('spend.txid', '=', 'treasury.txid')
                .whereRef('spend.vout', '=', 'treasury.vout'),
            ),
          ),
        )
        .orderBy('treasury.amount', 'desc')
        .limit(max)
        .execute()
      return rows.map(({ txid, vout, amount }) => ({ txid, vout, amount: BigInt(amount) }))
    },
  }

  function setHeight(height: number) {
    return sql.query
      .updateTable('sandbox_transactions')
      .set({ height })
      .where('coin', '=', coin)
      .where('height', 'is', null)
      .returning(mempoolColumns)
  }
}
