import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction, TransactionOutput } from '../../coins/coin.ts'
import { RpcError } from '../rpc.ts'
import { computeWeight } from './block.ts'
import type { ChainContext } from './chain.ts'
import type { ChainState, Ledger, OutputOrigin } from './ledger.ts'
import type { MempoolRejection } from './rejection.ts'
import { areRelativeLocksMet } from './relative-locks.ts'
import { checkReplacement, isReplaceable } from './replacement.ts'
import { isUnspendable } from './script-view.ts'
import { createScriptVerifier } from './scripts.ts'
import { checkInputsStandard, computeRelaySize } from './standard-inputs.ts'
import { checkTokens } from './token-rules.ts'
import { findWithAncestors } from './transactions.ts'
import {
  checkInputs,
  checkInputValues,
  checkMaxFee,
  checkMinFee,
  checkStandardForm,
  computeFee,
  getEffectiveLockTime,
  isFinal,
  type SpentCoin,
  type ValidationContext,
} from './validate.ts'

/** The entry point to the mempool: validates transactions and adds them. */
export interface Mempool {
  /** Strict decoding. @throws {RpcError} the node's "TX decode failed" */
  decode(hex: string): Transaction
  /** Whether the transaction would be accepted. */
  validate(transaction: Transaction, options: ValidationOptions): Promise<AcceptanceDecision>
  /** Adds the transaction and returns its id. @throws {RpcError} the rejection, worded like the coin's node */
  accept(hex: string, options: Pick<ValidationOptions, 'isFeeCapped'>): Promise<string>
}

interface ValidationOptions {
  /** False if the caller allows any fee. */
  readonly isFeeCapped: boolean
  /** Parents in the same call, already validated. */
  readonly package?: ReadonlyMap<string, Transaction>
}

export type AcceptanceDecision =
  | { readonly rejection: MempoolRejection }
  | {
      readonly fee: bigint
      readonly evictedTxids: readonly string[]
      readonly spentOutputs: readonly TransactionOutput[]
    }

/** Attempts per broadcast when other writers change the data it has read. */
const maxAttempts = 8

/** Inputs looked up per event-loop turn. */
const maxConcurrent = 32

/** The data that was read has changed, so the transaction must be validated again. */
class ConcurrentChangeError extends Error {}

