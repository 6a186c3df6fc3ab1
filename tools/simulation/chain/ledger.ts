import type { Coin, Outpoint, Transaction, TransactionOutput } from '../../../src/coins/coin.ts'
import type { Rejection } from '../../../src/networks/network.ts'

export interface LedgerOutput {
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

export interface MinedBlock {
  readonly height: number
  readonly hash: string
  readonly previous: string
  /** Seconds since 1970. */
  readonly time: number
  readonly entries: readonly Entry[]
}

/** The node's verdict on a transaction: it knows it, accepts it as a replacement for others, or rejects it. */
export type Verdict =
  | { readonly kind: 'known'; readonly txid: string }
  | { readonly kind: 'good'; readonly entry: Entry; readonly replaces: readonly Entry[] }
  | { readonly kind: 'bad'; readonly txid: string | null; readonly rejection: Rejection }

export type Ledger = ReturnType<typeof createLedger>

export const getOutpointKey = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/** Lower sequences signal replacement (BIP125). */
const firstUnreplaceable = 0xffff_fffe

/** The coins of a chain, its mempool, and their spenders. */
export function createLedger(coin: Coin) {
  const outputsByName = new Map<string, LedgerOutput>()
  const pool = new Map<string, Entry>()
  const poolSpenders = new Map<string, string>()
  const inChain = new Map<string, Entry>()
  return {
    pool,
    inChain,
    find,
    evaluate,
    add,
    drop,
    findDescendants,
    findParents,
    connect,
    disconnect,
    addOutput,
    findSpender: (outpoint: Outpoint) => poolSpenders.get(getOutpointKey(outpoint)),
  }

  function addOutput(outpoint: Outpoint, output: TransactionOutput, height: number): void {
    outputsByName.set(getOutpointKey(outpoint), { output, height })
  }

  /** Finds an output of the chain or the mempool, even if a mempool transaction spends it. */
  function find(outpoint: Outpoint): LedgerOutput | null {
    const known = outputsByName.get(getOutpointKey(outpoint))
    if (known) return known
    const output = pool.get(outpoint.txid)?.transaction.outputs[outpoint.vout]
    return output ? { output, height: null } : null
  }

  /** @param relay base units per 1 000 bytes */
  function evaluate(hex: string, relay: bigint): Verdict {
    const transaction = parse(hex)
    if (!transaction) return reject(null, 'undecodable')
    const { id, inputs, outputs } = transaction
    if (pool.has(id)) return { kind: 'known', txid: id }
    // Like a real node, the ledger forgets a transaction whose outputs are all spent.
    if (inChain.has(id) && outputs.some((_, vout) => outputsByName.has(getOutpointKey({ txid: id, vout }))))
      return { kind: 'known', txid: id }
    const coins = inputs.map(find)
    if (coins.includes(null)) return reject(id, 'inputs_missing')
    const fee =
      coins.reduce((sum, each) => sum + (each?.output.amount ?? 0n), 0n) -
      outputs.reduce((sum, { amount }) => sum + amount, 0n)
    if (fee < 0n) return reject(id, 'outputs_exceed_inputs')
    if (fee * 1_000n < relay * BigInt(transaction.virtualSize)) return reject(id, 'fee_too_low')
    const conflicts = findConflicts(transaction)
    if (conflicts.length > 0 && !conflicts.every(({ replaceable }) => replaceable))
      return reject(id, 'inputs_spent')
    const replaces = [
      ...new Set(conflicts.flatMap((conflicting) => [conflicting, ...findDescendants(conflicting)])),
    ]
    // A transaction can't replace its own ancestor.
    if (replaces.some((each) => inputs.some(({ txid }) => txid === each.transaction.id)))
      return reject(id, 'inputs_spent')
    if (replaces.length > 0 && fee <= replaces.reduce((sum, each) => sum + each.fee, 0n))
      return reject(id, 'fee_too_low')
    const replaceable =
      coin.replacement === 'full' ||
      (coin.replacement === 'signalled' &&
        (inputs.some(({ sequence }) => sequence < firstUnreplaceable) ||
          findParents(transaction).some((parent) => parent.replaceable)))
    return { kind: 'good', entry: { hex, transaction, fee, replaceable }, replaces }
  }

  function parse(hex: string): Transaction | null {
    try {
      return coin.parse(hex)
    } catch {
      return null
    }
  }

  function findConflicts({ inputs }: Transaction): Entry[] {
    const ids = new Set(inputs.flatMap((input) => poolSpenders.get(getOutpointKey(input)) ?? []))
    return [...ids].flatMap((id) => pool.get(id) ?? [])
  }

  function findParents({ inputs }: Transaction): Entry[] {
    return [...new Set(inputs.map(({ txid }) => txid))].flatMap((txid) => pool.get(txid) ?? [])
  }

  function findDescendants({ transaction }: Entry): Entry[] {
    const found = new Map<string, Entry>()
    const queue = [transaction]
    for (let current = queue.pop(); current; current = queue.pop()) {
      for (const vout of current.outputs.keys()) {
        const child = pool.get(poolSpenders.get(getOutpointKey({ txid: current.id, vout })) ?? '')
        if (!child || found.has(child.transaction.id)) continue
        found.set(child.transaction.id, child)
        queue.push(child.transaction)
      }
    }
    return [...found.values()]
  }

  function add(entry: Entry): void {
    pool.set(entry.transaction.id, entry)
    for (const input of entry.transaction.inputs)
      poolSpenders.set(getOutpointKey(input), entry.transaction.id)
  }

  /** Removes it from the mempool with all of its descendants; returns the removed ones. */
  function drop(entry: Entry): Entry[] {
    const removed = [entry, ...findDescendants(entry)]
    for (const { transaction } of removed) {
      pool.delete(transaction.id)
      for (const input of transaction.inputs)
        if (poolSpenders.get(getOutpointKey(input)) === transaction.id)
          poolSpenders.delete(getOutpointKey(input))
    }
    return removed
  }

  /** Connects a block. Returns the mempool transactions that conflict with it, which are evicted. */
  function connect({ entries, height }: MinedBlock): Entry[] {
    const removed: Entry[] = []
    for (const entry of entries) {
      const { id: txid, inputs, outputs } = entry.transaction
      if (pool.has(txid)) forget(entry)
      for (const conflicting of findConflicts(entry.transaction)) removed.push(...drop(conflicting))
      for (const input of inputs) outputsByName.delete(getOutpointKey(input))
      for (const [vout, output] of outputs.entries())
        outputsByName.set(getOutpointKey({ txid, vout }), { output, height })
      inChain.set(txid, entry)
    }
    return removed
  }

  /** Removes only this transaction from the mempool: its descendants now spend from the block. */
  function forget({ transaction }: Entry): void {
    pool.delete(transaction.id)
    for (const input of transaction.inputs) poolSpenders.delete(getOutpointKey(input))
  }

  /** @param getHeight of the outputs that a transaction of the block has spent */
  function disconnect({ entries }: MinedBlock, getHeight: (txid: string) => number): void {
    for (const { transaction } of entries.toReversed()) {
      const { id: txid, inputs, outputs } = transaction
      inChain.delete(txid)
      for (const vout of outputs.keys()) outputsByName.delete(getOutpointKey({ txid, vout }))
      for (const input of inputs) {
        const output = inChain.get(input.txid)?.transaction.outputs[input.vout]
        if (output) addOutput(input, output, getHeight(input.txid))
      }
    }
  }

  function reject(txid: string | null, reason: Rejection['reason']): Verdict {
    return { kind: 'bad', txid, rejection: { reason, text: reason } }
  }
}
