import type { Coin, Outpoint } from '../../coins/coin.ts'
import type { SpentOutput } from '../network.ts'
import { type Rpc, Unanswered } from '../rpc.ts'
import { bytes, count, hash, members, text } from './answer.ts'
import { batch, granted, grantedOrNull } from './ask.ts'
import { coinsOf } from './exact.ts'

type Found = Extract<SpentOutput, { readonly found: true }>

/** Looks outputs up in the node's set of unspent ones, as of the pool. */
export function outputLookup(coin: Coin, rpc: Rpc) {
  /** The tip that the last answers were given for: a new one is asked for its height once. */
  let tip: { readonly hash: string; readonly height: number } | null = null
  return lookUp

  async function lookUp(outpoints: readonly Outpoint[]): Promise<readonly SpentOutput[]> {
    const found = await unspent(outpoints, true)
    const missing = [...found.keys()].filter((index) => found[index] === null)
    const why = await whyMissing(missing.flatMap((index) => outpoints[index] ?? []))
    for (const [position, index] of missing.entries()) found[index] = why[position] ?? null
    return found.map((output) => output ?? { found: false, spentInPool: false })
  }

  /**
   * An output that is not there for the pool is spent there when the chain still has it, or when it is one of a transaction
   * of the pool. Asked again at the end: it may have come into being between the first question and these.
   */
  async function whyMissing(outpoints: readonly Outpoint[]): Promise<(SpentOutput | null)[]> {
    if (outpoints.length === 0) return []
    const onChain = await unspent(outpoints, false)
    const pooled = await countOutputs(outpoints.filter((_, index) => onChain[index] === null))
    const exists = outpoints.map(
      ({ txid, vout }, index) => (onChain[index] ?? null) !== null || vout < (pooled.get(txid) ?? 0),
    )
    const again = await unspent(
      outpoints.filter((_, index) => exists[index]),
      true,
    )
    return exists.map((is) => (is ? (again.shift() ?? { found: false, spentInPool: true }) : null))
  }

  /** How many outputs do those of these transactions have that the pool holds? */
  async function countOutputs(outpoints: readonly Outpoint[]): Promise<ReadonlyMap<string, number>> {
    const txids = [...new Set(outpoints.map(({ txid }) => txid))]
    const entries = await batch(
      rpc,
      txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
    )
    const pooled = txids.filter((_, index) => grantedOrNull(entries[index]) !== null)
    const raw = await batch(
      rpc,
      pooled.map((txid) => ({ method: 'getrawtransaction', params: [txid] })),
    )
    const counts = pooled.map((txid, index): [string, number] => {
      const hex = grantedOrNull(raw[index])
      return [txid, hex === null ? 0 : coin.parse(text(hex)).outputs.length]
    })
    return new Map(counts)
  }

  async function unspent(outpoints: readonly Outpoint[], withPool: boolean): Promise<(SpentOutput | null)[]> {
    const answers = await batch(
      rpc,
      outpoints.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, withPool] })),
    )
    const found: (Found | null)[] = []
    for (const answer of answers)
      found.push(granted(answer) === null ? null : await readOutput(members(answer)))
    return found
  }

  async function readOutput(answer: Readonly<Record<string, unknown>>): Promise<Found> {
    const amount = coinsOf(answer.value)
    if (amount === null) throw new Unanswered('the node answered with a negative amount')
    const confirmations = count(answer.confirmations)
    return {
      found: true,
      output: { script: bytes(members(answer.scriptPubKey).hex), amount },
      height: confirmations === 0 ? null : (await heightOf(hash(answer.bestblock))) - confirmations + 1,
      coinbase: answer.coinbase === true,
    }
  }

  async function heightOf(block: string): Promise<number> {
    if (tip?.hash !== block) {
      const header = members(await rpc.call('getblockheader', [block, true]))
      tip = { hash: block, height: count(header.height) }
    }
    return tip.height
  }
}
