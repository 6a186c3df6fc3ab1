import { createHash } from 'node:crypto'
import { serialise, type TransactionBody, transactionId } from '../../../src/coins/codec/transaction.ts'
import type { Coin, Outpoint, TransactionOutput } from '../../../src/coins/coin.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import type { History } from '../history.ts'
import type { World } from '../world.ts'
import { createLedger, type Entry, type Mined, nameOf, type Verdict } from './ledger.ts'

export type SimulatedNode = ReturnType<typeof createNode>

export type SimulatedCoin = Coin & { readonly code: CoinCode }

const lost = { kind: 'bad' } as const
const noBlock = '0'.repeat(64)

/** A node with mempool and chain, controlled by the simulation: it mines, reorganises, forgets, and goes down. */
export function createNode(coin: SimulatedCoin, world: World, history: History) {
  const ledger = createLedger(coin)
  const blocks: Mined[] = []
  const byHash = new Map<string, Mined>()
  const heights = new Map<string, number>()
  /** Since when it has been in mempool or chain without interruption. */
  const presentSince = new Map<string, number>()
  const everMined = new Set<string>()
  const minedSpenders = new Map<string, Set<string>>()
  const seen = new Map<string, Entry>()
  /** Transactions whose first broadcast gets no response. */
  const unansweredOnce = new Set<string>()
  /** Transactions whose first broadcast is rejected for a temporary reason. */
  const rejectedOnce = new Set<string>()
  /** When the service last broadcast it and the node knew or accepted it. */
  const lastSent = new Map<string, number>()
  let created = 0
  const state = { downUntil: 0, relay: coin.feeRate.floor / 2n, estimate: coin.feeRate.floor * 2n }
  mine([])
  return {
    coin,
    ledger,
    state,
    evaluate,
    take,
    mintCoins,
    mine,
    reorganise,
    evict,
    forgetPool,
    tip,
    block: (height: number) => blocks[height] ?? null,
    blockOf: (hash: string) => byHash.get(hash) ?? null,
    isUp: () => world.now() >= state.downUntil,
    presentSince: (txid: string) => presentSince.get(txid) ?? null,
    wasMined: (txid: string) => everMined.has(txid),
    /** Whether it ever accepted that transaction. */
    wasSeen: (txid: string) => seen.has(txid),
    inputsOf: (txid: string) => seen.get(txid)?.transaction.inputs ?? [],
    outputsOf: (txid: string) => seen.get(txid)?.transaction.outputs ?? [],
    recordSent: (txid: string) => void lastSent.set(txid, world.now()),
    lastSent: (txid: string) => lastSent.get(txid) ?? null,
    hasMinedConflict,
    unansweredOnce,
    rejectedOnce,
  }

  function tip(): Mined {
    const last = blocks.at(-1)
    if (!last) throw new Error('The chain has no block.')
    return last
  }

  function evaluate(hex: string): Verdict {
    return ledger.evaluate(hex, state.relay)
  }

  /** Submits a transaction to the node and applies its verdict. */
  function take(hex: string): Verdict {
    const verdict = evaluate(hex)
    if (verdict.kind !== 'good') return verdict
    for (const replaced of verdict.replaces)
      if (ledger.pool.has(replaced.transaction.id)) clearPresence(ledger.drop(replaced))
    ledger.add(verdict.entry)
    seen.set(verdict.entry.transaction.id, verdict.entry)
    presentSince.set(verdict.entry.transaction.id, world.now())
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
      txid: digest(`coins ${created++}`),
      vout: 0,
      script: new Uint8Array(),
      sequence: 0,
      witness: [],
    }
    const transaction: TransactionBody = { version: 1, lockTime: 0, inputs: [input], outputs }
    const txid = transactionId(transaction)
    const parsed = coin.parse(Buffer.from(serialise(transaction)).toString('hex'))
    ledger.inChain.set(txid, { hex: '', transaction: parsed, fee: 0n, replaceable: false })
    heights.set(txid, 0)
    return outputs.map((output, vout) => {
      ledger.addOutput({ txid, vout }, output, 0)
      return { outpoint: { txid, vout }, output }
    })
  }

  /** A block with these, ordered so that each follows its parents. */
  function mine(entries: readonly Entry[]): Mined {
    const height = blocks.length
    const previous = blocks.at(-1)?.hash ?? noBlock
    const hash = digest(`block ${height} ${created++}`)
    const time = Math.floor(world.clock.now() / 1_000)
    const block = { height, hash, previous, time, entries }
    const lost = ledger.connect(block)
    clearPresence(lost)
    blocks.push(block)
    byHash.set(hash, block)
    for (const entry of entries) recordMined(entry, height)
    if (height > 0)
      history.tell(
        coin.code,
        `block ${height}: ${entries.length} transactions${lost.length > 0 ? `, ${lost.length} evicted` : ''}`,
      )
    return block
  }

  function recordMined(entry: Entry, height: number): void {
    const { id: txid, inputs } = entry.transaction
    seen.set(txid, entry)
    heights.set(txid, height)
    everMined.add(txid)
    if (!presentSince.has(txid)) presentSince.set(txid, world.now())
    for (const input of inputs) {
      const spenders = minedSpenders.get(nameOf(input)) ?? new Set()
      minedSpenders.set(nameOf(input), spenders.add(txid))
    }
  }

  /** Disconnects that many blocks. Their transactions return to the mempool if still valid, and are not forgotten. */
  function reorganise(depth: number, isForgotten: (entry: Entry) => boolean): void {
    const disconnected: Entry[] = []
    for (let left = Math.min(depth, blocks.length - 1); left > 0; left--) {
      const block = blocks.pop()
      if (!block) break
      ledger.disconnect(block, (txid) => heights.get(txid) ?? 0)
      disconnected.unshift(...block.entries)
    }
    history.tell(coin.code, `${depth} blocks disconnected, with ${disconnected.length} transactions`)
    // Mempool transactions may depend on lost ones or conflict with them, so all are checked again.
    const before = [...ledger.pool.values()]
    for (const entry of before) if (ledger.pool.has(entry.transaction.id)) ledger.drop(entry)
    for (const entry of [...disconnected, ...before]) {
      const verdict = isForgotten(entry) ? lost : ledger.evaluate(entry.hex, 0n)
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
  function hasMinedConflict(inputs: readonly Outpoint[], own: ReadonlySet<string>): boolean {
    return inputs.some((input) =>
      [...(minedSpenders.get(nameOf(input)) ?? [])].some((txid) => !own.has(txid)),
    )
  }

  function digest(text: string): string {
    return createHash('sha256').update(`${coin.code} ${text}`).digest('hex')
  }
}
