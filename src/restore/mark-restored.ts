import type { NextIndex } from '../accounts/destination.ts'
import { type AuditEntry, type AuditLog, commandLineActor } from '../audit/entry.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'

interface RestoreStores {
  readonly addresses: {
    skipIndexes(count: number): Promise<void>
    listAccountIds(): Promise<readonly number[]>
    listNextIndexes(): Promise<readonly NextIndex[]>
  }
  skipIds(table: 'accounts' | 'account_links', count: number): Promise<void>
  readonly restores: {
    skipPositions(count: number, at: Instant): Promise<void>
    end(): Promise<void>
  }
  readonly sessions: { endAll(): Promise<void> }
  readonly tickets: { endAll(): Promise<void> }
  readonly staff: { endInvitations(): Promise<void> }
  readonly audit: AuditLog
}

/** Assumed to exceed what is used between a backup and its restore: indexes of each key, ids of accounts and of links. */
export const skippedIndexes = 1_000
/** Assumed to exceed the events between a backup and its restore. A safe integer has room for millions of restores. */
const skippedPositions = 1_000_000_000

/**
 * The last step of a restore, in one transaction. Skips everything that may have been issued after the backup and must not be issued again:
 * addresses, ids of accounts and links, positions in the event log.
 */
export function markRestored(transact: Transact<RestoreStores>, clock: Clock): Promise<readonly NextIndex[]> {
  return transact(async ({ addresses, skipIds, restores, sessions, tickets, staff, audit }) => {
    const at = clock.now()
    await addresses.skipIndexes(skippedIndexes)
    for (const table of ['accounts', 'account_links'] as const) await skipIds(table, skippedIndexes)
    await restores.skipPositions(skippedPositions, at)

    // Sessions and links that ended after the backup must not become valid again.
    await sessions.endAll()
    await tickets.endAll()
    await staff.endInvitations()

    const nextIndexes = await addresses.listNextIndexes()
    const record = (accountId: number, action: AuditEntry['action'], detail: AuditEntry['detail']) =>
      audit.record({ at, accountId, actor: commandLineActor, action, detail })
    for (const id of await addresses.listAccountIds()) await record(id, 'database.restored', {})
    for (const { accountId, coin, nextIndex } of nextIndexes) {
      await record(accountId, 'destination.advanced', { coin, by: skippedIndexes, next_index: nextIndex })
    }
    await restores.end()
    return nextIndexes
  })
}
