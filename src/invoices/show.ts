import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { hasPayment, type Invoice } from './invoice.ts'
import { getIssueDeadline, needsNewQuote } from './quote.ts'
import { createRevisionCache } from './revision-cache.ts'
import { buildPublicView, formatOwnerView, listPaymentOptions, type ViewContext } from './view.ts'

export interface InvoiceReader {
  /** The invoice's current revision, which validates cached text. Null when there is no such invoice. */
  findRevision(uid: string): Promise<number | null>
  find(uid: string): Promise<Invoice | null>
}

interface InvoiceRendererDependencies {
  readonly reader: InvoiceReader
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly refreshQuote: (invoice: Invoice) => Promise<boolean>
  readonly view: ViewContext
  readonly clock: Clock
}

/** Serialised `{invoice, payment_options}`, for the public and for the owner. */
export interface RenderedInvoice {
  readonly accountId: number
  readonly public: string
  readonly owner: string
  /** The chain heights that the confirmations were counted with, by coin. */
  readonly heights: ReadonlyMap<string, number | null>
}

const maxEntries = 5_000
/** Combined length of both strings. Most invoices take about 4 kB; larger ones are rendered again each time. */
const maxEntryLength = 16_384

/** Renders invoices, and caches the text while it is valid. */
export function createInvoiceRenderer({
  reader,
  getSnapshot,
  refreshQuote,
  view,
  clock,
}: InvoiceRendererDependencies) {
  const cache = createRevisionCache<RenderedInvoice>(maxEntries)
  return { show, showWithoutRequote, showRevision, load }

  /**
   * Renders an invoice. Requotes it first if it is unpaid and its quote is stale.
   * @throws {ApiError} `invoice_not_found`
   */
  async function show(uid: string): Promise<RenderedInvoice> {
    const revision = await requireRevision(uid)
    return findCached(uid, revision) ?? store(await load(uid))
  }

  /**
   * Like `show`, but without a new quote, for callers that only check whether the invoice exists or who owns it.
   * @throws {ApiError} `invoice_not_found`
   */
  async function showWithoutRequote(uid: string): Promise<RenderedInvoice> {
    return showRevision(uid, await requireRevision(uid), () => requireInvoice(uid))
  }

  async function requireRevision(uid: string): Promise<number> {
    const revision = isUid(uid) ? await reader.findRevision(uid) : null
    if (revision === null) throw new ApiError('invoice_not_found')
    return revision
  }

  async function requireInvoice(uid: string): Promise<Invoice> {
    const invoice = isUid(uid) ? await reader.find(uid) : null
    if (!invoice) throw new ApiError('invoice_not_found')
    return invoice
  }

  /**
   * Loads an invoice. Requotes it first if its quote is stale.
   * @throws {ApiError} `invoice_not_found`
   */
  async function load(uid: string): Promise<Invoice> {
    const invoice = await requireInvoice(uid)
    if (!(await refreshQuote(invoice))) return invoice
    return (await reader.find(uid)) ?? invoice
  }

  /** Renders an invoice whose revision is known, from the cache if possible. Never requotes. */
  async function showRevision(
    uid: string,
    revision: number,
    find: () => Promise<Invoice>,
  ): Promise<RenderedInvoice> {
    return findCached(uid, revision) ?? store(await find())
  }

  function findCached(uid: string, revision: number): RenderedInvoice | undefined {
    const cached = cache.get(uid, revision, clock.now())
    if (!cached) return undefined
    for (const [coin, height] of cached.heights) if (view.getTipHeight(coin) !== height) return undefined
    return cached
  }

  async function store(invoice: Invoice): Promise<RenderedInvoice> {
    const expiresAt = getCacheExpiry(invoice, clock.now())
    const rendered = await render(invoice)
    if (rendered.public.length + rendered.owner.length > maxEntryLength) return rendered
    return cache.set(invoice.uid, invoice.revision, expiresAt, rendered)
  }

  async function render(invoice: Invoice): Promise<RenderedInvoice> {
    const options = JSON.stringify(await loadPaymentOptions(invoice))
    const addOptions = (invoiceJson: string) => `{"invoice":${invoiceJson},"payment_options":${options}}`
    return {
      accountId: invoice.accountId,
      public: addOptions(JSON.stringify(buildPublicView(invoice, view))),
      owner: addOptions(formatOwnerView(invoice, view)),
      heights: new Map(listReceivedCoins(invoice).map((coin) => [coin, view.getTipHeight(coin)])),
    }
  }

  async function loadPaymentOptions(invoice: Invoice) {
    if (invoice.status !== 'unpaid') return []
    return listPaymentOptions(invoice, await getSnapshot(invoice.quote.snapshotId), view.baseUrl)
  }
}

/** The coins of the payments that the invoice has received. */
function listReceivedCoins(invoice: Invoice): string[] {
  const received = invoice.anyWallet?.received.map(({ coin }) => coin) ?? []
  return hasPayment(invoice) ? [invoice.payment.coin, ...received] : received
}

/** The time until which data derived from the invoice's quote may be served: `now` when a new quote is due but couldn't be created. */
export function getCacheExpiry(invoice: Invoice, now: Instant): Instant {
  if (invoice.status !== 'unpaid') return Number.POSITIVE_INFINITY
  if (needsNewQuote(invoice, now)) return now
  const end = getIssueDeadline(invoice.quote)
  return end > now ? end : Number.POSITIVE_INFINITY
}
