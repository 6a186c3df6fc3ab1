import { computeTxid, serialise } from '../../coins/codec/transaction.ts'
import type { TransactionOutput } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { type BaseUnits, toBaseUnits } from '../../kernel/money.ts'
import { RpcError } from '../rpc.ts'
import { computeMedianTime, createCoinbase, createHeader } from './block.ts'
import type { ChainContext } from './chain.ts'
import type { ChainState, Ledger, MempoolTransaction } from './ledger.ts'
import { spendInputs } from './mempool.ts'

/** Blocks per database transaction, so that other work can run in between. */
const blocksPerTransaction = 50
/** Maximum number of blocks per call. */
export const maxBlocks = 10_000
/** Block subsidy in base units. Regtest halvings are ignored. */
const subsidy = 5_000_000_000n
/** Maximum number of treasury outputs that one `sandbox_fund` call spends. */
const maxTreasuryOutputs = 50

/** Mines `count` blocks that pay to `script`, with the mempool in the first one. Returns their hashes. */
export async function mineBlocks(
  chain: ChainContext,
  count: number,
  script: Uint8Array,
): Promise<readonly string[]> {
  const hashes: string[] = []
  await chain.getState()
  while (hashes.length < count) {
    const batchSize = Math.min(blocksPerTransaction, count - hashes.length)
    hashes.push(...(await chain.transact((ledger) => mineBatch(chain, ledger, batchSize, script))))
  }
  return hashes
}

async function mineBatch(
  chain: ChainContext,
  ledger: Ledger,
  count: number,
  script: Uint8Array,
): Promise<readonly string[]> {
  let tip = await lockTip(ledger)
  const hashes: string[] = []
  for (let index = 0; index < count; index++) {
    const transactions = await ledger.confirmMineable(tip.height + 1, tip.medianTime)
    tip = await addBlock(chain, ledger, { tip, transactions, script })
    hashes.push(tip.hash)
  }
  return hashes
}

/** Locks the tip of an existing chain. */
export async function lockTip(ledger: Ledger): Promise<ChainState> {
  const state = await ledger.lock()
  if (!state) throw new Error('a chain must be created before it is mined')
  return state
}

/** Adds the next block, with the transactions placed at its height. Returns the new tip. */
export async function addBlock(
  chain: ChainContext,
  ledger: Ledger,
  {
    tip,
    transactions,
    script,
  }: {
    readonly tip: ChainState
    readonly transactions: readonly MempoolTransaction[]
    readonly script: Uint8Array
  },
): Promise<ChainState> {
  const height = tip.height + 1
  const time = Math.max(chain.now(), tip.medianTime + 1)
  const amount = transactions.reduce((sum, { fee }) => sum + fee, subsidy)
  const coinbase = createCoinbase(height, tip.revision, [{ script, amount: toBaseUnits(amount) }])
  const txid = computeTxid(coinbase)
  const { hash, header } = createHeader({
    previousHash: tip.hash,
    txids: [txid, ...transactions.map((transaction) => transaction.txid)],
    time,
  })
  const medianTime = computeMedianTime([time, ...(await ledger.listLatestBlockTimes(10))])

  const bytes = serialise(coinbase)
  const row = {
    txid,
    hex: toHex(bytes),
    weight: bytes.length * 4,
    fee: 0n,
    lockTime: 0,
  }
  await ledger.insert({ ...row, isCoinbase: true, height, time })
  await ledger.insertBlock({ hash, height, header, time, medianTime, count: transactions.length + 1 })
  await ledger.moveTip({ height, hash, medianTime })
  return { ...tip, height, hash, medianTime }
}

/**
 * Pays exactly `amount` to `script` from the treasury and mines the transaction in its own block. Returns its id.
 * @throws {RpcError} the treasury can't pay it
 */
export async function fund(chain: ChainContext, script: Uint8Array, amount: BaseUnits): Promise<string> {
  await chain.getState()
  return chain.transact(async (ledger) => {
    const tip = await lockTip(ledger)
    const txid = await payFromTreasury(chain, ledger, { script, amount })
    const transactions = await ledger.confirmTransactions(tip.height + 1, [txid])
    await addBlock(chain, ledger, { tip, transactions, script: chain.treasury.script })
    return txid
  })
}

async function payFromTreasury(
  chain: ChainContext,
  ledger: Ledger,
  output: TransactionOutput,
): Promise<string> {
  const funding = chain.treasury.fund(await ledger.listTreasuryOutputs(maxTreasuryOutputs), output)
  if (!funding)
    throw new RpcError(
      -6,
      'Insufficient funds: the sandbox has too few confirmed coins. Use a smaller amount, or mine a block and try again',
    )
  const { hex, body, selected, fee, change } = funding
  const txid = computeTxid(body)
  const row = { txid, hex, weight: hex.length * 2, fee, lockTime: 0 }
  await ledger.insert({ ...row, isCoinbase: false, height: null, time: chain.now() })
  await spendInputs(ledger, body, txid)
  for (const outpoint of selected) await ledger.takeFromTreasury(outpoint)
  await ledger.addToTreasury({ txid, vout: 1 }, change)
  return txid
}
