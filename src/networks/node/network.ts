import { plain } from '../../coins/codec/hash.ts'
import type { ChainName, Coin } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import {
  type Block,
  type LocatedOutput,
  type Network,
  NetworkUnavailable,
  type Readiness,
  type Spending,
} from '../network.ts'
import { type Rpc, RpcError } from '../rpc.ts'
import { bytes, count, hash, list, members, text } from './answer.ts'
import { answered, batch, code, granted, hasCode } from './ask.ts'
import { differences, type NodeDifferences } from './differences.ts'
import { coinsOf } from './exact.ts'
import { poolLookup } from './pooled.ts'
import { comparedHeights, judge, type NodeFacts } from './readiness.ts'
import { broadcastTransaction, testTransaction } from './send.ts'
import { findOutputs, readSpends } from './serialised-block.ts'
import { outputLookup } from './spent.ts'

export interface NodeSettings {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly chain: ChainName
  /** To the node, or to a chain inside this process that speaks as the coin's node does. */
  readonly rpc: Rpc
  readonly clock?: Clock
}

/** Block 0 has no previous block. */
const noBlock = '0'.repeat(64)

/** The validation network of a coin, spoken to as its node's JSON-RPC. */
export function nodeNetwork({ coin, chain, rpc, clock = systemClock }: NodeSettings): Network {
  const node = differences[coin.code]
  const lookUpOutputs = outputLookup(coin, rpc)
  const lookUpPool = poolLookup(coin, rpc, node)

  return {
    spent: (outpoints) => answered(() => lookUpOutputs(outpoints)),
    pooled: (txids) => answered(() => lookUpPool(txids)),
    test: (hex) => answered(() => testTransaction(rpc, node, hex)),
    broadcast: (hex) => broadcastTransaction(rpc, node, hex),
    feeRate: () => answered(() => feeEstimate(rpc, node)),
    relayFeeRate: () => answered(() => relayFeeRate(rpc)),
    block: (height) => answered(() => blockAt(rpc, node, height)),
    spends: (block) => answered(() => spendsOf(rpc, node, block)),
    outputsTo: (scripts, block) => answered(() => outputsTo(rpc, coin, { scripts, block })),
    transaction: (txid, block) => answered(() => serialised(rpc, txid, block)),
    close: () => rpc.close(),

    check: () =>
      answered(() => readiness(rpc, node, { chain, clock })).catch((error: unknown) => {
        if (error instanceof NetworkUnavailable) return { ready: false, reason: error.message }
        throw error
      }),

    tip: () =>
      answered(async () => {
        const { blocks, bestblockhash } = members(await rpc.call('getblockchaininfo', []))
        return { height: count(blocks), hash: hash(bestblockhash) }
      }),
  }
}

/** A node that cannot estimate says -1, an error, or has no such member. */
async function feeEstimate(rpc: Rpc, { feeEstimate }: NodeDifferences): Promise<bigint | null> {
  try {
    const answer = await rpc.call(feeEstimate.method, feeEstimate.params)
    const rate = feeEstimate.member === null ? answer : members(answer)[feeEstimate.member]
    return rate === undefined ? null : coinsOf(rate) || null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}

/** A pool that is full asks for more than the node's own least fee. */
async function relayFeeRate(rpc: Rpc): Promise<bigint> {
  const [network, pool] = await rpc.batch([
    { method: 'getnetworkinfo', params: [] },
    { method: 'getmempoolinfo', params: [] },
  ])
  const least = coinsOf(members(granted(network)).relayfee) ?? 0n
  const pools = coinsOf(members(granted(pool)).mempoolminfee) ?? 0n
  return least > pools ? least : pools
}

async function blockAt(rpc: Rpc, node: NodeDifferences, height: number): Promise<Block | null> {
  const id = await hashAt(rpc, height)
  if (id === null) return null
  const block = members(await rpc.call('getblock', [id, node.idsOfBlock]))
  return {
    height: count(block.height),
    hash: hash(block.hash),
    previous: block.previousblockhash === undefined ? noBlock : hash(block.previousblockhash),
    txids: list(block.tx).map(hash),
    time: count(block.time),
  }
}

async function hashAt(rpc: Rpc, height: number): Promise<string | null> {
  try {
    return hash(await rpc.call('getblockhash', [height]))
  } catch (error) {
    if (hasCode(error, code.outOfRange)) return null
    throw error
  }
}

async function spendsOf(rpc: Rpc, node: NodeDifferences, block: string): Promise<Spending[]> {
  if (node.blockInputs === 'serialised') return readSpends(bytes(await rpc.call('getblock', [block, false])))
  const { tx } = members(await rpc.call('getblock', [block, 2]))
  return list(tx).map((one) => {
    const { txid, vin } = members(one)
    // Coinbase inputs, and LTC's of its extension block, spend no output.
    const spending = list(vin)
      .map(members)
      .filter((input) => input.txid !== undefined)
    return {
      txid: hash(txid),
      inputs: spending.map((input) => ({ txid: hash(input.txid), vout: count(input.vout) })),
    }
  })
}

/** The serialised block is searched as text: nearly always that is all that there is to do. */
async function outputsTo(
  rpc: Rpc,
  coin: Coin & { readonly code: CoinCode },
  { scripts, block }: { readonly scripts: readonly Uint8Array[]; readonly block: string },
): Promise<LocatedOutput[]> {
  const hex = text(await rpc.call('getblock', [block, false]))
  const wanted = scripts.map((script) => Buffer.from(script).toString('hex'))
  if (!wanted.some((script) => hex.includes(script))) return []
  const form = { serialisation: coin.serialisation, mergeMined: differences[coin.code].mergeMined }
  return findOutputs(plain(Buffer.from(hex, 'hex')), form, new Set(wanted))
}

async function serialised(rpc: Rpc, txid: string, block?: string): Promise<string | null> {
  try {
    return text(await rpc.call('getrawtransaction', block === undefined ? [txid] : [txid, false, block]))
  } catch (error) {
    // Of a block that it has pruned a node says so with the code of any failure.
    if (hasCode(error, code.notFound) || (block !== undefined && hasCode(error, code.failed))) return null
    throw error
  }
}

async function readiness(
  rpc: Rpc,
  node: NodeDifferences,
  { chain, clock }: { chain: ChainName; clock: Clock },
): Promise<Readiness> {
  const heights = comparedHeights(node, chain)
  const [info, network, ...hashes] = await batch(rpc, [
    { method: 'getblockchaininfo', params: [] },
    { method: 'getnetworkinfo', params: [] },
    ...heights.map((height) => ({ method: 'getblockhash', params: [height] })),
  ])
  const { chain: name, blocks, headers, initialblockdownload, bestblockhash } = members(granted(info))
  const { subversion, connections } = members(granted(network))
  const tip = members(await rpc.call('getblockheader', [hash(bestblockhash), true]))
  const facts: NodeFacts = {
    chain: text(name),
    blocks: count(blocks),
    headers: count(headers),
    downloading: initialblockdownload === true,
    tipTime: count(tip.time),
    agent: text(subversion),
    peers: count(connections),
    hashAt: (height) => {
      const answer = hashes[heights.indexOf(height)]
      return hasCode(answer, code.outOfRange) ? null : hash(granted(answer))
    },
  }
  return judge(facts, node, { chain, now: clock.now() / 1_000 })
}
