/** A queue of tasks by time, and by insertion for equal times. */
export interface Queue<Item> {
  readonly size: () => number
  add(at: number, item: Item): void
  /** @throws {Error} if it is empty */
  take(): { readonly at: number; readonly item: Item }
}

interface Entry<Item> {
  readonly at: number
  readonly order: number
  readonly item: Item
}

/** A binary heap. */
export function queue<Item>(): Queue<Item> {
  const heap: Entry<Item>[] = []
  let order = 0
  return { size: () => heap.length, add, take }

  function add(at: number, item: Item): void {
    const entry = { at, order: order++, item }
    let place = heap.length
    heap.push(entry)
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = entryAt(above)
      if (!isBefore(entry, parent)) break
      heap[place] = parent
      place = above
    }
    heap[place] = entry
  }

  function take(): Entry<Item> {
    const first = entryAt(0)
    const last = heap.pop()
    if (last && heap.length > 0) sink(last)
    return first
  }

  function sink(entry: Entry<Item>): void {
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(entryAt(below + 1), entryAt(below))) below++
      const child = entryAt(below)
      if (!isBefore(child, entry)) break
      heap[place] = child
      place = below
    }
    heap[place] = entry
  }

  function entryAt(place: number): Entry<Item> {
    const entry = heap[place]
    if (!entry) throw new Error('The queue has no such place.')
    return entry
  }
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)
