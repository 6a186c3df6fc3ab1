import { Counter, Gauge, Registry } from 'prom-client'
import { second } from '../kernel/clock.ts'
import { measureEventLoop } from './event-loop.ts'
import type { MetricGroup } from './metric-group.ts'
import { measureRequests, type RecordRequest } from './requests.ts'
import { measureResources } from './resources.ts'
import { singleFlight } from './single-flight.ts'

export interface Metrics {
  readonly noteRequest: RecordRequest
  /** Every metric's current value in Prometheus's text format: also without a database. */
  scrape(): Promise<string>
  readonly contentType: string
  stop(): void
}

export interface MetricsParts {
  readonly groups: readonly MetricGroup[]
  /** Whether the database can be queried. */
  ready(): Promise<boolean>
  failed(about: string): (error: unknown) => void
  readonly timeoutMs?: number
}

/** Timeout, first for the database check, then for all groups. Prometheus's own timeout is 10 s. */
const defaultTimeoutMs = 3 * second

/** The metrics of one service. Another service in the same process has its own. */
export function openMetrics({ groups, ready, failed, timeoutMs = defaultTimeoutMs }: MetricsParts): Metrics {
  const registry = new Registry()
  const databaseReady = new Gauge({
    name: 'quittance_database_ready',
    help: '1 while the database is reachable and its migrations are done, otherwise 0.',
    registers: [registry],
  })
  const opened = groups.map((group) => {
    const told = failed(`measuring ${group.about}`)
    return { group, ...openGroup(group, { registry, timeoutMs, failed: told }) }
  })
  const noteRequest = measureRequests(registry)
  measureResources(registry)
  const eventLoop = measureEventLoop(registry)
  const isReady = singleFlight(ready, timeoutMs)
  // Concurrent scrapes share one result: many of them do not cause many queries.
  const scrape = singleFlight(look)
  return { noteRequest, scrape, contentType: registry.contentType, stop: eventLoop.stop }

  async function look(): Promise<string> {
    const hasDatabase = await isReady().catch(() => false)
    databaseReady.set(hasDatabase ? 1 : 0)
    await Promise.all(
      opened.map(({ group, renew, clear }) => (group.needsDatabase && !hasDatabase ? clear() : renew())),
    )
    return registry.metrics()
  }
}

interface GroupParts {
  readonly registry: Registry
  readonly timeoutMs: number
  readonly failed: (error: unknown) => void
}

/** The metrics of a group. Values that cannot be read are left out, and only the first of consecutive failures is reported. */
function openGroup(group: MetricGroup, { registry, timeoutMs, failed }: GroupParts) {
  const metrics = new Map(
    Object.entries(group.figures).map(([name, { help, labels = [], isCounter }]) => {
      const options = { name, help, labelNames: [...labels], registers: [registry] }
      return [name, isCounter ? new Counter(options) : new Gauge(options)]
    }),
  )
  const read = singleFlight(() => group.read(), timeoutMs)
  let failing = false
  clear()
  return { renew, clear }

  async function renew(): Promise<void> {
    try {
      const samples = await read()
      clear()
      // Each was just reset, so adding its value sets it.
      for (const { of, labels = {}, value } of samples) metrics.get(of)?.inc(labels, value)
      failing = false
    } catch (error) {
      clear()
      if (!failing) failed(error)
      failing = true
    }
  }

  function clear(): void {
    for (const [name, metric] of metrics) {
      metric.reset()
      // A reset metric without labels would report 0.
      if (!group.figures[name]?.labels) metric.remove()
    }
  }
}
