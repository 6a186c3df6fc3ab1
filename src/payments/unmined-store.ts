import { baseUnits } from '../kernel/money.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { UnminedPaymentReader } from './unmined-monitor.ts'

/** A reorg may have happened just before the payment was written, so the first search starts this many blocks lower. */
const chainMargin = 6

interface UnminedRow {
  id: string
  txid: string
  double_spent_hash: string | null
  since_height: SqlInteger
  searched_height: SqlInteger | null
}

const selectUnmined = statement<{ coin: string; above: string; limit: number }, UnminedRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('status', '=', 'accepted')
    .where('block_height', 'is', null)
    .where('id', '>', param('above'))
    .orderBy('id')
    .limit(param('limit'))
    .select(['id', 'txid', 'double_spent_hash', 'since_height', 'searched_height']),
)

const selectInputs = statement<{ id: string }, { txid: string; vout: SqlInteger; ancestor: string | null }>(
  (query, param) =>
    query
      .selectFrom('payment_inputs')
      .where('payment_id', '=', param('id'))
      .select(['txid', 'vout', 'ancestor']),
)

const selectDue = statement<{ id: string }, { script: string; amount: SqlInteger }>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('live', '=', 1)
    .select(['script', 'amount']),
)

/** The payment's transactions, and which of them are current. */
export const selectOwn = statement<{ id: string }, { txid: string; current: SqlInteger }>((query, param) =>
  query.selectFrom('payment_transactions').where('payment_id', '=', param('id')).select(['txid', 'current']),
)

export function createUnminedPaymentStore(
  sql: Sql,
): Pick<UnminedPaymentReader, 'findUnmined' | 'findWatchedPayment'> {
  return {
    async findUnmined(coin, above, limit) {
      const rows = await sql.queryAll(selectUnmined, { coin, above, limit })
      return rows.map((row) => ({
        id: row.id,
        txid: row.txid,
        doubleSpentIn: row.double_spent_hash,
        searchedHeight: Number(row.searched_height ?? Math.max(0, Number(row.since_height) - chainMargin)),
      }))
    },

    async findWatchedPayment(id) {
      const inputs = await sql.queryAll(selectInputs, { id })
      const due = await sql.queryAll(selectDue, { id })
      const own = (await sql.queryAll(selectOwn, { id })).filter(({ current }) => Number(current) === 1)
      const ancestors = inputs.flatMap(({ ancestor }) => ancestor ?? [])
      return {
        own: new Set([...own.map(({ txid }) => txid), ...ancestors]),
        inputs: inputs.map(({ txid, vout }) => ({ txid, vout: Number(vout) })),
        due: due.map(({ script, amount }) => ({ script, amount: baseUnits(BigInt(amount)) })),
      }
    },
  }
}
