import { sql as raw } from 'kysely'
import { type Instant, instant } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'

type Whole = bigint | number

/** How the deliveries of all accounts stand. */
export interface DeliveryCounts {
  /** Those that will be sent, or sent again. */
  readonly pending: number
  /** Those of them that have failed before. */
  readonly failing: number
  /** Given up, and not pruned yet. */
  readonly exhausted: number
  /** When the oldest of those that are pending was written; null when there is none. */
  readonly oldest: Instant | null
}

export interface DeliveryReport {
  counts(): Promise<DeliveryCounts>
}

/** So many are counted at most: on SQLite nothing else goes on meanwhile. */
const mostCounted = raw.lit(20_000)

/** By the partial indexes on what is pending and on what has failed: what was delivered is not passed over. */
const selectCounts = statement<
  object,
  { pending: Whole; failing: Whole; exhausted: Whole; oldest: string | null }
>(
  () => raw<{ pending: Whole; failing: Whole; exhausted: Whole; oldest: string | null }>`
    with waiting as (
      select created_at from webhook_deliveries where state = 'pending' limit ${mostCounted}
    ), failed as (
      select state from webhook_deliveries where failed = 1 limit ${mostCounted}
    )
    select
      (select count(*) from waiting) as pending,
      (select min(created_at) from waiting) as oldest,
      (select count(*) from failed where state = 'pending') as failing,
      (select count(*) from failed where state = 'dead') as exhausted`,
)

export function deliveryReport(sql: Sql): DeliveryReport {
  return {
    async counts() {
      const row = await sql.first(selectCounts, {})
      return {
        pending: Number(row?.pending ?? 0),
        failing: Number(row?.failing ?? 0),
        exhausted: Number(row?.exhausted ?? 0),
        oldest: row?.oldest ? instant(row.oldest) : null,
      }
    },
  }
}
