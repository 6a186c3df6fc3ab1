import type { ExpressionBuilder } from 'kysely'
import type { Outpoint } from '../coins/coin.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Utxo } from '../wallet/utxo.ts'
import type { UtxoStore } from './anchor.ts'

type UtxoRow = RowOf<'anchor_coins', typeof columns>

const columns = ['txid', 'vout', 'script', 'amount'] as const

const toUtxo = (row: UtxoRow): Utxo => ({
  txid: row.txid,
  vout: row.vout,
  script: fromHex(row.script),
  amount: toBaseUnits(BigInt(row.amount)),
})

/** The largest ones are enough. */
const maxUtxos = 100

/** Rows per statement, which stays below both databases' parameter limits. */
const batchSize = 1_000

export function createAnchorUtxoStore({ query }: Sql): UtxoStore {
  return {
    async listUtxos(coin, scripts) {
      const rows = await query
        .selectFrom('anchor_coins')
        .where('coin', '=', coin)
        .where('script', 'in', scripts.map(toHex))
        .where('spent_by', 'is', null)
        .orderBy('amount', 'desc')
        .orderBy('txid')
        .limit(maxUtxos)
        .select(columns)
        .execute()
      return rows.map(toUtxo)
    },

    async listSpentBy(id) {
      const rows = await query.selectFrom('anchor_coins').where('spent_by', '=', id).select(columns).execute()
      return rows.map(toUtxo)
    },

    async add(coin, utxos) {
      if (utxos.length === 0) return
      const rows = utxos.map(({ txid, vout, script, amount }) => ({
        coin,
        txid,
        vout,
        script: toHex(script),
        amount,
        spent_by: null,
      }))
      // The address is public: one block may pay it thousands of times.
      for (let first = 0; first < rows.length; first += batchSize)
        await query
          .insertInto('anchor_coins')
          .values(rows.slice(first, first + batchSize))
          .onConflict((conflict) => conflict.columns(['coin', 'txid', 'vout']).doNothing())
          .execute()
    },

    async reserve(coin, utxos, id) {
      const reserved = await query
        .updateTable('anchor_coins')
        .set({ spent_by: id })
        .where('coin', '=', coin)
        .where('spent_by', 'is', null)
        .where(matchAny(utxos))
        .returning('txid')
        .execute()
      return reserved.length === utxos.length
    },

    async release(id) {
      await query.updateTable('anchor_coins').set({ spent_by: null }).where('spent_by', '=', id).execute()
    },

    async deleteUtxos(coin, utxos) {
      if (utxos.length === 0) return
      await query
        .deleteFrom('anchor_coins')
        .where('coin', '=', coin)
        .where('spent_by', 'is', null)
        .where(matchAny(utxos))
        .execute()
    },

    async deleteOutputs(coin, txid) {
      await query.deleteFrom('anchor_coins').where('coin', '=', coin).where('txid', '=', txid).execute()
    },

    async deleteSpent(coin, upTo) {
      await query
        .deleteFrom('anchor_coins')
        .where('spent_by', 'in', (spender) =>
          spender
            .selectFrom('anchors')
            .where('anchors.coin', '=', coin)
            .where('anchors.block_height', '<=', upTo)
            .select('anchors.id'),
        )
        .execute()
    },
  }
}

const matchAny = (outpoints: readonly Outpoint[]) => (where: ExpressionBuilder<Tables, 'anchor_coins'>) =>
  where.or(outpoints.map(({ txid, vout }) => where.and({ txid, vout })))
