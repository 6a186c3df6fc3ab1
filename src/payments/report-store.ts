import { sql as raw } from 'kysely'
import { type Instant, parseIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'

interface ClaimReport {
  /** The number of open claims, and when the oldest was made; null when there are none. */
  summariseOpenClaims(): Promise<{ count: number; oldest: Instant | null }>
}

/** Counts at most this many claims. More are open only after hours without any node. */
const maxCounted = raw.lit(20_000)

const selectOpenClaims = defineStatement<object, { count: number; oldest: string | null }>(
  () => raw<{ count: number; oldest: string | null }>`
    select count(*) as count, min(claimed_at) as oldest
    from (select claimed_at from payments where status = 'sending' limit ${maxCounted}) as open_claims`,
)

export function createClaimReport(sql: Sql): ClaimReport {
  return {
    async summariseOpenClaims() {
      const { count = 0, oldest = null } = (await sql.queryOne(selectOpenClaims, {})) ?? {}
      return { count, oldest: parseIsoString(oldest) }
    },
  }
}
