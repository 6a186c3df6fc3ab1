import { createHash } from 'node:crypto'
import { computeTxid, serialise, type TransactionBody } from '../../../src/coins/codec/transaction.ts'
import type { Coin, Outpoint, TransactionOutput } from '../../../src/coins/coin.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import type { History } from '../history.ts'
import type { Scheduler } from '../scheduler.ts'
import { createLedger, type Entry, getOutpointKey, type MinedBlock, type Verdict } from './ledger.ts'

export type SimulatedNode = ReturnType<typeof createNode>

export type SimulatedCoin = Coin & { readonly code: CoinCode }

const lostVerdict = { kind: 'bad' } as const
const noBlock = '0'.repeat(64)

/** A node with mempool and chain, controlled by the simulation: it mines, reorganises, forgets, and goes down. */
export function createNode(coin: SimulatedCoin, scheduler: Scheduler, history: History) {
  const ledger = createLedger(coin)
  const blocks: MinedBlock[] = []
  const byHash = new Map<string, MinedBlock>()
  const heights = new Map<string, number>()
  /** By txid: the time since which it has been in the mempool or chain without interruption. */
  const presentSince = new Map<string, number>()
  /** By txid: the times at which it entered the mempool. */
  const entryTimes = new Map<string, number[]>()
  const everMined = new Set<string>()
  /** By txid: the times of the blocks that contained it, in seconds since 1970. */
  const blockTimes = new Map<string, number[]>()
  const minedSpenders = new Map<string, Set<string>>()
  const acceptedEntries = new Map<string, Entry>()
  /** Transactions whose first broadcast gets no response. */
  const loseResponseOnce = new Set<string>()
  /** Transactions whose first broadcast is rejected for a temporary reason. */
  const rejectedOnce = new Set<string>()
  /** By txid: when the service last broadcast it and the node knew or accepted it. */
  const lastSent = new Map<string, number>()
  let digestCount = 0
  const state = { downUntil: 0, relay: coin.feeRate.floor / 2n, estimate: coin.feeRate.floor * 2n }
  mine([])
  return {
    coin,
    ledger,
    state,
    evaluate,
    submit,
    mintCoins,
    mine,
    reorganise,
    evict,
    forgetPool,
    tip,
    getBlockAt: (height: number) => blocks[height] ?? null,
    getBlock: (hash: string) => byHash.get(hash) ?? null,
    chain: (): readonly MinedBlock[] => blocks,
    getBlockTimes: (txid: string): readonly number[] => blockTimes.get(txid) ?? [],
    isUp: () => scheduler.now() >= state.downUntil,
    presentSince: (txid: string) => presentSince.get(txid) ?? null,
    getEntryTimes: (txid: string): readonly number[] => entryTimes.get(txid) ?? [],
    wasMined: (txid: string) => everMined.has(txid),
    /** Whether it ever accepted that transaction. */
    wasSeen: (txid: string) => acceptedEntries.has(txid),
    getInputs: (txid: string) => acceptedEntries.get(txid)?.transaction.inputs ?? [],
    getOutputs: (txid: string) => acceptedEntries.get(txid)?.transaction.outputs ?? [],
    recordSent: (txid: string) => void lastSent.set(txid, scheduler.now()),
    lastSent: (txid: string) => lastSent.get(txid) ?? null,
    hasMinedConflict,
    loseResponseOnce,
    rejectedOnce,
  }

  function tip(): MinedBlock {
    const last = blocks.at(-1)
    if (!last) throw new Error('the chain has no block')
    return last
  }

  function evaluate(hex: string): Verdict {
    return ledger.evaluate(hex, state.relay)
  }

  /** Submits a transaction to the node and applies its verdict. */
  function submit(hex: string): Verdict {
    const verdict = evaluate(hex)
    if (verdict.kind !== 'good') return verdict
    for (const replaced of verdict.replaces)
      if (ledger.pool.has(replaced.transaction.id)) clearPresence(ledger.drop(replaced))
    ledger.add(verdict.entry)
    acceptedEntries.set(verdict.entry.transaction.id, verdict.entry)
    const { id } = verdict.entry.transaction
    presentSince.set(id, scheduler.now())
    entryTimes.set(id, [...(entryTimes.get(id) ?? []), scheduler.now()])
    return verdict
  }

  function clearPresence(entries: readonly Entry[]): void {
    for (const { transaction } of entries) presentSince.delete(transaction.id)
  }

  /** Creates coins from nothing, as old as the chain, so that reorganisations keep them. */
  function mintCoins(
    outputs: readonly TransactionOutput[],
  ): { readonly outpoint: Outpoint; readonly output: TransactionOutput }[] {
    const input = {
      txid: digest(`coins ${digestCount++}`),
      vout: 0,
      script: new Uint8Array(),
      sequence: 0,
      witness: [],
    }
    const transaction: TransactionBody = { version: 1, lockTime: 0, inputs: [input], outputs }
    const txid = computeTxid(transaction)
    const parsed = coin.parse(Buffer.from(serialise(transaction)).toString('hex'))
    ledger.inChain.set(txid, { hex: '', transaction: parsed, fee: 0n, replaceable: false })
    heights.set(txid, 0)
    return outputs.map((output, vout) => {
      ledger.addOutput({ txid, vout }, output, 0)
      return { outpoint: { txid, vout }, output }
    })
  }

  /** Mines a block with these entries, ordered so that each follows its parents. */
  function mine(entries: readonly Entry[]): MinedBlock {
    const height = blocks.length
    const previous = blocks.at(-1)?.hash ?? noBlock
    const hash = digest(`block ${height} ${digestCount++}`)
    const time = Math.floor(scheduler.clock.now() / 1_000)
    const block = { height, hash, previous, time, entries }
    const evicted = ledger.connect(block)
    clearPresence(evicted)
    blocks.push(block)
    byHash.set(hash, block)
    for (const entry of entries) recordMined(entry, block)
    if (height > 0)
      history.log(
        coin.code,
        `block ${height}: ${entries.length} transactions${evicted.length > 0 ? `, ${evicted.length} evicted` : ''}`,
      )
    return block
  }

  function recordMined(entry: Entry, { height, time }: Pick<MinedBlock, 'height' | 'time'>): void {
    const { id: txid, inputs } = entry.transaction
    blockTimes.set(txid, [...(blockTimes.get(txid) ?? []), time])
    acceptedEntries.set(txid, entry)
    heights.set(txid, height)
    everMined.add(txid)
    if (!presentSince.has(txid)) presentSince.set(txid, scheduler.now())
    for (const input of inputs) {
      const spenders = minedSpenders.get(getOutpointKey(input)) ?? new Set()
      minedSpenders.set(getOutpointKey(input), spenders.add(txid))
    }
  }

  /** Disconnects that many blocks. Their transactions return to the mempool if still valid, and are not forgotten. */
  function reorganise(depth: number, isForgotten: (entry: Entry) => boolean): void {
    const disconnected: Entry[] = []
    for (let remaining = Math.min(depth, blocks.length - 1); remaining > 0; remaining--) {
      const block = blocks.pop()
      if (!block) break
      ledger.disconnect(block, (txid) => heights.get(txid) ?? 0)
      disconnected.unshift(...block.entries)
    }
    history.log(coin.code, `${depth} blocks disconnected, with ${disconnected.length} transactions`)
    // Mempool transactions may depend on lost ones or conflict with them, so all are checked again.
    const before = [...ledger.pool.values()]
    for (const entry of before) if (ledger.pool.has(entry.transaction.id)) ledger.drop(entry)
    for (const entry of [...disconnected, ...before]) {
      const verdict = isForgotten(entry) ? lostVerdict : ledger.evaluate(entry.hex, 0n)
      if (verdict.kind === 'good') ledger.add(verdict.entry)
      else if (verdict.kind === 'bad') clearPresence([entry])
    }
  }

  function evict(txid: string): void {
    const entry = ledger.pool.get(txid)
    if (entry) clearPresence(ledger.drop(entry))
  }

  function forgetPool(): void {
    clearPresence([...ledger.pool.values()])
    for (const entry of [...ledger.pool.values()])
      if (ledger.pool.has(entry.transaction.id)) ledger.drop(entry)
  }

  /** Whether a block ever had another transaction that spends one of these. */
  function hasMinedConflict(inputs: readonly Outpoint[], ownTxids: ReadonlySet<string>): boolean {
    return inputs.some((input) =>
      [...(minedSpenders.get(getOutpointKey(input)) ?? [])].some((txid) => !ownTxids.has(txid)),
    )
  }

  function digest(text: string): string {
    return createHash('sha256').update(`${coin.code} ${text}`).digest('hex')
  }
}
