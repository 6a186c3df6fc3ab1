import { minute } from './clock.ts'

/** Work that is done again and again, one round after the other. */
export interface Repeating {
  /** Begins the next round now. */
  wake(): void
  /** Ends after the round under way, which is told by its signal. */
  stop(): Promise<void>
}

/** Rounds that are so far apart fill no log. */
const rareMs = 1 * minute

/**
 * Does `work`, waits `ms`, and so on. A round that fails is told to `failed`, and the next one comes all the same. While a database is
 * away one round after the other fails: the first is told, and the others of rare rounds alone.
 * @param work with a signal that it is the last round: work in many steps ends between two of them
 */
export function every(
  ms: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
): Repeating {
  const ending = new AbortController()
  let woken = false
  let failing = false
  let wakeUp = (): void => {}
  const ended = run(ending.signal)
  return {
    wake: () => {
      woken = true
      wakeUp()
    },
    stop: async () => {
      ending.abort()
      wakeUp()
      await ended
    },
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      woken = false
      try {
        await work(signal)
        failing = false
      } catch (error) {
        if (!failing || ms >= rareMs) failed(error)
        failing = true
      }
      if (!signal.aborted && !woken) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Does `some` until it has done fewer than `batch`, or the end has come: what is left is for a later round. */
export async function inBatches(
  batch: number,
  some: () => Promise<number>,
  ending?: AbortSignal,
): Promise<void> {
  while (!ending?.aborted && (await some()) === batch);
}
