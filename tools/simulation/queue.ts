/** A queue of tasks by time, and by insertion for equal times. */
export interface Queue<Item> {
  readonly size: () => number
  add(dueAt: number, item: Item): void
  /** @throws {Error} if it is empty */
  removeFirst(): { readonly dueAt: number; readonly item: Item }
}

interface Entry<Item> {
  readonly dueAt: number
  readonly order: number
  readonly item: Item
}

/** Creates a queue on a binary heap. */
export function createQueue<Item>(): Queue<Item> {
  const heap: Entry<Item>[] = []
  let order = 0
  return { size: () => heap.length, add, removeFirst }

  function add(dueAt: number, item: Item): void {
    const entry = { dueAt, order: order++, item }
    let index = heap.length
    heap.push(entry)
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = getEntry(parentIndex)
      if (!isBefore(entry, parent)) break
      heap[index] = parent
      index = parentIndex
    }
    heap[index] = entry
  }

  function removeFirst(): Entry<Item> {
    const first = getEntry(0)
    const last = heap.pop()
    if (last && heap.length > 0) sink(last)
    return first
  }

  function sink(entry: Entry<Item>): void {
    let index = 0
    for (;;) {
      let childIndex = 2 * index + 1
      if (childIndex >= heap.length) break
      if (childIndex + 1 < heap.length && isBefore(getEntry(childIndex + 1), getEntry(childIndex)))
        childIndex++
      const child = getEntry(childIndex)
      if (!isBefore(child, entry)) break
      heap[index] = child
      index = childIndex
    }
    heap[index] = entry
  }

  function getEntry(index: number): Entry<Item> {
    const entry = heap[index]
    if (!entry) throw new Error('the queue is empty')
    return entry
  }
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>): boolean =>
  a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order)
