import { createExtendedKeyCache } from '../accounts/destination.ts'
import { createAmountQueue } from '../invoices/amount-queue.ts'
import { createCandidateFinder } from '../invoices/candidates.ts'
import type { QuoteSettings } from '../invoices/quote.ts'
import { createRequoter } from '../invoices/requote.ts'
import { shareWithinTick } from '../kernel/share-calls.ts'
import type { Networks } from '../networks/index.ts'
import { createRates } from '../rates/rates.ts'
import { createSources } from '../rates/sources/index.ts'
import type { AppContext } from './context.ts'

/** Exchange rates, and the quotes of invoices. */
export function createQuoteServices(context: AppContext, networks: Networks) {
  const { config, transact, read, clock } = context
  const settings: QuoteSettings = { quoteMs: config.quoteMs, graceMs: config.graceMs }
  const prices = createPrices(context, networks)
  const getKey = createExtendedKeyCache(config.chain)
  const findInvoiceDefaults = shareWithinTick((accountId: number) =>
    read.accounts.findInvoiceDefaults(accountId),
  )
  const listAddresses = (uid: string) => read.invoices.listAddresses(uid)
  const quoteInputs = {
    storeNewestRates: (currency: string) => prices.storeCurrent(currency),
    findCandidates: createCandidateFinder({ getKey, networks }),
  }
  const queue = createAmountQueue()
  const refreshInvoice = createRequoter({
    transact,
    findInvoice: (uid) => read.invoices.find(uid),
    findInvoiceDefaults,
    listAddresses,
    quoteInputs,
    queue,
    settings,
    clock,
  })
  return {
    prices,
    getSnapshot: prices.get,
    settings,
    getKey,
    findInvoiceDefaults,
    listAddresses,
    quoteInputs,
    queue,
    refreshInvoice,
  }
}

export type QuoteServices = ReturnType<typeof createQuoteServices>

function createPrices({ config, transact, read, clock, log }: AppContext, networks: Networks) {
  return createRates({
    ...config.rates,
    sources: createSources(config.rates.sources, clock, { coingecko: config.secrets.coingeckoKey }),
    getFeeRates: () => networks.getFeeRates(),
    clock,
    transact,
    snapshots: read.snapshots,
    log,
  })
}
