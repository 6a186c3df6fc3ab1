import type { Caller } from '../accounts/access-token.ts'
import type { InvoiceDefaults } from '../accounts/preferences.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { InvoiceFilters, InvoiceLister } from '../invoices/list.ts'
import type { Metadata } from '../invoices/metadata.ts'
import type { NewInvoice, NewInvoiceRules } from '../invoices/new-invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { generateUid, isUid } from '../kernel/ids.ts'
import { replaceMember } from '../kernel/json-members.ts'
import type { TakeTurn } from '../kernel/turns.ts'
import { createFieldError } from './errors.ts'
import { type GreenfieldStatus, getGreenfieldStatus } from './invoice-status.ts'
import { toInvoiceView } from './invoice-view.ts'
import { type GreenfieldInvoiceBody, readExternalId, translateNewInvoice } from './new-invoice.ts'
import type { PaymentMethodLister } from './payment-view.ts'
import type { StoreViews } from './stores.ts'

interface GreenfieldInvoiceDependencies {
  readonly find: (uid: string) => Promise<Invoice | null>
  /** The invoice, requoted if its quote has expired or is about to. */
  readonly load: (uid: string) => Promise<Invoice>
  readonly create: (caller: Caller, invoice: NewInvoice) => Promise<string>
  readonly getRules: (caller: Caller) => NewInvoiceRules
  readonly findInvoiceDefaults: (accountId: number) => Promise<InvoiceDefaults>
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  readonly replaceMetadata: (
    accountId: number,
    uid: string,
    metadata: Metadata,
    readExternalId: (metadata: Metadata) => string | null,
  ) => Promise<void>
  readonly setArchived: (accountId: number, uid: string, archived: boolean) => Promise<void>
  readonly lister: Pick<InvoiceLister, 'listPage' | 'findMany'>
  readonly listPaymentMethods: PaymentMethodLister
  readonly stores: StoreViews
  readonly baseUrl: string
  readonly monitoringPeriodMs: number
  readonly clock: Clock
  readonly takeTurn: TakeTurn
}

export interface GreenfieldListQuery {
  /** One list for each order id, or a single one without. */
  readonly filters: readonly InvoiceFilters[]
  readonly statuses: readonly GreenfieldStatus[]
  readonly includesArchived: boolean
  readonly includesPaymentMethods: boolean
  readonly skip: number
  readonly take: number
}

/** Invoices read per step of a list. */
const pageSize = 200
/** A list reads this many at most: Greenfield statuses are computed, so no index finds them. */
const maxExamined = 5_000

