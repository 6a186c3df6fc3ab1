import type { Outpoint, TransactionOutput } from '../../../src/coins/coin.ts'
import {
  type Block,
  type BroadcastResult,
  type LocatedOutput,
  type MempoolEntry,
  type Network,
  NetworkUnavailableError,
  type PayingTransaction,
  type PreviousOutput,
  type SelectScripts,
} from '../../../src/networks/network.ts'
import { nodeProfiles } from '../../../src/networks/node/node-profiles.ts'
import { findBlockAncestors } from '../../../src/networks/node/paying-with-ancestors.ts'
import { PackedTxids } from '../../../src/networks/txids.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Entry, MinedBlock } from './ledger.ts'
import type { SimulatedNode } from './node.ts'

export interface PortDependencies {
  readonly node: SimulatedNode
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  /** How often a call fails. */
  readonly faults: { readonly lost: number; readonly refused: number }
  /** Passes a point at which the process may die, in which case it never returns. */
  readonly wait: (ms: number) => Promise<void>
  /** The service broadcasts a transaction. */
  readonly onBroadcast: (node: SimulatedNode, hex: string) => Promise<void>
  /** The node's verdict, whether or not the service receives it. */
  readonly onVerdict: (node: SimulatedNode, hex: string, accepted: boolean) => void
}

/** How long a call waits for its response, and how late a late one arrives. */
const timeoutMs = 8_000
const maxDelayMs = 30_000

