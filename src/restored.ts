import { addressRestoreStore, type NextIndex } from './accounts/restore-store.ts'
import { type AuditEntry, commandLine } from './audit/entry.ts'
import { auditStore } from './audit/store.ts'
import { restoreStore } from './events/restore-store.ts'
import type { Clock } from './kernel/clock.ts'
import type { Database } from './platform/storage/database.ts'
import { skipIds } from './platform/storage/identity.ts'
import { sessionStore } from './sessions/store.ts'
import { ticketStore } from './sessions/ticket-store.ts'

/** More than are used between a backup and its restore: indexes of each key; ids of accounts and of links. */
export const skippedIndexes = 1_000
/** The same of events, of which there are many. Cursors stay short, and whole numbers have room for millions of restores. */
const skippedPositions = 1_000_000_000

/**
 * The last step of a restore. What was handed out after the backup is unknown to it, and must not be handed out again: addresses, ids of
 * accounts and links, places in the log. All of it in one transaction with what marks the database as restored.
 */
export function markRestored(database: Database, clock: Clock): Promise<readonly NextIndex[]> {
  const { kind } = database
  return database.transact(async (sql) => {
    const at = clock.now()
    const addresses = addressRestoreStore(sql)
    await addresses.skipIndexes(skippedIndexes)
    for (const table of ['accounts', 'account_links'] as const)
      await skipIds(sql, { kind, table, by: skippedIndexes })
    const restores = restoreStore(sql)
    await restores.skipPositions(skippedPositions, at)

    // What was ended after the backup stays ended.
    await sessionStore(sql).endAll()
    await ticketStore(sql).endAll()

    const nextIndexes = await addresses.nextIndexes()
    const audit = auditStore(sql)
    const done = (accountId: number, action: AuditEntry['action'], detail: AuditEntry['detail']) =>
      audit.record({ at, accountId, actor: commandLine, action, detail })
    for (const id of await addresses.accountIds()) await done(id, 'database.restored', {})
    for (const { accountId, coin, nextIndex } of nextIndexes) {
      await done(accountId, 'destination.advanced', { coin, by: skippedIndexes, next_index: nextIndex })
    }
    await restores.end()
    return nextIndexes
  })
}
