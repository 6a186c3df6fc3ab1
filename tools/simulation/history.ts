import { createHash } from 'node:crypto'
import type { Scheduler } from './scheduler.ts'

/** The events of a run, in order. */
export interface History {
  log(who: string, what: string): void
  /** Returns the number of lines so far. */
  countSteps(): number
  /** Returns a digest that is equal for equal histories. */
  getDigest(): string
  /** Returns the last lines. */
  getLast(): readonly string[]
}

/** Only the end of a long run is kept. */
const maxEntries = 4_000

export function createHistory(scheduler: Scheduler): History {
  const hash = createHash('sha256')
  let lines: string[] = []
  let steps = 0
  return {
    log(who, what) {
      const line = `${(scheduler.now() / 1_000).toFixed(3).padStart(9)}  ${who.padEnd(10)} ${what}`
      hash.update(line)
      lines.push(line)
      steps++
      if (lines.length >= 2 * maxEntries) lines = lines.slice(-maxEntries)
    },
    countSteps: () => steps,
    getDigest: () => hash.copy().digest('hex'),
    getLast: () => lines.slice(-maxEntries),
  }
}
