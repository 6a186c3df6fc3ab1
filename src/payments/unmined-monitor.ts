import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import { type Clock, type Instant, minute, second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RunSteps } from '../kernel/steps.ts'
import { type BlockRef, NetworkUnavailable } from '../networks/network.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import type { ChainChanges } from './change.ts'
import { isMonitored, lastTxid, type Payment } from './payment.ts'
import type { ReplacedPaymentRecorder } from './replaced.ts'
import type { MissingPayment } from './search-progress.ts'
import { createSpendSearch, type SpendSearchReader } from './spend-search.ts'

/** An accepted payment that is in no block. */
interface UnminedPayment extends MissingPayment {
  /** Hash of the block in which another transaction spends its inputs. */
  readonly doubleSpentIn: string | null
  /** See `Payment.isReplaced`. */
  readonly isReplaced: boolean
}

export interface UnminedPaymentReader extends SpendSearchReader {
  /** Sorted by id, above that one, at most `limit`. */
  findUnmined(coin: CoinCode, afterId: string, limit: number): Promise<UnminedPayment[]>
  /** The most recently followed blocks, newest first. */
  followed(coin: CoinCode): Promise<readonly BlockRef[]>
}

interface UnminedMonitorDependencies {
  readonly reader: UnminedPaymentReader
  readonly chains: PaymentChains
  readonly changes: ChainChanges
  readonly recordReplaced: ReplacedPaymentRecorder
  readonly clock: Clock
  readonly log: Logger
  readonly runSteps: RunSteps
}

/** The time or block until which a missing payment isn't sent again. */
interface Wait {
  readonly until: Instant
  readonly ms: number
  readonly tip: string
}

/** Whether the node accepts transactions, and whether its mempool has the last one then. */
interface Resent {
  readonly accepted: boolean
  readonly pooled: boolean
}

/** The state of the chain when a round begins. */
interface Round {
  readonly coin: CoinCode
  readonly chain: PaymentChain
  readonly tip: BlockRef
  readonly followed: ReadonlySet<string>
  /** For payments of the round: the newest block at which the mempool contained them. */
  readonly pooledAt: Map<string, BlockRef>
  /** By txids: what became of transactions that were sent again. One transaction can be the payment of many invoices. */
  readonly resent: Map<string, Resent>
  /** Payments from any wallet that the node has just refused to take back. */
  readonly refused: Pick<UnminedPayment, 'id' | 'txid'>[]
}

/** Transactions per call to the node. */
const batchSize = 5_000
/** A payment that the node rejects, because of a full mempool or a low fee, is retried with exponential backoff. */
const firstWaitMs = 15 * second
const maxWaitMs = 10 * minute

/**
 * Takes care of accepted payments that are in no block. A payment that the mempool has lost is sent again, or found in a block that was
 * missed. If another transaction in a block spends its inputs, the payment is reversed, or continues under its id when that transaction
 * pays the same. A payment that is back is restored. A round costs one mempool query per batch, however many payments are unconfirmed; only
 * missing ones cost more.
 */
