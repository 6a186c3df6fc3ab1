import type { Transaction } from '../../coins/coin.ts'
import { RpcError } from '../rpc.ts'
import { toAmountNumber } from './amount.ts'
import type { ChainContext } from './chain.ts'
import type { MempoolTransaction, SandboxTransaction } from './ledger.ts'
import { type AcceptanceDecision, hasUnspentOutputs, type Mempool } from './mempool.ts'
import { buildMempoolEntry } from './mempool-entry.ts'
import { createInvalidParameterError, type Methods, type Params } from './params.ts'
import type { MempoolRejection } from './rejection.ts'
import { computeWtxid } from './transaction-view.ts'
import { findWithAncestors, getVirtualSize } from './transactions.ts'
import { isFinal } from './validate.ts'

interface Verdict {
  readonly allowed?: boolean
  readonly [more: string]: unknown
}

/** Maximum number of transactions per `testmempoolaccept` call (MAX_PACKAGE_COUNT). */
const maxPackageSize = 25

/** RPC methods for reading the mempool and submitting transactions to it. */
export function createMempoolMethods(chain: ChainContext, mempool: Mempool): Methods {
  const { coin, node, ledger } = chain
  const hasNonFinalPool = node.methods.includes('getrawnonfinalmempool')
  return {
    getrawmempool,
    getmempoolentry,
    getmempoolancestors,
    getmempoolinfo,
    sendrawtransaction,
    ...(node.testsAcceptance !== 'none' && { testmempoolaccept }),
    ...(hasNonFinalPool && {
      getrawnonfinalmempool: async () => (await splitByFinality()).nonFinal.map(({ txid }) => txid),
    }),
  }

  async function getrawmempool(params: Params): Promise<unknown> {
    const { final } = await splitByFinality()
    if (!params.getFlag(0, 'verbose', false)) return final.map(({ txid }) => txid)
    const entries: [string, unknown][] = []
    for (const { txid } of final) {
      const transaction = await ledger.findTransaction(txid)
      if (transaction?.height === null) entries.push([txid, await buildMempoolEntry(chain, transaction)])
    }
    return Object.fromEntries(entries)
  }

  /** Separates transactions that may be mined from those whose lock time hasn't been reached. */
  async function splitByFinality() {
    const tip = await chain.getState()
    const entries = await ledger.listMempool()
    return {
      final: entries.filter(({ lockTime }) => isFinal(lockTime, tip)),
      nonFinal: entries.filter(({ lockTime }) => !isFinal(lockTime, tip)),
    }
  }

  async function getmempoolentry(params: Params): Promise<unknown> {
    return buildMempoolEntry(chain, await findInMempool(params))
  }

  async function getmempoolancestors(params: Params): Promise<unknown> {
    const { txid } = await findInMempool(params)
    const ancestors = (await findWithAncestors(ledger, chain.reader, [txid])).filter(
      (ancestor) => ancestor.txid !== txid,
    )
    if (!params.getFlag(1, 'verbose', false)) return ancestors.map((ancestor) => ancestor.txid)
    return Object.fromEntries(
      await Promise.all(
        ancestors.map(async (ancestor) => [ancestor.txid, await buildMempoolEntry(chain, ancestor)]),
      ),
    )
  }

  async function findInMempool(params: Params): Promise<SandboxTransaction> {
    await chain.getState()
    const transaction = await ledger.findTransaction(params.getHash(0, 'parameter 1'))
    if (transaction?.height !== null) throw new RpcError(-5, 'Transaction not in mempool')
    return transaction
  }

  async function getmempoolinfo(): Promise<unknown> {
    const { final } = await splitByFinality()
    const bytes = final.reduce((sum, transaction: MempoolTransaction) => sum + getVirtualSize(transaction), 0)
    const fees = final.reduce((sum, { fee }) => sum + fee, 0n)
    const minFeeRate = toAmountNumber(node.relayFeeRate)
    return {
      loaded: true,
      size: final.length,
      bytes,
      usage: bytes,
      total_fee: toAmountNumber(fees),
      maxmempool: 300_000_000,
      mempoolminfee: minFeeRate,
      minrelaytxfee: minFeeRate,
    }
  }

  /** The second parameter is the maximum fee rate, or whether any fee is allowed. 0 and true lift the cap. */
  function isFeeCapped(params: Params): boolean {
    const maxFee = params.get(1)
    return (
      maxFee === undefined ||
      maxFee === null ||
      maxFee === false ||
      (typeof maxFee === 'number' && maxFee !== 0) ||
      JSON.isRawJSON(maxFee)
    )
  }

  function sendrawtransaction(params: Params): Promise<string> {
    return mempool.accept(params.getText(0, 'hexstring'), { isFeeCapped: isFeeCapped(params) })
  }

  async function testmempoolaccept(params: Params): Promise<unknown> {
    const hexes = params.getList(0, 'rawtxs')
    checkCount(hexes.length)
    const transactions = hexes.map((hex) => ({ hex: String(hex), transaction: mempool.decode(String(hex)) }))
    const parents = new Map<string, Transaction>()
    const results: unknown[] = []
    let hasRejection = false
    for (const { hex, transaction } of transactions) {
      const ids = { txid: transaction.id, ...(coin.code === 'BTC' && { wtxid: computeWtxid(hex) }) }
      // After a rejection, the remaining transactions are listed but not tested.
      const verdict: Verdict = hasRejection
        ? {}
        : await test(transaction, { isFeeCapped: isFeeCapped(params), package: parents }, hex)
      hasRejection ||= verdict.allowed === false
      results.push({ ...ids, ...verdict })
      parents.set(transaction.id, transaction)
    }
    return results
  }

  function checkCount(count: number): void {
    if (node.testsAcceptance === 'one' && count !== 1) {
      throw createInvalidParameterError('Array must contain exactly one raw transaction for now')
    }
    if (count < 1 || count > maxPackageSize) {
      throw createInvalidParameterError(`Array must contain between 1 and ${maxPackageSize} transactions.`)
    }
  }

  async function test(
    transaction: Transaction,
    options: { readonly isFeeCapped: boolean; readonly package: ReadonlyMap<string, Transaction> },
    hex: string,
  ): Promise<Verdict> {
    const existing = await ledger.findTransaction(transaction.id)
    if (existing?.height === null) return createRejectedVerdict({ reason: 'txn-already-in-mempool' })
    const decision = await mempool.validate(transaction, options)
    if (!('rejection' in decision)) return createAcceptedVerdict(transaction, decision, hex)
    const areInputsMissing = decision.rejection.reason === 'bad-txns-inputs-missingorspent'
    const isMined = areInputsMissing && existing !== null && (await hasUnspentOutputs(chain, transaction))
    return createRejectedVerdict(isMined ? { reason: 'txn-already-known' } : decision.rejection)
  }

  function createRejectedVerdict(rejection: MempoolRejection): Verdict {
    const hasDetails =
      coin.code === 'BTC' && rejection.detail !== undefined && rejection.reason !== 'script-verify'
    return {
      allowed: false,
      'reject-reason': node.rejectionMessages.test(rejection),
      ...(hasDetails && { 'reject-details': node.rejectionMessages.send(rejection).message }),
    }
  }

  function createAcceptedVerdict(
    { virtualSize }: Transaction,
    { fee }: Exclude<AcceptanceDecision, { readonly rejection: MempoolRejection }>,
    hex: string,
  ): Verdict {
    // Bitcoin Cash Node returns nothing more.
    if (node.entryFormat === 'bch') return { allowed: true }
    const rate = (fee * 1_000n) / BigInt(virtualSize)
    const effective = { 'effective-feerate': toAmountNumber(rate), 'effective-includes': [computeWtxid(hex)] }
    const fees = { base: toAmountNumber(fee), ...(coin.code === 'BTC' && effective) }
    return { allowed: true, vsize: virtualSize, fees }
  }
}
