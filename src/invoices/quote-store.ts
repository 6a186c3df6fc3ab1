import { type Instant, parseIsoString, toIsoString } from '../kernel/clock.ts'
import { insertRow } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { parseQuotedCoins, type Quote, serialiseQuotedCoins } from './quote.ts'
import type { QuoteStore } from './requote.ts'

const setQuote = defineStatement<
  {
    uid: string
    oldQuotedAt: string
    snapshotId: string
    quotedAt: string
    expiresAt: string
    coins: string
  },
  { uid: string }
>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      snapshot_id: param('snapshotId'),
      quoted_at: param('quotedAt'),
      quote_expires_at: param('expiresAt'),
      coins: param('coins'),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', '=', 'unpaid')
    .where('quoted_at', '=', param('oldQuotedAt'))
    .returning('uid'),
)

const selectPastQuotes = defineStatement<
  { uid: string; before: string; limit: number },
  { snapshot_id: string; quoted_at: string; expires_at: string; coins: string }
>((query, param) =>
  query
    .selectFrom('past_quotes')
    .where('invoice_uid', '=', param('uid'))
    .where('quoted_at', '<', param('before'))
    .orderBy('quoted_at', 'desc')
    .limit(param('limit'))
    .select(['snapshot_id', 'quoted_at', 'expires_at', 'coins']),
)

interface PastQuotes {
  /** The replaced quotes that were created before that time, newest first. */
  findPastQuotes(uid: string, before: Instant, limit: number): Promise<Quote[]>
}

export function createQuoteStore(sql: Sql): QuoteStore & PastQuotes {
  return {
    async replaceQuote(uid, old, quote) {
      const oldQuotedAt = toIsoString(old.quotedAt)
      const { snapshotId, quotedAt, expiresAt, coins } = quote
      const row = {
        snapshotId,
        quotedAt: toIsoString(quotedAt),
        expiresAt: toIsoString(expiresAt),
        coins: serialiseQuotedCoins(coins),
      }
      if (!(await sql.queryOne(setQuote, { uid, oldQuotedAt, ...row }))) return false
      await insertRow(sql, 'past_quotes', {
        invoice_uid: uid,
        snapshot_id: old.snapshotId,
        quoted_at: oldQuotedAt,
        expires_at: toIsoString(old.expiresAt),
        coins: serialiseQuotedCoins(old.coins),
      })
      return true
    },

    async findPastQuotes(uid, before, limit) {
      return (await sql.queryAll(selectPastQuotes, { uid, before: toIsoString(before), limit })).map(
        (row) => ({
          snapshotId: row.snapshot_id,
          quotedAt: parseIsoString(row.quoted_at),
          expiresAt: parseIsoString(row.expires_at),
          coins: parseQuotedCoins(row.coins),
        }),
      )
    },
  }
}
