import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import { insertRow, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { type AuditAction, type AuditEntry, type AuditLog, computeChainHash, genesisHash } from './entry.ts'

type AuditRow = RowOf<'audit_log'>

/** Locks the row: only the transaction that holds it can write the next entry. */
const lockChain = defineStatement<Record<never, never>, { number: number; hash: string }>((query) =>
  query
    .updateTable('audit_chain')
    .set((set) => ({ number: set('number', '+', 1) }))
    .where('id', '=', 1)
    .returning(['number', 'hash']),
)

const setHash = defineStatement<{ hash: string }, never>((query, param) =>
  query
    .updateTable('audit_chain')
    .set({ hash: param('hash') })
    .where('id', '=', 1),
)

const toEntry = ({ at, account_id, actor, action, detail }: AuditRow): AuditEntry => ({
  at: parseIsoString(at),
  accountId: account_id,
  actor,
  action: action as AuditAction,
  detail: JSON.parse(detail) as AuditEntry['detail'],
})

export function createAuditStore(sql: Sql): AuditLog & {
  listByAccount(accountId: number, limit: number): Promise<AuditEntry[]>
  listPage(
    accountId: number,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<(AuditEntry & { readonly number: number })[]>
} {
  return {
    async record(entry) {
      const chain = await sql.queryOne(lockChain, {})
      if (!chain) throw new Error('the audit log has no first entry')
      const hash = computeChainHash(chain.hash, entry)
      await insertRow(sql, 'audit_log', {
        number: chain.number,
        at: toIsoString(entry.at),
        account_id: entry.accountId,
        actor: entry.actor,
        action: entry.action,
        detail: JSON.stringify(entry.detail),
        hash,
      })
      await sql.queryAll(setHash, { hash })
    },

    async listByAccount(accountId, limit) {
      const rows = await sql.query
        .selectFrom('audit_log')
        .where('account_id', '=', accountId)
        .orderBy('number', 'desc')
        .limit(limit)
        .selectAll()
        .execute()
      return rows.map(toEntry)
    },

    async listPage(accountId, { before, limit }) {
      const rows = await sql.query
        .selectFrom('audit_log')
        .where('account_id', '=', accountId)
        .$if(before !== null, (builder) => builder.where('number', '<', before ?? 0))
        .orderBy('number', 'desc')
        .limit(limit)
        .selectAll()
        .execute()
      return rows.map((row) => ({ number: row.number, ...toEntry(row) }))
    },
  }
}

/**
 * Finds the first row that doesn't match the hash of the previous one, or the last row if the stored end of the chain differs. Reads in
 * batches.
 */
export async function findBrokenChain(sql: Sql): Promise<object[]> {
  let lastNumber = 0
  let previousHash = genesisHash
  for (;;) {
    const rows = await sql.query
      .selectFrom('audit_log')
      .where('number', '>', lastNumber)
      .orderBy('number')
      .limit(1_000)
      .selectAll()
      .execute()
    for (const row of rows) {
      const isNext =
        row.number === lastNumber + 1 && row.hash === computeChainHash(previousHash, toEntry(row))
      if (!isNext) return [{ number: row.number, action: row.action, expected: lastNumber + 1 }]
      lastNumber = row.number
      previousHash = row.hash
    }
    if (rows.length > 0) continue
    const end = await sql.query.selectFrom('audit_chain').where('id', '=', 1).selectAll().executeTakeFirst()
    const isComplete = end !== undefined && end.number === lastNumber && end.hash === previousHash
    return isComplete ? [] : [{ number: lastNumber, chain_ends_at: end?.number ?? 0 }]
  }
}
