import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { LeaseStore } from './send.ts'

/** Updates only if the lease is still ours: whatever ends a lease changes `next_at`. */
const setLease = defineStatement<{ id: string; old: string; lease: string }, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('lease') })
    .where('id', '=', param('id'))
    .where('state', '=', 'pending')
    .where('next_at', '=', param('old')),
)

export function createWebhookLeaseStore(sql: Sql): LeaseStore {
  return {
    async renew(leases, leaseUntil) {
      const lease = toIsoString(leaseUntil)
      // A fixed order, so that two processes cannot deadlock.
      for (const { id, until } of leases.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
        await sql.queryAll(setLease, { id, old: toIsoString(until), lease })
    },
  }
}
