import type { ChainName, Coin } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { fromHex, toHex } from '../../kernel/hex.ts'
import { createStepRunner } from '../../kernel/steps.ts'
import {
  type Block,
  type LocatedOutput,
  type Network,
  NetworkUnavailableError,
  type Readiness,
  type TransactionSpends,
} from '../network.ts'
import { NodeResponseError, type Rpc, RpcError } from '../rpc.ts'
import { PackedTxids } from '../txids.ts'
import { parseCoinAmount } from './exact-numbers.ts'
import { createMempoolLookup } from './mempool-lookup.ts'
import { type NodeProfile, nodeProfiles } from './node-profiles.ts'
import { createOutputLookup } from './output-lookup.ts'
import { createPaymentSearch } from './payment-search.ts'
import {
  readArray,
  readBoolean,
  readBytes,
  readCount,
  readHash,
  readObject,
  readString,
} from './read-response.ts'
import { assessReadiness, listIdentifyingHeights, type NodeStatus } from './readiness.ts'
import { callInBatches, hasErrorCode, mapRpcErrors, rpcErrorCodes, unwrapResult } from './rpc-calls.ts'
import { broadcastTransaction, testTransaction } from './send.ts'
import { type BlockFormat, findPayingInBlock, readSpends } from './serialised-block.ts'
import { traceCalls } from './trace-calls.ts'

interface NodeSettings {
  readonly coin: NodeCoin
  readonly chain: ChainName
  /** A connection to the node, or to an in-process chain that speaks the coin's node RPC. */
  readonly rpc: Rpc
  readonly clock?: Clock
}

type NodeCoin = Coin & { readonly code: CoinCode }

const getBlockFormat = ({ code, serialisation }: NodeCoin): BlockFormat => ({
  serialisation,
  isMergeMined: nodeProfiles[code].isMergeMined,
})

/** Blocks are parsed in steps, so that a large one doesn't block the event loop. */
const runSteps = createStepRunner()

/** Block 0 has no previous block. */
const nullHash = '0'.repeat(64)

/** A coin's validation network, reached through its node's JSON-RPC interface. */
export function createNodeNetwork({ coin, chain, clock = systemClock, ...settings }: NodeSettings): Network {
  const rpc = traceCalls(settings.rpc, coin.code)
  const node = nodeProfiles[coin.code]
  const lookUpOutputs = createOutputLookup(coin, rpc)
  const lookUpMempool = createMempoolLookup(coin, rpc)
  const paymentSearch = createPaymentSearch(rpc, getBlockFormat(coin), runSteps)

  return {
    coinbaseMaturity: coin.coinbaseMaturity[chain],
    findPreviousOutputs: (outpoints) => mapRpcErrors(() => lookUpOutputs(outpoints)),
    findInMempool: (txids) => mapRpcErrors(() => lookUpMempool(txids)),
    testAcceptance: (hex) => mapRpcErrors(() => testTransaction(rpc, node, hex)),
    broadcast: (hex) => broadcastTransaction(rpc, node, hex),
    estimateFeeRate: () => mapRpcErrors(() => fetchFeeEstimate(rpc, node)),
    getRelayFeeRate: () => mapRpcErrors(() => fetchRelayFeeRate(rpc)),
    getBlock: (height) => mapRpcErrors(() => fetchBlock(rpc, node, height)),
    findBlockSpends: (block) => mapRpcErrors(() => fetchSpends(rpc, coin, block)),
    findOutputsTo: (scripts, block) => mapRpcErrors(() => fetchOutputsTo(rpc, coin, { scripts, block })),
    getMempoolTxids: () => mapRpcErrors(async () => readTxids(await rpc.call('getrawmempool', [false]))),
    findPayingInMempool: (txids, select) => mapRpcErrors(() => paymentSearch.searchMempool(txids, select)),
    findPayingInBlock: (block, select) => mapRpcErrors(() => paymentSearch.searchBlock(block, select)),
    getTransaction: (txid, block) => mapRpcErrors(() => fetchRawTransaction(rpc, txid, block)),
    close: () => rpc.close(),

    check: () =>
      mapRpcErrors(() => fetchReadiness(rpc, node, { chain, clock })).catch((error: unknown) => {
        if (error instanceof NetworkUnavailableError) return { ready: false, reason: error.message }
        throw error
      }),

    getFirstBlockHeight: () =>
      mapRpcErrors(async () => {
        const { pruneheight } = readObject(await rpc.call('getblockchaininfo', []))
        return pruneheight === undefined ? 0 : readCount(pruneheight)
      }),

    getTip: () =>
      mapRpcErrors(async () => {
        const { blocks, bestblockhash } = readObject(await rpc.call('getblockchaininfo', []))
        return { height: readCount(blocks), hash: readHash(bestblockhash) }
      }),

    getMedianTime: () =>
      mapRpcErrors(async () => readCount(readObject(await rpc.call('getblockchaininfo', [])).mediantime)),
  }
}

