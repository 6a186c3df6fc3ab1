import { Gauge, Registry } from 'prom-client'
import { second } from '../kernel/clock.ts'
import { measureEventLoop } from './event-loop.ts'
import type { Group } from './figure.ts'
import { oneAtATime } from './patience.ts'
import { measureRequests, type NoteRequest } from './requests.ts'
import { measureResources } from './resources.ts'

export interface Metrics {
  readonly noteRequest: NoteRequest
  /** Every figure as of now, in Prometheus's text format: also without a database. */
  scrape(): Promise<string>
  readonly contentType: string
  stop(): void
}

export interface MetricsParts {
  readonly groups: readonly Group[]
  /** Can the database be asked? */
  ready(): Promise<boolean>
  failed(about: string): (error: unknown) => void
  readonly patienceMs?: number
}

/** An answer is waited for so long: first that of the database, then those of all groups. Prometheus gives up after 10 s. */
const usualPatienceMs = 3 * second

/** The figures of one service. Another one in the same process has its own. */
export function openMetrics({ groups, ready, failed, patienceMs = usualPatienceMs }: MetricsParts): Metrics {
  const registry = new Registry()
  const databaseReady = new Gauge({
    name: 'quittance_database_ready',
    help: '1 while the database can be reached and its migrations are done, else 0.',
    registers: [registry],
  })
  const opened = groups.map((group) => {
    const told = failed(`measuring ${group.about}`)
    return { group, ...openGroup(group, { registry, patienceMs, failed: told }) }
  })
  const noteRequest = measureRequests(registry)
  measureResources(registry)
  const eventLoop = measureEventLoop(registry)
  const isReady = oneAtATime(ready, patienceMs)
  // Whoever asks while a scrape is under way shares it: many that ask do not make many queries.
  const scrape = oneAtATime(look)
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
  readonly patienceMs: number
  readonly failed: (error: unknown) => void
}

/** The gauges of a group. What cannot be read is left out, and the first failure in a row is told. */
function openGroup(group: Group, { registry, patienceMs, failed }: GroupParts) {
  const gauges = new Map(
    Object.entries(group.figures).map(([name, { help, labels = [] }]) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  )
  const read = oneAtATime(() => group.read(), patienceMs)
  let failing = false
  clear()
  return { renew, clear }

  async function renew(): Promise<void> {
    try {
      const samples = await read()
      clear()
      for (const { of, labels = {}, value } of samples) gauges.get(of)?.set(labels, value)
      failing = false
    } catch (error) {
      clear()
      if (!failing) failed(error)
      failing = true
    }
  }

  function clear(): void {
    for (const [name, gauge] of gauges) {
      gauge.reset()
      // A reset gauge without labels says 0.
      if (!group.figures[name]?.labels) gauge.remove()
    }
  }
}
