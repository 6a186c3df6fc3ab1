import type { TransactionBody } from '../../coins/codec/transaction.ts'
import type { Coin, Transaction } from '../../coins/coin.ts'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { readCoinbase } from './block.ts'
import type { MempoolTransaction, SandboxTransaction, TransactionLedger } from './ledger.ts'

/** Cached transactions. Submitted ones are read again between test and broadcast; those in the chain are read as parents. */
const maxEntries = 1_000
/** Transactions with more hex digits are cached separately: the latest, up to `maxLargeDigits` in total. */
const maxSmallDigits = 20_000
const maxLargeDigits = 8_000_000

/** Parses and caches the transactions of one coin. */
export interface TransactionReader {
  /** The data that the txid commits to. The witnesses may come from an earlier transaction with the same id. */
  readBody(transaction: Pick<SandboxTransaction, 'txid' | 'hex' | 'isCoinbase'>): TransactionBody
  /** @throws {ApiError} the bytes aren't a payment of that coin */
  parse(hex: string): Transaction
}

export function createTransactionReader(coin: Coin): TransactionReader {
  const bodies = createBoundedMap<string, TransactionBody>(maxEntries)
  const parsed = createBoundedMap<string, Transaction>(maxEntries)
  const large = new Map<string, { readonly body: TransactionBody; readonly digits: number }>()
  let largeDigits = 0
  return { readBody, parse }

  function readBody({
    txid,
    hex,
    isCoinbase,
  }: Pick<SandboxTransaction, 'txid' | 'hex' | 'isCoinbase'>): TransactionBody {
    const cached = bodies.get(txid) ?? large.get(txid)?.body
    if (cached) return cached
    const decoded = isCoinbase ? readCoinbase(hex) : parse(hex)
    if (hex.length <= maxSmallDigits) bodies.set(txid, decoded)
    else cacheLarge(txid, decoded, hex.length)
    return decoded
  }

  /** A transaction with thousands of outputs is read once for each of them. */
  function cacheLarge(txid: string, decoded: TransactionBody, digits: number): void {
    for (const [oldest, { digits: evictedDigits }] of large) {
      if (largeDigits + digits <= maxLargeDigits) break
      large.delete(oldest)
      largeDigits -= evictedDigits
    }
    large.set(txid, { body: decoded, digits })
    largeDigits += digits
  }

  function parse(hex: string): Transaction {
    if (hex.length > maxSmallDigits) return coin.parse(hex)
    const cached = parsed.get(hex)
    if (cached) return cached
    const transaction = coin.parse(hex)
    parsed.set(hex, transaction)
    return transaction
  }
}

/** Size in bytes, with witnesses. */
export const getSize = ({ hex }: Pick<SandboxTransaction, 'hex'>): number => hex.length / 2

/** Virtual bytes (BIP141). */
export const getVirtualSize = ({ weight }: Pick<MempoolTransaction, 'weight'>): number =>
  Math.ceil(weight / 4)

/** These transactions and their unconfirmed ancestors. Stops once more than `max` are found. */
export async function findWithAncestors(
  ledger: TransactionLedger,
  reader: TransactionReader,
  txids: readonly string[],
  max = Number.POSITIVE_INFINITY,
): Promise<readonly SandboxTransaction[]> {
  const transactions = new Map<string, SandboxTransaction>()
  const queue = [...txids]
  for (let txid = queue.pop(); txid !== undefined && transactions.size <= max; txid = queue.pop()) {
    if (transactions.has(txid)) continue
    const transaction = await ledger.findTransaction(txid)
    if (!transaction || transaction.height !== null) continue
    transactions.set(txid, transaction)
    queue.push(...reader.readBody(transaction).inputs.map((input) => input.txid))
  }
  return [...transactions.values()].sort((a, b) => a.sequence - b.sequence)
}

/** Ids of these transactions and all their descendants. */
export async function findWithDescendants(
  ledger: TransactionLedger,
  txids: readonly string[],
): Promise<readonly string[]> {
  const descendants = new Set<string>()
  const queue = [...txids]
  for (let txid = queue.shift(); txid !== undefined; txid = queue.shift()) {
    if (descendants.has(txid)) continue
    descendants.add(txid)
    queue.push(...(await ledger.listChildren(txid)).map((child) => child.txid))
  }
  return [...descendants]
}
