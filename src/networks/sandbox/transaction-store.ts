import { insertRowIfAbsent } from '../../platform/storage/rows.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import { defineStatement } from '../../platform/storage/statement.ts'
import type { TransactionLedger } from './ledger.ts'
import {
  type MempoolRow,
  mempoolColumns,
  type OriginRow,
  type TransactionRow,
  toMempoolTransaction,
  toOrigin,
  toTransaction,
  transactionColumns,
} from './rows.ts'

const selectTransaction = defineStatement<{ coin: string; txid: string }, TransactionRow>((query, param) =>
  query
    .selectFrom('sandbox_transactions')
    .select(transactionColumns)
    .where('coin', '=', param('coin'))
    .where('txid', '=', param('txid')),
)

const selectOrigin = defineStatement<{ coin: string; txid: string; vout: number }, OriginRow>(
  (query, param) =>
    query
      .selectFrom('sandbox_transactions as t')
      .leftJoin('sandbox_spends as s', (join) =>
        join.onRef('s.coin', '=', 't.coin').onRef('s.txid', '=', 't.txid').on('s.vout', '=', param('vout')),
      )
      .leftJoin('sandbox_transactions as by', (join) =>
        join.onRef('by.coin', '=', 's.coin').onRef('by.txid', '=', 's.spender'),
      )
      .where('t.coin', '=', param('coin'))
      .where('t.txid', '=', param('txid'))
      .select([
        't.sequence',
        't.txid',
        't.weight',
        't.fee',
        't.lock_time',
        't.time',
        't.hex',
        't.coinbase',
        't.height',
      ])
      .select(['s.spender', 'by.height as spender_height']),
)

/** Rows per `insert`. Transactions with more inputs take several. */
const spendsPerInsert = 8

/** `txid0`, `vout0`, `txid1` …: the parameters of a multi-row insert. */
type SpendRows = { coin: string; spender: string } & Record<`txid${number}`, string> &
  Record<`vout${number}`, number>

/** `insertSpends[n - 1]` inserts n rows. */
const insertSpends = Array.from({ length: spendsPerInsert }, (_, index) =>
  defineStatement<SpendRows, { vout: number }>((query, param) =>
    query
      .insertInto('sandbox_spends')
      .values(
        Array.from({ length: index + 1 }, (_, row) => ({
          coin: param('coin'),
          txid: param(`txid${row}`),
          vout: param(`vout${row}`),
          spender: param('spender'),
        })),
      )
      .onConflict((conflict) => conflict.columns(['coin', 'txid', 'vout']).doNothing())
      .returning('vout'),
  ),
)

const selectChildren = defineStatement<{ coin: string; txid: string }, { vout: number; spender: string }>(
  (query, param) =>
    query
      .selectFrom('sandbox_spends')
      .select(['vout', 'spender'])
      .where('coin', '=', param('coin'))
      .where('txid', '=', param('txid')),
)

const selectMempool = defineStatement<{ coin: string }, MempoolRow>((query, param) =>
  query
    .selectFrom('sandbox_transactions')
    .select(mempoolColumns)
    .where('coin', '=', param('coin'))
    .where('height', 'is', null)
    .orderBy('sequence'),
)

/** Transactions of one coin, and the outpoints they spend. */
export function createSandboxTransactionStore(sql: Sql, coin: string): TransactionLedger {
  return {
    async findTransaction(txid) {
      const row = await sql.queryOne(selectTransaction, { coin, txid })
      return row ? toTransaction(row) : null
    },

    async findOrigin({ txid, vout }) {
      const row = await sql.queryOne(selectOrigin, { coin, txid, vout })
      return row ? toOrigin(row) : null
    },

    insert: ({ txid, hex, weight, fee, lockTime, isCoinbase, height, time }) =>
      insertRowIfAbsent(sql, 'sandbox_transactions', ['coin', 'txid'], {
        coin,
        txid,
        hex,
        weight,
        fee,
        lock_time: lockTime,
        coinbase: isCoinbase ? 1 : 0,
        height,
        time,
      }),

    async spend(outpoints, spender) {
      for (let first = 0; first < outpoints.length; first += spendsPerInsert) {
        const batch = outpoints.slice(first, first + spendsPerInsert)
        const insert = insertSpends[batch.length - 1]
        const rows: SpendRows = { coin, spender }
        for (const [row, { txid, vout }] of batch.entries()) {
          rows[`txid${row}`] = txid
          rows[`vout${row}`] = vout
        }
        const insertedRows = insert ? await sql.queryAll(insert, rows) : []
        if (insertedRows.length < batch.length) return false
      }
      return true
    },

    async listChildren(txid) {
      const rows = await sql.queryAll(selectChildren, { coin, txid })
      return rows.map(({ vout, spender }) => ({ vout, txid: spender }))
    },

    async remove(txids) {
      for (const txid of txids) {
        await freeTreasury(txid)
        await sql.query
          .deleteFrom('sandbox_spends')
          .where('coin', '=', coin)
          .where('spender', '=', txid)
          .execute()
      }
      for (const table of ['sandbox_treasury', 'sandbox_transactions'] as const) {
        await sql.query.deleteFrom(table).where('coin', '=', coin).where('txid', 'in', txids).execute()
      }
    },

    async listMempool() {
      return (await sql.queryAll(selectMempool, { coin })).map(toMempoolTransaction)
    },

    isParentRemoved,
  }

  /** Frees the treasury outputs that this transaction spent. */
  async function freeTreasury(spender: string): Promise<void> {
    await sql.query
      .updateTable('sandbox_treasury as treasury')
      .set({ free: 1 })
      .where('treasury.coin', '=', coin)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sandbox_spends as s')
            .select('s.vout')
            .where('s.coin', '=', coin)
            .where('s.spender', '=', spender)
            .whereRef('s.txid', '=', 'treasury.txid')
            .whereRef('s.vout', '=', 'treasury.vout'),
        ),
      )
      .execute()
  }
}

/** SQLITE_CONSTRAINT_FOREIGNKEY, or PostgreSQL's foreign_key_violation. */
function isParentRemoved(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 787) || ('code' in error && error.code === '23503')
}
