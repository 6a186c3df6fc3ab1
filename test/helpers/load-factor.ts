import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * A time limit of `ms` on an idle machine, multiplied by the number of runnable threads per core. So the limit is exact where nothing else
 * runs, and other processes can't fail a test.
 */
export function underLoad(ms: number): number {
  const [lastMinute = 0] = loadavg()
  return Math.round(ms * Math.max(1, Math.max(lastMinute, runnableNow()) / availableParallelism()))
}

/** The fourth field of /proc/loadavg, as `3/812`; 0 on a system without it. */
function runnableNow(): number {
  try {
    const [, runnable] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8')) ?? []
    return Number(runnable ?? 0)
  } catch {
    return 0
  }
}
