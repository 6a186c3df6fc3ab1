import { sha256 } from '../coins/codec/hash.ts'
import type { Coin, Transaction } from '../coins/coin.ts'
import { type CoinCode, coins, findCoin } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import type { Steps } from '../kernel/steps.ts'
import { createNotHexError, type PaymentSubmission } from '../payment-requests/dialects/dialect.ts'

export interface ParsedSubmission {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly transactions: readonly ParsedTransaction[]
}

export interface ParsedTransaction {
  readonly hex: string
  readonly parsed: Transaction
}

/** Witness bytes count a quarter, so a transaction has at most four times as many bytes as virtual bytes. */
const maxBytesPerVirtualByte = 4
/** Decoding this many digits takes a fraction of a millisecond. */
const smallHex = 128 * 1024

/**
 * Finds a coin by its code.
 * @throws {ApiError} `coin_not_offered` for an unknown coin
 */
export function requireCoin(name: string): Coin & { readonly code: CoinCode } {
  const coin = findCoin(name)
  if (!coin) throw new ApiError('coin_not_offered', `one of ${[...coins.keys()].join(', ')}`)
  return coin
}

/**
 * Finds the coin that a wallet names.
 * @param pathCoin the coin of the URL that it posted to, or null when only the body names it
 * @throws {ApiError} `coin_not_offered` for an unknown coin, `currency_mismatch`
 */
export function requireSameCoin(
  coinName: string,
  pathCoin: string | null,
): Coin & { readonly code: CoinCode } {
  const coin = requireCoin(pathCoin ?? coinName)
  if (coinName.toUpperCase() === coin.code) return coin
  throw new ApiError('currency_mismatch', {
    path: coin.code,
    body: coinName.slice(0, 10).replace(/\W/g, '?'),
  })
}

/**
 * Parses a submission in steps: it may be 16 MB.
 * @throws {ApiError} as `requireSameCoin`, `body_invalid` (not hex), `tx_too_large`, `tx_unparseable`, `tx_count`
 */
export function* parseSubmission(
  submission: PaymentSubmission,
  pathCoin: string | null,
): Steps<ParsedSubmission> {
  const coin = requireSameCoin(submission.coin, pathCoin)
  const decoded = yield* decodeAll(coin, submission.transactions)
  const transactions: ParsedTransaction[] = []
  for (const { hex, bytes } of decoded) {
    transactions.push({ hex, parsed: yield* parse(coin, bytes) })
    if (hex.length > smallHex) yield
  }
  requireDistinct(transactions.map(({ parsed }) => parsed.id))
  return { coin, transactions }
}

interface DecodedTransaction {
  readonly hex: string
  /** Null when it is larger than any transaction of the coin can be. */
  readonly bytes: Uint8Array | null
}

function* decodeAll(coin: Coin, hexes: readonly string[]): Steps<readonly DecodedTransaction[]> {
  const decoded: DecodedTransaction[] = []
  const hashes: string[] = []
  for (const hex of hexes) {
    const isWithinLimit = hex.length / 2 <= getMaxBytes(coin)
    // Validated before decoding: Node's decoder reads the low byte of wide characters as a digit.
    if (isWithinLimit && !/^[0-9a-f]*$/i.test(hex)) throw createNotHexError()
    if (hex.length > smallHex) yield
    const bytes = isWithinLimit ? fromHex(hex) : null
    if (hex.length > smallHex) yield
    decoded.push({ hex, bytes })
    if (!bytes) continue
    hashes.push(toHex(sha256(bytes)))
    if (hex.length > smallHex) yield
  }
  requireDistinct(hashes)
  return decoded
}

const getMaxBytes = ({ maxTransactionBytes, signatures }: Coin): number =>
  maxTransactionBytes * (signatures === 'segwit' ? maxBytesPerVirtualByte : 1)

function requireDistinct(values: readonly string[]): void {
  if (new Set(values).size < values.length) throw new ApiError('tx_count', 'repeated')
}

function* parse(coin: Coin, bytes: Uint8Array | null): Steps<Transaction> {
  if (!bytes) throw createTooLargeError(coin)
  const parsed = yield* read(coin, bytes)
  if (parsed.virtualSize > coin.maxTransactionBytes) throw createTooLargeError(coin)
  return parsed
}

/** An unparseable transaction has no virtual size, so its byte count decides whether it is too large. */
function* read(coin: Coin, bytes: Uint8Array): Steps<Transaction> {
  try {
    return yield* coin.parseInSteps(bytes)
  } catch (error) {
    throw bytes.length > coin.maxTransactionBytes ? createTooLargeError(coin) : error
  }
}

const createTooLargeError = ({ maxTransactionBytes }: Coin): ApiError =>
  new ApiError('tx_too_large', { max: maxTransactionBytes, unit: 'bytes' })
