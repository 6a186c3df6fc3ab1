import { readCheckoutOptions } from '../invoices/checkout-options.ts'
import { parseMetadata } from '../invoices/metadata.ts'
import { listSearchWords } from '../invoices/new-invoice.ts'
import { parseQuotedCoins } from '../invoices/quote.ts'
import { compareDecimals, formatDecimal, parseDecimal } from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { SnapshotStore } from '../rates/snapshot.ts'
import type { Check } from './check.ts'
import { defineCustomCheck, pageSize, readPages, tryOrNull } from './custom-check.ts'

/** Columns that never change and that every event of the invoice repeats. */
const fixedColumns = [
  'uid',
  'currency',
  'memo',
  'redirect_url',
  'created_at',
  'expires_at',
  'webhook_url',
  'external_id',
  'business_id',
  'location_id',
  'register_id',
] as const

const readInvoices = ({ query }: Sql, last: { uid: string } | undefined) =>
  query
    .selectFrom('invoices')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .where('invoices.uid', '>', last?.uid ?? '')
    .orderBy('invoices.uid')
    .limit(pageSize)
    .selectAll('invoices')
    .select(['payments.coin as payment_coin', 'payments.accepted_at', 'payments.confirmed_at'])
    .execute()

type InvoiceRow = Awaited<ReturnType<typeof readInvoices>>[number]

interface EventData {
  readonly uid?: unknown
  readonly status?: unknown
  readonly invoice?: Readonly<Record<string, unknown>> | null
}

async function readInvoiceEvents({ query }: Sql, rows: readonly InvoiceRow[]) {
  const subjects = rows.map(({ uid }) => `invoice/${uid}`)
  const events = await query
    .selectFrom('events')
    .where('subject', 'in', subjects)
    .select(['id', 'type', 'subject', 'sequence', 'data'])
    .execute()
  return Map.groupBy(events, ({ subject }) => subject.slice('invoice/'.length))
}

export const createInvoiceRowChecks = (
  createSnapshotStore: (sql: Sql) => Pick<SnapshotStore, 'find'>,
): readonly Check[] => [
  defineCustomCheck('I22 an invoice matches its events', async (sql, report) => {
    for await (const rows of readPages<InvoiceRow>((last) => readInvoices(sql, last))) {
      const events = await readInvoiceEvents(sql, rows)
      for (const row of rows) {
        for (const { id, type, sequence, data } of events.get(row.uid) ?? []) {
          const isNewest = sequence === row.event_sequence
          for (const difference of compareEvent(row, type, parseEventData(data), isNewest))
            report({ uid: row.uid, event: id, differs: difference })
        }
        for (const difference of comparePaidColumns(row)) report({ uid: row.uid, differs: difference })
      }
    }
  }),
  defineCustomCheck('I22 the coins of a quote have a rate in its snapshot', async (sql, report) => {
    const { find } = createSnapshotStore(sql)
    for await (const rows of readPages<QuoteRow>((last) => readQuotes(sql, last)))
      for (const { uid, snapshot_id, coins } of rows) {
        const rates = (await find(snapshot_id))?.rates
        const quotedCoins = tryOrNull(() => parseQuotedCoins(coins)) ?? []
        const isValid = quotedCoins.length > 0 && quotedCoins.every(({ code }) => rates?.get(code)?.isAgreed)
        if (!isValid) report({ uid, snapshot_id, coins })
      }
  }),
  defineCustomCheck('I22 the search words are those of the invoice', async (sql, report) => {
    for await (const rows of readPages<InvoiceRow>((last) => readInvoices(sql, last))) {
      const words = await readWords(sql, rows)
      for (const { uid, account_id, memo, metadata, checkout_options } of rows) {
        const fields = tryOrNull(() => ({
          memo,
          metadata: metadata === null ? null : parseMetadata(metadata),
          checkout: checkout_options === null ? null : readCheckoutOptions(checkout_options),
        }))
        const expected = fields && listSearchWords(fields).map((word) => `${account_id} ${word}`)
        if (String(expected?.sort()) !== String((words.get(uid) ?? []).sort())) report({ uid })
      }
    }
  }),
]

