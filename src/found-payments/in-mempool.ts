import type { CoinCode } from '../coins/index.ts'
import { type Clock, second } from '../kernel/clock.ts'
import { createFairQueue } from '../kernel/fair-queue.ts'
import { createLimiter } from '../kernel/limiter.ts'
import type { Transact } from '../kernel/transact.ts'
import { type Network, NetworkUnavailableError } from '../networks/network.ts'
import type { PaymentChain, PaymentChains } from '../payments/chain.ts'
import type { FoundPaymentReader, PaymentFinder } from './find.ts'
import type { FoundPaymentRecorder, RecordStores } from './record.ts'
import type { WatchPeriods } from './watch-periods.ts'

interface MempoolWatchDependencies {
  /** Whether an invoice that can still be paid has an address of this coin. */
  readonly isAwaited: (coin: CoinCode) => Promise<boolean>
  readonly findWatchedAccounts: FoundPaymentReader['findWatchedAccounts']
  readonly chains: Pick<PaymentChains, 'find'>
  readonly finder: Pick<PaymentFinder, 'searchMempool'>
  readonly record: FoundPaymentRecorder
  readonly watchPeriods: Pick<WatchPeriods, 'recordRead'>
  readonly transact: Transact<RecordStores>
  readonly clock: Clock
}

/** A transaction that pays a watched script. */
interface MempoolMatch {
  readonly txid: string
  readonly script: string
  readonly path: readonly [accountId: string]
}

/** Transactions per call to the node. */
const batchSize = 250
/** Matches recorded after each call. */
const matchesPerBatch = 16
/** A mempool may hold 300 000 transactions when the service starts: the rest is read in the next rounds. */
const maxRoundMs = 2 * second
/** Payments beyond this are found when they are in a block. */
export const maxQueued = 10_000

/** The known state of a coin's mempool. */
interface WatchState {
  /** Keys of the mempool's transactions that were read. */
  readKeys: ReadonlySet<number>
  /** Accounts take turns, so payments to one don't delay those to another. */
  readonly queue: ReturnType<typeof createFairQueue<MempoolMatch>>
  /** How many of the next matches are searched one by one, because a batch failed: one of them may fail again and again. */
  isolatedMatches: number
  /** Runs one round at a time: each relies on what the previous one has read. */
  readonly runExclusive: ReturnType<typeof createLimiter>
}

const createState = (): WatchState => ({
  readKeys: new Set(),
  queue: createFairQueue(),
  isolatedMatches: 0,
  runExclusive: createLimiter(1),
})

/** Watches the mempools for payments to issued addresses, while a payment is awaited. */
export function createMempoolWatch({
  isAwaited,
  findWatchedAccounts,
  chains,
  finder,
  record,
  watchPeriods,
  transact,
  clock,
}: MempoolWatchDependencies) {
  const states = new Map<CoinCode, WatchState>()
  return { watch, read }

  /** Runs one round. */
  async function watch(coin: CoinCode): Promise<void> {
    if (chains.find(coin) && (await isAwaited(coin))) await read(coin)
  }

  /**
   * Runs one round even while no payment is awaited. Returns whether it read the whole mempool. Reporting an unresponsive network is another
   * component's job.
   */
  async function read(coin: CoinCode): Promise<boolean> {
    const chain = chains.find(coin)
    if (!chain) return false
    const state = states.get(coin) ?? createState()
    states.set(coin, state)
    try {
      const isComplete = await state.runExclusive(() => runRound(coin, chain, state))
      if (isComplete) watchPeriods.recordRead(coin)
      return isComplete
    } catch (error) {
      if (error instanceof NetworkUnavailableError) return false
      throw error
    }
  }

  async function runRound(coin: CoinCode, chain: PaymentChain, state: WatchState): Promise<boolean> {
    const txids = await chain.network.getMempoolTxids()
    const present = new Set<number>()
    const unreadIndexes: number[] = []
    const keys = txids.getKeys()
    for (const [index, key] of keys.entries()) {
      if (state.readKeys.has(key)) present.add(key)
      else unreadIndexes.push(index)
    }
    state.readKeys = present
    const endsAt = clock.now() + maxRoundMs
    for (let first = 0; clock.now() < endsAt; first += batchSize) {
      const indexes = unreadIndexes.slice(first, first + batchSize)
      if (indexes.length === 0 && state.queue.getSize() === 0) return true
      if (indexes.length > 0) await enqueue(coin, chain.network, txids.pick(indexes), state)
      for (const index of indexes) present.add(keys[index] ?? 0)
      await recordNext(coin, chain, state)
    }
    return false
  }

  async function enqueue(
    coin: CoinCode,
    network: Network,
    txids: readonly string[],
    { queue }: WatchState,
  ): Promise<void> {
    const accounts = new Map<string, number>()
    const payingTransactions = await network.findPayingInMempool(txids, async (scripts) => {
      for (const [script, account] of await findWatchedAccounts(coin, scripts)) accounts.set(script, account)
      return new Set(accounts.keys())
    })
    for (const { txid, outputs } of payingTransactions)
      for (const script of new Set(outputs.map((output) => output.script))) {
        const path = [String(accounts.get(script))] as const
        if (queue.getSize() >= maxQueued) {
          const excess = queue.findExcess(path)
          if (!excess) continue
          queue.remove(excess.path, excess)
        }
        queue.add(path, { txid, script, path })
      }
  }

  async function recordNext(coin: CoinCode, chain: PaymentChain, state: WatchState): Promise<void> {
    const { queue } = state
    const maxMatches = state.isolatedMatches > 0 ? 1 : matchesPerBatch
    const matches: MempoolMatch[] = []
    while (matches.length < maxMatches) {
      const next = queue.findNext()
      if (!next) break
      queue.remove(next.path, next)
      matches.push(next)
    }
    if (matches.length === 0) return
    state.isolatedMatches = Math.max(0, state.isolatedMatches - 1)
    const txids = [...new Set(matches.map(({ txid }) => txid))]
    const scripts = new Set(matches.map(({ script }) => script))
    try {
      const outputs = await finder.searchMempool(coin, chain, { txids, scripts })
      const byPayment = Map.groupBy(outputs, ({ txid, invoiceUid }) => `${txid} ${invoiceUid}`)
      for (const paymentOutputs of byPayment.values())
        await transact((stores) => record(stores, paymentOutputs))
    } catch (error) {
      for (const match of matches) queue.add(match.path, match)
      if (matches.length > 1) state.isolatedMatches = matches.length
      throw error
    }
  }
}
