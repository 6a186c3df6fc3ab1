import { Histogram, type Registry } from '@prometheus-io/client'

/** A request with its response. */
interface CompletedRequest {
  readonly method: string
  /** The route template, `/invoices/:uid`: never the path, which has as many values as there are invoices. Undefined: no route matches. */
  readonly route: string | undefined
  readonly status: number
  readonly seconds: number
  /** The trace in which the request was recorded. */
  readonly traceId: string | undefined
}

export type RecordRequest = (request: CompletedRequest) => void

/** Buckets in seconds. Most responses take milliseconds, payments as long as the node's. Beyond the last bucket, a node hangs. */
const buckets = [0.01, 0.05, 0.1, 0.25, 1, 5]

/**
 * Records requests by route, method and status class with their duration: a quarter of a microsecond each.
 * @param hasExemplars whether each bucket has the trace id of its newest recorded request
 */
export function measureRequests(registry: Registry, hasExemplars: boolean): RecordRequest {
  // The client's types have one set of label names for both, labels and exemplars.
  const durations = new Histogram<'method' | 'route' | 'status' | 'trace_id'>({
    name: 'quittance_http_request_duration_seconds',
    help: 'Time from a request to its response; streams are not included.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    enableExemplars: hasExemplars,
    registers: [registry],
  })
  return ({ method, route = 'none', status, seconds, traceId }) => {
    const labels = { method, route, status: `${Math.floor(status / 100)}xx` }
    if (!hasExemplars) return durations.observe(labels, seconds)
    const exemplar = traceId !== undefined && { exemplarLabels: { trace_id: traceId } }
    return durations.observe({ labels, value: seconds, ...exemplar })
  }
}
