import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How long something may take now that takes at most `ms` on an idle machine: as many times longer as there are runnable threads for each
 * core. So a limit is exact where nothing else runs, and no test fails because something else does.
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
