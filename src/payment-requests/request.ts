import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { computeAmountDue, type Quote } from '../invoices/quote.ts'
import { computeRemainingValue } from '../invoices/received.ts'
import type { Instant } from '../kernel/clock.ts'
import { type BaseUnits, formatDecimal, toBaseUnits } from '../kernel/money.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'

/** A request to a wallet: one coin of one invoice at one quote. */
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

/** The coins that a wallet can choose from: all coins of one invoice at one quote. */
export interface PaymentOffer {
  readonly uid: string
  readonly chain: ChainName
  readonly coins: readonly OfferedCoin[]
  readonly quotedAt: Instant
  readonly expiresAt: Instant
  readonly memo: string
}

interface OfferedCoin {
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

/** Builds the request for one quote, or null when that quote doesn't offer the coin. Pure: the same input gives the same result. */
export function buildPaymentRequest(
  invoice: Invoice,
  quote: Quote,
  snapshot: RateSnapshot,
  { coin, address, script }: InvoiceAddress,
  chain: ChainName,
): PaymentRequest | null {
  const due = findAmountDue(invoice, quote, snapshot, coin)
  const feeRate = snapshot.feeRates.get(coin)
  if (due === null || feeRate === undefined) return null
  return {
    uid: invoice.uid,
    coin,
    chain,
    outputs: [{ address, script, amount: due }],
    feeRate,
    ...getSharedFields(invoice, quote),
  }
}

/** The total of the required outputs. */
export const getRequestTotal = ({ outputs }: Pick<PaymentRequest, 'outputs'>): BaseUnits =>
  outputs.reduce((sum, { amount }) => toBaseUnits(sum + amount), toBaseUnits(0n))

/** Builds the offer of all coins for one quote. Pure, like `buildPaymentRequest`. */
export function buildPaymentOffer(
  invoice: Invoice,
  quote: Quote,
  snapshot: RateSnapshot,
  chain: ChainName,
): PaymentOffer {
  const offered = quote.coins.flatMap(({ code: coin }) => {
    const amount = findAmountDue(invoice, quote, snapshot, coin)
    const feeRate = snapshot.feeRates.get(coin)
    return amount === null || feeRate === undefined ? [] : [{ coin, amount, feeRate }]
  })
  return { uid: invoice.uid, chain, coins: offered, ...getSharedFields(invoice, quote) }
}

/** The fields that the requests of all coins share. */
const getSharedFields = ({ memo, amount, currency }: Invoice, { quotedAt, expiresAt }: Quote) => ({
  quotedAt,
  expiresAt,
  memo: memo || `Payment of ${formatDecimal(amount)} ${currency}`,
})

/** The amount due in that coin, or null when the quote doesn't offer it. */
export function findAmountDue(
  invoice: Invoice,
  quote: Quote,
  snapshot: RateSnapshot,
  coin: CoinCode,
): BaseUnits | null {
  const quotedCoin = quote.coins.find(({ code }) => code === coin)
  const rate = getCurrentRate(snapshot, coin, quote.quotedAt)
  return quotedCoin && rate.isAgreed
    ? computeAmountDue(computeRemainingValue(invoice), rate.value, quotedCoin)
    : null
}

/** Converts a rate per 1 000 bytes to base units per byte, as a plain decimal. */
export const formatPerByte = (feeRate: bigint): string => formatDecimal({ digits: feeRate, scale: 3 })
