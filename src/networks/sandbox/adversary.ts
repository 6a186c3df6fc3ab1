import { computeTxid, finalSequence, serialise, type TransactionBody } from '../../coins/codec/transaction.ts'
import type { TransactionInput } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { RpcError } from '../rpc.ts'
import { computeWeight } from './block.ts'
import type { ChainContext } from './chain.ts'
import type { ChainState, Ledger, SandboxTransaction } from './ledger.ts'
import { spendInputs } from './mempool.ts'
import { addBlock, lockTip } from './mine.ts'
import { removeForReorg } from './remove-for-reorg.ts'
import { findWithAncestors, findWithDescendants } from './transactions.ts'
import { getEffectiveLockTime } from './validate.ts'

/**
 * Replaces a mempool transaction with another that spends the same inputs: to the same outputs (`keepsOutputs`), or to other ones. Returns the
 * replacement's id.
 */
export function replace(chain: ChainContext, txid: string, keepsOutputs: boolean): Promise<string> {
  return retryOnConflict(chain, async (ledger) => {
    await lockTip(ledger)
    const transaction = await findInMempool(ledger, txid)
    return insertConflicting(chain, ledger, transaction, keepsOutputs)
  })
}

/** Removes a transaction and all its descendants from the mempool, so that the outputs they spent can be spent. Returns their ids. */
export function evict(chain: ChainContext, txid: string): Promise<readonly string[]> {
  return retryOnConflict(chain, async (ledger) => {
    await lockTip(ledger)
    await findInMempool(ledger, txid)
    const evictedTxids = await findWithDescendants(ledger, [txid])
    await ledger.remove(evictedTxids)
    return evictedTxids
  })
}

/**
 * Replaces the last `depth` blocks with `depth + 1` new ones. The transactions of the old blocks return to the mempool. The new
 * blocks contain none of them, but spend the inputs of the `doubleSpent` transactions elsewhere. Returns the hashes of the new blocks.
 */
export function reorganise(
  chain: ChainContext,
  depth: number,
  doubleSpent: readonly string[],
): Promise<readonly string[]> {
  return retryOnConflict(chain, async (ledger) => {
    const tip = await lockTip(ledger)
    const doubleSpentTransactions = await disconnectBlocks(ledger, tip, depth, doubleSpent)
    const insertedTxids: string[] = []
    for (const { txid } of doubleSpentTransactions) {
      // A child of a transaction that was already double-spent has been removed with it.
      const transaction = await ledger.findTransaction(txid)
      if (transaction) insertedTxids.push(await insertConflicting(chain, ledger, transaction, false))
    }
    const neededTransactions = await findWithAncestors(ledger, chain.reader, insertedTxids)
    const hashes = await mineFork(chain, ledger, {
      tip,
      depth,
      txids: neededTransactions.map(({ txid }) => txid),
    })
    await removeForReorg(chain, ledger)
    return hashes
  })
}

/** Disconnects the last blocks. Returns the named transactions, which were in these blocks or the mempool, parents first. */
async function disconnectBlocks(
  ledger: Ledger,
  tip: ChainState,
  depth: number,
  txids: readonly string[],
): Promise<readonly SandboxTransaction[]> {
  const first = tip.height - depth + 1
  if (first < 1) throw new RpcError(-8, `depth must be at most ${tip.height}, the height of the chain`)
  for (let height = first; height <= tip.height; height++) {
    const block = await ledger.findBlockAt(height)
    const transactions = await ledger.listMinedTransactions(height)
    if (block)
      await ledger.markStale(
        block.hash,
        transactions.map(({ hex }) => hex),
      )
  }
  const coinbases = await ledger.unconfirmFrom(first)
  const transactions = await Promise.all(txids.map((txid) => findUnconfirmed(ledger, txid, depth)))
  await ledger.remove(await findWithDescendants(ledger, coinbases))
  return transactions.sort((a, b) => a.sequence - b.sequence)
}

async function findUnconfirmed(ledger: Ledger, txid: string, depth: number): Promise<SandboxTransaction> {
  const transaction = await ledger.findTransaction(txid)
  if (transaction && transaction.height === null && !transaction.isCoinbase) return transaction
  throw new RpcError(-8, `${txid} is not a payment in the last ${depth} blocks or the mempool`)
}

