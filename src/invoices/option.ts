import { type CoinCode, coins } from '../coins/index.ts'
import { type BaseUnits, coinAmount, type Decimal, formatCoins, maxBaseUnits } from '../kernel/money.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { rateOf } from '../rates/snapshot.ts'
import { amountDue, type Quote } from './quote.ts'

/** A quote as the invoice shows it: one per coin that the account accepts. */
export interface PaymentOption {
  readonly uri: string
  readonly currency: CoinCode
  readonly currency_name: string
  readonly currency_logo_url: string
  /** Decimal number of coins. */
  readonly amount: string
}

/** A coin that can't be offered, and why. `isTemporary`: it may be available again soon. */
export interface UnavailableCoin {
  readonly coin: CoinCode
  readonly message: string
  /** The reason as a code: the coin's node, its price, or an amount that is too small or too large for the coin. */
  readonly reason: 'network' | 'rate' | 'small' | 'large'
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
  readonly network: { readonly usable: true } | { readonly usable: false; readonly why: string }
}

/** A coin that can be paid with, before its amount is made unique on a fixed address. */
export interface AvailableCoin {
  readonly coin: CoinCode
  readonly amount: BaseUnits
  readonly fixedScript: string | null
}

/** Decides for each coin whether it can be offered at the prices of one snapshot. */
export function selectCoins(
  { amount: fiat }: { readonly amount: Decimal },
  candidates: readonly CandidateCoin[],
  snapshot: RateSnapshot,
  now: number,
): { offered: AvailableCoin[]; unavailable: UnavailableCoin[] } {
  const offered: AvailableCoin[] = []
  const leftOut: UnavailableCoin[] = []
  for (const { coin, dust, network, fixedScript } of candidates) {
    const leave = (because: UnavailableCoin['reason'], why: string) =>
      leftOut.push({
        coin,
        message: why,
        reason: because,
        isTemporary: because === 'network' || because === 'rate',
      })
    if (!network.usable) {
      leave('network', network.why)
      continue
    }
    const rate = rateOf(snapshot, coin, now)
    if (!rate.agreed) {
      leave('rate', rate.reason)
      continue
    }
    const amount = coinAmount(fiat, rate.value)
    if (amount < dust) leave('small', `the amount is below the minimum for ${coin}`)
    else if (amount > maxBaseUnits) leave('large', `the amount is above the maximum for ${coin}`)
    else if (!snapshot.feeRates.has(coin))
      leave('network', 'its network has not reported a fee rate recently')
    else offered.push({ coin, amount, fixedScript })
  }
  return { offered, unavailable: leftOut }
}

/** `BTC: why. LTC: why.` */
export const explain = (leftOut: readonly Omit<UnavailableCoin, 'reason'>[]): string =>
  leftOut.map(({ coin, message }) => `${coin}: ${message}.`).join(' ')

/** The options of a quote, at the prices of its snapshot. */
export function paymentOptions(
  { uid, amount, quote }: { uid: string; amount: Decimal; quote: Quote },
  snapshot: RateSnapshot,
  baseUrl: string,
): PaymentOption[] {
  return quote.coins.flatMap((quoted) => {
    const coin = coins.get(quoted.code)
    const rate = rateOf(snapshot, quoted.code, quote.quotedAt)
    if (!coin || !rate.agreed) return []
    return {
      uri: `${coin.scheme}:?r=${requestUrl(baseUrl, uid)}`,
      currency: quoted.code,
      currency_name: coin.name,
      currency_logo_url: `${baseUrl}/coins/${quoted.code.toLowerCase()}.svg`,
      amount: formatCoins(amountDue(amount, rate.value, quoted)),
    }
  })
}

/** The URL of the payment request. URIs contain it unencoded, so it has no `?`, `&`, `#` or `=`. */
export const requestUrl = (baseUrl: string, uid: string): string => `${baseUrl}/r/${uid}`
