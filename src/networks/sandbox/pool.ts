import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Output, Transaction } from '../../coins/coin.ts'
import { RpcError } from '../rpc.ts'
import { weightOf } from './block.ts'
import type { Chain } from './chain.ts'
import type { ChainState, Ledger, Origin } from './ledger.ts'
import type { Refusal } from './refusal.ts'
import { keepsRelativeLocks } from './relative-locks.ts'
import { virtualSizeOf, withAncestors, withDescendants } from './transactions.ts'
import {
  effectiveLockTime,
  type Found,
  feeOf,
  flawOfFee,
  flawOfForm,
  flawOfReplacement,
  isFinal,
  isSpendable,
  type Judged,
  judgeInputs,
} from './validate.ts'

/** The door to the pool: judges transactions by all rules, and takes them in. */
export interface Pool {
  /** The strict reading of it. @throws {RpcError} the node's "TX decode failed" */
  decode(hex: string): Transaction
  /**
   * Would it be taken? `package`: parents that came with it, judged before.
   * `capped`: false when the caller allows any fee.
   */
  judge(transaction: Transaction, terms: Terms): Promise<Judgement>
  /** Takes it. Its id. @throws {RpcError} why not, in the words of the coin's node */
  accept(hex: string, terms: Pick<Terms, 'capped'>): Promise<string>
}

export interface Terms {
  readonly capped: boolean
  readonly package?: ReadonlyMap<string, Transaction>
}

export type Judgement =
  | { readonly refusal: Refusal }
  | { readonly fee: bigint; readonly leaving: readonly string[]; readonly spent: readonly Output[] }

/** How often a broadcast looks again because others changed what it had looked at. */
const mostAttempts = 8

/** Inputs that are looked up in one turn of the event loop. */
const mostAtOnce = 32

/** What was looked at has changed: look again. */
class Raced extends Error {}

