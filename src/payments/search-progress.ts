import type { BlockRef } from '../networks/network.ts'
import type { WatchedPayment } from './conflict.ts'

/** A payment whose transaction is neither in the mempool nor in a known block. */
export interface MissingPayment {
  readonly id: string
  /** The transaction that pays the invoice. */
  readonly txid: string
  /** No block up to this height double-spends its inputs. */
  readonly searchedHeight: number
}

/** One payment in a round of the search. */
export interface SearchEntry {
  readonly payment: MissingPayment
  readonly watched: WatchedPayment
  /** Last block searched for a double spend. Blocks in `unreadBlocks` were skipped. */
  lastSearchedBlock: BlockRef
  /** Blocks that could not be read yet, lowest first. */
  unreadBlocks: readonly BlockRef[]
}

/** How far the search for each payment got beyond its stored height. Kept in memory, because some blocks in between couldn't be read. */
interface DoubleSpendSearchProgress {
  /** @param hashes Hashes of the most recent followed blocks, by height */
  find(
    payment: MissingPayment,
    hashes: ReadonlyMap<number, string>,
    oldestHeight: number,
  ): Pick<SearchEntry, 'lastSearchedBlock' | 'unreadBlocks'>
  save(entry: SearchEntry): void
  forget(id: string): void
}

/** Forgetting only causes blocks to be read again, so everything may be dropped at this size. */
const maxEntries = 10_000

export function createDoubleSpendSearchProgress(): DoubleSpendSearchProgress {
  const progress = new Map<string, Pick<SearchEntry, 'lastSearchedBlock' | 'unreadBlocks'>>()
  return { find, save: setProgress, forget: (id) => void progress.delete(id) }

  function find(
    { id, searchedHeight }: MissingPayment,
    hashes: ReadonlyMap<number, string>,
    oldestHeight: number,
  ) {
    const saved = progress.get(id)
    const isOnChain =
      saved &&
      (saved.lastSearchedBlock.height < oldestHeight ||
        hashes.get(saved.lastSearchedBlock.height) === saved.lastSearchedBlock.hash)
    if (isOnChain && saved.lastSearchedBlock.height > searchedHeight)
      return {
        lastSearchedBlock: saved.lastSearchedBlock,
        unreadBlocks: saved.unreadBlocks.filter(({ height }) => height > searchedHeight),
      }
    progress.delete(id)
    return {
      lastSearchedBlock: { height: searchedHeight, hash: hashes.get(searchedHeight) ?? '' },
      unreadBlocks: [],
    }
  }

  function setProgress({ payment, lastSearchedBlock, unreadBlocks }: SearchEntry): void {
    progress.delete(payment.id)
    if (unreadBlocks.length === 0) return
    if (progress.size >= maxEntries) progress.clear()
    progress.set(payment.id, { lastSearchedBlock, unreadBlocks })
  }
}
