import type { Outpoint } from '../../../src/coins/coin.ts'
import {
  type Block,
  type BroadcastResult,
  type LocatedOutput,
  type MempoolEntry,
  type Network,
  NetworkUnavailable,
  type PreviousOutput,
} from '../../../src/networks/network.ts'
import { differences } from '../../../src/networks/node/differences.ts'
import { PackedTxids } from '../../../src/networks/txids.ts'
import type { Seeded } from '../seeded.ts'
import type { World } from '../world.ts'
import type { Mined } from './ledger.ts'
import type { SimulatedNode } from './node.ts'

export interface PortParts {
  readonly node: SimulatedNode
  readonly world: World
  readonly random: Seeded
  /** How often a call fails. */
  readonly faults: { readonly lost: number; readonly refused: number }
  /** Passes a point at which the process may die, in which case it never returns. */
  readonly pass: (ms: number) => Promise<void>
  /** The service broadcasts a transaction. */
  readonly onBroadcast: (node: SimulatedNode, hex: string) => Promise<void>
  /** The node's verdict, whether or not the service receives it. */
  readonly onTaken: (node: SimulatedNode, hex: string, accepted: boolean) => void
}

/** How long a call waits for its response, and how late a late one arrives. */
const timeLimitMs = 8_000
const maxDelayMs = 30_000

/** The service's view of a node: calls take time, and some get no response. */
export function createPort({ node, world, random, faults, pass, onBroadcast, onTaken }: PortParts): Network {
  const { ledger, coin } = node
  return {
    coinbaseMaturity: coin.coinbaseMaturity.regtest,
    findPreviousOutputs: (outpoints) => ask(() => outpoints.map(spent)),
    findInMempool: (txids) => ask(() => txids.map(pooled)),
    test: (hex) => ask(() => test(hex)),
    broadcast,
    feeRate: () => ask(() => node.state.estimate),
    relayFeeRate: () => ask(() => node.state.relay),
    tip: () => ask(() => ref(node.tip())),
    medianTime: () => ask(medianTime),
    block: (height) => ask(() => shown(node.block(height))),
    getFirstBlockHeight: () => ask(() => 0),
    findBlockSpends: (hash) =>
      ask(() => entriesOf(hash).map(({ transaction: { id, inputs } }) => ({ txid: id, inputs }))),
    outputsTo: (scripts, hash) => ask(() => outputsTo(scripts, hash)),
    transaction: (txid) => ask(() => ledger.pool.get(txid)?.hex ?? null),
    check: () => ask(() => ({ ready: true as const })),
    close: async () => {},
  }

  /** BIP113: the median of the newest eleven blocks' times. */
  function medianTime(): number {
    const { height } = node.tip()
    const times = Array.from(
      { length: Math.min(11, height + 1) },
      (_, back) => shown(node.block(height - back))?.time ?? 0,
    )
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  }

  async function ask<T>(answer: () => T): Promise<T> {
    await pass(random.between(1, 40))
    if (!node.isUp()) throw new NetworkUnavailable('the connection is refused')
    if (random.chance(faults.lost)) {
      await pass(timeLimitMs)
      throw new NetworkUnavailable('no answer in time')
    }
    const value = answer()
    await pass(random.between(1, 40))
    return value
  }

  async function broadcast(hex: string): Promise<BroadcastResult> {
    await pass(random.between(1, 60))
    await onBroadcast(node, hex)
    if (!node.isUp()) return { outcome: 'unsent', text: 'the connection is refused' }
    if (node.unansweredOnce.delete(hex) || random.chance(faults.lost)) return unanswered(hex)
    if (node.rejectedOnce.delete(hex) || random.chance(faults.refused)) {
      const reason = random.pick(['pool_full', 'fee_too_low'] as const)
      return { outcome: 'rejected', rejection: { reason, text: 'a temporary reason' } }
    }
    const answer = take(hex)
    await pass(random.between(1, 60))
    return answer
  }

  /** It was accepted but the response was lost, or it is accepted later, or it never arrived. */
  async function unanswered(hex: string): Promise<BroadcastResult> {
    const variant = random.below(3)
    if (variant === 0) take(hex)
    if (variant === 1) world.at(world.now() + timeLimitMs + random.below(maxDelayMs), () => take(hex))
    await pass(timeLimitMs)
    return { outcome: 'unknown', text: 'no answer in time' }
  }

  function take(hex: string): BroadcastResult {
    const verdict = node.take(hex)
    onTaken(node, hex, verdict.kind !== 'bad')
    if (verdict.kind === 'bad') return { outcome: 'rejected', rejection: verdict.rejection }
    return { outcome: 'accepted' }
  }

  function test(hex: string): Awaited<ReturnType<Network['test']>> {
    if (!differences[coin.code].hasTestMempoolAccept) return 'untested'
    const verdict = node.evaluate(hex)
    if (verdict.kind !== 'bad') return { accepted: true }
    return { accepted: false, rejection: verdict.rejection }
  }

  function spent(outpoint: Outpoint): PreviousOutput {
    if (ledger.spender(outpoint) !== undefined) return { found: false, spentInMempool: true }
    const found = ledger.find(outpoint)
    return found ? { found: true, ...found, coinbase: false } : { found: false, spentInMempool: false }
  }

  function pooled(txid: string): MempoolEntry | null {
    const entry = ledger.pool.get(txid)
    if (!entry) return null
    const { fee, replaceable, transaction } = entry
    const depends = ledger.parents(transaction).map((parent) => parent.transaction.id)
    return { fee, size: transaction.virtualSize, replaceable, depends }
  }

  function entriesOf(hash: string): Mined['entries'] {
    return node.blockOf(hash)?.entries ?? []
  }

  function outputsTo(scripts: readonly Uint8Array[], hash: string): LocatedOutput[] {
    const scriptHexes = new Set(scripts.map((script) => Buffer.from(script).toString('hex')))
    return entriesOf(hash).flatMap(({ transaction: { id: txid, outputs } }) =>
      outputs.flatMap((output, vout) =>
        scriptHexes.has(Buffer.from(output.script).toString('hex')) ? [{ txid, vout, ...output }] : [],
      ),
    )
  }
}

const ref = ({ height, hash }: Mined) => ({ height, hash })

function shown(block: Mined | null): Block | null {
  if (!block) return null
  const { height, hash, previous, time, entries } = block
  return {
    height,
    hash,
    previous,
    time,
    txids: PackedTxids.of(entries.map(({ transaction }) => transaction.id)),
  }
}
