import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, limit } from './check.ts'
import { defineCustomCheck } from './custom-check.ts'

/** Later by more than an hour: the clocks of several machines differ, and an operator may set one back. */
const isLater = ({ kind }: Sql, one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  kind === 'sqlite'
    ? raw<boolean>`julianday(${one}) > julianday(${other}) + 1.0 / 24`
    : raw<boolean>`${one} > ${other} + interval '1 hour'`

/** Timestamps of a row in chronological order. Each is null until its event has happened. */
const orderedColumns: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['access_tokens', 'created_at', 'last_used_at'],
  ['access_tokens', 'created_at', 'revoked_at'],
  ['access_tokens', 'created_at', 'expires_at'],
  ['invoices', 'created_at', 'quoted_at'],
  ['invoices', 'created_at', 'quote_expires_at', 'expires_at'],
  ['invoices', 'created_at', 'paid_at'],
  ['payments', 'claimed_at', 'accepted_at', 'confirmed_at'],
  ['payments', 'claimed_at', 'lease_until'],
  ['sessions', 'created_at', 'last_seen_at'],
  ['signing_keys', 'created_at', 'retired_at'],
  ['signing_keys', 'created_at', 'expires_at'],
  ['webhook_endpoints', 'created_at', 'secret_rotated_at'],
  ['webhook_endpoints', 'created_at', 'failing_since'],
  ['webhook_endpoints', 'created_at', 'disabled_at'],
  ['webhook_deliveries', 'created_at', 'next_at'],
  ['accounts', 'created_at', 'webhook_secret_rotated_at'],
]

/** Timestamps of two rows that must be in this order. `from` joins `a` and `b`. */
const orderedAcrossTables: readonly (readonly [from: string, earlier: string, later: string])[] = [
  ['past_quotes a join invoices b on b.uid = a.invoice_uid', 'b.created_at', 'a.quoted_at'],
  ['past_quotes a join invoices b on b.uid = a.invoice_uid', 'a.quoted_at', 'b.quoted_at'],
  ['past_quotes a join invoices b on b.uid = a.invoice_uid', 'a.expires_at', 'b.expires_at'],
  ['invoice_addresses a join invoices b on b.uid = a.invoice_uid', 'b.created_at', 'a.allocated_at'],
  ['invoice_addresses a join invoices b on b.uid = a.invoice_uid', 'a.allocated_at', 'b.expires_at'],
  ['invoices a join rate_snapshots b on b.id = a.snapshot_id', 'b.taken_at', 'a.quoted_at'],
  ['past_quotes a join rate_snapshots b on b.id = a.snapshot_id', 'b.taken_at', 'a.quoted_at'],
  ['payments a join invoices b on b.uid = a.invoice_uid', 'b.created_at', 'a.claimed_at'],
  ['webhook_attempts a join webhook_deliveries b on b.id = a.delivery_id', 'b.created_at', 'a.at'],
  ['webhook_deliveries a join events b on b.id = a.event_id', 'b.time', 'a.created_at'],
  ['access_tokens a join accounts b on b.id = a.account_id', 'b.created_at', 'a.created_at'],
  ['account_links a join accounts b on b.id = a.source', 'b.created_at', 'a.created_at'],
  ['staff a join accounts b on b.id = a.account_id', 'b.created_at', 'a.created_at'],
  ['destinations a join accounts b on b.id = a.account_id', 'b.created_at', 'a.created_at'],
  ['webhook_endpoints a join accounts b on b.id = a.account_id', 'b.created_at', 'a.created_at'],
  ['sessions a join accounts b on b.id = a.account_id', 'b.created_at', 'a.created_at'],
  ['audit_log a join accounts b on b.id = a.account_id', 'b.created_at', 'a.at'],
  ['payment_refusals a join invoices b on b.uid = a.invoice_uid', 'b.created_at', 'a.at'],
]

export const timestampCheck: Check = defineCustomCheck(
  'I21 later changes have later times',
  async (sql, report) => {
    for (const [table, ...columns] of orderedColumns) {
      for (const [index, column] of columns.slice(1).entries()) {
        const earlier = columns[index] ?? ''
        const from = raw`${raw.table(table)} a`
        for (const row of await findOutOfOrder(sql, from, raw.ref(`a.${earlier}`), raw.ref(`a.${column}`)))
          report({ table, earlier, later: column, ...row })
      }
    }
    for (const [from, earlier, later] of orderedAcrossTables)
      for (const row of await findOutOfOrder(sql, raw.raw(from), raw.ref(earlier), raw.ref(later)))
        report({ from, earlier, later, ...row })
  },
)

async function findOutOfOrder(
  sql: Sql,
  from: RawBuilder<unknown>,
  earlier: RawBuilder<unknown>,
  later: RawBuilder<unknown>,
): Promise<object[]> {
  const { rows } = await raw<object>`select ${earlier} as earlier_time, ${later} as later_time from ${from}
    where ${isLater(sql, earlier, later)} ${limit}`.execute(sql.query)
  return rows
}
