import { Histogram, type Registry } from 'prom-client'

/** A request that was answered. */
export interface Answered {
  readonly method: string
  /** Its template, `/invoices/:uid`: never the path, of which there are as many as invoices. Undefined: no route has it. */
  readonly route: string | undefined
  readonly status: number
  readonly seconds: number
}

export type NoteRequest = (answered: Answered) => void

/** Seconds. Most answers take milliseconds, a payment as long as its node; beyond the last there is a node that hangs. */
const buckets = [0.01, 0.05, 0.1, 0.25, 1, 5]

/** Counts requests by route, method and class of status, with how long they took: a quarter of a microsecond each. */
export function measureRequests(registry: Registry): NoteRequest {
  const durations = new Histogram({
    name: 'quittance_http_request_duration_seconds',
    help: 'Time from a request to its answer; streams are not in it.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  return ({ method, route = 'none', status, seconds }) => {
    durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
  }
}
