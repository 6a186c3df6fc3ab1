import type { Clock } from '../../src/kernel/clock.ts'

/** A running clock that can jump: for work that waits by the clock while other work takes real time. */
export function createShiftedClock(): Clock & { advance(ms: number): void } {
  let offsetMs = 0
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += ms
    },
  }
}
