import { instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { type AuditAction, type AuditEntry, type AuditLog, chainedHash, noRow } from './entry.ts'

type Whole = bigint | number

interface AuditRow {
  number: Whole
  at: string
  account_id: Whole
  actor: string
  action: string
  detail: string
  hash: string
}

/** Who holds the row writes the next line alone. */
const lockChain = statement<Record<never, never>, { number: Whole; hash: string }>((query) =>
  query
    .updateTable('audit_chain')
    .set((set) => ({ number: set('number', '+', 1) }))
    .where('id', '=', 1)
    .returning(['number', 'hash']),
)

const setHash = statement<{ hash: string }, never>((query, param) =>
  query
    .updateTable('audit_chain')
    .set({ hash: param('hash') })
    .where('id', '=', 1),
)

const insertEntry = statement<AuditRow, never>((query, param) =>
  query.insertInto('audit_log').values({
    number: param('number'),
    at: param('at'),
    account_id: param('account_id'),
    actor: param('actor'),
    action: param('action'),
    detail: param('detail'),
    hash: param('hash'),
  }),
)

const toEntry = ({ at, account_id, actor, action, detail }: AuditRow): AuditEntry => ({
  at: instant(at),
  accountId: Number(account_id),
  actor,
  action: action as AuditAction,
  detail: JSON.parse(detail) as AuditEntry['detail'],
})

export function auditStore(sql: Sql): AuditLog & {
  ofAccount(accountId: number, limit: number): Promise<AuditEntry[]>
  page(
    accountId: number,
    of: { readonly before: number | null; readonly limit: number },
  ): Promise<(AuditEntry & { readonly number: number })[]>
} {
  return {
    async record(entry) {
      const chain = await sql.first(lockChain, {})
      if (!chain) throw new Error('the audit log has no beginning')
      const hash = chainedHash(chain.hash, entry)
      await sql.all(insertEntry, {
        number: chain.number,
        at: iso(entry.at),
        account_id: entry.accountId,
        actor: entry.actor,
        action: entry.action,
        detail: JSON.stringify(entry.detail),
        hash,
      })
      await sql.all(setHash, { hash })
    },

    async ofAccount(accountId, limit) {
      const rows = await sql.query
        .selectFrom('audit_log')
        .where('account_id', '=', accountId)
        .orderBy('number', 'desc')
        .limit(limit)
        .selectAll()
        .execute()
      return rows.map(toEntry)
    },

    async page(accountId, { before, limit }) {
      const rows = await sql.query
        .selectFrom('audit_log')
        .where('account_id', '=', accountId)
        .$if(before !== null, (rest) => rest.where('number', '<', before ?? 0))
        .orderBy('number', 'desc')
        .limit(limit)
        .selectAll()
        .execute()
      return rows.map((row) => ({ number: Number(row.number), ...toEntry(row) }))
    },
  }
}

/** Rows whose hash does not follow from the row before, and the last when the chain's end is another. In pieces. */
export async function brokenChain(sql: Sql): Promise<object[]> {
  let above = 0
  let previous = noRow
  for (;;) {
    const rows = await sql.query
      .selectFrom('audit_log')
      .where('number', '>', above)
      .orderBy('number')
      .limit(1_000)
      .selectAll()
      .execute()
    for (const row of rows) {
      const follows = Number(row.number) === above + 1 && row.hash === chainedHash(previous, toEntry(row))
      if (!follows) return [{ number: Number(row.number), action: row.action, expected: above + 1 }]
      above = Number(row.number)
      previous = row.hash
    }
    if (rows.length > 0) continue
    const end = await sql.query.selectFrom('audit_chain').where('id', '=', 1).selectAll().executeTakeFirst()
    const isEnd = end !== undefined && Number(end.number) === above && end.hash === previous
    return isEnd ? [] : [{ number: above, chain_ends_at: Number(end?.number ?? 0) }]
  }
}
