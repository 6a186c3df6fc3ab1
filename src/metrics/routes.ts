import { Refused } from '../kernel/refused.ts'
import type { Server } from '../platform/http/server.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsRouteParts extends Pick<Metrics, 'noteRequest' | 'scrape' | 'contentType'> {
  /** May whoever sends that header see the figures? */
  mayRead(authorization: string | undefined): boolean
}

const challenge = 'Bearer realm="Quittance metrics"'

const open = {
  config: { access: 'public' },
  schema: {
    summary: 'Figures for Prometheus; where the operator has set a token, as a bearer token',
    tags: ['Health'],
    response: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
} as const

/** `GET /metrics`; and from now on every request is counted. */
export function metricsRoutes(app: Server, parts: MetricsRouteParts): void {
  const { noteRequest, scrape, contentType, mayRead } = parts
  // Streams pass this by: how long they are open says nothing of how quick the service is.
  app.addHook('onSend', (request, reply, _payload, done) => {
    noteRequest({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
  app.get('/metrics', open, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) {
      reply.header('www-authenticate', challenge)
      throw new Refused('metrics_unauthorized')
    }
    const text = await scrape()
    return reply.header('content-type', contentType).header('cache-control', 'no-store').send(text)
  })
}
