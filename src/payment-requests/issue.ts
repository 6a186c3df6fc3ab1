import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, findCoin } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import { type Invoice, requirePayable, type UnpaidInvoice } from '../invoices/invoice.ts'
import { explainUnavailable, type UnavailableCoin } from '../invoices/option.ts'
import { createRevisionCache } from '../invoices/revision-cache.ts'
import { getCacheExpiry } from '../invoices/show.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { BaseUnits } from '../kernel/money.ts'
import { withSpan } from '../platform/tracing.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import {
  buildPaymentOffer,
  buildPaymentRequest,
  findAmountDue,
  type PaymentOffer,
  type PaymentRequest,
} from './request.ts'

interface IssueDependencies {
  readonly findRevision: (uid: string) => Promise<number | null>
  /** The current invoice. */
  readonly find: (uid: string) => Promise<Invoice | null>
  /** The invoice with a quote that is worth issuing. */
  readonly load: (uid: string) => Promise<Invoice>
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  /** Null when the invoice's quote has changed since it was read. */
  readonly allocate: (
    invoice: UnpaidInvoice,
    coin: CoinCode,
    due: BaseUnits,
  ) => Promise<InvoiceAddress | null>
  /** The account's coins that can't be offered at the moment, with the reasons. */
  readonly findUnavailableCoins: (invoice: UnpaidInvoice) => Promise<readonly UnavailableCoin[]>
  readonly chain: ChainName
  readonly clock: Clock
}

/** A quote changes when it is renewed, and once for each coin whose amount gets an offset when its address is issued. */
const maxAttempts = 10

/** About 1 kB each. */
const maxEntries = 10_000

export function createRequestIssuer(dependencies: IssueDependencies) {
  const requestCache = createRevisionCache<PaymentRequest>(maxEntries)
  const offerCache = createRevisionCache<PaymentOffer>(maxEntries)
  return { issue, offer, check }

  /**
   * The payment request of one coin. Its address is allocated on the first request for the coin.
   * @throws {ApiError} `invoice_not_found`, the invoice's state, `currency_header_missing`, `coin_not_offered`, `rates_unavailable`
   */
  async function issue(uid: string, coinName: string | null): Promise<PaymentRequest> {
    const key = `${uid} ${coinName?.toUpperCase()}`
    const cached = requestCache.get(key, await findRevision(uid), dependencies.clock.now())
    const build = () => buildWithRetries(key, uid, coinName)
    return cached ?? withSpan('build payment request', build, { attributes: { 'quittance.invoice': uid } })
  }

  async function buildWithRetries(
    key: string,
    uid: string,
    coinName: string | null,
  ): Promise<PaymentRequest> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const built = await buildRequest(key, uid, coinName)
      if (built) return built
    }
    throw new ApiError('rates_unavailable', 'The price of this invoice keeps changing.')
  }

  /**
   * All coins that can be requested, without allocating an address.
   * @throws {ApiError} `invoice_not_found`, the invoice's state, `rates_unavailable`
   */
  async function offer(uid: string): Promise<PaymentOffer> {
    return offerCache.get(uid, await findRevision(uid), dependencies.clock.now()) ?? buildOffer(uid)
  }

  async function findRevision(uid: string): Promise<number> {
    const revision = isUid(uid) ? await dependencies.findRevision(uid) : null
    if (revision === null) throw new ApiError('invoice_not_found')
    return revision
  }

  /**
   * Checks whether this coin, or with null any coin, can be requested. Creates no quote or address.
   * @throws {ApiError} as `issue` or `offer`
   */
  async function check(uid: string, intent: { readonly coin: string | null } | null): Promise<void> {
    const invoice = isUid(uid) ? await dependencies.find(uid) : null
    if (!invoice) throw new ApiError('invoice_not_found')
    const unpaid = requirePayable(invoice)
    if (intent) await chooseCoin(unpaid, intent.coin)
    else requireCurrent(unpaid)
  }

  /** Null when the quote changed in the meantime. */
  async function buildRequest(
    key: string,
    uid: string,
    coinName: string | null,
  ): Promise<PaymentRequest | null> {
    const invoice = requirePayable(await dependencies.load(uid))
    const coin = await chooseCoin(invoice, coinName)
    const snapshot = await dependencies.getSnapshot(invoice.quote.snapshotId)
    const due = findAmountDue(invoice, invoice.quote, snapshot, coin)
    if (due === null) throw new Error(`the snapshot of ${uid} has no ${coin} rate`)
    const address = await dependencies.allocate(invoice, coin, due)
    if (!address) return null
    // A fixed address may have added an amount offset.
    const priced = requirePayable(await dependencies.load(uid))
    const prices = await dependencies.getSnapshot(priced.quote.snapshotId)
    const request = buildPaymentRequest(priced, priced.quote, prices, address, dependencies.chain)
    if (!request) throw new ApiError('rates_unavailable', `${coin} has no price at the moment.`)
    return requestCache.set(key, priced.revision, getCacheExpiry(priced, dependencies.clock.now()), request)
  }

  async function buildOffer(uid: string): Promise<PaymentOffer> {
    const invoice = requirePayable(await dependencies.load(uid))
    requireCurrent(invoice)
    const snapshot = await dependencies.getSnapshot(invoice.quote.snapshotId)
    const built = buildPaymentOffer(invoice, invoice.quote, snapshot, dependencies.chain)
    if (built.coins.length === 0)
      throw new ApiError(
        'rates_unavailable',
        explainUnavailable(await dependencies.findUnavailableCoins(invoice)),
      )
    return offerCache.set(uid, invoice.revision, getCacheExpiry(invoice, dependencies.clock.now()), built)
  }

  /** The coin that a wallet requests, or the only one there is. */
  async function chooseCoin(invoice: UnpaidInvoice, coinName: string | null): Promise<CoinCode> {
    requireCurrent(invoice)
    const offered = invoice.quote.coins.map(({ code }) => code)
    if (coinName === null || coinName === '') {
      const [only, ...others] = offered
      if (only === undefined || others.length > 0)
        throw new ApiError('currency_header_missing', offered.join(', '))
      return only
    }
    const coin = findCoin(coinName)
    if (coin && offered.includes(coin.code)) return coin.code
    const temporary = (await dependencies.findUnavailableCoins(invoice)).filter(
      (each) => each.coin === coin?.code && each.isTemporary,
    )
    if (temporary.length > 0) throw new ApiError('rates_unavailable', explainUnavailable(temporary))
    throw new ApiError('coin_not_offered', offered.join(', '))
  }

  /** @throws {ApiError} `rates_unavailable` when the quote expired and could not be renewed */
  function requireCurrent({ quote, expiresAt }: UnpaidInvoice): void {
    if (
      quote.coins.length > 0 &&
      quote.expiresAt <= dependencies.clock.now() &&
      quote.expiresAt < expiresAt
    ) {
      throw new ApiError('rates_unavailable', 'The price of this invoice cannot be renewed at the moment.')
    }
  }
}
