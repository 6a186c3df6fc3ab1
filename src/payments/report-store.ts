import { sql as raw } from 'kysely'
import { type Instant, instant } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'

type Whole = bigint | number

export interface ClaimReport {
  /** How many claims stand, and when the oldest was made; null when there is none. */
  standing(): Promise<{ count: number; oldest: Instant | null }>
}

/** So many are looked at; more stand only after hours without any node. */
const mostCounted = raw.lit(20_000)

const selectStanding = statement<object, { count: Whole; oldest: string | null }>(
  () => raw<{ count: Whole; oldest: string | null }>`
    select count(*) as count, min(claimed_at) as oldest
    from (select claimed_at from payments where status = 'sending' limit ${mostCounted}) as standing`,
)

export function claimReport(sql: Sql): ClaimReport {
  return {
    async standing() {
      const { count = 0, oldest = null } = (await sql.first(selectStanding, {})) ?? {}
      return { count: Number(count), oldest: oldest === null ? null : instant(oldest) }
    },
  }
}