export function createMempool(chain: ChainContext): Mempool {
  const { coin, node, ledger, reader } = chain
  const verifyScripts = createScriptVerifier(coin)
  return { decode, validate, accept }

  function decode(hex: string): Transaction {
    try {
      return reader.parse(hex)
    } catch {
      throw node.rejectionMessages.undecodable
    }
  }

  async function validate(transaction: Transaction, options: ValidationOptions): Promise<AcceptanceDecision> {
    const tip = await chain.getState()
    const context: ValidationContext = { coin, node, tip, transaction }
    const formRejection = checkStandardForm(context)
    if (formRejection) return { rejection: formRejection }
    const spentCoins = await findSpentCoins(transaction, tip, options.package)
    const inputCheck = checkInputs(context, spentCoins)
    if ('rejection' in inputCheck) return inputCheck
    const { inputs, conflicts } = inputCheck
    if (!(await areRelativeLocksMet(context, inputs, getMedianTimeAt)))
      return { rejection: { reason: 'non-BIP68-final' } }
    const spentOutputs = inputs.map(({ output }) => output)
    const fee = computeFee(transaction, inputs)
    const cost = { fee, size: computeRelaySize(context, spentOutputs) }
    const checkFeeCap = (isLast: boolean) =>
      options.isFeeCapped ? checkMaxFee(context, { ...cost, isLast }) : null
    const laterRejection =
      checkInputValues(context, inputs) ??
      checkInputsStandard(context, spentOutputs) ??
      checkMinFee(context, cost) ??
      checkFeeCap(false) ??
      (coin.code === 'BCH' ? checkTokens(transaction, spentOutputs) : null) ??
      (await checkAncestors(context, inputs))
    if (laterRejection) return { rejection: laterRejection }
    const replacementCheck =
      conflicts.length > 0 ? await checkReplacement(chain, context, { fee, inputs, conflicts }) : []
    if ('rejection' in replacementCheck) return replacementCheck
    const rejection = (await verifyScripts(transaction, spentOutputs)) ?? checkFeeCap(true)
    return rejection ? { rejection } : { fee, evictedTxids: replacementCheck, spentOutputs }
  }

  /** Looks up a few inputs at a time, so that a transaction with thousands of inputs doesn't block others. */
  async function findSpentCoins(
    { inputs }: Transaction,
    tip: ChainState,
    parents: ValidationOptions['package'],
  ): Promise<(SpentCoin | null)[]> {
    const spentCoins: (SpentCoin | null)[] = []
    for (let first = 0; first < inputs.length; first += maxConcurrent) {
      if (first > 0) await nextTurn()
      const batch = inputs.slice(first, first + maxConcurrent)
      spentCoins.push(...(await Promise.all(batch.map((input) => findSpentCoin(input, tip, parents)))))
    }
    return spentCoins
  }

  async function getMedianTimeAt(height: number): Promise<number> {
    return (await ledger.findBlockAt(height))?.medianTime ?? 0
  }

  async function findSpentCoin(
    { txid, vout }: { readonly txid: string; readonly vout: number },
    tip: ChainState,
    parents: ValidationOptions['package'],
  ): Promise<SpentCoin | null> {
    const parent = parents?.get(txid)?.outputs[vout]
    if (parent) return { output: parent, height: null, isCoinbase: false, spender: null }
    const origin = await ledger.findOrigin({ txid, vout })
    return origin && toSpentCoin(origin, vout, tip)
  }

  async function toSpentCoin(
    { transaction, spender, spenderHeight }: OutputOrigin,
    vout: number,
    tip: ChainState,
  ): Promise<SpentCoin | null> {
    const output = reader.readBody(transaction).outputs[vout]
    // A transaction in the non-final pool can't be a parent yet.
    const isNonFinal = transaction.height === null && !isFinal(transaction.lockTime, tip)
    if (!output || isNonFinal || isUnspendable(coin, output.script)) return null
    const spentCoin = { output, height: transaction.height, isCoinbase: transaction.isCoinbase }
    if (spender === null) return { ...spentCoin, spender: null }
    const replaceable = spenderHeight === null && (await isReplaceable(chain, spender))
    return { ...spentCoin, spender: { txid: spender, height: spenderHeight, isReplaceable: replaceable } }
  }

  /** Rejects chains of unconfirmed transactions that are too long. */
  async function checkAncestors(
    { transaction }: ValidationContext,
    inputs: readonly SpentCoin[],
  ): Promise<MempoolRejection | null> {
    const parents = transaction.inputs.filter((_input, index) => inputs[index]?.height === null)
    if (parents.length === 0) return null
    const txids = parents.map(({ txid }) => txid)
    const ancestors = await findWithAncestors(ledger, reader, txids, node.maxChainLength)
    if (ancestors.length < node.maxChainLength) return null
    const detail = `too many unconfirmed ancestors [limit: ${node.maxChainLength}]`
    return { reason: 'too-long-mempool-chain', detail }
  }

  async function accept(
    hex: string,
    { isFeeCapped }: Pick<ValidationOptions, 'isFeeCapped'>,
  ): Promise<string> {
    const transaction = decode(hex)
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (await isInMempool(transaction)) return transaction.id
      const decision = await validate(transaction, { isFeeCapped })
      if ('rejection' in decision) {
        // The transaction may have been added by another caller during validation. Then it conflicts with itself.
        if (await isInMempool(transaction)) return transaction.id
        throw node.rejectionMessages.send(decision.rejection)
      }
      try {
        await chain.transact((ledger) => insertTransaction(ledger, hex, transaction, decision))
        return transaction.id
      } catch (error) {
        if (!(error instanceof ConcurrentChangeError || ledger.isParentRemoved(error))) throw error
      }
    }
    throw new RpcError(-26, 'the mempool kept changing while the transaction was checked; send it again')
  }

  /** @throws {RpcError} it is mined, or it is in the mempool and this coin's node treats that as an error */
  async function isInMempool(transaction: Transaction): Promise<boolean> {
    const existing = await ledger.findTransaction(transaction.id)
    if (!existing) return false
    if (existing.height === null) {
      if (node.rejectionMessages.alreadyInMempool) throw node.rejectionMessages.alreadyInMempool
      return true
    }
    if (await hasUnspentOutputs(chain, transaction)) throw node.rejectionMessages.alreadyMined
    return false
  }

  async function insertTransaction(
    ledger: Ledger,
    hex: string,
    transaction: Transaction,
    { fee, evictedTxids }: { readonly fee: bigint; readonly evictedTxids: readonly string[] },
  ): Promise<void> {
    if (evictedTxids.length > 0) await ledger.remove(evictedTxids)
    const weight = computeWeight(transaction)
    const lockTime = getEffectiveLockTime(transaction)
    const row = {
      txid: transaction.id,
      hex,
      weight,
      fee,
      lockTime,
      isCoinbase: false,
      height: null,
      time: chain.now(),
    }
    if (!(await ledger.insert(row))) throw new ConcurrentChangeError()
    await spendInputs(ledger, transaction, transaction.id)
  }
}

/** Whether a mined transaction has an output that no block spends. The mempool doesn't count: nodes check their UTXO set. */
export async function hasUnspentOutputs(
  { coin, ledger }: ChainContext,
  { id, outputs }: Transaction,
): Promise<boolean> {
  const children = await ledger.listChildren(id)
  const spentVouts = new Set<number>()
  for (const { vout, txid } of children) {
    if ((await ledger.findTransaction(txid))?.height !== null) spentVouts.add(vout)
  }
  return outputs.some(({ script }, vout) => !spentVouts.has(vout) && !isUnspendable(coin, script))
}

/**
 * Records what a transaction spends, always in the same order, so that two transactions can't deadlock.
 * @throws if another transaction has spent any of it
 */
export async function spendInputs(
  ledger: Ledger,
  { inputs }: Pick<Transaction, 'inputs'>,
  spender: string,
): Promise<void> {
  const sorted = [...inputs].sort((a, b) => (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : a.vout - b.vout))
  if (!(await ledger.spend(sorted, spender))) throw new ConcurrentChangeError()
}
