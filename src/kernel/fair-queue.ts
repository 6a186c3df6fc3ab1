/**
 * A queue whose items each have a path of groups, widest first. Groups take turns at every level; items of one group leave in order of
 * arrival.
 */
interface FairQueue<Item> {
  getSize(): number
  add(path: readonly string[], item: Item): void
  remove(path: readonly string[], item: Item): void
  /** The item whose turn it is. It stays in the queue until removed. */
  findNext(): Item | undefined
  /** The newest item of the largest group, if that group is larger than its sibling on `path` would be with one more item. */
  findExcess(path: readonly string[]): Item | undefined
}

interface Group<Item> {
  size: number
  /** The group whose turn is next comes first. No group is empty. */
  readonly groups: Map<string, Group<Item>>
  readonly items: Set<Item>
}

export function createFairQueue<Item>(): FairQueue<Item> {
  const createGroup = (): Group<Item> => ({ size: 0, groups: new Map(), items: new Set() })
  const root = createGroup()
  return { getSize: () => root.size, add, remove, findNext, findExcess }

  function add(path: readonly string[], item: Item): void {
    let group = root
    group.size++
    for (const name of path) {
      const inner = group.groups.get(name) ?? createGroup()
      group.groups.set(name, inner)
      group = inner
      group.size++
    }
    group.items.add(item)
  }

  function remove(path: readonly string[], item: Item): void {
    let group = root
    group.size--
    for (const name of path) {
      const inner = group.groups.get(name)
      if (!inner) throw new Error(`queue ${name} is empty`)
      if (--inner.size === 0) group.groups.delete(name)
      group = inner
    }
    group.items.delete(item)
  }

  function findNext(): Item | undefined {
    let group = root
    for (let [first] = group.groups; first; [first] = group.groups) {
      const [name, inner] = first
      group.groups.delete(name)
      group.groups.set(name, inner)
      group = inner
    }
    return group.items.values().next().value
  }

  function findExcess(path: readonly string[]): Item | undefined {
    let group: Group<Item> | undefined = root
    for (const name of path) {
      const pathGroup: Group<Item> | undefined = group.groups.get(name)
      const largest = findLargest(group)
      if (largest && largest !== pathGroup && largest.size > (pathGroup?.size ?? 0) + 1)
        return findNewest(largest)
      if (!pathGroup) return undefined
      group = pathGroup
    }
    return undefined
  }

  function findNewest(group: Group<Item>): Item | undefined {
    const largest = findLargest(group)
    return largest ? findNewest(largest) : [...group.items].at(-1)
  }

  function findLargest({ groups }: Group<Item>): Group<Item> | undefined {
    return [...groups.values()].reduce<Group<Item> | undefined>(
      (largest, group) => (largest && largest.size > group.size ? largest : group),
      undefined,
    )
  }
}
