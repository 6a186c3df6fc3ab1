import { serialise, transactionId } from '../../coins/codec/transaction.ts'
import type { TransactionOutput } from '../../coins/coin.ts'
import { type BaseUnits, baseUnits } from '../../kernel/money.ts'
import { RpcError } from '../rpc.ts'
import { makeCoinbase, makeHeader, medianTime } from './block.ts'
import type { ChainContext } from './chain.ts'
import type { ChainState, Ledger, MempoolTransaction } from './ledger.ts'
import { spendInputs } from './pool.ts'

/** Blocks per database transaction, so that other work can run in between. */
const blocksAtOnce = 50
/** Maximum number of blocks per call. */
export const maxBlocks = 10_000
/** Base units that a block creates. Regtest's halvings are left out. */
const subsidy = 5_000_000_000n
/** Maximum number of treasury outputs that one fund spends. */
const maxTreasuryOutputs = 50

/** Mines `count` blocks that pay to `script`, with the mempool in the first one. Returns their hashes. */
export async function mineBlocks(
  chain: ChainContext,
  count: number,
  script: Uint8Array,
): Promise<readonly string[]> {
  const hashes: string[] = []
  await chain.state()
  while (hashes.length < count) {
    const some = Math.min(blocksAtOnce, count - hashes.length)
    hashes.push(...(await chain.transact((ledger) => mineSome(chain, ledger, some, script))))
  }
  return hashes
}

async function mineSome(
  chain: ChainContext,
  ledger: Ledger,
  count: number,
  script: Uint8Array,
): Promise<readonly string[]> {
  let tip = await lock(ledger)
  const hashes: string[] = []
  for (let index = 0; index < count; index++) {
    const placed = await ledger.confirmMineable(tip.height + 1, tip.medianTime)
    tip = await addBlock(chain, ledger, { tip, placed, script })
    hashes.push(tip.hash)
  }
  return hashes
}

/** Locks the tip of an existing chain. */
export async function lock(ledger: Ledger): Promise<ChainState> {
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
    placed,
    script,
  }: {
    readonly tip: ChainState
    readonly placed: readonly MempoolTransaction[]
    readonly script: Uint8Array
  },
): Promise<ChainState> {
  const height = tip.height + 1
  const time = Math.max(chain.now(), tip.medianTime + 1)
  const amount = placed.reduce((all, { fee }) => all + fee, subsidy)
  const coinbase = makeCoinbase(height, tip.revision, [{ script, amount: baseUnits(amount) }])
  const txid = transactionId(coinbase)
  const { hash, header } = makeHeader({
    previous: tip.hash,
    txids: [txid, ...placed.map((one) => one.txid)],
    time,
  })
  const median = medianTime([time, ...(await ledger.latestTimes(10))])

  const bytes = serialise(coinbase)
  const row = {
    txid,
    hex: Buffer.from(bytes).toString('hex'),
    weight: bytes.length * 4,
    fee: 0n,
    lockTime: 0,
  }
  await ledger.insert({ ...row, coinbase: true, height, time })
  await ledger.insertBlock({ hash, height, header, time, medianTime: median, count: placed.length + 1 })
  await ledger.moveTip({ height, hash, medianTime: median })
  return { ...tip, height, hash, medianTime: median }
}

/**
 * Pays exactly `amount` to `script` from the treasury and mines the transaction in a block of its own. Returns its id.
 * @throws {RpcError} the treasury can't pay it
 */
export async function fund(chain: ChainContext, script: Uint8Array, amount: BaseUnits): Promise<string> {
  await chain.state()
  return chain.transact(async (ledger) => {
    const tip = await lock(ledger)
    const txid = await payFromTreasury(chain, ledger, { script, amount })
    const placed = await ledger.confirmTransactions(tip.height + 1, [txid])
    await addBlock(chain, ledger, { tip, placed, script: chain.treasury.script })
    return txid
  })
}

async function payFromTreasury(
  chain: ChainContext,
  ledger: Ledger,
  output: TransactionOutput,
): Promise<string> {
  const funding = chain.treasury.fund(await ledger.treasury(maxTreasuryOutputs), output)
  if (!funding)
    throw new RpcError(
      -6,
      'Insufficient funds: the sandbox has fewer coins, or they are waiting to be mined again',
    )
  const { hex, body, used, fee, change } = funding
  const txid = transactionId(body)
  const row = { txid, hex, weight: hex.length * 2, fee, lockTime: 0 }
  await ledger.insert({ ...row, coinbase: false, height: null, time: chain.now() })
  await spendInputs(ledger, body, txid)
  for (const outpoint of used) await ledger.takeFromTreasury(outpoint)
  await ledger.addToTreasury({ txid, vout: 1 }, change)
  return txid
}
