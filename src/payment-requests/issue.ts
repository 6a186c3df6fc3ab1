import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, findCoin } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import { type Invoice, requirePayable, type Unpaid } from '../invoices/invoice.ts'
import { keptByRevision } from '../invoices/kept.ts'
import { explain, type LeftOut } from '../invoices/option.ts'
import { handOutEnd } from '../invoices/show.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { dueIn, type PaymentOffer, type PaymentRequest, paymentOffer, paymentRequest } from './request.ts'

export interface IssueParts {
  readonly revision: (uid: string) => Promise<number | null>
  /** The invoice as it is. */
  readonly find: (uid: string) => Promise<Invoice | null>
  /** The invoice with a quote that is worth handing out. */
  readonly load: (uid: string) => Promise<Invoice>
  readonly snapshot: (id: string) => Promise<RateSnapshot>
  /** Null when the invoice's quote has changed since it was read. */
  readonly allocate: (invoice: Unpaid, coin: CoinCode, due: BaseUnits) => Promise<InvoiceAddress | null>
  /** The coins that the account takes and cannot offer at the moment, with the reasons. */
  readonly leftOut: (invoice: Unpaid) => Promise<readonly LeftOut[]>
  readonly chain: ChainName
  readonly clock: Clock
}

/** A quote changes when it is renewed, and once for each coin whose amount is raised as its address is handed out. */
const mostTries = 10

/** Some 1 kB each. */
const mostKept = 10_000

export function issueRequests(parts: IssueParts) {
  const kept = keptByRevision<PaymentRequest>(mostKept)
  const keptOffers = keptByRevision<PaymentOffer>(mostKept)
  return { issue, offer, check }

  /**
   * The payment request of one coin; its address is allocated when the coin is asked for the first time.
   * @throws {Refused} `invoice_not_found`, the invoice's state, `currency_header_missing`, `coin_not_offered`, `rates_unavailable`
   */
  async function issue(uid: string, coinName: string | null): Promise<PaymentRequest> {
    const key = `${uid} ${coinName?.toUpperCase()}`
    const known = kept.get(key, await revisionOf(uid), parts.clock.now())
    if (known) return known
    for (let tries = 0; tries < mostTries; tries++) {
      const made = await make(key, uid, coinName)
      if (made) return made
    }
    throw new Refused('rates_unavailable', 'The price of this invoice is changing at the moment.')
  }

  /** Every coin that can be asked for, without allocating an address. @throws {Refused} `invoice_not_found`, the invoice's state, `rates_unavailable` */
  async function offer(uid: string): Promise<PaymentOffer> {
    return keptOffers.get(uid, await revisionOf(uid), parts.clock.now()) ?? makeOffer(uid)
  }

  async function revisionOf(uid: string): Promise<number> {
    const revision = isUid(uid) ? await parts.revision(uid) : null
    if (revision === null) throw new Refused('invoice_not_found')
    return revision
  }

  /** Could that coin, or with null any, be asked for? Nothing is quoted or allocated. @throws {Refused} as `issue` or `offer` */
  async function check(uid: string, asked: { readonly coin: string | null } | null): Promise<void> {
    const invoice = isUid(uid) ? await parts.find(uid) : null
    if (!invoice) throw new Refused('invoice_not_found')
    const unpaid = requirePayable(invoice)
    if (asked) await choose(unpaid, asked.coin)
    else requireCurrent(unpaid)
  }

  /** Null when the quote changed in between. */
  async function make(key: string, uid: string, coinName: string | null): Promise<PaymentRequest | null> {
    const invoice = requirePayable(await parts.load(uid))
    const coin = await choose(invoice, coinName)
    const snapshot = await parts.snapshot(invoice.quote.snapshotId)
    const due = dueIn(invoice, invoice.quote, snapshot, coin)
    if (due === null) throw new Error(`the snapshot of ${uid} lacks a rate of ${coin}`)
    const address = await parts.allocate(invoice, coin, due)
    if (!address) return null
    // A fixed address may have raised the amount.
    const priced = requirePayable(await parts.load(uid))
    const prices = await parts.snapshot(priced.quote.snapshotId)
    const request = paymentRequest(priced, priced.quote, prices, address, parts.chain)
    if (!request) throw new Refused('rates_unavailable', `${coin} has no price at the moment.`)
    return kept.set(key, priced.revision, handOutEnd(priced, parts.clock.now()), request)
  }

  async function makeOffer(uid: string): Promise<PaymentOffer> {
    const invoice = requirePayable(await parts.load(uid))
    requireCurrent(invoice)
    const snapshot = await parts.snapshot(invoice.quote.snapshotId)
    const made = paymentOffer(invoice, invoice.quote, snapshot, parts.chain)
    if (made.coins.length === 0) throw new Refused('rates_unavailable', explain(await parts.leftOut(invoice)))
    return keptOffers.set(uid, invoice.revision, handOutEnd(invoice, parts.clock.now()), made)
  }

  /** The coin that a wallet asks for, or the only one there is. */
  async function choose(invoice: Unpaid, coinName: string | null): Promise<CoinCode> {
    requireCurrent(invoice)
    const offered = invoice.quote.coins.map(({ code }) => code)
    if (coinName === null || coinName === '') {
      const [only, ...others] = offered
      if (only === undefined || others.length > 0)
        throw new Refused('currency_header_missing', offered.join(', '))
      return only
    }
    const coin = findCoin(coinName)
    if (coin && offered.includes(coin.code)) return coin.code
    const passing = (await parts.leftOut(invoice)).filter((each) => each.coin === coin?.code && each.passing)
    if (passing.length > 0) throw new Refused('rates_unavailable', explain(passing))
    throw new Refused('coin_not_offered', offered.join(', '))
  }

  /** @throws {Refused} `rates_unavailable` when the price ran out and could not be renewed */
  function requireCurrent({ quote, expiresAt }: Unpaid): void {
    if (quote.coins.length > 0 && quote.expiresAt <= parts.clock.now() && quote.expiresAt < expiresAt) {
      throw new Refused('rates_unavailable', 'The price of this invoice cannot be renewed at the moment.')
    }
  }
}