export function openPool(chain: Chain): Pool {
  const { coin, node, read, reader, signatures } = chain
  return { decode, judge, accept }

  function decode(hex: string): Transaction {
    try {
      return reader.parse(hex)
    } catch {
      throw node.spelling.undecodable
    }
  }

  async function judge(transaction: Transaction, terms: Terms): Promise<Judgement> {
    const tip = await chain.state()
    const judged: Judged = { coin, node, tip, transaction }
    const flaw = flawOfForm(judged)
    if (flaw) return { refusal: flaw }
    const found = await findAll(transaction, tip, terms.package)
    const inputs = judgeInputs(judged, found)
    if ('refusal' in inputs) return inputs
    if (!(await keepsRelativeLocks(judged, inputs.inputs, medianTimeAt))) return refused('non-BIP68-final')
    const spent = inputs.inputs.map(({ output }) => output)
    if (!spent.every((output) => isSpendable(coin, output))) return refused('bad-txns-nonstandard-inputs')
    const fee = feeOf(transaction, inputs.inputs)
    const later = flawOfFee(judged, fee, terms.capped) ?? (await flawOfPlace(judged, inputs.inputs))
    if (later) return { refusal: later }
    const leaving = inputs.conflicts.length > 0 ? await replacedBy(judged, fee, inputs.conflicts) : []
    if ('refusal' in leaving) return leaving
    const refusal = await flawOfSignatures(transaction, spent)
    return refusal ? { refusal } : { fee, leaving, spent }
  }

  /** A few at a time: of one with thousands of inputs others shall not have to wait for the last. */
  async function findAll(
    { inputs }: Transaction,
    tip: ChainState,
    parents: Terms['package'],
  ): Promise<(Found | null)[]> {
    const found: (Found | null)[] = []
    for (let first = 0; first < inputs.length; first += mostAtOnce) {
      if (first > 0) await nextTurn()
      const some = inputs.slice(first, first + mostAtOnce)
      found.push(...(await Promise.all(some.map((input) => find(input, tip, parents)))))
    }
    return found
  }

  async function medianTimeAt(height: number): Promise<number> {
    return (await read.blockAt(height))?.medianTime ?? 0
  }

  async function find(
    { txid, vout }: { readonly txid: string; readonly vout: number },
    tip: ChainState,
    parents: Terms['package'],
  ): Promise<Found | null> {
    const parent = parents?.get(txid)?.outputs[vout]
    if (parent) return { output: parent, height: null, coinbase: false, spender: null }
    const origin = await read.origin({ txid, vout })
    return origin && toFound(origin, vout, tip)
  }

  function toFound(
    { transaction, spender, spenderHeight }: Origin,
    vout: number,
    tip: ChainState,
  ): Found | null {
    const output = reader.body(transaction).outputs[vout]
    // What waits in the pool of those that are not final is nobody's parent yet.
    const waits = transaction.height === null && !isFinal(transaction.lockTime, tip)
    if (!output || waits) return null
    const by = spender === null ? null : { txid: spender, height: spenderHeight }
    return { output, height: transaction.height, coinbase: transaction.coinbase, spender: by }
  }

  /** Too many unconfirmed ones, one upon the other? */
  async function flawOfPlace({ transaction }: Judged, inputs: readonly Found[]): Promise<Refusal | null> {
    const parents = transaction.inputs.filter((_input, index) => inputs[index]?.height === null)
    if (parents.length === 0) return null
    const txids = parents.map(({ txid }) => txid)
    const ancestors = await withAncestors(read, reader, txids, node.longestChain)
    if (ancestors.length < node.longestChain) return null
    const detail = `too many unconfirmed ancestors [limit: ${node.longestChain}]`
    return { reason: 'too-long-mempool-chain', detail }
  }

  async function replacedBy(
    judged: Judged,
    fee: bigint,
    conflicts: readonly string[],
  ): Promise<readonly string[] | { readonly refusal: Refusal }> {
    const leaving = await withDescendants(read, conflicts)
    const stored = (await Promise.all(leaving.map((txid) => read.transaction(txid)))).filter(
      (one) => one !== null,
    )
    const replaced = stored.map((one) => ({ txid: one.txid, fee: one.fee, virtualSize: virtualSizeOf(one) }))
    const direct = replaced.filter(({ txid }) => conflicts.includes(txid))
    const refusal = flawOfReplacement(judged, fee, direct, replaced)
    return refusal ? { refusal } : leaving
  }

  async function flawOfSignatures(
    transaction: Transaction,
    spent: readonly Output[],
  ): Promise<Refusal | null> {
    const finding = await signatures.examine(coin, transaction, spent)
    if (finding.verdict === 'valid') return null
    if (finding.verdict === 'unknown') return { reason: 'bad-txns-nonstandard-inputs' }
    return { reason: 'script-verify', detail: finding.flaw }
  }

  async function accept(hex: string, { capped }: Pick<Terms, 'capped'>): Promise<string> {
    const transaction = decode(hex)
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      if (await isPooled(transaction)) return transaction.id
      const judgement = await judge(transaction, { capped })
      if ('refusal' in judgement) {
        // It may have come in by another door while it was judged: then what spends its inputs is itself.
        if (await isPooled(transaction)) return transaction.id
        throw node.spelling.send(judgement.refusal)
      }
      try {
        await chain.transact((ledger) => take(ledger, hex, transaction, judgement))
        return transaction.id
      } catch (error) {
        if (!(error instanceof Raced || read.isVanished(error))) throw error
      }
    }
    throw new RpcError(-26, 'the pool changed too often while the transaction was looked at')
  }

  /** @throws {RpcError} it is mined, or it is in the pool and this coin's node calls that an error */
  async function isPooled(transaction: Transaction): Promise<boolean> {
    const known = await read.transaction(transaction.id)
    if (!known) return false
    if (known.height === null) {
      if (node.spelling.pooledAlready) throw node.spelling.pooledAlready
      return true
    }
    const children = await read.children(transaction.id)
    const spent = new Set(children.map(({ vout }) => vout))
    if (transaction.outputs.some((_output, vout) => !spent.has(vout))) throw node.spelling.minedAlready
    return false
  }

  async function take(
    ledger: Ledger,
    hex: string,
    transaction: Transaction,
    { fee, leaving }: { readonly fee: bigint; readonly leaving: readonly string[] },
  ): Promise<void> {
    if (leaving.length > 0) await ledger.remove(leaving)
    const weight = weightOf(transaction)
    const lockTime = effectiveLockTime(transaction)
    const row = {
      txid: transaction.id,
      hex,
      weight,
      fee,
      lockTime,
      coinbase: false,
      height: null,
      time: chain.now(),
    }
    if (!(await ledger.insert(row))) throw new Raced()
    await spendInputs(ledger, transaction, transaction.id)
  }
}

/** Marks what a transaction spends, in an order that no two transactions take the other way round. @throws when another has spent it */
export async function spendInputs(
  ledger: Ledger,
  { inputs }: Pick<Transaction, 'inputs'>,
  spender: string,
): Promise<void> {
  const sorted = [...inputs].sort((a, b) => (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : a.vout - b.vout))
  if (!(await ledger.spend(sorted, spender))) throw new Raced()
}

const refused = (reason: Refusal['reason']): { readonly refusal: Refusal } => ({ refusal: { reason } })
