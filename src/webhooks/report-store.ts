import { sql as raw } from 'kysely'
import { type Instant, parseIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'

/** Delivery counts across all accounts. */
interface DeliveryCounts {
  /** Deliveries waiting for their first or next attempt. */
  readonly pending: number
  /** Pending deliveries that have already failed at least once. */
  readonly failing: number
  /** Abandoned, and not pruned yet. */
  readonly exhausted: number
  /** Creation time of the oldest pending delivery; null if there is none. */
  readonly oldest: Instant | null
}

interface DeliveryReportStore {
  countDeliveries(): Promise<DeliveryCounts>
}

/** Caps the counts: SQLite blocks everything else while counting. */
const maxCounted = raw.lit(20_000)

/** Uses the partial indexes on pending and failed deliveries, so that delivered ones are not scanned. */
const selectCounts = defineStatement<
  object,
  { pending: number; failing: number; exhausted: number; oldest: string | null }
>(
  () => raw<{ pending: number; failing: number; exhausted: number; oldest: string | null }>`
    with waiting as (
      select created_at from webhook_deliveries where state = 'pending' limit ${maxCounted}
    ), failed as (
      select state from webhook_deliveries where failed = 1 limit ${maxCounted}
    )
    select
      (select count(*) from waiting) as pending,
      (select min(created_at) from waiting) as oldest,
      (select count(*) from failed where state = 'pending') as failing,
      (select count(*) from failed where state = 'dead') as exhausted`,
)

export function createDeliveryReportStore(sql: Sql): DeliveryReportStore {
  return {
    async countDeliveries() {
      const row = await sql.queryOne(selectCounts, {})
      return {
        pending: row?.pending ?? 0,
        failing: row?.failing ?? 0,
        exhausted: row?.exhausted ?? 0,
        oldest: parseIsoString(row?.oldest ?? null),
      }
    },
  }
}
