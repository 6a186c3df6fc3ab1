import { monitorEventLoopDelay } from 'node:perf_hooks'
import { handleQuery } from './queries.ts'

/** A process's measurements since its last reset. */
export interface Figures {
  /** CPU time of all its threads. */
  readonly userMicros: number
  readonly systemMicros: number
  readonly rssBytes: number
  /** The 99th percentile of its timer delay. */
  readonly loopDelayMs: number
}

// Preloaded with --import before the service, to measure inside its process.
const resolutionMs = 5
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
let since = process.cpuUsage()

handleQuery('reset', () => {
  since = process.cpuUsage()
  delay.reset()
})

handleQuery('figures', (): Figures => {
  const { user, system } = process.cpuUsage(since)
  return {
    userMicros: user,
    systemMicros: system,
    rssBytes: process.memoryUsage.rss(),
    loopDelayMs: Math.max(0, delay.percentile(99) / 1e6 - resolutionMs),
  }
})
