import { createExtendedKeyCache } from '../accounts/destination.ts'
import { createAddressAllocator } from '../invoices/address.ts'
import { createAmountQueue } from '../invoices/amount-queue.ts'
import { createInvoicePager } from '../invoices/browse.ts'
import { createInvoiceCanceller } from '../invoices/cancel.ts'
import { createCandidateFinder } from '../invoices/candidates.ts'
import { createInvoiceChanger } from '../invoices/change.ts'
import { createInvoiceCreator } from '../invoices/create.ts'
import { createInvoiceExporter } from '../invoices/export.ts'
import { createExportReader } from '../invoices/export-store.ts'
import { createInvoicePageRenderer } from '../invoices/list.ts'
import { createInvoiceLister } from '../invoices/list-store.ts'
import type { QuoteSettings } from '../invoices/quote.ts'
import { createRequoter } from '../invoices/requote.ts'
import { createRevisionReader } from '../invoices/revisions.ts'
import { createInvoiceRenderer } from '../invoices/show.ts'
import { createUnavailableCoinFinder } from '../invoices/unavailable-coins.ts'
import { shareWithinTick } from '../kernel/share-calls.ts'
import { createTurns } from '../kernel/turns.ts'
import { createRequestIssuer } from '../payment-requests/issue.ts'
import { createAddressIssuer } from '../payment-requests/issue-address.ts'
import { createPaymentAddressFinder } from '../payment-requests/payment-address.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'

/** Invoices, their quotes, and their payment requests. */
export function createInvoiceServices(
  context: AppContext,
  { networks, prices, chains, paymentCounter, view }: ChainServices,
) {
  const { config, database, transact, read, clock, checkFailpoint } = context
  const settings: QuoteSettings = { quoteMs: config.quoteMs, graceMs: config.graceMs }
  const getSnapshot = prices.get
  const getKey = createExtendedKeyCache(config.chain)
  const listDestinations = shareWithinTick((accountId: number) => read.accounts.listDestinations(accountId))
  const findInvoiceDefaults = shareWithinTick((accountId: number) =>
    read.accounts.findInvoiceDefaults(accountId),
  )
  const listAddresses = (uid: string) => read.invoices.listAddresses(uid)
  const quoteInputs = {
    storeNewestRates: (currency: string) => prices.storeCurrent(currency),
    findCandidates: createCandidateFinder({ getKey, networks }),
  }
  const queue = createAmountQueue()
  const refreshQuote = createRequoter({
    transact,
    findInvoiceDefaults,
    listAddresses,
    quoteInputs,
    queue,
    settings,
    clock,
  })
  const findRevision = createRevisionReader({
    listRevisions: (uids) => read.invoices.listRevisions(uids),
    getCommitVersion: database.getCommitVersion,
  })
  const find = (uid: string) => read.invoices.find(uid)
  const renderer = createInvoiceRenderer({
    reader: { findRevision, find },
    getSnapshot,
    refreshQuote,
    view,
    clock,
  })
  const findStoredResponse = read.idempotency.find
  const create = createInvoiceCreator({
    transact,
    findInvoiceDefaults,
    findStoredResponse,
    quoteInputs,
    queue,
    view,
    settings,
    clock,
    checkFailpoint,
  })
  const { chain } = config
  const allocate = createAddressAllocator({
    transact,
    getKey,
    chain,
    getTipHeight: view.getTipHeight,
    clock,
    settings,
  })
  const findUnavailableCoins = createUnavailableCoinFinder({ findInvoiceDefaults, quoteInputs, clock })
  const requests = createRequestIssuer({
    findRevision,
    find,
    load: renderer.load,
    getSnapshot,
    allocate: createAddressIssuer({
      listDestinations,
      listAddresses,
      catchUp: chains.catchUp,
      allocate,
    }),
    findUnavailableCoins,
    chain,
    clock,
  })
  const paymentAddresses = createPaymentAddressFinder({
    ...requests,
    find,
    load: renderer.load,
    listAddresses,
    listDestinations,
    getSnapshot,
    isUsable: chains.isFollowing,
    catchUp: chains.catchUp,
    baseUrl: config.baseUrl,
  })
  const lister = createInvoiceLister(database.read)
  // Shared by all lists and exports.
  const takeTurn = createTurns()
  const list = createInvoicePageRenderer(lister, renderer.showRevision, takeTurn)
  const reader = createExportReader(database.read)
  const exportInvoices = createInvoiceExporter({ lister, reader, view, takeTurn })
  const { recordPartialPayment } = paymentCounter
  const cancel = createInvoiceCanceller({ transact, recordPartialPayment, view, clock })
  const changes = createInvoiceChanger(transact)
  const lists = { list, takeTurn, browse: createInvoicePager(lister), lister, exportInvoices }
  return {
    prices,
    settings,
    getSnapshot,
    listAddresses,
    create,
    ...renderer,
    ...lists,
    findUnavailableCoins,
    cancel,
    ...changes,
    requests,
    ...paymentAddresses,
  }
}

export type InvoiceServices = ReturnType<typeof createInvoiceServices>