export function createUnminedMonitor({
  reader,
  chains,
  changes,
  recordReplaced,
  clock,
  log,
  runSteps,
}: UnminedMonitorDependencies) {
  const waits = new Map<string, Wait>()
  /** From the last round of each coin. A payment in the mempool at a block isn't double-spent up to it, so no search starts lower. */
  const lastPooledAt = new Map<CoinCode, ReadonlyMap<string, BlockRef>>()
  const search = createSpendSearch({ reader, changes, clock, log, runSteps })
  return recheckUnmined

  /** Runs one round. Reporting an unresponsive network is another component's job. */
  async function recheckUnmined(coin: CoinCode): Promise<void> {
    const chain = chains.find(coin)
    if (!chain) return
    try {
      await checkChain(coin, chain)
    } catch (error) {
      if (!(error instanceof NetworkUnavailable)) throw error
    }
  }

  async function checkChain(coin: CoinCode, chain: PaymentChain): Promise<void> {
    const recent = await reader.followed(coin)
    const [tip] = recent
    if (!tip) return
    const followed = new Set(recent.map(({ hash }) => hash))
    const round: Round = {
      coin,
      chain,
      tip,
      followed,
      pooledAt: new Map(),
      resent: new Map(),
      refused: [],
    }
    const checkedIds = new Set<string>()
    for (let afterId = ''; ; ) {
      const payments = await reader.findUnmined(coin, afterId, batchSize)
      const last = payments.at(-1)
      if (!last) break
      for (const { id } of payments) checkedIds.add(id)
      await checkBatch(payments, afterId, round)
      afterId = last.id
    }
    lastPooledAt.set(coin, round.pooledAt)
    for (const [id, { until }] of waits) if (!checkedIds.has(id) && until <= clock.now()) waits.delete(id)
    await recordReplaced(coin, chain.network, round.refused)
  }

  async function checkBatch(
    unmined: readonly UnminedPayment[],
    afterId: string,
    round: Round,
  ): Promise<void> {
    const { coin, chain, tip, pooledAt } = round
    const pooled = await chain.network.findInMempool(unmined.map(({ txid }) => txid))
    const missing = new Set<string>()
    for (const [index, payment] of unmined.entries()) {
      if (pooled[index]) {
        pooledAt.set(payment.id, tip)
        await restorePooled(payment)
        continue
      }
      const last = lastPooledAt.get(coin)?.get(payment.id)
      if (last) pooledAt.set(payment.id, last)
      if (await retryMissing(payment, round)) missing.add(payment.id)
    }
    if (missing.size === 0) return
    await chain.catchUp()
    // The order matters: a block that was disconnected before this list was read has lowered the heights that are read next.
    const followed = await reader.followed(coin)
    const hashes = new Set(followed.map(({ hash }) => hash))
    const payments = (await reader.findUnmined(coin, afterId, batchSize)).flatMap((payment) => {
      const last = pooledAt.get(payment.id)
      const pooledHeight = last && hashes.has(last.hash) ? last.height : 0
      const searchedHeight = Math.max(payment.searchedHeight, pooledHeight)
      return missing.has(payment.id) ? [{ ...payment, searchedHeight }] : []
    })
    await search(coin, chain.network, { followed, payments })
  }

  async function restorePooled({ id, doubleSpentIn, isReplaced }: UnminedPayment): Promise<void> {
    waits.delete(id)
    const payment = doubleSpentIn === null && !isReplaced ? null : await reader.find(id)
    if (payment) await changes.restore(payment)
  }

  /** Sends a missing payment again. True when it is still not in the node's mempool: a block may explain why. */
  async function retryMissing({ id, txid, doubleSpentIn }: UnminedPayment, round: Round): Promise<boolean> {
    const { tip, followed } = round
    // While that block is still followed, there is nothing to do.
    if (doubleSpentIn !== null && followed.has(doubleSpentIn)) return false
    const wait = waits.get(id)
    // A new block may make room for it, so a new tip ends the wait.
    if (wait && wait.until > clock.now() && wait.tip === tip.hash) return true
    const payment = await reader.find(id)
    if (!payment || !isMonitored(payment) || payment.block) return false
    const { accepted, pooled } = await resendOnce(payment, round).catch((error: unknown) => {
      // A payment that gets no verdict waits as after a rejection, so that the next round reaches those behind it.
      postpone(id, tip.hash)
      throw error
    })
    // If a replacement is gone as well, the submitted transaction pays again.
    if (accepted && lastTxid(payment) === txid) {
      waits.delete(id)
      if (payment.doubleSpent || payment.isReplaced) await changes.restore(payment)
      return !pooled
    }
    postpone(id, tip.hash)
    if (payment.value && !payment.isReplaced) round.refused.push({ id, txid })
    return true
  }

  async function resendOnce(payment: Payment, { chain, resent }: Round): Promise<Resent> {
    const key = payment.transactions.map(({ txid }) => txid).join()
    const known = resent.get(key)
    if (known) {
      await nextTurn()
      return known
    }
    const accepted = await rebroadcast(payment, chain)
    const [entry] = accepted ? await chain.network.findInMempool([lastTxid(payment)]) : []
    const result = { accepted, pooled: Boolean(entry) }
    resent.set(key, result)
    return result
  }

  /** True when the node accepts the payment. A parent that was mined and fully spent has "missing inputs" to a node: the last transaction decides. */
  async function rebroadcast(payment: Payment, { network }: PaymentChain): Promise<boolean> {
    for (const { txid, hex } of payment.transactions) {
      const answer = await network.broadcast(hex.toLowerCase())
      if (answer.outcome === 'accepted') continue
      if (answer.outcome !== 'rejected') throw new NetworkUnavailable(answer.text)
      if (answer.rejection.reason !== 'inputs_missing' || txid === lastTxid(payment)) return false
    }
    return true
  }

  function postpone(id: string, tip: string): void {
    const ms = Math.min(maxWaitMs, 2 * (waits.get(id)?.ms ?? firstWaitMs / 2))
    waits.set(id, { until: clock.now() + ms, ms, tip })
  }
}
