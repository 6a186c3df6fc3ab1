import type { BlockRef } from '../networks/network.ts'
import type { WatchedPayment } from './conflict.ts'

/** A payment whose transaction is neither in the mempool nor in a known block. */
export interface MissingPayment {
  readonly id: string
  /** The transaction that pays. */
  readonly txid: string
  /** No block up to this height double-spends its inputs. */
  readonly searchedHeight: number
}

/** One payment in a round of the search. */
export interface SearchEntry {
  readonly payment: MissingPayment
  readonly watched: WatchedPayment
  /** The block up to which it was searched, except those in `unread`. */
  searchedTo: BlockRef
  /** Lowest first. */
  unread: readonly BlockRef[]
}

/** How far the search for each payment got beyond its stored height: some blocks in between could not be read. */
interface SearchProgress {
  /** `hashes`: of the most recently followed blocks, by height. */
  find(
    payment: MissingPayment,
    hashes: ReadonlyMap<number, string>,
    oldest: number,
  ): Pick<SearchEntry, 'searchedTo' | 'unread'>
  save(searched: SearchEntry): void
  forget(id: string): void
}

/** Forgetting only causes blocks to be read again, so everything may be dropped at this size. */
const maxEntries = 10_000

export function createSearchProgress(): SearchProgress {
  const progress = new Map<string, Pick<SearchEntry, 'searchedTo' | 'unread'>>()
  return { find, save: setProgress, forget: (id) => void progress.delete(id) }

  function find({ id, searchedHeight }: MissingPayment, hashes: ReadonlyMap<number, string>, oldest: number) {
    const saved = progress.get(id)
    const isOnChain =
      saved &&
      (saved.searchedTo.height < oldest || hashes.get(saved.searchedTo.height) === saved.searchedTo.hash)
    if (isOnChain && saved.searchedTo.height > searchedHeight)
      return {
        searchedTo: saved.searchedTo,
        unread: saved.unread.filter(({ height }) => height > searchedHeight),
      }
    progress.delete(id)
    return { searchedTo: { height: searchedHeight, hash: hashes.get(searchedHeight) ?? '' }, unread: [] }
  }

  function setProgress({ payment, searchedTo, unread }: SearchEntry): void {
    progress.delete(payment.id)
    if (unread.length === 0) return
    if (progress.size >= maxEntries) progress.clear()
    progress.set(payment.id, { searchedTo, unread })
  }
}
