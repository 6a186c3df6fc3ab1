import type { NextIndex } from '../accounts/destination.ts'
import { createAddressRestoreStore } from '../accounts/restore-store.ts'
import { createAuditStore } from '../audit/store.ts'
import { createRestoreStore } from '../events/restore-store.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { skipIds } from '../platform/storage/identity.ts'
import { markRestored } from '../restore/mark-restored.ts'
import { createSessionStore } from '../sessions/store.ts'
import { createTicketStore } from '../sessions/ticket-store.ts'
import { createStaffStore } from '../staff/store.ts'

/** Prepares a restored database for use. */
export function finishRestore(database: Database, clock: Clock): Promise<readonly NextIndex[]> {
  const { kind } = database
  return markRestored(
    (work) =>
      database.transact((sql) =>
        work({
          addresses: createAddressRestoreStore(sql),
          skipIds: (table, count) => skipIds(sql, { kind, table, count }),
          restores: createRestoreStore(sql),
          sessions: createSessionStore(sql),
          tickets: createTicketStore(sql),
          staff: createStaffStore(sql),
          audit: createAuditStore(sql),
        }),
      ),
    clock,
  )
}
