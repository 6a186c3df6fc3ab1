import type { Destination } from '../accounts/destination.ts'
import { type CoinCode, findCoin, getCoin } from '../coins/index.ts'
import { type InvoiceAddress, isWatchable } from '../invoices/address.ts'
import { type Invoice, requirePayable } from '../invoices/invoice.ts'
import { buildRequestUrl } from '../invoices/option.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toIsoString } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { type BaseUnits, computeCoinAmount, formatCoins, toBaseUnits } from '../kernel/money.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'
import { findAmountDue, type PaymentRequest } from './request.ts'

/** The data that a wallet without a payment protocol needs to pay an invoice in one coin. Amounts are decimal numbers of coins. */
export interface PaymentAddress {
  readonly currency: CoinCode
  readonly address: string
  /** The whole amount at the newest quote. */
  readonly amount: string
  /** The amount received in this coin. */
  readonly received: string
  /** The amount still due, after payments in all coins. */
  readonly remaining: string
  readonly uri: string
  readonly expires: string
}

interface PaymentAddressDependencies {
  /** The invoice as stored. */
  readonly find: (uid: string) => Promise<Invoice | null>
  /** The invoice with a quote that is worth issuing. */
  readonly load: (uid: string) => Promise<Invoice>
  /** Checks that the coin can be requested. Issues no quote and no address. */
  readonly check: (uid: string, intent: { readonly coin: string }) => Promise<void>
  readonly issue: (uid: string, coinName: string) => Promise<PaymentRequest>
  readonly listAddresses: (uid: string) => Promise<InvoiceAddress[]>
  readonly listDestinations: (accountId: number) => Promise<readonly Destination[]>
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  /** Whether the coin's node was usable when it was last checked. */
  readonly isUsable: (coin: CoinCode) => boolean
  /** Follows the chain to its current tip. @throws {NetworkUnavailableError} */
  readonly catchUp: (coin: CoinCode) => Promise<void>
  readonly baseUrl: string
}

