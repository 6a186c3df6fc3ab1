import type { Coin, Outpoint } from '../../coins/coin.ts'
import type { PreviousOutput } from '../network.ts'
import { NodeResponseError, type Rpc } from '../rpc.ts'
import { parseCoinAmount } from './exact-numbers.ts'
import { readCount, readHash, readObject, readString } from './read-response.ts'
import { callInBatches, unwrapResult, unwrapResultOrNull } from './rpc-calls.ts'
import { readScriptField } from './token-data.ts'

type FoundOutput = Extract<PreviousOutput, { readonly isFound: true }>

/**
 * Bitcoin Core 0.21 and contemporary nodes reject a larger output index as "out of range". No transaction has that many outputs: they take 9
 * bytes each.
 */
const maxVout = 0x7fff_ffff

const canExist = ({ vout }: Outpoint): boolean => vout <= maxVout

/** Looks outputs up in the node's UTXO set, including the mempool. */
export function createOutputLookup(coin: Coin, rpc: Rpc) {
  /** The tip of the last response. Its height is requested once. */
  let tip: { readonly hash: string; readonly height: number } | null = null
  return lookUp

  async function lookUp(outpoints: readonly Outpoint[]): Promise<readonly PreviousOutput[]> {
    const existing = outpoints.filter(canExist)
    const lookups = await findUnspent(existing, true)
    const missingIndexes = [...lookups.keys()].filter((index) => lookups[index] === null)
    const explanations = await explainMissing(missingIndexes.flatMap((index) => existing[index] ?? []))
    for (const [position, index] of missingIndexes.entries()) lookups[index] = explanations[position] ?? null
    return outpoints.map(
      (outpoint) =>
        (canExist(outpoint) ? lookups.shift() : null) ?? { isFound: false, spentInMempool: false },
    )
  }

  /**
   * Finds out why outputs are missing. An output missing from the mempool view was spent there if the chain still has it, or if it belongs
   * to a mempool transaction. The final lookup catches outputs created between the first lookup and these.
   */
  async function explainMissing(outpoints: readonly Outpoint[]): Promise<(PreviousOutput | null)[]> {
    if (outpoints.length === 0) return []
    const onChain = await findUnspent(outpoints, false)
    const outputCounts = await countOutputs(outpoints.filter((_, index) => onChain[index] === null))
    const exists = outpoints.map(
      ({ txid, vout }, index) => (onChain[index] ?? null) !== null || vout < (outputCounts.get(txid) ?? 0),
    )
    const rechecked = await findUnspent(
      outpoints.filter((_, index) => exists[index]),
      true,
    )
    return exists.map((doesExist) =>
      doesExist ? (rechecked.shift() ?? { isFound: false, spentInMempool: true }) : null,
    )
  }

  /** The number of outputs of each of these transactions that is in the mempool. */
  async function countOutputs(outpoints: readonly Outpoint[]): Promise<ReadonlyMap<string, number>> {
    const txids = [...new Set(outpoints.map(({ txid }) => txid))]
    const entries = await callInBatches(
      rpc,
      txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
    )
    const mempoolTxids = txids.filter((_, index) => unwrapResultOrNull(entries[index]) !== null)
    const raw = await callInBatches(
      rpc,
      mempoolTxids.map((txid) => ({ method: 'getrawtransaction', params: [txid] })),
    )
    const counts = mempoolTxids.map((txid, index): [string, number] => {
      const hex = unwrapResultOrNull(raw[index])
      return [txid, hex === null ? 0 : coin.parse(readString(hex)).outputs.length]
    })
    return new Map(counts)
  }

  async function findUnspent(
    outpoints: readonly Outpoint[],
    includeMempool: boolean,
  ): Promise<(PreviousOutput | null)[]> {
    const results = await callInBatches(
      rpc,
      outpoints.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, includeMempool] })),
    )
    const outputs: (FoundOutput | null)[] = []
    for (const result of results)
      outputs.push(unwrapResult(result) === null ? null : await readOutput(readObject(result)))
    return outputs
  }

  async function readOutput(result: Readonly<Record<string, unknown>>): Promise<FoundOutput> {
    const amount = parseCoinAmount(result.value)
    if (amount === null) throw new NodeResponseError('the node returned a negative amount')
    const confirmations = readCount(result.confirmations)
    return {
      isFound: true,
      output: { script: readScriptField(result), amount },
      height:
        confirmations === 0 ? null : (await fetchHeight(readHash(result.bestblock))) - confirmations + 1,
      isCoinbase: result.coinbase === true,
    }
  }

  async function fetchHeight(block: string): Promise<number> {
    if (tip?.hash !== block) {
      const header = readObject(await rpc.call('getblockheader', [block, true]))
      tip = { hash: block, height: readCount(header.height) }
    }
    return tip.height
  }
}