/** Null if it cannot be parsed. Numbers keep their source text. */
const parseEventData = (data: string): EventData | null =>
  tryOrNull(
    () =>
      JSON.parse(data, (_key, value, context) =>
        typeof value === 'number' ? context?.source : value,
      ) as EventData,
  )

function* compareEvent(
  row: InvoiceRow,
  type: string,
  eventData: EventData | null,
  isNewest: boolean,
): Generator<string> {
  const invoice = eventData?.invoice
  if (!invoice || eventData.uid !== row.uid) return yield 'data'
  for (const name of fixedColumns) if ((invoice[name] ?? null) !== row[name]) yield name
  if (!isSameAmount(String(invoice.amount), row.amount)) yield 'amount'
  if (((invoice.coins ?? null) && [invoice.coins].flat().join(' ')) !== row.accepted_coins)
    yield 'accepted_coins'
  if (String(invoice.confirmations ?? null) !== String(row.confirmations)) yield 'confirmations'
  if ('received' in invoice !== (row.any_wallet === 1)) yield 'any_wallet'
  const status = statusAfter[type]
  if (status !== undefined && eventData.status !== status) yield 'type'
  if (!isNewest) return
  if (eventData.status !== row.status || invoice.status !== row.status) yield 'status'
  if ((invoice.paid_at ?? null) !== row.paid_at) yield 'paid_at'
  const payment = invoice.payment as Readonly<Record<string, unknown>> | null | undefined
  if ((payment?.accepted_at ?? null) !== row.accepted_at) yield 'payments.accepted_at'
  if ((payment?.currency ?? null) !== row.payment_coin) yield 'payments.coin'
}

/** The invoice status after each type of event that determines it. */
const statusAfter: Readonly<Record<string, string>> = {
  'invoice.created': 'unpaid',
  'invoice.paid': 'paid',
  'invoice.cancelled': 'cancelled',
  'invoice.expired': 'expired',
  'invoice.reversed': 'reversed',
  'invoice.restored': 'paid',
}

function* comparePaidColumns({ status, paid_at, paid_coin, payment_coin }: InvoiceRow): Generator<string> {
  const isPaid = status === 'paid' || status === 'reversed'
  if (isPaid !== (paid_at !== null)) yield 'paid_at'
  if (paid_coin !== payment_coin) yield 'paid_coin'
}

function isSameAmount(fromEvent: string, storedAmount: string): boolean {
  const [one, other] = [parseDecimal(fromEvent), parseDecimal(storedAmount)]
  return (
    one !== null &&
    other !== null &&
    compareDecimals(one, other) === 0 &&
    formatDecimal(other) === storedAmount
  )
}

interface QuoteRow {
  uid: string
  quoted_at: string
  snapshot_id: string
  coins: string
}

/** Current and past quotes, ordered by invoice and time. */
async function readQuotes({ query }: Sql, last: QuoteRow | undefined): Promise<QuoteRow[]> {
  const quotes = query
    .selectFrom('invoices')
    .select(['uid', 'quoted_at', 'snapshot_id', 'coins'])
    .unionAll(
      query.selectFrom('past_quotes').select(['invoice_uid as uid', 'quoted_at', 'snapshot_id', 'coins']),
    )
  return query
    .selectFrom(quotes.as('q'))
    .where(({ eb, or, and }) =>
      last === undefined
        ? eb('uid', '>', '')
        : or([
            eb('uid', '>', last.uid),
            and([eb('uid', '=', last.uid), eb('quoted_at', '>', last.quoted_at)]),
          ]),
    )
    .orderBy('uid')
    .orderBy('quoted_at')
    .limit(pageSize)
    .select(['uid', 'quoted_at', 'snapshot_id', 'coins'])
    .execute()
}

async function readWords(
  { query }: Sql,
  rows: readonly InvoiceRow[],
): Promise<ReadonlyMap<string, string[]>> {
  const uids = rows.map(({ uid }) => uid)
  const wordRows = await query
    .selectFrom('invoice_words')
    .where('invoice_uid', 'in', uids)
    .select(['invoice_uid', 'account_id', 'word'])
    .execute()
  const words = new Map<string, string[]>()
  for (const { invoice_uid, account_id, word } of wordRows)
    words.set(invoice_uid, [...(words.get(invoice_uid) ?? []), `${account_id} ${word}`])
  return words
}
