import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * Multiplies a time limit by the number of runnable threads per core. So the limit is exact where nothing else runs, and other processes
 * can't fail a test.
 */
export function scaleToLoad(ms: number): number {
  const [lastMinute = 0] = loadavg()
  return Math.round(ms * Math.max(1, Math.max(lastMinute, countRunnableThreads()) / availableParallelism()))
}

/** The fourth field of /proc/loadavg, as `3/812`; 0 on a system without it. */
function countRunnableThreads(): number {
  try {
    const [, runnable] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8')) ?? []
    return Number(runnable ?? 0)
  } catch {
    return 0
  }
}
