import { Counter, Gauge, Registry } from '@prometheus-io/client'
import { second } from '../kernel/clock.ts'
import { measureEventLoop } from './event-loop.ts'
import type { MetricGroup } from './metric-group.ts'
import { measureRequests, type RecordRequest } from './requests.ts'
import { registerResourceMetrics } from './resources.ts'
import { createSingleFlight } from './single-flight.ts'

export interface Metrics {
  readonly recordRequest: RecordRequest
  /** Every metric's current value, in the format of `contentType`. Works without a database. */
  scrape(): Promise<string>
  readonly contentType: string
  stop(): void
}

export interface MetricsDependencies {
  readonly groups: readonly MetricGroup[]
  /** Whether the database can be queried. */
  isReady(): Promise<boolean>
  logFailure(description: string): (error: unknown) => void
  readonly timeoutMs?: number
  /** Whether the format is OpenMetrics, with exemplars. */
  readonly hasExemplars?: boolean
  /** Added to every metric as the label `worker`; null: there is no label. */
  readonly worker?: number | null
}

/** Timeout, first for the database check, then for all groups. Prometheus's own timeout is 10 s. */
const defaultTimeoutMs = 3 * second

/** The metrics of one service: services in the same process have separate ones. */
export function openMetrics({
  groups,
  isReady: ready,
  logFailure,
  timeoutMs = defaultTimeoutMs,
  hasExemplars = false,
  worker = null,
}: MetricsDependencies): Metrics {
  const registry = new Registry(
    hasExemplars ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE,
  )
  if (worker !== null) registry.setDefaultLabels({ worker: `${worker}` })
  const databaseReady = new Gauge({
    name: 'quittance_database_ready',
    help: '1 while the database is reachable and its migrations are done, otherwise 0.',
    registers: [registry],
  })
  const registeredGroups = groups.map((group) => {
    const reportFailure = logFailure(`measuring ${group.description}`)
    return { group, ...registerGroup(group, { registry, timeoutMs, onError: reportFailure }) }
  })
  const recordRequest = measureRequests(registry, hasExemplars)
  registerResourceMetrics(registry)
  const eventLoop = measureEventLoop(registry)
  const isReady = createSingleFlight(ready, timeoutMs)
  // Concurrent scrapes share one result: many of them do not cause many queries.
  const scrape = createSingleFlight(collect)
  return { recordRequest, scrape, contentType: registry.contentType, stop: eventLoop.stop }

  async function collect(): Promise<string> {
    const hasDatabase = await isReady().catch(() => false)
    databaseReady.set(hasDatabase ? 1 : 0)
    await Promise.all(
      registeredGroups.map(({ group, refresh, clear }) =>
        group.needsDatabase && !hasDatabase ? clear() : refresh(),
      ),
    )
    return registry.metrics()
  }
}

interface GroupDependencies {
  readonly registry: Registry
  readonly timeoutMs: number
  readonly onError: (error: unknown) => void
}

/** The metrics of a group. Values that cannot be read are omitted, and only the first of consecutive failures is reported. */
function registerGroup(group: MetricGroup, { registry, timeoutMs, onError }: GroupDependencies) {
  const metrics = new Map(
    Object.entries(group.metrics).map(([name, { help, labels = [], isCounter }]) => {
      const options = { name, help, labelNames: [...labels], registers: [registry] }
      return [name, isCounter ? new Counter(options) : new Gauge(options)]
    }),
  )
  const read = createSingleFlight(() => group.read(), timeoutMs)
  let isFailing = false
  clear()
  return { refresh, clear }

  async function refresh(): Promise<void> {
    try {
      const samples = await read()
      clear()
      // Each was just reset, so adding its value sets it.
      for (const { metric, labels = {}, value } of samples) metrics.get(metric)?.inc(labels, value)
      isFailing = false
    } catch (error) {
      clear()
      if (!isFailing) onError(error)
      isFailing = true
    }
  }

  function clear(): void {
    for (const [name, metric] of metrics) {
      metric.reset()
      // A reset metric without labels would report 0.
      if (!group.metrics[name]?.labels) metric.remove()
    }
  }
}
