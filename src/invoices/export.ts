import type { Instant } from '../kernel/clock.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { csvHead, csvLine, type ExportedInvoice } from './export-csv.ts'
import { takeTurns } from './export-turns.ts'
import type { Invoice } from './invoice.ts'
import type { Filters, InvoiceLister } from './list.ts'
import { confirmations, optionsOf, ownerInvoice, type ViewContext } from './view.ts'

/** A table of RFC 4180, or one JSON text a line: the owner's form, as a list shows it. */
export type ExportForm = 'csv' | 'jsonl'

export interface ExportReader {
  /** In no order. */
  invoices(uids: readonly string[]): Promise<ExportedInvoice[]>
  snapshots(ids: readonly string[]): Promise<ReadonlyMap<string, RateSnapshot>>
}

export interface ExportParts {
  readonly lister: InvoiceLister
  readonly reader: ExportReader
  readonly view: ViewContext
}

export interface Exported {
  readonly accountId: number
  readonly filters: Filters
  /** Asked before each page is handed out. @throws {Refused} when its reader may not see it any more */
  readonly stillMay: () => Promise<void>
}

/** A page takes two milliseconds on SQLite, where nothing else runs meanwhile; of longest texts it weighs some megabytes. */
const pageRows = 50

/**
 * Every invoice that the filters let through, newest first, as text; a page is read when the one before it was taken. No transaction
 * stays open in between: a reader may take an hour, and for so long PostgreSQL could clean up nothing, and SQLite's log would only grow.
 * The order is that of the uids, which never change: no invoice comes twice, and none that was there from the beginning is passed over.
 * Each shows what it was when its page was read.
 */
export function exportInvoices(parts: ExportParts) {
  const { lister } = parts
  // Of all exports together: however many run, they hold one connection to the database, and leave the rest of the service its time.
  const turn = takeTurns()
  const lines = { csv: csvLines(parts), jsonl: jsonLines(parts) }
  return exported

  async function* exported(
    form: ExportForm,
    { accountId, filters, stillMay }: Exported,
  ): AsyncGenerator<string, void> {
    let head = form === 'csv' ? csvHead : ''
    for (let before: string | null = null; ; head = '') {
      const page: Page = await turn(() => read(before))
      if (head !== '' || page.text !== '') yield head + page.text
      if (page.last === null) return
      before = page.last
    }

    async function read(before: string | null): Promise<Page> {
      const listed = await lister.page(accountId, filters, before, pageRows)
      const uids = listed.map(({ uid }) => uid)
      const text = await lines[form](uids, filters)
      await stillMay()
      return { text, last: uids.length < pageRows ? null : (uids.at(-1) ?? null) }
    }
  }
}

interface Page {
  readonly text: string
  /** Where the next page begins; null when there is none. */
  readonly last: string | null
}

/** The text of those of these invoices that (still) fit. */
type Lines = (uids: readonly string[], filters: Filters) => Promise<string>

function csvLines({ reader, view }: ExportParts): Lines {
  return async (uids, filters) => {
    const invoices = newestFirst(await reader.invoices(uids))
    return invoices
      .filter(({ status, settled }) => fits(filters, status, settled))
      .map((invoice) => csvLine(invoice, (settled) => confirmations(settled, view.tipHeight(settled.coin))))
      .join('')
  }
}

function jsonLines({ lister, reader, view }: ExportParts): Lines {
  return async (uids, filters) => {
    const invoices = newestFirst(await lister.findMany(uids)).filter((invoice) =>
      fits(filters, invoice.status, settledOf(invoice)),
    )
    const open = invoices.filter(({ status }) => status === 'unpaid')
    const snapshots = await reader.snapshots([...new Set(open.map(({ quote }) => quote.snapshotId))])
    return invoices.map((invoice) => line(invoice, snapshots.get(invoice.quote.snapshotId))).join('')
  }

  function line(invoice: Invoice, snapshot: RateSnapshot | undefined): string {
    const options = snapshot ? optionsOf(invoice, snapshot, view.baseUrl) : []
    return `{"invoice":${JSON.stringify(ownerInvoice(invoice, view))},"payment_options":${JSON.stringify(options)}}\n`
  }
}

/** What filters ask of a payment. */
interface Settled {
  readonly coin: string
  readonly paidAt: Instant
}

const settledOf = (invoice: Invoice): Settled | null =>
  'payment' in invoice ? { coin: invoice.payment.coin, paidAt: invoice.paidAt } : null

/** Between the look for a page and the look at its invoices one may have been paid: it is in no export of unpaid ones. */
const fits = (filters: Filters, status: string, settled: Settled | null): boolean =>
  (filters.status === undefined || filters.status === status) &&
  (filters.coin === undefined || filters.coin === settled?.coin) &&
  (filters.paidFrom === undefined || (settled !== null && settled.paidAt >= filters.paidFrom)) &&
  (filters.paidTo === undefined || (settled !== null && settled.paidAt < filters.paidTo))

const newestFirst = <Each extends { readonly uid: string }>(invoices: Each[]): Each[] =>
  invoices.sort((a, b) => (a.uid < b.uid ? 1 : -1))
