import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** How often the loop is looked at. */
const everyMs = 20
const nanosecondsPerSecond = 1e9

const quantiles = [
  ['0.5', 50],
  ['0.99', 99],
  ['1', 100],
] as const

/**
 * How late the event loop comes to what is due, since the last scrape. Not by prom-client's own collector: nothing ends that one, and it
 * counts the pause between two looks as delay.
 */
export function measureEventLoop(registry: Registry): { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: everyMs })
  delay.enable()
  new Gauge({
    name: 'quittance_event_loop_delay_seconds',
    help: 'How late the event loop came to what was due, since the last scrape.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.reset()
      // Of an empty histogram Node tells nonsense.
      if (delay.count === 0) return
      for (const [quantile, percentile] of quantiles) {
        const seconds = delay.percentile(percentile) / nanosecondsPerSecond - everyMs / 1_000
        this.set({ quantile }, Math.max(0, seconds))
      }
      delay.reset()
    },
  })
  return { stop: () => void delay.disable() }
}
