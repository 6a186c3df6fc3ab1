import { serialise, type TransactionBody, transactionId } from '../../coins/codec/transaction.ts'
import type { Input } from '../../coins/coin.ts'
import { baseUnits } from '../../kernel/money.ts'
import { RpcError } from '../rpc.ts'
import { weightOf } from './block.ts'
import type { Chain } from './chain.ts'
import type { ChainState, Ledger, StoredTransaction } from './ledger.ts'
import { addBlock, lock } from './mine.ts'
import { spendInputs } from './pool.ts'
import { withAncestors, withDescendants } from './transactions.ts'
import { effectiveLockTime } from './validate.ts'

/** A transaction of the pool gives way to another that spends the same: to the same outputs (`heir`), or elsewhere. The other's id. */
export function replace(chain: Chain, txid: string, heir: boolean): Promise<string> {
  return insist(chain, async (ledger) => {
    await lock(ledger)
    const stored = await inPool(ledger, txid)
    return supplant(chain, ledger, stored, heir)
  })
}

/** A transaction leaves the pool with all that rest on it; what they spent is unspent. Their ids. */
export function evict(chain: Chain, txid: string): Promise<readonly string[]> {
  return insist(chain, async (ledger) => {
    await lock(ledger)
    await inPool(ledger, txid)
    const leaving = await withDescendants(ledger, [txid])
    await ledger.remove(leaving)
    return leaving
  })
}

/**
 * The last `depth` blocks give way to one more of others. Their transactions are in the pool again; the new blocks hold none of
 * them, but spend elsewhere what `doubleSpent` spend. Hashes of the new blocks.
 */
export function reorganise(
  chain: Chain,
  depth: number,
  doubleSpent: readonly string[],
): Promise<readonly string[]> {
  return insist(chain, async (ledger) => {
    const tip = await lock(ledger)
    const named = await retireBlocks(ledger, tip, depth, doubleSpent)
    const placed: string[] = []
    for (const { txid } of named) {
      // A child of one that was double-spent before is gone with it.
      const stored = await ledger.transaction(txid)
      if (stored) placed.push(await supplant(chain, ledger, stored, false))
    }
    const needed = await withAncestors(ledger, chain.reader, placed)
    return mineOver(chain, ledger, { tip, depth, txids: needed.map(({ txid }) => txid) })
  })
}

/** Takes the last blocks apart. The transactions that are named, parents first: of these blocks, or of the pool. */
async function retireBlocks(
  ledger: Ledger,
  tip: ChainState,
  depth: number,
  names: readonly string[],
): Promise<readonly StoredTransaction[]> {
  const first = tip.height - depth + 1
  if (first < 1) throw new RpcError(-8, `depth is at most ${tip.height}, the height of the chain`)
  for (let height = first; height <= tip.height; height++) {
    const block = await ledger.blockAt(height)
    const transactions = await ledger.minedAt(height)
    if (block)
      await ledger.retire(
        block.hash,
        transactions.map(({ hex }) => hex),
      )
  }
  const coinbases = await ledger.unplace(first)
  const named = await Promise.all(names.map((name) => unconfirmed(ledger, name, depth)))
  await ledger.remove(await withDescendants(ledger, coinbases))
  return named.sort((a, b) => a.sequence - b.sequence)
}

async function unconfirmed(ledger: Ledger, txid: string, depth: number): Promise<StoredTransaction> {
  const stored = await ledger.transaction(txid)
  if (stored && stored.height === null && !stored.coinbase) return stored
  throw new RpcError(-8, `${txid} is no payment in the last ${depth} blocks or in the pool`)
}

async function mineOver(
  chain: Chain,
  ledger: Ledger,
  {
    tip,
    depth,
    txids,
  }: { readonly tip: ChainState; readonly depth: number; readonly txids: readonly string[] },
): Promise<readonly string[]> {
  const fork = await ledger.blockAt(tip.height - depth)
  if (!fork) throw new Error('a chain has a block at every height')
  let top: ChainState = { ...tip, height: fork.height, hash: fork.hash, medianTime: fork.medianTime }
  const hashes: string[] = []
  for (let index = 0; index <= depth; index++) {
    const placed = index === 0 ? await ledger.placeOnly(top.height + 1, txids) : []
    top = await addBlock(chain, ledger, { tip: top, placed, script: chain.treasury.script })
    hashes.push(top.hash)
  }
  return hashes
}

/**
 * Puts another transaction into the pool that spends what `stored` spends; `stored` and all that rest on it leave.
 * The sandbox has not the payer's key. It is the miner here, and takes its own transaction with signatures that do not hold.
 */
async function supplant(
  chain: Chain,
  ledger: Ledger,
  stored: StoredTransaction,
  heir: boolean,
): Promise<string> {
  const body = rewrite(chain, chain.reader.body(stored), heir)
  const hex = Buffer.from(serialise(body)).toString('hex')
  const txid = transactionId(body)
  const weight = weightOf(chain.reader.parse(hex))
  await ledger.remove(await withDescendants(ledger, [stored.txid]))
  const row = { txid, hex, weight, fee: stored.fee, lockTime: effectiveLockTime(body) }
  await ledger.insert({ ...row, coinbase: false, height: null, time: chain.now() })
  await spendInputs(ledger, body, txid)
  if (!heir) await ledger.addToTreasury({ txid, vout: 0 }, body.outputs[0]?.amount ?? 0n)
  return txid
}

/** The same inputs under another id; the same outputs, or one of as much to the treasury. */
function rewrite({ treasury }: Chain, body: TransactionBody, heir: boolean): TransactionBody {
  const amount = body.outputs.reduce((all, output) => all + output.amount, 0n)
  const outputs = heir ? body.outputs : [{ script: treasury.script, amount: baseUnits(amount) }]
  return { ...body, ...renamed(body), outputs }
}

/** BIP125: below this a sequence says that the transaction may be replaced. */
const firstSilent = 0xffff_fffe
const finalSequence = 0xffff_ffff

/** Makes an id that no replacement before it had, is as final as before, and says the same of replacement. */
function renamed({ inputs, lockTime }: TransactionBody): Pick<TransactionBody, 'inputs' | 'lockTime'> {
  const signal = inputs.findIndex(({ sequence }) => sequence < firstSilent)
  if (signal < 0) {
    return { inputs: inputs.map((input) => ({ ...input, sequence: finalSequence })), lockTime: lockTime + 1 }
  }
  const lower = ({ sequence }: Input) => Math.max(sequence - 1, 0)
  return {
    inputs: inputs.map((input, index) => (index === signal ? { ...input, sequence: lower(input) } : input)),
    lockTime,
  }
}

async function inPool(ledger: Ledger, txid: string): Promise<StoredTransaction> {
  const stored = await ledger.transaction(txid)
  if (stored?.height === null) return stored
  throw new RpcError(-5, 'Transaction not in mempool')
}

/** How often the work is begun anew because a transaction came that rests on one that was to leave. */
const mostAttempts = 8

async function insist<T>(chain: Chain, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  await chain.state()
  for (let attempt = 1; ; attempt++) {
    try {
      return await chain.transact(work)
    } catch (error) {
      if (attempt === mostAttempts || !chain.read.isVanished(error)) throw error
    }
  }
}