export function createPaymentAddressFinder(dependencies: PaymentAddressDependencies) {
  return { findPaymentAddress, checkPaymentAddress, findIssuedAddress, findWatchableCoins }

  /**
   * Allocates the invoice's address for that coin at the first call, like a payment request.
   * @throws {ApiError} `any_wallet_off`, and as a payment request
   */
  async function findPaymentAddress(uid: string, coinName: string): Promise<PaymentAddress> {
    // While the node is down, the quote isn't renewed either.
    const invoiceBefore = await findInvoice(uid)
    await requireWatched(invoiceBefore, coinName)
    const current = await dependencies.load(uid)
    if (current.revision !== invoiceBefore.revision) await requireWatched(current, coinName)
    const { coin } = await dependencies.issue(uid, coinName)
    const address = (await dependencies.listAddresses(uid)).find((each) => each.coin === coin)
    if (!address || !isWatchable(address)) throw new ApiError('any_wallet_off')
    const invoice = requirePayable(await dependencies.load(uid))
    const snapshot = await dependencies.getSnapshot(invoice.quote.snapshotId)
    const built = buildPaymentAddress(invoice, snapshot, address, dependencies.baseUrl)
    if (!built) throw new ApiError('rates_unavailable', `${coin} has no price at the moment.`)
    return built
  }

  /** Issues no quote and no address. @throws {ApiError} as `findPaymentAddress` */
  async function checkPaymentAddress(uid: string, coinName: string): Promise<void> {
    await requireWatched(await findInvoice(uid), coinName)
    await dependencies.check(uid, { coin: coinName })
  }

  async function findInvoice(uid: string): Promise<Invoice> {
    const invoice = isUid(uid) ? await dependencies.find(uid) : null
    if (!invoice) throw new ApiError('invoice_not_found')
    return invoice
  }

  /** Payments to the address must be detectable. For a coin that the quote doesn't offer, the payment request reports the error. */
  async function requireWatched(invoice: Invoice, coinName: string): Promise<void> {
    const coin = findCoin(coinName)?.code
    if (!invoice.anyWallet || coin === 'BSV') throw new ApiError('any_wallet_off')
    if (!coin || !invoice.quote.coins.some(({ code }) => code === coin)) return
    // A fixed address would reserve an amount.
    if (!(await findWatchableCoins(invoice)).has(coin)) throw new ApiError('any_wallet_off')
    requirePayable(invoice)
    if (!dependencies.isUsable(coin)) throw createUndetectableError()
    const issuedAddresses = await dependencies.listAddresses(invoice.uid)
    if (!issuedAddresses.some((each) => each.coin === coin))
      await dependencies.catchUp(coin).catch(rethrowUndetectable)
  }

  /** The issued address at the invoice's current quote. Null if none was issued yet, or if it can't be watched. */
  async function findIssuedAddress(
    invoice: Invoice,
    snapshot: RateSnapshot,
    coin: CoinCode,
  ): Promise<PaymentAddress | null> {
    if (!invoice.anyWallet || !dependencies.isUsable(coin)) return null
    const address = (await dependencies.listAddresses(invoice.uid)).find((each) => each.coin === coin)
    return address && isWatchable(address)
      ? buildPaymentAddress(invoice, snapshot, address, dependencies.baseUrl)
      : null
  }

  /** The coins of the quote in which any wallet can pay the invoice. Issues no address. */
  async function findWatchableCoins({
    uid,
    accountId,
    anyWallet,
    quote,
  }: Invoice): Promise<ReadonlySet<CoinCode>> {
    if (!anyWallet) return new Set()
    const [issued, destinations] = await Promise.all([
      dependencies.listAddresses(uid),
      dependencies.listDestinations(accountId),
    ])
    const isDerived = (code: CoinCode): boolean =>
      issued.find(({ coin }) => coin === code)?.isDerived ??
      destinations.some(({ coin, kind }) => coin === code && kind === 'xpub')
    const codes = quote.coins.map(({ code }) => code)
    return new Set(codes.filter((coin) => isWatchable({ coin, isDerived: isDerived(coin) })))
  }
}

const createUndetectableError = (): ApiError =>
  new ApiError(
    'rates_unavailable',
    'The node of this coin is unavailable, so a payment might not be detected.',
  )

function rethrowUndetectable(error: unknown): never {
  throw error instanceof NetworkUnavailableError ? createUndetectableError() : error
}

/** Null when the quote doesn't offer the coin. */
function buildPaymentAddress(
  invoice: Invoice,
  snapshot: RateSnapshot,
  { coin, address }: InvoiceAddress,
  baseUrl: string,
): PaymentAddress | null {
  const due = findAmountDue(invoice, invoice.quote, snapshot, coin)
  const rate = getCurrentRate(snapshot, coin, invoice.quote.quotedAt)
  if (due === null || !rate.isAgreed) return null
  const remaining = formatCoins(due)
  return {
    currency: coin,
    address,
    amount: formatCoins(computeCoinAmount(invoice.amount, rate.value)),
    received: formatCoins(sumReceived(invoice, coin)),
    remaining,
    uri: formatPaymentUri(coin, address, remaining, buildRequestUrl(baseUrl, invoice.uid)),
    expires: toIsoString(invoice.quote.expiresAt),
  }
}

const sumReceived = ({ anyWallet }: Invoice, code: CoinCode): BaseUnits =>
  (anyWallet?.received ?? []).reduce(
    (sum, { coin, isCounted, amount }) => (isCounted && coin === code ? toBaseUnits(sum + amount) : sum),
    toBaseUnits(0n),
  )

/** BIP72: a wallet with a payment protocol follows `r`, any other pays the address. A cash address already contains its prefix. */
function formatPaymentUri(code: CoinCode, address: string, amount: string, url: string): string {
  const payee = address.includes(':') ? address : `${getCoin(code).scheme}:${address}`
  return `${payee}?amount=${amount}&r=${url}`
}
