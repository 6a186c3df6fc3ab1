import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseTraceParent } from '../trace-context.ts'
import { hasTracerProvider, type RequestSpan, startRequestSpan } from '../tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log. Undefined without an OpenTelemetry SDK and a valid `traceparent`. */
    traceId: string | undefined
  }
}

/** Logs the trace id of each request. If an OpenTelemetry SDK is loaded, starts its span, and runs its route in it. */
export function traceRequests(server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>): void {
  const isTracing = hasTracerProvider()
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  server.decorateRequest('traceId')
  server.addHook('onRequest', (request, reply, done) => {
    if (isTracing) spans.set(request, startSpan(request, reply))
    const traceId = spans.get(request)?.traceId ?? parseTraceParent(request.headers.traceparent)?.traceId
    if (traceId !== undefined) request.log = request.log.child({ trace_id: traceId })
    request.traceId = traceId
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
