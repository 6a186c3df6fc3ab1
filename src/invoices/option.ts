import { type CoinCode, coins } from '../coins/index.ts'
import {
  type BaseUnits,
  computeCoinAmount,
  type Decimal,
  formatCoins,
  maxBaseUnits,
} from '../kernel/money.ts'
import { formatNoRateReason } from '../rates/rate.ts'
import { getCurrentRate, type RateSnapshot } from '../rates/snapshot.ts'
import type { Invoice } from './invoice.ts'
import { computeAmountDue } from './quote.ts'
import { type AnyWallet, computeRemainingValue, hasReceived } from './received.ts'

/** One coin of a quote, as API responses show it. */
export interface PaymentOption {
  readonly uri: string
  readonly currency: CoinCode
  readonly currency_name: string
  readonly currency_logo_url: string
  /** Decimal number of coins. */
  readonly amount: string
}

/** A coin that can't be offered, and why. */
export interface UnavailableCoin {
  readonly coin: CoinCode
  readonly message: string
  /** The reason as a code: the coin's node, its rate, or an amount that is too small or too large for the coin. */
  readonly reason: 'network' | 'rate' | 'small' | 'large'
  /** Whether it may be available again soon. */
  readonly isTemporary: boolean
}

/** A coin that a destination allows, with the facts that decide whether it can be offered. */
export interface CandidateCoin {
  readonly coin: CoinCode
  /** The smallest output to the destination's script that nodes relay. */
  readonly dust: BaseUnits
  /** Hex script of a fixed address, which other invoices share; null when each invoice has its own. */
  readonly fixedScript: string | null
  /** Whether there is a node to verify and broadcast with. */
  readonly network: { readonly isUsable: true } | { readonly isUsable: false; readonly reason: string }
}

/** A coin that can be paid with, before its amount is made unique on a fixed address. */
export interface AvailableCoin {
  readonly coin: CoinCode
  readonly amount: BaseUnits
  readonly fixedScript: string | null
  /** See `QuotedCoin`. */
  readonly minAmount?: bigint
}

/**
 * Decides for each coin whether it can be offered at the rates of one snapshot. Once part of the amount is paid, fixed addresses
 * are no longer offered: the remainder isn't reserved on them.
 */
export function selectCoins(
  invoice: { readonly amount: Decimal; readonly anyWallet: AnyWallet | null },
  candidates: readonly CandidateCoin[],
  snapshot: RateSnapshot,
  now: number,
): { offered: AvailableCoin[]; unavailable: UnavailableCoin[] } {
  const isRemainder = hasReceived(invoice)
  const fiat = computeRemainingValue(invoice)
  const offered: AvailableCoin[] = []
  const unavailable: UnavailableCoin[] = []
  for (const { coin, dust, network, fixedScript } of candidates) {
    if (isRemainder && fixedScript !== null) continue
    const addUnavailable = (reason: UnavailableCoin['reason'], message: string) =>
      unavailable.push({ coin, message, reason, isTemporary: reason === 'network' || reason === 'rate' })
    if (!network.isUsable) {
      addUnavailable('network', network.reason)
      continue
    }
    const rate = getCurrentRate(snapshot, coin, now)
    if (!rate.isAgreed) {
      addUnavailable('rate', formatNoRateReason(rate.reason))
      continue
    }
    const amount = computeCoinAmount(fiat, rate.value)
    if (amount < dust && !isRemainder) addUnavailable('small', `the amount is below the minimum for ${coin}`)
    else if (amount > maxBaseUnits) addUnavailable('large', `the amount is above the maximum for ${coin}`)
    else if (!snapshot.feeRates.has(coin))
      addUnavailable('network', 'its network has not reported a fee rate recently')
    else offered.push({ coin, amount, fixedScript, ...(invoice.anyWallet && { minAmount: dust }) })
  }
  return { offered, unavailable }
}

/** Formats reasons as `BTC: reason. LTC: reason.` */
export const explainUnavailable = (unavailable: readonly Omit<UnavailableCoin, 'reason'>[]): string =>
  unavailable.map(({ coin, message }) => `${coin}: ${message}.`).join(' ')

/** The options of a quote, at the rates of its snapshot. */
export function buildPaymentOptions(
  invoice: Pick<Invoice, 'uid' | 'amount' | 'anyWallet' | 'quote'>,
  snapshot: RateSnapshot,
  baseUrl: string,
): PaymentOption[] {
  const { uid, quote } = invoice
  const due = computeRemainingValue(invoice)
  return quote.coins.flatMap((quotedCoin) => {
    const coin = coins.get(quotedCoin.code)
    const rate = getCurrentRate(snapshot, quotedCoin.code, quote.quotedAt)
    if (!coin || !rate.isAgreed) return []
    return {
      uri: `${coin.scheme}:?r=${buildRequestUrl(baseUrl, uid)}`,
      currency: quotedCoin.code,
      currency_name: coin.name,
      currency_logo_url: `${baseUrl}/coins/${quotedCoin.code.toLowerCase()}.svg`,
      amount: formatCoins(computeAmountDue(due, rate.value, quotedCoin)),
    }
  })
}

/** The URL of the payment request. URIs contain it unencoded, so it has no `?`, `&`, `#` or `=`. */
export const buildRequestUrl = (baseUrl: string, uid: string): string => `${baseUrl}/r/${uid}`
