import type { TransactionBody } from '../../coins/codec/transaction.ts'
import type { Coin, Transaction } from '../../coins/coin.ts'
import { boundedMap } from '../../kernel/bounded-map.ts'
import { readCoinbase } from './block.ts'
import type { PooledTransaction, StoredTransaction, TransactionLedger } from './ledger.ts'

/** Those that were just handed in come again, from the test to the broadcast; those in the chain as parents. */
const mostRemembered = 1_000
/** Hexadecimal digits of a small one: of those that are larger only the last are remembered, so many digits together. */
const largestSmall = 20_000
const mostLargeDigits = 8_000_000

/** Reads the transactions of one coin. */
export interface TransactionReader {
  /** All that the id covers; the witnesses may be those of a transaction with the same id that was here before. */
  body(stored: Pick<StoredTransaction, 'txid' | 'hex' | 'coinbase'>): TransactionBody
  /** @throws {Refused} the bytes are no payment of that coin */
  parse(hex: string): Transaction
}

export function transactionReader(coin: Coin): TransactionReader {
  const bodies = boundedMap<string, TransactionBody>(mostRemembered)
  const parsed = boundedMap<string, Transaction>(mostRemembered)
  const large = new Map<string, { readonly body: TransactionBody; readonly digits: number }>()
  let largeDigits = 0
  return { body, parse }

  function body({
    txid,
    hex,
    coinbase,
  }: Pick<StoredTransaction, 'txid' | 'hex' | 'coinbase'>): TransactionBody {
    const known = bodies.get(txid) ?? large.get(txid)?.body
    if (known) return known
    const read = coinbase ? readCoinbase(hex) : parse(hex)
    if (hex.length <= largestSmall) bodies.set(txid, read)
    else rememberLarge(txid, read, hex.length)
    return read
  }

  /** One with thousands of outputs is asked for each of them in turn. */
  function rememberLarge(txid: string, read: TransactionBody, digits: number): void {
    for (const [oldest, { digits: less }] of large) {
      if (largeDigits + digits <= mostLargeDigits) break
      large.delete(oldest)
      largeDigits -= less
    }
    large.set(txid, { body: read, digits })
    largeDigits += digits
  }

  function parse(hex: string): Transaction {
    if (hex.length > largestSmall) return coin.parse(hex)
    const known = parsed.get(hex)
    if (known) return known
    const transaction = coin.parse(hex)
    parsed.set(hex, transaction)
    return transaction
  }
}

/** Bytes of the whole, with witnesses. */
export const sizeOf = ({ hex }: Pick<StoredTransaction, 'hex'>): number => hex.length / 2

/** Virtual bytes (BIP141). */
export const virtualSizeOf = ({ weight }: Pick<PooledTransaction, 'weight'>): number => Math.ceil(weight / 4)

/** Unconfirmed transactions that these rest on, and they themselves; at most `most` are looked for. */
export async function withAncestors(
  ledger: TransactionLedger,
  reader: TransactionReader,
  txids: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<readonly StoredTransaction[]> {
  const found = new Map<string, StoredTransaction>()
  const waiting = [...txids]
  for (let txid = waiting.pop(); txid !== undefined && found.size <= most; txid = waiting.pop()) {
    if (found.has(txid)) continue
    const stored = await ledger.transaction(txid)
    if (!stored || stored.height !== null) continue
    found.set(txid, stored)
    waiting.push(...reader.body(stored).inputs.map((input) => input.txid))
  }
  return [...found.values()].sort((a, b) => a.sequence - b.sequence)
}

/** Ids of these and of all that rest on them. */
export async function withDescendants(
  ledger: TransactionLedger,
  txids: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>()
  const waiting = [...txids]
  for (let txid = waiting.shift(); txid !== undefined; txid = waiting.shift()) {
    if (found.has(txid)) continue
    found.add(txid)
    waiting.push(...(await ledger.children(txid)).map((child) => child.txid))
  }
  return [...found]
}