async function mineFork(
  chain: ChainContext,
  ledger: Ledger,
  {
    tip,
    depth,
    txids,
  }: { readonly tip: ChainState; readonly depth: number; readonly txids: readonly string[] },
): Promise<readonly string[]> {
  const forkPoint = await ledger.findBlockAt(tip.height - depth)
  if (!forkPoint) throw new Error(`there is no block at height ${tip.height - depth}`)
  let newTip: ChainState = {
    ...tip,
    height: forkPoint.height,
    hash: forkPoint.hash,
    medianTime: forkPoint.medianTime,
  }
  const hashes: string[] = []
  for (let index = 0; index <= depth; index++) {
    const transactions = index === 0 ? await ledger.confirmTransactions(newTip.height + 1, txids) : []
    newTip = await addBlock(chain, ledger, { tip: newTip, transactions, script: chain.treasury.script })
    hashes.push(newTip.hash)
  }
  return hashes
}

/**
 * Adds a transaction to the mempool that spends the same inputs as `original`, and removes `original` and its descendants.
 * The sandbox doesn't have the payer's key. As the miner, it accepts its own transaction despite its invalid signatures.
 */
async function insertConflicting(
  chain: ChainContext,
  ledger: Ledger,
  original: SandboxTransaction,
  keepsOutputs: boolean,
): Promise<string> {
  const body = rewrite(chain, chain.reader.readBody(original), keepsOutputs)
  const hex = toHex(serialise(body))
  const txid = computeTxid(body)
  const weight = computeWeight(chain.reader.parse(hex))
  await ledger.remove(await findWithDescendants(ledger, [original.txid]))
  const row = { txid, hex, weight, fee: original.fee, lockTime: getEffectiveLockTime(body) }
  await ledger.insert({ ...row, isCoinbase: false, height: null, time: chain.now() })
  await spendInputs(ledger, body, txid)
  if (!keepsOutputs) await ledger.addToTreasury({ txid, vout: 0 }, body.outputs[0]?.amount ?? 0n)
  return txid
}

/** The same inputs with a different txid, paying the same outputs or the whole amount to the treasury. */
function rewrite({ treasury }: ChainContext, body: TransactionBody, keepsOutputs: boolean): TransactionBody {
  const amount = body.outputs.reduce((sum, output) => sum + output.amount, 0n)
  const outputs = keepsOutputs ? body.outputs : [{ script: treasury.script, amount: toBaseUnits(amount) }]
  return { ...body, ...withNewTxid(body), outputs }
}

/** BIP125: a lower sequence number signals that the transaction may be replaced. */
const minNonSignallingSequence = 0xffff_fffe

/** Changes the txid to one that no earlier replacement had, without changing finality or the replaceability signal. */
function withNewTxid({ inputs, lockTime }: TransactionBody): Pick<TransactionBody, 'inputs' | 'lockTime'> {
  const signalIndex = inputs.findIndex(({ sequence }) => sequence < minNonSignallingSequence)
  if (signalIndex < 0) {
    return { inputs: inputs.map((input) => ({ ...input, sequence: finalSequence })), lockTime: lockTime + 1 }
  }
  const decrement = ({ sequence }: TransactionInput) => Math.max(sequence - 1, 0)
  return {
    inputs: inputs.map((input, index) =>
      index === signalIndex ? { ...input, sequence: decrement(input) } : input,
    ),
    lockTime,
  }
}

async function findInMempool(ledger: Ledger, txid: string): Promise<SandboxTransaction> {
  const transaction = await ledger.findTransaction(txid)
  if (transaction?.height === null) return transaction
  throw new RpcError(-5, 'Transaction not in mempool')
}

/** An attempt fails when a transaction arrives that spends one being removed. */
const maxAttempts = 8

async function retryOnConflict<T>(chain: ChainContext, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  await chain.getState()
  for (let attempt = 1; ; attempt++) {
    try {
      return await chain.transact(work)
    } catch (error) {
      if (attempt === maxAttempts || !chain.ledger.isParentRemoved(error)) throw error
    }
  }
}
