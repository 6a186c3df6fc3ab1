import { createHash } from 'node:crypto'

/** Numbers derived from a seed. Each user has its own series, so that leaving one out doesn't affect the others. */
export interface SeededRandom {
  /** From 0 to 1, excluding 1. */
  next(): number
  /** An integer from 0 to `limit`, excluding `limit`. */
  below(limit: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  fill(bytes: Uint8Array): void
}

/** A name and its behaviour, chosen by share. */
export function pickByShare<Item extends { readonly share: number }>(
  random: SeededRandom,
  items: Readonly<Record<string, Item>>,
): [name: string, item: Item] {
  const entries = Object.entries(items)
  let remaining = random.below(entries.reduce((sum, [, { share }]) => sum + share, 0))
  for (const entry of entries) {
    remaining -= entry[1].share
    if (remaining < 0) return entry
  }
  throw new Error('the shares do not add up')
}

/** sfc32, seeded with the digest of the name. */
export function createSeededRandom(name: string): SeededRandom {
  const digest = createHash('sha256').update(name).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset)) as [
    number,
    number,
    number,
    number,
  ]
  return { next, below, between, chance, pick, fill }

  function nextUint32(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }

  function next(): number {
    return nextUint32() / 2 ** 32
  }

  function below(limit: number): number {
    return Math.floor(next() * limit)
  }

  function between(min: number, max: number): number {
    return min + below(max - min + 1)
  }

  function chance(probability: number): boolean {
    return next() < probability
  }

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error('the list is empty')
    return item
  }

  function fill(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index++) bytes[index] = nextUint32() & 255
  }
}
