import type { CoinCode } from '../coins/index.ts'
import { type Clock, second } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import type { PaymentChain, PaymentChains } from '../payments/chain.ts'
import type { PaymentFinder } from './find.ts'
import type { FoundPaymentRecorder, RecordStores } from './record.ts'

interface MempoolWatchParts {
  /** Whether an invoice that can still be paid has an address of this coin. */
  readonly isAwaited: (coin: CoinCode) => Promise<boolean>
  readonly chains: Pick<PaymentChains, 'find'>
  readonly finder: Pick<PaymentFinder, 'inMempool'>
  readonly record: FoundPaymentRecorder
  readonly transact: Transact<RecordStores>
  readonly clock: Clock
}

/** Transactions per call. */
const batchSize = 250
/** A mempool may hold 300 000 transactions when the service starts: the rest is read in the next rounds. */
const maxRoundMs = 1 * second

/** Watches the mempools for payments to issued addresses, while a payment is awaited. */
export function createMempoolWatch({
  isAwaited,
  chains,
  finder,
  record,
  transact,
  clock,
}: MempoolWatchParts) {
  /** By coin: keys of the transactions that were read, as far as they are still in the mempool. */
  const readKeys = new Map<CoinCode, ReadonlySet<number>>()
  return watch

  /** Runs one round. Reporting an unresponsive network is another component's job. */
  async function watch(coin: CoinCode): Promise<void> {
    const chain = chains.find(coin)
    if (!chain || !(await isAwaited(coin))) return
    try {
      await readNew(coin, chain)
    } catch (error) {
      if (!(error instanceof NetworkUnavailable)) throw error
    }
  }

  async function readNew(coin: CoinCode, chain: PaymentChain): Promise<void> {
    const txids = await chain.network.mempoolTxids()
    const known = readKeys.get(coin) ?? new Set<number>()
    const present = new Set<number>()
    const unread: number[] = []
    const keys = txids.keys()
    for (const [index, key] of keys.entries()) {
      if (known.has(key)) present.add(key)
      else unread.push(index)
    }
    readKeys.set(coin, present)
    const endsAt = clock.now() + maxRoundMs
    for (let first = 0; first < unread.length && clock.now() < endsAt; first += batchSize) {
      const indexes = unread.slice(first, first + batchSize)
      for (const found of await finder.inMempool(coin, chain, txids.at(indexes)))
        await transact((stores) => record(stores, found))
      for (const index of indexes) present.add(keys[index] ?? 0)
    }
  }
}
