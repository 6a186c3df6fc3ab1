import { toBaseUnits } from '../kernel/money.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ReplacedPaymentReader } from './replaced.ts'
import { selectInputs } from './rows.ts'
import type { UnminedPaymentReader } from './unmined-monitor.ts'

/** A reorg may have happened just before the payment was written, so the first search starts this many blocks lower. */
const reorgMargin = 6

const columns = ['id', 'txid', 'double_spent_hash', 'replaced', 'since_height', 'searched_height'] as const

type UnminedRow = RowOf<'payments', typeof columns> & { has_exception: number }

const selectUnmined = defineStatement<{ coin: string; afterId: string; limit: number }, UnminedRow>(
  (query, param) =>
    query
      .selectFrom('payments')
      .where('coin', '=', param('coin'))
      .where('watched', '=', 1)
      .where((where) =>
        where.or([
          where('status', '=', 'accepted'),
          // See `isMonitored`.
          where.and([where('status', '=', 'surplus'), where('value', 'is not', null)]),
        ]),
      )
      .where('block_height', 'is', null)
      .where('id', '>', param('afterId'))
      .orderBy('id')
      .limit(param('limit'))
      .select(columns)
      .select((select) =>
        select
          .case()
          .when(
            select.exists(
              select
                .selectFrom('payment_exceptions')
                .whereRef('payment_exceptions.payment_id', '=', 'payments.id')
                .where('payment_exceptions.status', '=', 'open')
                .select('payment_exceptions.id'),
            ),
          )
          .then(1)
          .else(0)
          .end()
          .as('has_exception'),
      ),
)

const selectDue = defineStatement<{ id: string }, { script: string; amount: AmountColumn }>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('live', '=', 1)
    .select(['script', 'amount']),
)

/** The payment's transactions, and which of them are current. */
export const selectPaymentTransactions = defineStatement<{ id: string }, { txid: string; current: number }>(
  (query, param) =>
    query
      .selectFrom('payment_transactions')
      .where('payment_id', '=', param('id'))
      .select(['txid', 'current']),
)

export function createUnminedPaymentStore(
  sql: Sql,
): Pick<UnminedPaymentReader, 'findUnmined' | 'findWatchedPayment'> &
  Pick<ReplacedPaymentReader, 'findInputs'> {
  return {
    async findUnmined(coin, afterId, limit) {
      const rows = await sql.queryAll(selectUnmined, { coin, afterId, limit })
      return rows.map((row) => ({
        id: row.id,
        txid: row.txid,
        doubleSpentIn: row.double_spent_hash,
        isReplaced: row.replaced === 1,
        hasException: row.has_exception === 1,
        searchedHeight: row.searched_height ?? Math.max(0, row.since_height - reorgMargin),
      }))
    },

    findInputs: (id) => sql.queryAll(selectInputs, { id }),

    async findWatchedPayment(id) {
      const inputs = await sql.queryAll(selectInputs, { id })
      const due = await sql.queryAll(selectDue, { id })
      const currentTransactions = (await sql.queryAll(selectPaymentTransactions, { id })).filter(
        ({ current }) => current === 1,
      )
      const ancestors = inputs.flatMap(({ ancestor }) => ancestor ?? [])
      return {
        ownTxids: new Set([...currentTransactions.map(({ txid }) => txid), ...ancestors]),
        inputs: inputs.map(({ txid, vout }) => ({ txid, vout })),
        requiredOutputs: due.map(({ script, amount }) => ({ script, amount: toBaseUnits(BigInt(amount)) })),
      }
    },
  }
}
