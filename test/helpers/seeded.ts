import { createHash, randomInt } from 'node:crypto'

/** A pseudo-random generator with a seed. */
export interface Chance {
  /** From 0 to below 1. */
  getNext(): number
  /** An integer from `min` to `max`. */
  between(min: number, max: number): number
  /** True with that probability. */
  happens(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** mulberry32: 32 bits of state, enough for test decisions. */
export function createSeededRandom(seed: number): Chance {
  let state = seed
  const between = (min: number, max: number) => min + Math.floor(getNext() * (max - min + 1))
  return { getNext, between, happens: (share) => getNext() < share, pick }

  function getNext(): number {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function pick<T>(from: readonly T[]): T {
    const chosen = from[between(0, from.length - 1)]
    if (chosen === undefined) throw new Error('the list is empty')
    return chosen
  }
}

/** The seed from `SEED`, or a random one. The caller prints it. */
export const readSeed = (): number => Number(process.env.SEED ?? randomInt(2 ** 32))

/** One generator for each name, so that one's timing doesn't affect the others. */
export const createNamedRandoms =
  (seed: number) =>
  (name: string): Chance =>
    createSeededRandom(createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE())
