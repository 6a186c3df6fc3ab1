import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import { type Clock, type Instant, minute, second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { FollowedBlock } from '../networks/follow.ts'
import { type BlockRef, NetworkUnavailableError } from '../networks/network.ts'
import type { PaymentChain, PaymentChains } from './chain.ts'
import type { ChainChanges } from './change.ts'
import { getSubmittedTxid, isMonitored, type Payment } from './payment.ts'
import type { ReplacedPaymentRecorder } from './replaced.ts'
import type { MissingPayment } from './search-progress.ts'
import { createSpendSearch, type SpendSearchReader } from './spend-search.ts'

/** An accepted payment that isn't in a block. */
interface UnminedPayment extends MissingPayment {
  /** Hash of the block in which another transaction spends its inputs. */
  readonly doubleSpentIn: string | null
  /** See `Payment.isReplaced`. */
  readonly isReplaced: boolean
  /** Whether the merchant has to decide about it. */
  readonly hasException: boolean
}

export interface UnminedPaymentReader extends SpendSearchReader {
  /** Sorted by id, above that one, at most `limit`. */
  findUnmined(coin: CoinCode, afterId: string, limit: number): Promise<UnminedPayment[]>
  /** The most recently followed blocks, newest first. */
  listFollowedBlocks(coin: CoinCode): Promise<readonly (BlockRef & Pick<FollowedBlock, 'isUnfinished'>)[]>
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

/** A missing payment is rebroadcast at this time, or earlier when the tip changes, or when the merchant has to decide about it. */
interface Backoff extends Pick<UnminedPayment, 'hasException'> {
  readonly retryAt: Instant
  readonly delayMs: number
  readonly tip: string
}

interface RebroadcastResult {
  readonly accepted: boolean
  /** The mempool contains the payment afterwards. */
  readonly isInMempool: boolean
}

/** The state of the chain when a round begins. */
interface Round {
  readonly coin: CoinCode
  readonly chain: PaymentChain
  readonly tip: BlockRef
  readonly followedHashes: ReadonlySet<string>
  /** For payments of the round: the newest block at which the mempool contained them. */
  readonly lastSeen: Map<string, BlockRef>
  /** By txids. One transaction can be the payment of many invoices. */
  readonly rebroadcasts: Map<string, RebroadcastResult>
  /** Payments from any wallet whose rebroadcast the node has rejected. */
  readonly rejected: Pick<UnminedPayment, 'id' | 'txid'>[]
}

/** Transactions per call to the node. */
const batchSize = 5_000
/** A payment that the node rejects, because of a full mempool or a low fee, is retried with exponential backoff. */
const initialBackoffMs = 15 * second
const maxBackoffMs = 10 * minute

/**
 * Monitors accepted payments that aren't in a block. A payment that the mempool has lost is rebroadcast, or found in a block that was missed.
 * If another transaction in a block spends its inputs, the payment is reversed, or replaced when that transaction pays the same. A payment
 * that reappears is restored. A round costs one mempool query per batch, however many payments are unconfirmed; only missing ones cost more.
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
  const backoffs = new Map<string, Backoff>()
  /** From the last round of each coin. A payment in the mempool at a block isn't double-spent up to it, so no search starts lower. */
  const lastSeenByCoin = new Map<CoinCode, ReadonlyMap<string, BlockRef>>()
  const search = createSpendSearch({ reader, changes, clock, log, runSteps })
  return { recheckUnmined }

  /** Runs one round. Reporting an unresponsive network is another component's job. */
  async function recheckUnmined(coin: CoinCode): Promise<void> {
    const chain = chains.find(coin)
    if (!chain) return
    try {
      await checkChain(coin, chain)
    } catch (error) {
      if (!(error instanceof NetworkUnavailableError)) throw error
    }
  }

  async function checkChain(coin: CoinCode, chain: PaymentChain): Promise<void> {
    const recent = await reader.listFollowedBlocks(coin)
    const [tip] = recent
    if (!tip) return
    const followedHashes = new Set(recent.map(({ hash }) => hash))
    const round: Round = {
      coin,
      chain,
      tip,
      followedHashes,
      lastSeen: new Map(),
      rebroadcasts: new Map(),
      rejected: [],
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
    lastSeenByCoin.set(coin, round.lastSeen)
    for (const [id, { retryAt }] of backoffs)
      if (!checkedIds.has(id) && retryAt <= clock.now()) backoffs.delete(id)
    await recordReplaced(coin, chain.network, round.rejected)
  }

  async function checkBatch(
    unmined: readonly UnminedPayment[],
    afterId: string,
    round: Round,
  ): Promise<void> {
    const { coin, chain, tip, lastSeen } = round
    const entries = await chain.network.findInMempool(unmined.map(({ txid }) => txid))
    const missing = new Set<string>()
    for (const [index, payment] of unmined.entries()) {
      if (entries[index]) {
        lastSeen.set(payment.id, tip)
        await restoreInMempool(payment)
        continue
      }
      const last = lastSeenByCoin.get(coin)?.get(payment.id)
      if (last) lastSeen.set(payment.id, last)
      if (await retryMissing(payment, round)) missing.add(payment.id)
    }
    if (missing.size === 0) return
    await chain.catchUp()
    // Read the blocks before the searched heights: a disconnected block that is missing from this list has already lowered them.
    // Half of an unfinished block's effects are missing, such as payments that continue with a replacement in it.
    const followedBlocks = (await reader.listFollowedBlocks(coin)).filter(({ isUnfinished }) => !isUnfinished)
    const hashes = new Set(followedBlocks.map(({ hash }) => hash))
    const payments = (await reader.findUnmined(coin, afterId, batchSize)).flatMap((payment) => {
      const last = lastSeen.get(payment.id)
      const lastSeenHeight = last && hashes.has(last.hash) ? last.height : 0
      const searchedHeight = Math.max(payment.searchedHeight, lastSeenHeight)
      return missing.has(payment.id) ? [{ ...payment, searchedHeight }] : []
    })
    await search(coin, chain.network, { followedBlocks, payments })
  }

  async function restoreInMempool({ id, doubleSpentIn, isReplaced }: UnminedPayment): Promise<void> {
    backoffs.delete(id)
    const payment = doubleSpentIn === null && !isReplaced ? null : await reader.find(id)
    if (payment) await changes.restore(payment)
  }

  /** Rebroadcasts a missing payment. True when it is still not in the node's mempool: a block may explain why. */
  async function retryMissing(unmined: UnminedPayment, round: Round): Promise<boolean> {
    const { id, txid, doubleSpentIn, hasException } = unmined
    const { tip, followedHashes } = round
    // While that block is still followed, there is nothing to do.
    if (doubleSpentIn !== null && followedHashes.has(doubleSpentIn)) return false
    const backoff = backoffs.get(id)
    // A new block may make room in the mempool, so a new tip ends the backoff.
    const isUnchanged = backoff?.tip === tip.hash && backoff.hasException === hasException
    if (backoff && backoff.retryAt > clock.now() && isUnchanged) return true
    const payment = await reader.find(id)
    if (!payment || !isMonitored(payment) || payment.block) return false
    const { accepted, isInMempool } = await rebroadcastOnce(payment, round).catch((error: unknown) => {
      // Without a result, back off as after a rejection, so that the next round reaches the payments after this one.
      backOff(unmined, tip.hash)
      throw error
    })
    // If a replacement is gone as well, the submitted transaction pays again.
    if (accepted && getSubmittedTxid(payment) === txid) {
      backoffs.delete(id)
      if (payment.doubleSpent || payment.isReplaced) await changes.restore(payment)
      return !isInMempool
    }
    backOff(unmined, tip.hash)
    if (payment.value && !payment.isReplaced) round.rejected.push({ id, txid })
    return true
  }

  async function rebroadcastOnce(
    payment: Payment,
    { chain, rebroadcasts }: Round,
  ): Promise<RebroadcastResult> {
    const key = payment.transactions.map(({ txid }) => txid).join()
    const previousResult = rebroadcasts.get(key)
    if (previousResult) {
      await nextTurn()
      return previousResult
    }
    const accepted = await rebroadcast(payment, chain)
    const [entry] = accepted ? await chain.network.findInMempool([getSubmittedTxid(payment)]) : []
    const result = { accepted, isInMempool: Boolean(entry) }
    rebroadcasts.set(key, result)
    return result
  }

  /** True when the node accepts the payment. Nodes report "missing inputs" for a parent that was mined and fully spent. */
  async function rebroadcast(payment: Payment, { network }: PaymentChain): Promise<boolean> {
    for (const { txid, hex } of payment.transactions) {
      const result = await network.broadcast(hex.toLowerCase())
      if (result.outcome === 'accepted') continue
      if (result.outcome !== 'rejected') throw new NetworkUnavailableError(result.text)
      if (result.rejection.reason !== 'inputs_missing' || txid === getSubmittedTxid(payment)) return false
    }
    return true
  }

  function backOff({ id, hasException }: UnminedPayment, tip: string): void {
    const delayMs = Math.min(maxBackoffMs, 2 * (backoffs.get(id)?.delayMs ?? initialBackoffMs / 2))
    backoffs.set(id, { retryAt: clock.now() + delayMs, delayMs, tip, hasException })
  }
}