/** The service's view of a node: calls take time, and some get no response. */
export function createPort({
  node,
  scheduler,
  random,
  faults,
  wait,
  onBroadcast,
  onVerdict,
}: PortDependencies): Network {
  const { ledger, coin } = node
  return {
    coinbaseMaturity: coin.coinbaseMaturity.regtest,
    findPreviousOutputs: (outpoints) => call(() => outpoints.map(findPreviousOutput)),
    findInMempool: (txids) => call(() => txids.map(findPoolEntry)),
    testAcceptance: (hex) => call(() => testAcceptance(hex)),
    broadcast,
    estimateFeeRate: () => call(() => node.state.estimate),
    getRelayFeeRate: () => call(() => node.state.relay),
    getTip: () => call(() => toBlockRef(node.tip())),
    getMedianTime: () => call(getMedianTime),
    getBlock: (height) => call(() => toBlock(node.getBlockAt(height))),
    getFirstBlockHeight: () => call(() => 0),
    findBlockSpends: (hash) =>
      call(() => getEntries(hash).map(({ transaction: { id, inputs } }) => ({ txid: id, inputs }))),
    findOutputsTo: (scripts, hash) => call(() => findOutputsTo(scripts, hash)),
    getMempoolTxids: () => call(() => PackedTxids.of(ledger.pool.keys())),
    findPayingInMempool: async (txids, select) =>
      findPaying(await call(() => txids.flatMap((txid) => ledger.pool.get(txid) ?? [])), select),
    findPayingInBlock: async (hash, select) => {
      const entries = await call(() => getEntries(hash))
      const byTxid = new Map(entries.map(({ transaction: { id, inputs } }) => [id, { txid: id, inputs }]))
      const payingTransactions = await findPaying(entries, select)
      return payingTransactions.map((paying) => ({
        ...paying,
        ancestors: findBlockAncestors(paying.inputs, byTxid),
      }))
    },
    getTransaction: (txid) => call(() => ledger.pool.get(txid)?.hex ?? null),
    check: () => call(() => ({ ready: true as const })),
    close: async () => {},
  }

  /** The median of the newest eleven blocks' times (BIP113). */
  function getMedianTime(): number {
    const { height } = node.tip()
    const times = Array.from(
      { length: Math.min(11, height + 1) },
      (_, back) => toBlock(node.getBlockAt(height - back))?.time ?? 0,
    )
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  }

  async function call<T>(read: () => T): Promise<T> {
    await wait(random.between(1, 40))
    if (!node.isUp()) throw new NetworkUnavailableError('the connection is refused')
    if (random.chance(faults.lost)) {
      await wait(timeoutMs)
      throw new NetworkUnavailableError('no response in time')
    }
    const value = read()
    await wait(random.between(1, 40))
    return value
  }

  async function broadcast(hex: string): Promise<BroadcastResult> {
    // The claim counts when the service begins to send: another payment may pay the invoice before the node gets this one.
    await onBroadcast(node, hex)
    await wait(random.between(1, 60))
    if (!node.isUp()) return { outcome: 'unsent', text: 'the connection is refused' }
    if (node.loseResponseOnce.delete(hex) || random.chance(faults.lost)) return loseResponse(hex)
    if (node.rejectedOnce.delete(hex) || random.chance(faults.refused)) {
      const reason = random.pick(['pool_full', 'fee_too_low'] as const)
      return { outcome: 'rejected', rejection: { reason, text: 'a temporary reason' } }
    }
    const result = submitToNode(hex)
    await wait(random.between(1, 60))
    return result
  }

  /** Loses a response: the node accepted the transaction, accepts it later, or never gets it. */
  async function loseResponse(hex: string): Promise<BroadcastResult> {
    const variant = random.below(3)
    if (variant === 0) submitToNode(hex)
    if (variant === 1)
      scheduler.schedule(scheduler.now() + timeoutMs + random.below(maxDelayMs), () => submitToNode(hex))
    await wait(timeoutMs)
    return { outcome: 'unknown', text: 'no response in time' }
  }

  function submitToNode(hex: string): BroadcastResult {
    const verdict = node.submit(hex)
    onVerdict(node, hex, verdict.kind !== 'bad')
    if (verdict.kind === 'bad') return { outcome: 'rejected', rejection: verdict.rejection }
    return { outcome: 'accepted' }
  }

  function testAcceptance(hex: string): Awaited<ReturnType<Network['testAcceptance']>> {
    if (!nodeProfiles[coin.code].hasTestMempoolAccept) return 'untested'
    const verdict = node.evaluate(hex)
    if (verdict.kind !== 'bad') return { accepted: true }
    return { accepted: false, rejection: verdict.rejection }
  }

  function findPreviousOutput(outpoint: Outpoint): PreviousOutput {
    if (ledger.findSpender(outpoint) !== undefined) return { isFound: false, spentInMempool: true }
    const found = ledger.find(outpoint)
    return found ? { isFound: true, ...found, isCoinbase: false } : { isFound: false, spentInMempool: false }
  }

  function findPoolEntry(txid: string): MempoolEntry | null {
    const entry = ledger.pool.get(txid)
    if (!entry) return null
    const { fee, replaceable: isReplaceable, transaction } = entry
    const depends = ledger.findParents(transaction).map((parent) => parent.transaction.id)
    const time = Math.floor((node.presentSince(txid) ?? 0) / 1_000)
    return { fee, size: transaction.virtualSize, isReplaceable, depends, time }
  }

  function getEntries(hash: string): MinedBlock['entries'] {
    return node.getBlock(hash)?.entries ?? []
  }

  function findOutputsTo(scripts: readonly Uint8Array[], hash: string): LocatedOutput[] {
    const scriptHexes = new Set(scripts.map((script) => Buffer.from(script).toString('hex')))
    return getEntries(hash).flatMap(({ transaction: { id: txid, outputs } }) =>
      outputs.flatMap((output, vout) =>
        scriptHexes.has(Buffer.from(output.script).toString('hex')) ? [{ txid, vout, ...output }] : [],
      ),
    )
  }
}

async function findPaying(entries: readonly Entry[], select: SelectScripts): Promise<PayingTransaction[]> {
  const encodeScript = ({ script }: TransactionOutput) => Buffer.from(script).toString('hex')
  const all = entries.flatMap(({ transaction }) => transaction.outputs.map(encodeScript))
  const chosen = await select([...new Set(all)])
  return entries.flatMap(({ hex, transaction: { id: txid, inputs, outputs } }) => {
    const located = outputs.map((output, vout) => ({
      vout,
      script: encodeScript(output),
      amount: output.amount,
    }))
    const paid = located.filter(({ script }) => chosen.has(script))
    return paid.length === 0 ? [] : [{ txid, hex, inputs, outputs: paid }]
  })
}

const toBlockRef = ({ height, hash }: MinedBlock) => ({ height, hash })

function toBlock(block: MinedBlock | null): Block | null {
  if (!block) return null
  const { height, hash, previous, time, entries } = block
  return {
    height,
    hash,
    previousHash: previous,
    time,
    txids: PackedTxids.of(entries.map(({ transaction }) => transaction.id)),
  }
}
