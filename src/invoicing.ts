import { extendedKeys } from './accounts/destination.ts'
import type { Base } from './base.ts'
import type { JoinedChains } from './chains.ts'
import type { CoinCode } from './coins/index.ts'
import type { Config } from './config.ts'
import { allocateAddress } from './invoices/address.ts'
import { cancelInvoice } from './invoices/cancel.ts'
import { candidates } from './invoices/candidates.ts'
import { createInvoice } from './invoices/create.ts'
import { exportInvoices } from './invoices/export.ts'
import { exportReader } from './invoices/export-store.ts'
import type { Invoice } from './invoices/invoice.ts'
import { browseInvoices, listInvoices } from './invoices/list.ts'
import { invoiceLister } from './invoices/list-store.ts'
import { type Candidate, offer } from './invoices/option.ts'
import type { QuoteSettings } from './invoices/quote.ts'
import { requote } from './invoices/requote.ts'
import { showInvoices } from './invoices/show.ts'
import { sharedInTurn } from './kernel/shared.ts'
import type { Networks } from './networks/index.ts'
import { NetworkUnavailable } from './networks/network.ts'
import { handOutAddress } from './payment-requests/hand-out.ts'
import { issueRequests } from './payment-requests/issue.ts'
import { rates } from './rates/rates.ts'
import { openSources } from './rates/sources/index.ts'

/** Invoices, their prices, and what wallets are asked for. */
export function openInvoicing(base: Base, { networks, chains, view }: JoinedChains) {
  const { config, database, transact, read, clock, at } = base
  const settings: QuoteSettings = { quoteMs: config.quoteMs, graceMs: config.graceMs }
  const prices = openPrices(base, networks)
  const snapshot = async (id: string) => {
    const found = await prices.find(id)
    if (!found) throw new Error(`the rate snapshot ${id} is gone`)
    return found
  }
  const key = extendedKeys(config.chain)
  const destinations = sharedInTurn((accountId: number) => read.accounts.destinations(accountId))
  const offering = sharedInTurn((accountId: number) => read.accounts.offering(accountId))
  const addresses = (uid: string) => read.invoices.addresses(uid)
  const quoting = {
    newest: (currency: string) => prices.stored(currency),
    candidates: candidates({ key, network: (coin) => networkFor(networks, coin) }),
  }
  const freshen = requote({ transact, offering, addresses, quoting, settings, clock })
  const showing = showInvoices({ reader: read.invoices, snapshot, freshen, view, clock })
  const earlier = read.idempotency.find
  const create = createInvoice({ transact, offering, earlier, quoting, view, settings, clock, at })
  const { chain } = config
  const allocate = allocateAddress({ transact, key, chain, tipHeight: view.tipHeight, clock, settings })
  /** The coins that an account offers and cannot take for this invoice now, with the reasons. */
  const leftOut = async (invoice: Pick<Invoice, 'accountId' | 'amount' | 'currency'>) => {
    const { destinations } = await offering(invoice.accountId)
    const possible = quoting.candidates(destinations)
    return offer(invoice, possible, await quoting.newest(invoice.currency), clock.now()).leftOut
  }
  const requests = issueRequests({
    revision: (uid) => read.invoices.revision(uid),
    find: (uid) => read.invoices.find(uid),
    load: showing.load,
    snapshot,
    allocate: handOutAddress({
      destinations,
      addresses,
      catchUp: async (coin) => {
        const chain = chains.find(coin)
        if (!chain) throw new NetworkUnavailable(`no network of ${coin} can be used`)
        await chain.catchUp()
      },
      allocate,
    }),
    leftOut,
    chain,
    clock,
  })
  const lister = invoiceLister(database.read)
  const list = listInvoices(lister, showing.peek)
  const exported = exportInvoices({ lister, reader: exportReader(database.read), view })
  const cancel = cancelInvoice(transact, { view, clock })
  const lists = { list, browse: browseInvoices(lister), exported }
  return { prices, settings, snapshot, addresses, create, ...showing, ...lists, leftOut, cancel, requests }
}

export type Invoicing = ReturnType<typeof openInvoicing>

function openPrices({ config, transact, read, clock, notes }: Base, networks: Networks) {
  return rates({
    ...config.rates,
    sources: openSources(config.rates.sources, clock, rateKeys(config)),
    feeRates: () => networks.feeRates(),
    clock,
    transact,
    snapshots: read.snapshots,
    log: notes,
  })
}

function networkFor(networks: Networks, coin: CoinCode): Candidate['network'] {
  if (networks.usable(coin)) return { usable: true }
  // Why is in the log: a node's words, and where it is, are the operator's alone.
  const why = networks.of(coin) ? 'its network cannot be used at the moment' : 'it has no network'
  return { usable: false, why }
}

function rateKeys({ secrets }: Config): ReadonlyMap<string, string> {
  return new Map(secrets.coingeckoKey === null ? [] : [['coingecko', secrets.coingeckoKey]])
}
