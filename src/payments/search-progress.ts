import type { BlockRef } from '../networks/network.ts'
import type { WatchedPayment } from './conflict.ts'
import type { MissingPayment } from './spend-search.ts'

/** One payment in a round of the search. */
export interface SearchEntry {
  readonly payment: MissingPayment
  readonly watched: WatchedPayment
  /** The block up to which it was searched, except those in `unread`. */
  reached: BlockRef
  /** Lowest first. */
  unread: readonly BlockRef[]
}

/** How far the search for each payment got, where that is further than the store records: some blocks in between could not be read. */
export interface SearchProgress {
  /** `hashes`: of the most recently followed blocks, by height. */
  find(
    payment: MissingPayment,
    hashes: ReadonlyMap<number, string>,
    oldest: number,
  ): Pick<SearchEntry, 'reached' | 'unread'>
  save(searched: SearchEntry): void
  forget(id: string): void
}

/** Forgetting only causes blocks to be read again, so everything may be dropped at this size. */
const maxKept = 10_000

export function createSearchProgress(): SearchProgress {
  const kept = new Map<string, Pick<SearchEntry, 'reached' | 'unread'>>()
  return { find, save: keep, forget: (id) => void kept.delete(id) }

  function find({ id, searchedHeight }: MissingPayment, hashes: ReadonlyMap<number, string>, oldest: number) {
    const known = kept.get(id)
    const stands =
      known && (known.reached.height < oldest || hashes.get(known.reached.height) === known.reached.hash)
    if (stands && known.reached.height > searchedHeight)
      return {
        reached: known.reached,
        unread: known.unread.filter(({ height }) => height > searchedHeight),
      }
    kept.delete(id)
    return { reached: { height: searchedHeight, hash: hashes.get(searchedHeight) ?? '' }, unread: [] }
  }

  function keep({ payment, reached, unread }: SearchEntry): void {
    kept.delete(payment.id)
    if (unread.length === 0) return
    if (kept.size >= maxKept) kept.clear()
    kept.set(payment.id, { reached, unread })
  }
}
