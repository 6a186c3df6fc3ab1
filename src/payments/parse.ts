import type { Coin, Transaction } from '../coins/coin.ts'
import { type CoinCode, coins, findCoin } from '../coins/index.ts'
import { Refused } from '../kernel/refused.ts'
import type { Submission } from '../payment-requests/dialects/dialect.ts'

export interface ParsedSubmission {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly transactions: readonly ParsedTransaction[]
}

export interface ParsedTransaction {
  readonly hex: string
  readonly parsed: Transaction
}

/** Witness bytes count a quarter: a transaction of that many virtual bytes has at most four times as many. */
const mostBytesPerVirtualByte = 4

/** The coin of an address. @throws {Refused} `coin_not_offered` for a coin that there is not */
export function requireCoin(name: string): Coin & { readonly code: CoinCode } {
  const coin = findCoin(name)
  if (!coin) throw new Refused('coin_not_offered', `one of ${[...coins.keys()].join(', ')}`)
  return coin
}

/**
 * The coin that a wallet names. `pathCoin` is that of the address that it was sent to, or null where the body alone names it.
 * @throws {Refused} `coin_not_offered` for a coin that there is not, `currency_mismatch`
 */
export function requireSameCoin(named: string, pathCoin: string | null): Coin & { readonly code: CoinCode } {
  const coin = requireCoin(pathCoin ?? named)
  if (named.toUpperCase() === coin.code) return coin
  throw new Refused('currency_mismatch', { path: coin.code, body: named.slice(0, 10).replace(/\W/g, '?') })
}

/**
 * Reads what was submitted.
 * @throws {Refused} as `requireSameCoin`, `tx_too_large`, `tx_unparseable`, `tx_count`
 */
export function parseSubmission(submission: Submission, pathCoin: string | null): ParsedSubmission {
  const coin = requireSameCoin(submission.coin, pathCoin)
  const transactions = submission.transactions.map((hex) => ({ hex, parsed: parse(coin, hex) }))
  if (new Set(transactions.map(({ parsed }) => parsed.id)).size < transactions.length) {
    throw new Refused('tx_count', ': the same one is sent twice.')
  }
  return { coin, transactions }
}

function parse(coin: Coin, hex: string): Transaction {
  const bytes = hex.length / 2
  if (bytes > coin.largestTransaction * mostBytesPerVirtualByte) throw tooLarge(coin)
  const parsed = readable(coin, hex, bytes)
  if (parsed.virtualSize > coin.largestTransaction) throw tooLarge(coin)
  return parsed
}

/** What cannot be read has no virtual size: then its bytes count. */
function readable(coin: Coin, hex: string, bytes: number): Transaction {
  try {
    return coin.parse(hex)
  } catch (error) {
    throw bytes > coin.largestTransaction ? tooLarge(coin) : error
  }
}

const tooLarge = ({ largestTransaction }: Coin): Refused => new Refused('tx_too_large', largestTransaction)
