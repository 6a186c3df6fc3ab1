import { createExtendedKeyCache } from '../accounts/destination.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Config } from '../config/config.ts'
import { createAddressAllocator } from '../invoices/address.ts'
import { createAmountQueue } from '../invoices/amount-queue.ts'
import { createInvoiceBrowser } from '../invoices/browse.ts'
import { createInvoiceCanceller } from '../invoices/cancel.ts'
import { createCandidateFinder } from '../invoices/candidates.ts'
import { createInvoiceCreator } from '../invoices/create.ts'
import { createInvoiceExporter } from '../invoices/export.ts'
import { createExportReader } from '../invoices/export-store.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { createInvoicePageRenderer } from '../invoices/list.ts'
import { createInvoiceLister } from '../invoices/list-store.ts'
import { type CandidateCoin, selectCoins } from '../invoices/option.ts'
import type { QuoteSettings } from '../invoices/quote.ts'
import { createRequoter } from '../invoices/requote.ts'
import { createInvoiceRenderer } from '../invoices/show.ts'
import { shareWithinTick } from '../kernel/share-calls.ts'
import type { Networks } from '../networks/index.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import { createRequestIssuer } from '../payment-requests/issue.ts'
import { createAddressIssuer } from '../payment-requests/issue-address.ts'
import { createRates } from '../rates/rates.ts'
import { createSources } from '../rates/sources/index.ts'
import type { ChainServices } from './chains.ts'
import type { AppContext } from './context.ts'

/** Invoices, their prices, and their payment requests. */
export function createInvoiceServices(context: AppContext, { networks, chains, view }: ChainServices) {
  const { config, database, transact, read, clock, checkFailpoint } = context
  const settings: QuoteSettings = { quoteMs: config.quoteMs, graceMs: config.graceMs }
  const prices = createPrices(context, networks)
  const snapshot = async (id: string) => {
    const found = await prices.find(id)
    if (!found) throw new Error(`rate snapshot ${id} not found`)
    return found
  }
  const key = createExtendedKeyCache(config.chain)
  const destinations = shareWithinTick((accountId: number) => read.accounts.destinations(accountId))
  const offering = shareWithinTick((accountId: number) => read.accounts.offering(accountId))
  const addresses = (uid: string) => read.invoices.addresses(uid)
  const quoting = {
    newest: (currency: string) => prices.storeCurrent(currency),
    candidates: createCandidateFinder({ key, network: (coin) => networkFor(networks, coin) }),
  }
  const queue = createAmountQueue()
  const freshen = createRequoter({ transact, offering, addresses, quoting, queue, settings, clock })
  const showing = createInvoiceRenderer({
    reader: read.invoices,
    snapshot,
    refreshQuote: freshen,
    view,
    clock,
  })
  const earlier = read.idempotency.find
  const create = createInvoiceCreator({
    transact,
    offering,
    findEarlierAnswer: earlier,
    quoting,
    queue,
    view,
    settings,
    clock,
    checkFailpoint,
  })
  const { chain } = config
  const allocate = createAddressAllocator({
    transact,
    key,
    chain,
    tipHeight: view.tipHeight,
    clock,
    settings,
  })
  /** The coins that an account offers but that cannot pay this invoice now, with the reasons. */
  const leftOut = async (invoice: Pick<Invoice, 'accountId' | 'amount' | 'currency'>) => {
    const { destinations } = await offering(invoice.accountId)
    const possible = quoting.candidates(destinations)
    return selectCoins(invoice, possible, await quoting.newest(invoice.currency), clock.now()).unavailable
  }
  const requests = createRequestIssuer({
    revision: (uid) => read.invoices.revision(uid),
    find: (uid) => read.invoices.find(uid),
    load: showing.load,
    snapshot,
    allocate: createAddressIssuer({
      destinations,
      addresses,
      catchUp: async (coin) => {
        const chain = chains.find(coin)
        if (!chain) throw new NetworkUnavailable(`no usable ${coin} network`)
        await chain.catchUp()
      },
      allocate,
    }),
    findUnavailableCoins: leftOut,
    chain,
    clock,
  })
  const lister = createInvoiceLister(database.read)
  const list = createInvoicePageRenderer(lister, showing.showCached)
  const exported = createInvoiceExporter({ lister, reader: createExportReader(database.read), view })
  const cancel = createInvoiceCanceller(transact, { view, clock })
  const lists = { list, browse: createInvoiceBrowser(lister), lister, exported }
  return { prices, settings, snapshot, addresses, create, ...showing, ...lists, leftOut, cancel, requests }
}

export type InvoiceServices = ReturnType<typeof createInvoiceServices>

function createPrices({ config, transact, read, clock, log }: AppContext, networks: Networks) {
  return createRates({
    ...config.rates,
    sources: createSources(config.rates.sources, clock, rateKeys(config)),
    feeRates: () => networks.feeRates(),
    clock,
    transact,
    snapshots: read.snapshots,
    log,
  })
}

function networkFor(networks: Networks, coin: CoinCode): CandidateCoin['network'] {
  if (networks.isUsable(coin)) return { usable: true }
  // The reason is in the log: a node's messages and address are for the operator only.
  const why = networks.get(coin) ? 'its network is currently unavailable' : 'it has no node'
  return { usable: false, why }
}

function rateKeys({ secrets }: Config): ReadonlyMap<string, string> {
  return new Map(secrets.coingeckoKey === null ? [] : [['coingecko', secrets.coingeckoKey]])
}
