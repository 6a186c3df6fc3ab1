import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { LeaseStore } from './send.ts'

/** Only while its lease is the one that is known: whatever ended it has set another time. */
const setLease = statement<{ id: string; old: string; lease: string }, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('lease') })
    .where('id', '=', param('id'))
    .where('state', '=', 'pending')
    .where('next_at', '=', param('old')),
)

export function webhookLeaseStore(sql: Sql): LeaseStore {
  return {
    async renew(leases, leaseUntil) {
      const lease = iso(leaseUntil)
      // In one order: two processes never wait for each other.
      for (const { id, until } of leases.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
        await sql.all(setLease, { id, old: iso(until), lease })
    },
  }
}
