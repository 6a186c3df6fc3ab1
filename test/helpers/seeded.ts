import { createHash, randomInt } from 'node:crypto'

/** A source of chance that is always the same for a seed. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** True so often. */
  happens(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** mulberry32: 32 bits of state, plenty to choose what a test does next. */
export function seeded(seed: number): Chance {
  let state = seed
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { next, between, happens: (share) => next() < share, pick }

  function next(): number {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function pick<T>(from: readonly T[]): T {
    const chosen = from[between(0, from.length - 1)]
    if (chosen === undefined) throw new Error('there is nothing to pick from')
    return chosen
  }
}

/** That of `SEED`, or a fresh one. Whoever uses it prints it. */
export const seedOfRun = (): number => Number(process.env.SEED ?? randomInt(2 ** 32))

/** One source for each name: what one of them does at another moment changes nothing for the others. */
export const seededFor =
  (seed: number) =>
  (name: string): Chance =>
    seeded(createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE())
