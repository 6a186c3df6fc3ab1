import {
  type Attributes,
  context,
  isSpanContextValid,
  ProxyTracerProvider,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { ApiError } from '../kernel/api-error.ts'
import { formatTraceParent, parseTraceParent } from './trace-context.ts'

/**
 * Without an OpenTelemetry SDK in the process, its spans are no-ops.
 * @see docs/decisions/0028-opentelemetry.md
 */
const tracer = trace.getTracer('quittance')

/** Attributes are ids, codes and counts: never secrets, coin addresses, IP addresses or URLs with parameters. */
interface SpanDescription {
  readonly attributes: Attributes
  /** The work is a call to another system. */
  readonly isClient?: boolean
}

/** Runs `work` in a child of the current span. Without a recorded span, as in background tasks, it only runs `work`. */
export function withSpan<T>(name: string, work: () => Promise<T>, description?: SpanDescription): Promise<T> {
  if (!trace.getActiveSpan()?.isRecording()) return work()
  return runInSpan(tracer.startSpan(name, description && toOptions(description)), work)
}

/** Runs `work` in the first span of a new trace. */
export function withNewTrace<T>(
  name: string,
  work: () => Promise<T>,
  description: SpanDescription,
): Promise<T> {
  return runInSpan(tracer.startSpan(name, { ...toOptions(description), root: true }), work)
}

const toOptions = ({ attributes, isClient }: SpanDescription): SpanOptions => ({
  attributes,
  kind: isClient ? SpanKind.CLIENT : SpanKind.INTERNAL,
})

async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    recordError(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Records only the error's type, because its message may contain an address. The log has the message, with the trace id. */
function recordError(span: Span, error: unknown): void {
  if (error instanceof ApiError && error.status < 500) span.setAttribute('error.type', error.code)
  else failSpan(span, error instanceof ApiError ? error.code : getErrorName(error))
}

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Adds attributes that are only known while the current span is running. */
export function addSpanAttributes(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes)
}

/** Marks the current span as failed, although nothing is thrown. */
export function markSpanFailed(type: string): void {
  const span = trace.getActiveSpan()
  if (span) failSpan(span, type)
}

/** The `traceparent` header of a request that the current span sends; empty without an SDK. */
export function getTraceHeaders(): { readonly traceparent?: string } {
  const current = trace.getActiveSpan()?.spanContext()
  return current && isSpanContextValid(current) ? { traceparent: formatTraceParent(current) } : {}
}

/** Whether an OpenTelemetry SDK is loaded. It has to be before the service starts. */
export function hasTracerProvider(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('quittance') !== undefined
}

/** The span of a request to this service. */
export interface RequestSpan {
  readonly context: SpanContext
  /** Runs `work` in this span. */
  run(work: () => void): void
  end(status: number): void
}

/** Starts the span of a request: a child of the caller's, or of the HTTP server's if that is instrumented. */
export function startRequestSpan(
  name: string,
  { traceparent, attributes }: { readonly traceparent: unknown; readonly attributes: Attributes },
): RequestSpan {
  const current = context.active()
  const caller = trace.getSpan(current) ? undefined : parseTraceParent(traceparent)
  const parent = caller ? trace.setSpanContext(current, caller) : current
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
  const requestContext = trace.setSpan(parent, span)
  return {
    context: span.spanContext(),
    run: (work) => context.with(requestContext, work),
    end: (status) => {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) failSpan(span, String(status))
      span.end()
    },
  }
}
