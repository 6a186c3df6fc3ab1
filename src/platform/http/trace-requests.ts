import type { SpanContext } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseTraceParent } from '../trace-context.ts'
import { hasTracerProvider, type RequestSpan, startRequestSpan } from '../tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log and for metrics. Undefined without an OpenTelemetry SDK and a valid `traceparent`. */
    traceContext: SpanContext | undefined
  }
}

/** Logs the trace id of each request. If an OpenTelemetry SDK is loaded, starts its span, and runs its route in it. */
export function traceRequests(server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>): void {
  const isTracing = hasTracerProvider()
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  server.decorateRequest('traceContext')
  server.addHook('onRequest', (request, reply, done) => {
    if (isTracing) spans.set(request, startSpan(request, reply))
    const traceContext = spans.get(request)?.context ?? parseTraceParent(request.headers.traceparent)
    if (traceContext) request.log = request.log.child({ trace_id: traceContext.traceId })
    request.traceContext = traceContext
    done()
  })
  if (!isTracing) return
  // Start after the body has been read: its events run in the async context of the connection, not of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}

function startSpan({ method, headers, routeOptions: { url } }: FastifyRequest, reply: FastifyReply) {
  const attributes = { 'http.request.method': method, ...(url !== undefined && { 'http.route': url }) }
  const name = url === undefined ? method : `${method} ${url}`
  const span = startRequestSpan(name, { traceparent: headers.traceparent, attributes })
  // Also emitted when the client disconnects.
  reply.raw.once('close', () => span.end(reply.statusCode))
  return span
}
