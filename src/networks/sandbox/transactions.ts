import type { TransactionBody } from '../../coins/codec/transaction.ts'
import type { Coin, Transaction } from '../../coins/coin.ts'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { readCoinbase } from './block.ts'
import type { MempoolTransaction, SandboxTransaction, TransactionLedger } from './ledger.ts'

/** Submitted transactions are read again between test and broadcast; those in the chain are read as parents. */
const maxEntries = 1_000
/** Maximum hex digits of a small transaction. Of larger ones only the latest are cached, up to `maxLargeDigits` together. */
const maxSmallBytes = 20_000
const maxLargeDigits = 8_000_000

/** Parses and caches the transactions of one coin. */
export interface TransactionReader {
  /** Everything the id covers. The witnesses may come from an earlier transaction with the same id. */
  body(stored: Pick<SandboxTransaction, 'txid' | 'hex' | 'coinbase'>): TransactionBody
  /** @throws {ApiError} the bytes aren't a payment of that coin */
  parse(hex: string): Transaction
}

export function createTransactionReader(coin: Coin): TransactionReader {
  const bodies = createBoundedMap<string, TransactionBody>(maxEntries)
  const parsed = createBoundedMap<string, Transaction>(maxEntries)
  const large = new Map<string, { readonly body: TransactionBody; readonly digits: number }>()
  let largeDigits = 0
  return { body, parse }

  function body({
    txid,
    hex,
    coinbase,
  }: Pick<SandboxTransaction, 'txid' | 'hex' | 'coinbase'>): TransactionBody {
    const known = bodies.get(txid) ?? large.get(txid)?.body
    if (known) return known
    const read = coinbase ? readCoinbase(hex) : parse(hex)
    if (hex.length <= maxSmallBytes) bodies.set(txid, read)
    else rememberLarge(txid, read, hex.length)
    return read
  }

  /** A transaction with thousands of outputs is read once for each of them. */
  function rememberLarge(txid: string, read: TransactionBody, digits: number): void {
    for (const [oldest, { digits: less }] of large) {
      if (largeDigits + digits <= maxLargeDigits) break
      large.delete(oldest)
      largeDigits -= less
    }
    large.set(txid, { body: read, digits })
    largeDigits += digits
  }

  function parse(hex: string): Transaction {
    if (hex.length > maxSmallBytes) return coin.parse(hex)
    const known = parsed.get(hex)
    if (known) return known
    const transaction = coin.parse(hex)
    parsed.set(hex, transaction)
    return transaction
  }
}

/** Size in bytes, with witnesses. */
export const sizeOf = ({ hex }: Pick<SandboxTransaction, 'hex'>): number => hex.length / 2

/** Virtual bytes (BIP141). */
export const virtualSizeOf = ({ weight }: Pick<MempoolTransaction, 'weight'>): number => Math.ceil(weight / 4)

/** These transactions and their unconfirmed ancestors. Stops once more than `most` are found. */
export async function findWithAncestors(
  ledger: TransactionLedger,
  reader: TransactionReader,
  txids: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<readonly SandboxTransaction[]> {
  const found = new Map<string, SandboxTransaction>()
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

/** Ids of these transactions and all their descendants. */
export async function findWithDescendants(
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
