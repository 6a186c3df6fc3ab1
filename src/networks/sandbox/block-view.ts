import { computeTxid } from '../../coins/codec/transaction.ts'
import { computeWeight, readCoinbase, readHeader, serialiseTransactions } from './block.ts'
import type { ChainContext } from './chain.ts'
import type { SandboxTransaction, StoredBlock } from './ledger.ts'
import { buildTransactionView } from './transaction-view.ts'
import { getSize } from './transactions.ts'

/** Regtest's lowest difficulty, as nodes print it. */
export const difficulty = JSON.rawJSON('4.656542373906925e-10')

/** Expected number of hashes up to that height: two per block. */
export const computeChainWork = (height: number): string => (2 * (height + 1)).toString(16).padStart(64, '0')

/** A header in the format of `getblockheader`. */
export async function buildHeaderView(
  { ledger, coin }: ChainContext,
  block: StoredBlock,
  tipHeight: number,
): Promise<Record<string, unknown>> {
  const { version, previousHash, merkleRoot, time, bits, nonce } = readHeader(block.header)
  const next = block.isStale ? null : await ledger.findBlockAt(block.height + 1)
  return {
    hash: block.hash,
    confirmations: block.isStale ? -1 : tipHeight - block.height + 1,
    height: block.height,
    version,
    versionHex: version.toString(16).padStart(8, '0'),
    merkleroot: merkleRoot,
    time,
    mediantime: block.medianTime,
    nonce,
    bits: bits.toString(16),
    difficulty,
    chainwork: computeChainWork(block.height),
    ...(coin.code === 'BSV' ? { num_tx: block.count } : { nTx: block.count }),
    ...(block.height > 0 && { previousblockhash: previousHash }),
    ...(next && { nextblockhash: next.hash }),
  }
}

/** A block in the format of `getblock`, with full transactions if `decoded`. */
export async function buildBlockView(
  chain: ChainContext,
  block: StoredBlock,
  { tipHeight, decoded }: { readonly tipHeight: number; readonly decoded: boolean },
): Promise<Record<string, unknown>> {
  const transactions = await listTransactions(chain, block)
  const size = (block.header.length + serialiseTransactions(transactions).length) / 2
  const weight = transactions.reduce(
    (sum, transaction) => sum + transaction.weight,
    (size - sumSizes(transactions)) * 4,
  )
  return {
    ...(await buildHeaderView(chain, block, tipHeight)),
    strippedsize: (weight - size) / 3,
    size,
    weight,
    tx: decoded
      ? transactions.map((transaction) => buildTransactionView(chain, transaction))
      : transactions.map(({ txid }) => txid),
  }
}

const sumSizes = (transactions: readonly BlockTransaction[]): number =>
  transactions.reduce((sum, transaction) => sum + getSize(transaction), 0)

/** A serialised block, in hex. */
export async function serialiseBlock(chain: ChainContext, block: StoredBlock): Promise<string> {
  return block.header + serialiseTransactions(await listTransactions(chain, block))
}

type BlockTransaction = Pick<SandboxTransaction, 'txid' | 'hex' | 'weight' | 'isCoinbase'>

async function listTransactions(
  chain: ChainContext,
  block: StoredBlock,
): Promise<readonly BlockTransaction[]> {
  if (block.staleTransactions)
    return block.staleTransactions.map((hex, index) => restoreTransaction(chain, hex, index === 0))
  const transactions = await chain.ledger.listMinedTransactions(block.height)
  // If the chain was reorganised between the two reads, these are another block's transactions.
  const reread = await chain.ledger.findBlock(block.hash)
  return reread?.staleTransactions ? listTransactions(chain, reread) : transactions
}

function restoreTransaction({ reader }: ChainContext, hex: string, isCoinbase: boolean): BlockTransaction {
  if (isCoinbase) return { txid: computeTxid(readCoinbase(hex)), hex, weight: hex.length * 2, isCoinbase }
  const transaction = reader.parse(hex)
  return { txid: transaction.id, hex, weight: computeWeight(transaction), isCoinbase }
}
