import { sql as raw } from 'kysely'
import { type Instant, instant } from '../kernel/clock.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'

export interface ClaimReport {
  /** The number of open claims, and when the oldest was made; null when there are none. */
  summarizeOpenClaims(): Promise<{ count: number; oldest: Instant | null }>
}

/** Counts at most this many claims. More are open only after hours without any node. */
const maxCounted = raw.lit(20_000)

const selectStanding = statement<object, { count: SqlInteger; oldest: string | null }>(
  () => raw<{ count: SqlInteger; oldest: string | null }>`
    select count(*) as count, min(claimed_at) as oldest
    from (select claimed_at from payments where status = 'sending' limit ${maxCounted}) as standing`,
)

export function createClaimReport(sql: Sql): ClaimReport {
  return {
    async summarizeOpenClaims() {
      const { count = 0, oldest = null } = (await sql.queryOne(selectStanding, {})) ?? {}
      return { count: Number(count), oldest: oldest === null ? null : instant(oldest) }
    },
  }
}
