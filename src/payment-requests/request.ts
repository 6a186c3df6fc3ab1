import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { amountDue, type Quote } from '../invoices/quote.ts'
import type { Instant } from '../kernel/clock.ts'
import { type BaseUnits, formatDecimal } from '../kernel/money.ts'
import { type RateSnapshot, rateOf } from '../rates/snapshot.ts'

/** What a wallet is asked for: one coin of one invoice at the price of one quote. */
export interface PaymentRequest {
  readonly uid: string
  readonly coin: CoinCode
  readonly chain: ChainName
  readonly outputs: readonly RequiredOutput[]
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
  readonly quotedAt: Instant
  readonly expiresAt: Instant
  readonly memo: string
}

/** What a wallet can choose from: every coin of one invoice at the price of one quote. */
export interface PaymentOffer {
  readonly uid: string
  readonly chain: ChainName
  readonly coins: readonly OfferedCoin[]
  readonly quotedAt: Instant
  readonly expiresAt: Instant
  readonly memo: string
}

export interface OfferedCoin {
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** Base units per 1 000 bytes. */
  readonly feeRate: bigint
}

export interface RequiredOutput {
  readonly address: string
  /** Hex. */
  readonly script: string
  readonly amount: BaseUnits
}

/** Builds the request of one quote; null when that quote does not offer the coin. Pure: the same again for the same facts. */
export function paymentRequest(
  invoice: Invoice,
  quote: Quote,
  snapshot: RateSnapshot,
  { coin, address, script }: InvoiceAddress,
  chain: ChainName,
): PaymentRequest | null {
  const due = dueIn(invoice, quote, snapshot, coin)
  const feeRate = snapshot.feeRates.get(coin)
  if (due === null || feeRate === undefined) return null
  return {
    uid: invoice.uid,
    coin,
    chain,
    outputs: [{ address, script, amount: due }],
    feeRate,
    ...facts(invoice, quote),
  }
}

/** What can be chosen of an invoice's quote. Pure, as `paymentRequest`. */
export function paymentOffer(
  invoice: Invoice,
  quote: Quote,
  snapshot: RateSnapshot,
  chain: ChainName,
): PaymentOffer {
  const offered = quote.coins.flatMap(({ code: coin }) => {
    const amount = dueIn(invoice, quote, snapshot, coin)
    const feeRate = snapshot.feeRates.get(coin)
    return amount === null || feeRate === undefined ? [] : [{ coin, amount, feeRate }]
  })
  return { uid: invoice.uid, chain, coins: offered, ...facts(invoice, quote) }
}

/** What every coin's request shares. */
const facts = ({ memo, amount, currency }: Invoice, { quotedAt, expiresAt }: Quote) => ({
  quotedAt,
  expiresAt,
  memo: memo || `Payment of ${formatDecimal(amount)} ${currency}`,
})

/** What a quote asks in that coin; null when it does not offer it. */
export function dueIn(
  invoice: Invoice,
  quote: Quote,
  snapshot: RateSnapshot,
  coin: CoinCode,
): BaseUnits | null {
  const quoted = quote.coins.find(({ code }) => code === coin)
  const rate = rateOf(snapshot, coin, quote.quotedAt)
  return quoted && rate.agreed ? amountDue(invoice.amount, rate.value, quoted) : null
}

/** Base units per byte of a rate per 1 000 bytes, as a plain decimal. */
export const perByte = (feeRate: bigint): string => formatDecimal({ digits: feeRate, scale: 3 })
