import type { Instant } from '../kernel/clock.ts'
import type { Decimal } from '../kernel/money.ts'
import { createTurns, type TakeTurn } from '../kernel/turns.ts'
import type { Invoice } from './invoice.ts'
import type { RenderedInvoice } from './show.ts'

/** The filters of an invoice list. */
export interface InvoiceFilters {
  readonly status?: Invoice['status']
  readonly currency?: string
  /** Coin of the payment. */
  readonly coin?: string
  readonly externalId?: string
  readonly createdFrom?: Instant
  /** Exclusive. */
  readonly createdTo?: Instant
  /** Only paid invoices, including reversed ones. */
  readonly paidFrom?: Instant
  /** Exclusive. */
  readonly paidTo?: Instant
  readonly search?: Search
}

/** A search text and its interpretations. */
export interface Search {
  /** A full uid or txid, or the start or a part of an external id. */
  readonly text: string
  readonly words: readonly string[]
  /** Canonical decimal, when the text is a number. */
  readonly amount: string | null
}

export interface ListedInvoice {
  readonly uid: string
  readonly revision: number
}

/** The order of a list. */
export type Direction = 'asc' | 'desc'

/** An amount due and the number of invoices that have it. */
export interface InvoiceAmount {
  readonly status: string
  readonly currency: string
  readonly amount: Decimal
  readonly count: number
}

export interface SortedPage {
  /** Invoices that were never paid come last. Amounts are compared within their currency. */
  readonly by: 'paid' | 'amount'
  readonly direction: Direction
  /** The last invoice of the previous page. */
  readonly after: string | null
  readonly limit: number
}

export interface InvoiceLister {
  /** In order of creation: newest first by default. */
  listPage(
    accountId: number,
    filters: InvoiceFilters,
    after: string | null,
    limit: number,
    direction?: Direction,
  ): Promise<ListedInvoice[]>
  /** Uids in another order. Null when a search matches too many to sort. */
  listSorted(accountId: number, filters: InvoiceFilters, query: SortedPage): Promise<string[] | null>
  /** The amounts due. Null when more than `limit` invoices match. */
  listAmounts(accountId: number, filters: InvoiceFilters, limit: number): Promise<InvoiceAmount[] | null>
  findMany(uids: readonly string[]): Promise<Invoice[]>
}

export interface InvoicePageQuery {
  readonly filters: InvoiceFilters
  readonly limit: number
  /** `next` of the previous page. Null: start at the newest. */
  readonly cursor: string | null
}

/** A page of a list and the cursor of the next one, which is null on the last page. */
async function readPage(
  lister: InvoiceLister,
  accountId: number,
  { filters, limit, cursor }: InvoicePageQuery,
): Promise<{ listed: ListedInvoice[]; next: string | null }> {
  const rows = await lister.listPage(accountId, filters, cursor, limit + 1)
  const listed = rows.slice(0, limit)
  return { listed, next: rows.length > limit ? (listed.at(-1)?.uid ?? null) : null }
}

/** Invoices rendered in a turn of the event loop. One with many payments and 32 KiB of metadata takes about a millisecond. */
export const invoicesPerTurn = 2
/** Invoices in memory before they are rendered: a page of large ones takes 7 MB. */
const invoicesPerLoad = 50

export function createInvoicePageRenderer(
  lister: InvoiceLister,
  showRevision: (uid: string, revision: number, find: () => Promise<Invoice>) => Promise<RenderedInvoice>,
  takeTurn: TakeTurn = createTurns(),
) {
  /**
   * Renders a page as `{invoices, next_cursor}`, each element in the owner's view. Creates no quotes or addresses.
   * @param reserveMemory called with the size of each part before the next is rendered; throws if there is no memory for it
   */
  return async function list(
    accountId: number,
    query: InvoicePageQuery,
    reserveMemory: (bytes: number) => void = () => {},
  ): Promise<string> {
    await takeTurn()
    const { listed, next } = await readPage(lister, accountId, query)
    const rendered: string[] = []
    for (let start = 0; start < listed.length; start += invoicesPerLoad) {
      const part = listed.slice(start, start + invoicesPerLoad)
      const loadInvoice = createBatchLoader(
        lister,
        part.map(({ uid }) => uid),
      )
      for (const [index, { uid, revision }] of part.entries()) {
        if (index % invoicesPerTurn === 0) await takeTurn()
        const { owner } = await showRevision(uid, revision, () => loadInvoice(uid))
        reserveMemory(owner.length)
        rendered.push(owner)
      }
    }
    return `{"invoices":[${rendered.join(',')}],"next_cursor":${JSON.stringify(next)}}`
  }
}

/** Loads all `uids` when the first one is requested. */
function createBatchLoader(
  { findMany }: Pick<InvoiceLister, 'findMany'>,
  uids: readonly string[],
): (uid: string) => Promise<Invoice> {
  let loadedInvoices: Promise<Map<string, Invoice>> | undefined
  return async (uid) => {
    loadedInvoices ??= findMany(uids).then(
      (invoices) => new Map(invoices.map((invoice) => [invoice.uid, invoice])),
    )
    const invoice = (await loadedInvoices).get(uid)
    if (!invoice) throw new Error(`invoice ${uid} was listed but not found`)
    return invoice
  }
}
