import type { Invoice } from './invoice.ts'
import type { Direction, InvoiceLister, InvoicePageQuery, SortedPage } from './list.ts'

export interface Sort {
  readonly by: 'created' | SortedPage['by']
  readonly direction: Direction
}

export const newestFirst: Sort = { by: 'created', direction: 'desc' }

export interface BrowseQuery extends InvoicePageQuery {
  readonly sort: Sort
}

export interface InvoicePage {
  readonly invoices: readonly Invoice[]
  readonly next: string | null
}

/** Reads a page in any order, for callers that render the invoices themselves. Null when there are too many invoices to sort. */
export function createInvoicePager(lister: InvoiceLister) {
  return async function browse(accountId: number, query: BrowseQuery): Promise<InvoicePage | null> {
    const foundUids = await listUids(accountId, query)
    if (!foundUids) return null
    const uids = foundUids.slice(0, query.limit)
    const invoices = new Map((await lister.findMany(uids)).map((invoice) => [invoice.uid, invoice]))
    return {
      invoices: uids.flatMap((uid) => invoices.get(uid) ?? []),
      next: foundUids.length > query.limit ? (uids.at(-1) ?? null) : null,
    }
  }

  /** One more than the page shows. */
  async function listUids(accountId: number, query: BrowseQuery): Promise<string[] | null> {
    const { filters, sort, cursor } = query
    const { by, direction } = sort
    const limit = query.limit + 1
    if (by !== 'created')
      return lister.listSorted(accountId, filters, { by, direction, after: cursor, limit })
    return (await lister.listPage(accountId, filters, cursor, limit, direction)).map(({ uid }) => uid)
  }
}
