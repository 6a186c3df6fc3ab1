import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { PaymentRejectionStore } from './payment-rejections.ts'

const columns = ['code', 'sentence', 'coin', 'members', 'at'] as const

type RejectionRow = RowOf<'payment_refusals', typeof columns>

const selectRejection = defineStatement<{ uid: string }, RejectionRow>((query, param) =>
  query.selectFrom('payment_refusals').where('invoice_uid', '=', param('uid')).select(columns),
)

export function createPaymentRejectionStore(sql: Sql): PaymentRejectionStore {
  return {
    async save(uid, { code, message, coin, members, at }) {
      const payable = await sql.query
        .selectFrom('invoices')
        .where('uid', '=', uid)
        .where('status', '=', 'unpaid')
        .select('uid')
        .executeTakeFirst()
      if (!payable) return
      const row = { code, sentence: message, coin, members: JSON.stringify(members), at: toIsoString(at) }
      await sql.query
        .insertInto('payment_refusals')
        .values({ invoice_uid: uid, ...row })
        .onConflict((conflict) => conflict.column('invoice_uid').doUpdateSet(row))
        .execute()
    },

    async find(uid) {
      const row = await sql.queryOne(selectRejection, { uid })
      if (!row) return null
      const { code, sentence: message, coin } = row
      return { code, message, coin, members: JSON.parse(row.members), at: parseIsoString(row.at) }
    },

    async prune(limit) {
      const ended = await sql.query
        .selectFrom('payment_refusals')
        // Not a join: SQLite would scan the invoices, possibly a million, and look up a rejection for each.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('invoices')
                .whereRef('invoices.uid', '=', 'payment_refusals.invoice_uid')
                .where('invoices.status', '=', 'unpaid')
                .select('invoices.uid'),
            ),
          ),
        )
        .limit(limit)
        .select('invoice_uid as uid')
        .execute()
      if (ended.length === 0) return 0
      const uids = ended.map(({ uid }) => uid)
      await sql.query.deleteFrom('payment_refusals').where('invoice_uid', 'in', uids).execute()
      return ended.length
    },
  }
}
