import type { Instant } from '../kernel/clock.ts'
import type { TakeTurn } from '../kernel/turns.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { csvHeader, type ExportedInvoice, formatCsvLine } from './export-csv.ts'
import { countConfirmations, hasPayment, type Invoice } from './invoice.ts'
import { type InvoiceFilters, type InvoiceLister, invoicesPerTurn } from './list.ts'
import { createTurnQueue } from './turn-queue.ts'
import { formatOwnerView, listPaymentOptions, type ViewContext } from './view.ts'

/** An RFC 4180 table, or JSON lines in the owner's view, as in a list. */
export type ExportFormat = 'csv' | 'jsonl'

export interface ExportReader {
  /** In no particular order. */
  listInvoices(uids: readonly string[]): Promise<ExportedInvoice[]>
  listSnapshots(ids: readonly string[]): Promise<ReadonlyMap<string, RateSnapshot>>
}

interface ExportDependencies {
  readonly lister: InvoiceLister
  readonly reader: ExportReader
  readonly view: ViewContext
  readonly takeTurn: TakeTurn
}

export interface ExportQuery {
  readonly accountId: number
  readonly filters: InvoiceFilters
  /**
   * Checked before each page is sent.
   * @throws {ApiError} when the reader has lost access
   */
  readonly requireAccess: () => Promise<void>
}

/** A page takes two milliseconds on SQLite, where nothing else runs in that time. With the longest texts it is a few megabytes. */
const pageRows = 50

/**
 * Streams every matching invoice as text, newest first. A page is read once the previous one was consumed. No transaction stays open in
 * between: a client may take an hour, during which PostgreSQL could not vacuum and SQLite's write-ahead log would only grow. The order is by
 * uid, which never changes: no invoice appears twice, and none that existed at the start is missed. Each invoice shows its state when its
 * page was read.
 */
export function createInvoiceExporter(dependencies: ExportDependencies) {
  const { lister } = dependencies
  // Shared by all exports: however many run, they use one database connection and leave time for the rest of the service.
  const runInTurn = createTurnQueue()
  const renderers = { csv: createCsvRenderer(dependencies), jsonl: createJsonRenderer(dependencies) }
  return exportInvoices

  async function* exportInvoices(
    format: ExportFormat,
    { accountId, filters, requireAccess }: ExportQuery,
  ): AsyncGenerator<string, void> {
    let head = format === 'csv' ? csvHeader : ''
    for (let before: string | null = null; ; head = '') {
      const page: Page = await runInTurn(() => read(before))
      if (head !== '' || page.text !== '') yield head + page.text
      if (page.nextCursor === null) return
      before = page.nextCursor
    }

    async function read(before: string | null): Promise<Page> {
      const listed = await lister.listPage(accountId, filters, before, pageRows)
      const uids = listed.map(({ uid }) => uid)
      const text = await renderers[format](uids, filters)
      await requireAccess()
      return { text, nextCursor: uids.length < pageRows ? null : (uids.at(-1) ?? null) }
    }
  }
}

interface Page {
  readonly text: string
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null
}

/** Renders these invoices, without those that no longer match the filters. */
type RenderPage = (uids: readonly string[], filters: InvoiceFilters) => Promise<string>

function createCsvRenderer({ reader, view }: ExportDependencies): RenderPage {
  return async (uids, filters) => {
    const invoices = sortNewestFirst(await reader.listInvoices(uids))
    return invoices
      .filter(({ status, settled }) => matchesFilters(filters, status, settled))
      .map((invoice) =>
        formatCsvLine(invoice, (settled) => countConfirmations(settled, view.getTipHeight(settled.coin))),
      )
      .join('')
  }
}

function createJsonRenderer({ lister, reader, view, takeTurn }: ExportDependencies): RenderPage {
  return async (uids, filters) => {
    const invoices = sortNewestFirst(await lister.findMany(uids)).filter((invoice) =>
      matchesFilters(filters, invoice.status, getSettled(invoice)),
    )
    const open = invoices.filter(({ status }) => status === 'unpaid')
    const snapshots = await reader.listSnapshots([...new Set(open.map(({ quote }) => quote.snapshotId))])
    let lines = ''
    for (const [index, invoice] of invoices.entries()) {
      if (index % invoicesPerTurn === 0) await takeTurn()
      lines += renderLine(invoice, snapshots.get(invoice.quote.snapshotId))
    }
    return lines
  }

  function renderLine(invoice: Invoice, snapshot: RateSnapshot | undefined): string {
    const options = snapshot ? listPaymentOptions(invoice, snapshot, view.baseUrl) : []
    return `{"invoice":${formatOwnerView(invoice, view)},"payment_options":${JSON.stringify(options)}}\n`
  }
}

/** The payment data that filters need. */
interface Settled {
  readonly coin: string
  readonly paidAt: Instant
}

const getSettled = (invoice: Invoice): Settled | null =>
  hasPayment(invoice) ? { coin: invoice.payment.coin, paidAt: invoice.paidAt } : null

/** An invoice may have been paid between listing the page and loading it: then it doesn't belong in an export of unpaid ones. */
const matchesFilters = (filters: InvoiceFilters, status: string, settled: Settled | null): boolean =>
  (filters.status === undefined || filters.status === status) &&
  (filters.coin === undefined || filters.coin === settled?.coin) &&
  (filters.paidFrom === undefined || (settled !== null && settled.paidAt >= filters.paidFrom)) &&
  (filters.paidTo === undefined || (settled !== null && settled.paidAt < filters.paidTo))

const sortNewestFirst = <Item extends { readonly uid: string }>(invoices: Item[]): Item[] =>
  invoices.sort((a, b) => (a.uid < b.uid ? 1 : -1))
