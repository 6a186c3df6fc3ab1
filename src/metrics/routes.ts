import { ApiError } from '../kernel/api-error.ts'
import type { Server } from '../platform/http/server.ts'
import { getSampledTraceId } from '../platform/trace-context.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsRouteDependencies extends Pick<Metrics, 'recordRequest' | 'scrape' | 'contentType'> {
  /** Whether this Authorization header allows reading the metrics. */
  mayRead(authorization: string | undefined): boolean
}

const challenge = 'Bearer realm="Quittance metrics"'

const text = { schema: { type: 'string' } } as const

const routeOptions = {
  config: { access: 'public' },
  schema: {
    summary: 'Returns Prometheus metrics; requires a bearer token if METRICS_TOKEN is set',
    tags: ['Health'],
    response: { 200: { content: { 'text/plain': text, 'application/openmetrics-text': text } } },
  },
} as const

/** `GET /metrics`. Also adds a hook that records every request. */
export function registerMetricsRoutes(app: Server, dependencies: MetricsRouteDependencies): void {
  const { recordRequest, scrape, contentType, mayRead } = dependencies
  // Streams bypass this hook: their duration says nothing about latency.
  app.addHook('onSend', (request, reply, _payload, done) => {
    recordRequest({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
      traceId: getSampledTraceId(request.traceContext),
    })
    done()
  })
  app.get('/metrics', routeOptions, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) {
      reply.header('www-authenticate', challenge)
      throw new ApiError('metrics_unauthorized')
    }
    const exposition = await scrape()
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(exposition)
  })
}
