import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AcceptStores } from './count-stores.ts'

/** Accepts a surplus payment and watches it again: its confirmations and conflicting transactions now affect the invoice. */
const acceptSurplus = defineStatement<{ id: string; at: string; confirmedAt: string | null }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set((set) => ({
        status: 'accepted',
        counted: 1,
        watched: 1,
        reason: null,
        reason_detail: null,
        accepted_at: set.fn.coalesce('accepted_at', set.val(param('at'))),
        confirmed_at: set.fn.coalesce('confirmed_at', set.val(param('confirmedAt'))),
        settled_at: set.fn.coalesce('settled_at', set.val(param('confirmedAt'))),
      }))
      .where('id', '=', param('id'))
      .where('status', '=', 'surplus')
      .returning('id'),
)

export function createAcceptedPaymentStore(sql: Sql): Pick<AcceptStores['payments'], 'acceptLate'> {
  return {
    async acceptLate(id, at, confirmedAt) {
      const confirmedAtIso = confirmedAt === null ? null : toIsoString(confirmedAt)
      return (
        (await sql.queryOne(acceptSurplus, { id, at: toIsoString(at), confirmedAt: confirmedAtIso })) !==
        undefined
      )
    },
  }
}
