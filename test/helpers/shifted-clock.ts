import type { Clock } from '../../src/kernel/clock.ts'

/** The time goes on as it does, and jumps when told to: for what waits by the clock while the work around it takes its time. */
export function shiftedClock(): Clock & { advance(ms: number): void } {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}
