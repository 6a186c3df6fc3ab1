import type { Coin, Outpoint, Transaction, TransactionOutput } from '../../../src/coins/coin.ts'
import type { Rejection } from '../../../src/networks/network.ts'

export interface Held {
  readonly output: TransactionOutput
  /** Null: an output of a mempool transaction. */
  readonly height: number | null
}

/** A transaction that the node has. */
export interface Entry {
  readonly hex: string
  readonly transaction: Transaction
  /** Base units. */
  readonly fee: bigint
  readonly replaceable: boolean
}

export interface Mined {
  readonly height: number
  readonly hash: string
  readonly previous: string
  /** Seconds since 1970. */
  readonly time: number
  readonly entries: readonly Entry[]
}

/** The node's verdict on a transaction: it knows it, accepts it as a replacement for others, or rejects it. */
export type Judgement =
  | { readonly kind: 'known'; readonly txid: string }
  | { readonly kind: 'good'; readonly entry: Entry; readonly replaces: readonly Entry[] }
  | { readonly kind: 'bad'; readonly txid: string | null; readonly rejection: Rejection }

export type Ledger = ReturnType<typeof openLedger>

export const nameOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** Lower sequences signal replacement (BIP125). */
const firstUnreplaceable = 0xffff_fffe

/** The coins of a chain, its mempool, and their spenders. */
export function openLedger(coin: Coin) {
  const held = new Map<string, Held>()
  const pool = new Map<string, Entry>()
  const poolSpenders = new Map<string, string>()
  const inChain = new Map<string, Entry>()
  return {
    pool,
    inChain,
    find,
    judge,
    add,
    drop,
    descendants,
    parents,
    connect,
    disconnect,
    hold,
    spender: (outpoint: Outpoint) => poolSpenders.get(nameOf(outpoint)),
  }

  function hold(outpoint: Outpoint, output: TransactionOutput, height: number): void {
    held.set(nameOf(outpoint), { output, height })
  }

  /** Outputs of the chain and the mempool, including those that a mempool transaction spends. */
  function find(outpoint: Outpoint): Held | null {
    const known = held.get(nameOf(outpoint))
    if (known) return known
    const output = pool.get(outpoint.txid)?.transaction.outputs[outpoint.vout]
    return output ? { output, height: null } : null
  }

  /** @param relay base units per 1 000 bytes */
  function judge(hex: string, relay: bigint): Judgement {
    const transaction = parse(hex)
    if (!transaction) return bad(null, 'undecodable')
    const { id, inputs, outputs } = transaction
    if (pool.has(id)) return { kind: 'known', txid: id }
    // Like a real node, it forgets a transaction whose outputs are all spent.
    if (inChain.has(id) && outputs.some((_, vout) => held.has(nameOf({ txid: id, vout }))))
      return { kind: 'known', txid: id }
    const found = inputs.map(find)
    if (found.includes(null)) return bad(id, 'inputs_missing')
    const fee =
      found.reduce((sum, each) => sum + (each?.output.amount ?? 0n), 0n) -
      outputs.reduce((sum, { amount }) => sum + amount, 0n)
    if (fee < 0n) return bad(id, 'outputs_exceed_inputs')
    if (fee * 1_000n < relay * BigInt(transaction.virtualSize)) return bad(id, 'fee_too_low')
    const rivals = rivalsOf(transaction)
    if (rivals.length > 0 && !rivals.every(({ replaceable }) => replaceable)) return bad(id, 'inputs_spent')
    const replaces = [...new Set(rivals.flatMap((rival) => [rival, ...descendants(rival)]))]
    // It descends from a transaction it would replace.
    if (replaces.some((each) => inputs.some(({ txid }) => txid === each.transaction.id)))
      return bad(id, 'inputs_spent')
    if (replaces.length > 0 && fee <= replaces.reduce((sum, each) => sum + each.fee, 0n))
      return bad(id, 'fee_too_low')
    const replaceable =
      coin.replacement === 'full' ||
      (coin.replacement === 'signalled' &&
        (inputs.some(({ sequence }) => sequence < firstUnreplaceable) ||
          parents(transaction).some((parent) => parent.replaceable)))
    return { kind: 'good', entry: { hex, transaction, fee, replaceable }, replaces }
  }

  function parse(hex: string): Transaction | null {
    try {
      return coin.parse(hex)
    } catch {
      return null
    }
  }

  function rivalsOf({ inputs }: Transaction): Entry[] {
    const ids = new Set(inputs.flatMap((input) => poolSpenders.get(nameOf(input)) ?? []))
    return [...ids].flatMap((id) => pool.get(id) ?? [])
  }

  function parents({ inputs }: Transaction): Entry[] {
    return [...new Set(inputs.map(({ txid }) => txid))].flatMap((txid) => pool.get(txid) ?? [])
  }

  function descendants({ transaction }: Entry): Entry[] {
    const found = new Map<string, Entry>()
    const next = [transaction]
    for (let one = next.pop(); one; one = next.pop()) {
      for (const vout of one.outputs.keys()) {
        const child = pool.get(poolSpenders.get(nameOf({ txid: one.id, vout })) ?? '')
        if (!child || found.has(child.transaction.id)) continue
        found.set(child.transaction.id, child)
        next.push(child.transaction)
      }
    }
    return [...found.values()]
  }

  function add(entry: Entry): void {
    pool.set(entry.transaction.id, entry)
    for (const input of entry.transaction.inputs) poolSpenders.set(nameOf(input), entry.transaction.id)
  }

  /** Removes it from the mempool with all of its descendants; returns the removed ones. */
  function drop(entry: Entry): Entry[] {
    const gone = [entry, ...descendants(entry)]
    for (const { transaction } of gone) {
      pool.delete(transaction.id)
      for (const input of transaction.inputs)
        if (poolSpenders.get(nameOf(input)) === transaction.id) poolSpenders.delete(nameOf(input))
    }
    return gone
  }

  /** The mempool transactions evicted by conflicting ones in the block. */
  function connect({ entries, height }: Mined): Entry[] {
    const gone: Entry[] = []
    for (const entry of entries) {
      const { id: txid, inputs, outputs } = entry.transaction
      if (pool.has(txid)) forget(entry)
      for (const rival of rivalsOf(entry.transaction)) gone.push(...drop(rival))
      for (const input of inputs) held.delete(nameOf(input))
      for (const [vout, output] of outputs.entries()) held.set(nameOf({ txid, vout }), { output, height })
      inChain.set(txid, entry)
    }
    return gone
  }

  /** Only it leaves the mempool: its descendants now spend from the block. */
  function forget({ transaction }: Entry): void {
    pool.delete(transaction.id)
    for (const input of transaction.inputs) poolSpenders.delete(nameOf(input))
  }

  /** @param heightOf of the outputs that a transaction of the block has spent */
  function disconnect({ entries }: Mined, heightOf: (txid: string) => number): void {
    for (const { transaction } of entries.toReversed()) {
      const { id: txid, inputs, outputs } = transaction
      inChain.delete(txid)
      for (const vout of outputs.keys()) held.delete(nameOf({ txid, vout }))
      for (const input of inputs) {
        const output = inChain.get(input.txid)?.transaction.outputs[input.vout]
        if (output) hold(input, output, heightOf(input.txid))
      }
    }
  }

  function bad(txid: string | null, reason: Rejection['reason']): Judgement {
    return { kind: 'bad', txid, rejection: { reason, text: reason } }
  }
}
