import { createHash } from 'node:crypto'
import { serialise, type TransactionBody, transactionId } from '../../../src/coins/codec/transaction.ts'
import type { Coin, Outpoint, TransactionOutput } from '../../../src/coins/coin.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import type { History } from '../history.ts'
import type { World } from '../world.ts'
import { type Entry, type Judgement, type Mined, nameOf, openLedger } from './ledger.ts'

export type SimulatedNode = ReturnType<typeof openNode>

export type SimulatedCoin = Coin & { readonly code: CoinCode }

const lost = { kind: 'bad' } as const
const noBlock = '0'.repeat(64)

/** A node with mempool and chain, controlled by the simulation: it mines, reorganises, forgets, and goes down. */
export function openNode(coin: SimulatedCoin, world: World, history: History) {
  const ledger = openLedger(coin)
  const blocks: Mined[] = []
  const byHash = new Map<string, Mined>()
  const heights = new Map<string, number>()
  /** Since when it has been in mempool or chain without interruption. */
  const presentSince = new Map<string, number>()
  const everMined = new Set<string>()
  const minedSpenders = new Map<string, Set<string>>()
  const seen = new Map<string, Entry>()
  /** Transactions whose first broadcast gets no response. */
  const muted = new Set<string>()
  /** Transactions whose first broadcast is rejected for a temporary reason. */
  const unwelcome = new Set<string>()
  /** When the service last broadcast it and the node knew or accepted it. */
  const lastSent = new Map<string, number>()
  let made = 0
  const state = { downUntil: 0, relay: coin.feeRate.floor / 2n, estimate: coin.feeRate.floor * 2n }
  mine([])
  return {
    coin,
    ledger,
    state,
    judge,
    take,
    grant,
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
    noteSent: (txid: string) => void lastSent.set(txid, world.now()),
    lastSent: (txid: string) => lastSent.get(txid) ?? null,
    hasMinedRival,
    muted,
    unwelcome,
  }

  function tip(): Mined {
    const last = blocks.at(-1)
    if (!last) throw new Error('A chain has a first block.')
    return last
  }

  function judge(hex: string): Judgement {
    return ledger.judge(hex, state.relay)
  }

  /** Submits a transaction to the node and applies its verdict. */
  function take(hex: string): Judgement {
    const judgement = judge(hex)
    if (judgement.kind !== 'good') return judgement
    for (const rival of judgement.replaces)
      if (ledger.pool.has(rival.transaction.id)) gone(ledger.drop(rival))
    ledger.add(judgement.entry)
    seen.set(judgement.entry.transaction.id, judgement.entry)
    presentSince.set(judgement.entry.transaction.id, world.now())
    return judgement
  }

  function gone(entries: readonly Entry[]): void {
    for (const { transaction } of entries) presentSince.delete(transaction.id)
  }

  /** Creates coins from nothing, as old as the chain, so that reorganisations keep them. */
  function grant(
    outputs: readonly TransactionOutput[],
  ): { readonly outpoint: Outpoint; readonly output: TransactionOutput }[] {
    const input = {
      txid: digest(`coins ${made++}`),
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
      ledger.hold({ txid, vout }, output, 0)
      return { outpoint: { txid, vout }, output }
    })
  }

  /** A block with these, ordered so that each follows its parents. */
  function mine(entries: readonly Entry[]): Mined {
    const height = blocks.length
    const previous = blocks.at(-1)?.hash ?? noBlock
    const hash = digest(`block ${height} ${made++}`)
    const time = Math.floor(world.clock.now() / 1_000)
    const block = { height, hash, previous, time, entries }
    const lost = ledger.connect(block)
    gone(lost)
    blocks.push(block)
    byHash.set(hash, block)
    for (const entry of entries) note(entry, height)
    if (height > 0)
      history.tell(
        coin.code,
        `block ${height}: ${entries.length} transactions${lost.length > 0 ? `, ${lost.length} put out` : ''}`,
      )
    return block
  }

  function note(entry: Entry, height: number): void {
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
    const back: Entry[] = []
    for (let left = Math.min(depth, blocks.length - 1); left > 0; left--) {
      const block = blocks.pop()
      if (!block) break
      ledger.disconnect(block, (txid) => heights.get(txid) ?? 0)
      back.unshift(...block.entries)
    }
    history.tell(coin.code, `${depth} blocks give way, with ${back.length} transactions`)
    // Mempool transactions may depend on lost ones or conflict with them, so all are checked again.
    const before = [...ledger.pool.values()]
    for (const entry of before) if (ledger.pool.has(entry.transaction.id)) ledger.drop(entry)
    for (const entry of [...back, ...before]) {
      const judgement = isForgotten(entry) ? lost : ledger.judge(entry.hex, 0n)
      if (judgement.kind === 'good') ledger.add(judgement.entry)
      else if (judgement.kind === 'bad') gone([entry])
    }
  }

  function evict(txid: string): void {
    const entry = ledger.pool.get(txid)
    if (entry) gone(ledger.drop(entry))
  }

  function forgetPool(): void {
    gone([...ledger.pool.values()])
    for (const entry of [...ledger.pool.values()])
      if (ledger.pool.has(entry.transaction.id)) ledger.drop(entry)
  }

  /** Whether a block ever had another transaction that spends one of these. */
  function hasMinedRival(inputs: readonly Outpoint[], own: ReadonlySet<string>): boolean {
    return inputs.some((input) =>
      [...(minedSpenders.get(nameOf(input)) ?? [])].some((txid) => !own.has(txid)),
    )
  }

  function digest(text: string): string {
    return createHash('sha256').update(`${coin.code} ${text}`).digest('hex')
  }
}