/** The invoice operations of the Greenfield API. */
export function createGreenfieldInvoices(dependencies: GreenfieldInvoiceDependencies) {
  const { cancel, replaceMetadata, clock, stores, lister, takeTurn } = dependencies
  return {
    create,
    show,
    list,
    listPaymentMethods,
    setStatus,
    putMetadata,
    setArchived,
  }

  async function create(
    caller: Caller,
    body: GreenfieldInvoiceBody,
    texts: { readonly amount: string | undefined; readonly metadata: string | undefined },
  ) {
    const uid = generateUid(clock.now())
    const { allDestinations } = await dependencies.findInvoiceDefaults(caller.accountId)
    const invoice = translateNewInvoice(
      body,
      { uid, ...texts },
      dependencies.getRules(caller),
      allDestinations,
    )
    await dependencies.create(caller, invoice).catch((error: unknown) => {
      // Clients fail on a 503 without showing the reason.
      const isUnpayable = error instanceof ApiError && error.code === 'rates_unavailable'
      throw isUnpayable ? new ApiError('body_invalid', error.message) : error
    })
    return show(caller.accountId, uid)
  }

  /** @throws {ApiError} `invoice_not_found` */
  async function findOwn(accountId: number, uid: string): Promise<Invoice> {
    const invoice = isUid(uid) ? await dependencies.find(uid) : null
    if (invoice?.accountId !== accountId) throw new ApiError('invoice_not_found')
    return invoice
  }

  async function show(accountId: number, uid: string) {
    return render(accountId, await findOwn(accountId, uid))
  }

  async function render(accountId: number, invoice: Invoice) {
    return toInvoiceView(invoice, { ...dependencies, speedPolicy: await stores.findSpeedPolicy(accountId) })
  }

  async function listPaymentMethods(accountId: number, uid: string) {
    await findOwn(accountId, uid)
    return dependencies.listPaymentMethods(await dependencies.load(uid))
  }

  /** @throws {ApiError} `field_invalid` unless it is `Invalid` and the invoice can be cancelled */
  async function setStatus(accountId: number, uid: string, status: string) {
    await findOwn(accountId, uid)
    if (status !== 'Invalid')
      throw createFieldError('status', 'Only Invalid can be set: an invoice is settled by its payment alone.')
    await cancel(accountId, uid).catch((error: unknown) => {
      const isTooLate = error instanceof ApiError && error.code === 'invoice_not_cancellable'
      throw isTooLate ? createFieldError('status', error.message) : error
    })
    return show(accountId, uid)
  }

  /** Null: it stays as it is, because clients send null for every member that they don't set. */
  async function putMetadata(accountId: number, uid: string, metadata: Metadata | null) {
    if (metadata !== null) await replaceMetadata(accountId, uid, metadata, readExternalId)
    return show(accountId, uid)
  }

  async function setArchived(accountId: number, uid: string, archived: boolean) {
    await dependencies.setArchived(accountId, uid, archived)
    return show(accountId, uid)
  }

  /** JSON text, newest first. Rendered one at a time, because other requests wait while a page of large invoices is rendered. */
  async function list(
    accountId: number,
    query: GreenfieldListQuery,
    reserveMemory: (bytes: number) => void = () => {},
  ): Promise<string> {
    const speedPolicy = await stores.findSpeedPolicy(accountId)
    const matchingUids = await findUids(accountId, query)
    const uids = matchingUids
      .sort()
      .reverse()
      .slice(query.skip, query.skip + query.take)
    const rendered: string[] = []
    for (const invoice of (await lister.findMany(uids)).sort(compareNewestFirst)) {
      await takeTurn()
      const paymentMethods = query.includesPaymentMethods && {
        paymentMethods: await dependencies.listPaymentMethods(invoice),
      }
      const view = toInvoiceView({ ...invoice, metadata: null }, { ...dependencies, speedPolicy })
      // Copied as stored: parsing and writing 32 KiB of numbers takes ten milliseconds.
      const text = replaceMember(
        JSON.stringify({ ...view, ...paymentMethods }),
        'metadata',
        invoice.metadata ?? '{}',
      )
      reserveMemory(text.length)
      rendered.push(text)
    }
    return `[${rendered.join()}]`
  }

  /** Uids of the invoices that match one of the filters, in no particular order. Doesn't keep the invoices, which may be large. */
  async function findUids(accountId: number, query: GreenfieldListQuery): Promise<string[]> {
    const all: string[] = []
    let remaining = maxExamined
    for (const filters of query.filters) {
      const matchingUids: string[] = []
      for (
        let after: string | null = null;
        remaining > 0 && matchingUids.length < query.skip + query.take;
      ) {
        await takeTurn()
        const uids: string[] = (await lister.listPage(accountId, filters, after, pageSize)).map(
          ({ uid }) => uid,
        )
        const invoices = (await lister.findMany(uids)).sort(compareNewestFirst)
        matchingUids.push(...invoices.filter((invoice) => isListed(invoice, query)).map(({ uid }) => uid))
        remaining -= uids.length
        after = uids.at(-1) ?? null
        if (uids.length < pageSize) break
      }
      all.push(...matchingUids)
    }
    return all
  }
}

export type GreenfieldInvoices = ReturnType<typeof createGreenfieldInvoices>

const compareNewestFirst = (one: Invoice, other: Invoice): number => (one.uid < other.uid ? 1 : -1)

const isListed = (
  invoice: Invoice,
  { statuses, includesArchived }: Pick<GreenfieldListQuery, 'statuses' | 'includesArchived'>,
): boolean =>
  (includesArchived || !invoice.isArchived) &&
  (statuses.length === 0 || statuses.includes(getGreenfieldStatus(invoice).status))
