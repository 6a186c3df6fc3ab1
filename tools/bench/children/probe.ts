import { monitorEventLoopDelay } from 'node:perf_hooks'
import { answerTo } from './questions.ts'

/** What a process says of itself since it was last asked to reset. */
export interface Figures {
  /** Of all its threads. */
  readonly cpuMicros: number
  readonly rssBytes: number
  /** How late its timers were, for 99 of 100. */
  readonly loopDelayMs: number
}

// Loaded before the service by --import: this measures from inside what nobody could see from outside.
const resolutionMs = 5
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
let since = process.cpuUsage()

answerTo('reset', () => {
  since = process.cpuUsage()
  delay.reset()
})

answerTo('figures', (): Figures => {
  const { user, system } = process.cpuUsage(since)
  return {
    cpuMicros: user + system,
    rssBytes: process.memoryUsage.rss(),
    loopDelayMs: Math.max(0, delay.percentile(99) / 1e6 - resolutionMs),
  }
})
