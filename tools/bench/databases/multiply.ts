/**
 * Statements that copy each invoice of a database that many times, with new uids, ids and numbers,
 * together with its events and search words. Plain SQL, the same for both databases.
 */
export function multiply(copies: number): readonly string[] {
  const tail = `substr(cast(${tailBase} + copies.n as text), 2)`
  const renameId = (column: string) => `substr(${column}, 1, length(${column}) - ${tailLength}) || ${tail}`
  const original = 'substr(events.subject, 9)'
  return [
    'create temporary table copies (n integer primary key)',
    `insert into copies with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${copies})
       select n from counted`,
    `insert into invoices (uid, ${invoiceColumns})
       select ${renameId('invoices.uid')}, ${invoiceColumns} from invoices cross join copies order by invoices.uid, copies.n`,
    ...searchTables.map(
      ({ table, column }) => `insert into ${table} (account_id, ${column}, invoice_uid)
       select account_id, ${column}, ${renameId('invoice_uid')} from ${table} cross join copies
       order by account_id, ${column}, invoice_uid, copies.n`,
    ),
    // Positions continue after the last one, in event order.
    `insert into events (id, type, time, subject, sequence, position, account_id, other_account_id, data)
       select ${renameId('events.id')}, events.type, events.time, 'invoice/' || ${renameId(original)}, events.sequence,
         event_clock.last + (copies.n - 1) * event_clock.last + events.position, events.account_id, events.other_account_id,
         replace(events.data, ${original}, ${renameId(original)})
       from events cross join copies cross join event_clock
       where events.subject like 'invoice/%'
       order by events.id, copies.n`,
    `update event_clock set last = last * ${copies + 1}`,
    // Readers of the log don't read the copies.
    'update log_readers set position = (select last from event_clock)',
  ]
}

const searchTables = [
  { table: 'invoice_words', column: 'word' },
  { table: 'invoice_external_id_parts', column: 'part' },
] as const

/** Digits are also letters of a uid, and what precedes them is already unique. */
const tailLength = 6
const tailBase = 10 ** tailLength

const invoiceColumns = `account_id, status, amount, currency, memo, redirect_url, webhook_url, external_id, business_id, location_id,
  register_id, metadata, created_at, expires_at, paid_at, snapshot_id, quoted_at, quote_expires_at, coins, claimed_by, payment_id,
  paid_coin, event_sequence, revision`