/** A node without an estimate returns -1 or an error, or lacks the member. */
async function fetchFeeEstimate(rpc: Rpc, { feeEstimate }: NodeProfile): Promise<bigint | null> {
  try {
    const result = await rpc.call(feeEstimate.method, feeEstimate.params)
    const rate = feeEstimate.member === null ? result : readObject(result)[feeEstimate.member]
    return rate === undefined ? null : parseCoinAmount(rate) || null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}

/** A full mempool requires more than the node's own minimum fee. */
async function fetchRelayFeeRate(rpc: Rpc): Promise<bigint> {
  const [network, mempoolInfo] = await rpc.batch([
    { method: 'getnetworkinfo', params: [] },
    { method: 'getmempoolinfo', params: [] },
  ])
  const nodeMinimum = parseCoinAmount(readObject(unwrapResult(network)).relayfee) ?? 0n
  const mempoolMinFee = parseCoinAmount(readObject(unwrapResult(mempoolInfo)).mempoolminfee) ?? 0n
  return nodeMinimum > mempoolMinFee ? nodeMinimum : mempoolMinFee
}

async function fetchBlock(rpc: Rpc, node: NodeProfile, height: number): Promise<Block | null> {
  const id = await fetchBlockHash(rpc, height)
  if (id === null) return null
  const block = readObject(await rpc.call('getblock', [id, node.txidsOnly]))
  const ownHeight = readCount(block.height)
  if (ownHeight !== height)
    throw new NodeResponseError(
      `the node returned block ${id} for height ${height}, but its height is ${ownHeight}`,
    )
  return {
    height,
    hash: readHash(block.hash),
    previousHash: block.previousblockhash === undefined ? nullHash : readHash(block.previousblockhash),
    txids: readTxids(block.tx),
    time: readCount(block.time),
  }
}

/** An in-process chain returns a plain list. */
const readTxids = (list: unknown): PackedTxids =>
  list instanceof PackedTxids ? list : PackedTxids.of(readArray(list).map(readHash))

async function fetchBlockHash(rpc: Rpc, height: number): Promise<string | null> {
  try {
    return readHash(await rpc.call('getblockhash', [height]))
  } catch (error) {
    if (hasErrorCode(error, rpcErrorCodes.invalidParameter)) return null
    throw error
  }
}

/** Decoded blocks (`getblock … 2`) are several times larger, some nodes don't have them, and `JSON.parse` of one can't be interrupted. */
async function fetchSpends(rpc: Rpc, coin: NodeCoin, block: string): Promise<TransactionSpends[]> {
  const bytes = readBytes(await rpc.call('getblock', [block, false]))
  return runSteps(readSpends(bytes, getBlockFormat(coin)))
}

/** Searches the hex of the serialised block first: there is almost never a match, and then nothing has to be parsed. */
async function fetchOutputsTo(
  rpc: Rpc,
  coin: NodeCoin,
  { scripts, block }: { readonly scripts: readonly Uint8Array[]; readonly block: string },
): Promise<LocatedOutput[]> {
  const hex = readString(await rpc.call('getblock', [block, false]))
  const scriptHexes = scripts.map(toHex)
  if (!scriptHexes.some((script) => hex.includes(script))) return []
  const bytes = fromHex(hex)
  const payingTransactions = await runSteps(
    findPayingInBlock(bytes, getBlockFormat(coin), new Set(scriptHexes)),
  )
  return payingTransactions.flatMap(({ txid, outputs }) =>
    outputs.map(({ vout, script, amount }) => ({
      txid,
      vout,
      amount,
      script: fromHex(script),
    })),
  )
}

async function fetchRawTransaction(rpc: Rpc, txid: string, block?: string): Promise<string | null> {
  try {
    return readString(
      await rpc.call('getrawtransaction', block === undefined ? [txid] : [txid, false, block]),
    )
  } catch (error) {
    // For a block that it has pruned, the node returns the generic error code.
    if (
      hasErrorCode(error, rpcErrorCodes.notFound) ||
      (block !== undefined && hasErrorCode(error, rpcErrorCodes.failed))
    )
      return null
    throw error
  }
}

async function fetchReadiness(
  rpc: Rpc,
  node: NodeProfile,
  { chain, clock }: { chain: ChainName; clock: Clock },
): Promise<Readiness> {
  const heights = listIdentifyingHeights(node, chain)
  const [info, network, ...hashes] = await callInBatches(rpc, [
    { method: 'getblockchaininfo', params: [] },
    { method: 'getnetworkinfo', params: [] },
    ...heights.map((height) => ({ method: 'getblockhash', params: [height] })),
  ])
  const { chain: name, blocks, headers, initialblockdownload, bestblockhash } = readObject(unwrapResult(info))
  const { subversion, connections } = readObject(unwrapResult(network))
  const tip = readObject(await rpc.call('getblockheader', [readHash(bestblockhash), true]))
  const isInSafeMode = node.hasSafeMode && (await isNodeInSafeMode(rpc))
  const status: NodeStatus = {
    chain: readString(name),
    blocks: readCount(blocks),
    headers: readCount(headers),
    isDownloading: initialblockdownload === true,
    tipTime: readCount(tip.time),
    agent: readString(subversion),
    peers: readCount(connections),
    isInSafeMode,
    getHash: (height) => {
      const hash = hashes[heights.indexOf(height)]
      return hasErrorCode(hash, rpcErrorCodes.invalidParameter) ? null : readHash(unwrapResult(hash))
    },
  }
  return assessReadiness(status, node, { chain, now: clock.now() / 1_000 })
}

/** A node too old to have the method has no safe mode. */
async function isNodeInSafeMode(rpc: Rpc): Promise<boolean> {
  try {
    return readBoolean(readObject(await rpc.call('getsafemodeinfo', [])).safemodeenabled)
  } catch (error) {
    if (hasErrorCode(error, rpcErrorCodes.noSuchMethod)) return false
    throw error
  }
}
