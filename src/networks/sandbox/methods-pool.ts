import type { Transaction } from '../../coins/coin.ts'
import { RpcError } from '../rpc.ts'
import { amountValue } from './amount.ts'
import type { ChainContext } from './chain.ts'
import { entryView } from './entry-view.ts'
import type { MempoolTransaction, SandboxTransaction } from './ledger.ts'
import type { Methods } from './methods.ts'
import { invalid, type Params } from './params.ts'
import { type AcceptanceDecision, hasCoins, type Pool } from './pool.ts'
import type { MempoolRejection } from './rejection.ts'
import { witnessId } from './transaction-view.ts'
import { findWithAncestors, virtualSizeOf } from './transactions.ts'
import { isFinal } from './validate.ts'

interface Verdict {
  readonly allowed?: boolean
  readonly [more: string]: unknown
}

/** Maximum number of transactions per `testmempoolaccept` call (MAX_PACKAGE_COUNT). */
const maxPackageSize = 25

/** RPC methods for reading the mempool and submitting transactions to it. */
export function poolMethods(chain: ChainContext, pool: Pool): Methods {
  const { coin, node, read } = chain
  const waiting = node.methods.includes('getrawnonfinalmempool')
  return {
    getrawmempool,
    getmempoolentry,
    getmempoolancestors,
    getmempoolinfo,
    sendrawtransaction,
    ...(node.testsAcceptance !== 'none' && { testmempoolaccept }),
    ...(waiting && { getrawnonfinalmempool: async () => (await split()).waiting.map(({ txid }) => txid) }),
  }

  async function getrawmempool(params: Params): Promise<unknown> {
    const { final } = await split()
    if (!params.flag(0, 'verbose', false)) return final.map(({ txid }) => txid)
    const entries: [string, unknown][] = []
    for (const { txid } of final) {
      const stored = await read.transaction(txid)
      if (stored?.height === null) entries.push([txid, await entryView(chain, stored)])
    }
    return Object.fromEntries(entries)
  }

  /** Separates transactions that may be mined from those whose lock time hasn't been reached. */
  async function split() {
    const tip = await chain.state()
    const all = await read.pool()
    return {
      final: all.filter(({ lockTime }) => isFinal(lockTime, tip)),
      waiting: all.filter(({ lockTime }) => !isFinal(lockTime, tip)),
    }
  }

  async function getmempoolentry(params: Params): Promise<unknown> {
    return entryView(chain, await pooled(params))
  }

  async function getmempoolancestors(params: Params): Promise<unknown> {
    const { txid } = await pooled(params)
    const ancestors = (await findWithAncestors(read, chain.reader, [txid])).filter((one) => one.txid !== txid)
    if (!params.flag(1, 'verbose', false)) return ancestors.map((one) => one.txid)
    return Object.fromEntries(
      await Promise.all(ancestors.map(async (one) => [one.txid, await entryView(chain, one)])),
    )
  }

  async function pooled(params: Params): Promise<SandboxTransaction> {
    await chain.state()
    const stored = await read.transaction(params.hash(0, 'parameter 1'))
    if (stored?.height !== null) throw new RpcError(-5, 'Transaction not in mempool')
    return stored
  }

  async function getmempoolinfo(): Promise<unknown> {
    const { final } = await split()
    const bytes = final.reduce((all, one: MempoolTransaction) => all + virtualSizeOf(one), 0)
    const fees = final.reduce((all, { fee }) => all + fee, 0n)
    const least = amountValue(node.relayFeeRate)
    return {
      loaded: true,
      size: final.length,
      bytes,
      usage: bytes,
      total_fee: amountValue(fees),
      maxmempool: 300_000_000,
      mempoolminfee: least,
      minrelaytxfee: least,
    }
  }

  /** The second parameter is the maximum fee rate, or whether any fee is allowed. 0 and true lift the cap. */
  function isCapped(params: Params): boolean {
    const given = params.get(1)
    return (
      given === undefined ||
      given === null ||
      given === false ||
      (typeof given === 'number' && given !== 0) ||
      JSON.isRawJSON(given)
    )
  }

  function sendrawtransaction(params: Params): Promise<string> {
    return pool.accept(params.text(0, 'hexstring'), { capped: isCapped(params) })
  }

  async function testmempoolaccept(params: Params): Promise<unknown> {
    const hexes = params.list(0, 'rawtxs')
    checkCount(hexes.length)
    const transactions = hexes.map((hex) => ({ hex: String(hex), transaction: pool.decode(String(hex)) }))
    const parents = new Map<string, Transaction>()
    const results: unknown[] = []
    let refused = false
    for (const { hex, transaction } of transactions) {
      const names = { txid: transaction.id, ...(coin.code === 'BTC' && { wtxid: witnessId(hex) }) }
      // After a rejection, the remaining transactions are listed but not tested.
      const verdict: Verdict = refused
        ? {}
        : await test(transaction, { capped: isCapped(params), package: parents }, hex)
      refused ||= verdict.allowed === false
      results.push({ ...names, ...verdict })
      parents.set(transaction.id, transaction)
    }
    return results
  }

  function checkCount(count: number): void {
    if (node.testsAcceptance === 'one' && count !== 1) {
      throw invalid('Array must contain exactly one raw transaction for now')
    }
    if (count < 1 || count > maxPackageSize) {
      throw invalid(`Array must contain between 1 and ${maxPackageSize} transactions.`)
    }
  }

  async function test(
    transaction: Transaction,
    terms: { readonly capped: boolean; readonly package: ReadonlyMap<string, Transaction> },
    hex: string,
  ): Promise<Verdict> {
    const known = await read.transaction(transaction.id)
    if (known?.height === null) return refusal({ reason: 'txn-already-in-mempool' })
    const judgement = await pool.judge(transaction, terms)
    if (!('refusal' in judgement)) return allowed(transaction, judgement, hex)
    const missing = judgement.refusal.reason === 'bad-txns-inputs-missingorspent'
    const isMined = missing && known !== null && (await hasCoins(chain, transaction))
    return refusal(isMined ? { reason: 'txn-already-known' } : judgement.refusal)
  }

  function refusal(why: MempoolRejection): Verdict {
    const details = coin.code === 'BTC' && why.detail !== undefined && why.reason !== 'script-verify'
    return {
      allowed: false,
      'reject-reason': node.rejectionMessages.test(why),
      ...(details && { 'reject-details': node.rejectionMessages.send(why).message }),
    }
  }

  function allowed(
    { virtualSize }: Transaction,
    { fee }: Exclude<AcceptanceDecision, { readonly refusal: MempoolRejection }>,
    hex: string,
  ): Verdict {
    // Bitcoin Cash Node returns nothing more.
    if (node.entryForm === 'cash') return { allowed: true }
    const rate = (fee * 1_000n) / BigInt(virtualSize)
    const effective = { 'effective-feerate': amountValue(rate), 'effective-includes': [witnessId(hex)] }
    const fees = { base: amountValue(fee), ...(coin.code === 'BTC' && effective) }
    return { allowed: true, vsize: virtualSize, fees }
  }
}
