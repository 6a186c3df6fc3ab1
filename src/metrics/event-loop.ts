import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from '@prometheus-io/client'

const sampleIntervalMs = 20
const nanosecondsPerSecond = 1e9

const quantiles = [
  ['0.5', 50],
  ['0.99', 99],
  ['1', 100],
] as const

/**
 * The event loop delay since the last scrape. Does not use @prometheus-io/client's own collector: that one cannot be stopped, and it counts the
 * sampling interval as delay.
 */
export function measureEventLoop(registry: Registry): { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: sampleIntervalMs })
  delay.enable()
  new Gauge({
    name: 'quittance_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.reset()
      // Node's values for an empty histogram are meaningless.
      if (delay.count === 0) return
      for (const [quantile, percentile] of quantiles) {
        const seconds = delay.percentile(percentile) / nanosecondsPerSecond - sampleIntervalMs / 1_000
        this.set({ quantile }, Math.max(0, seconds))
      }
      delay.reset()
    },
  })
  return { stop: () => void delay.disable() }
}
