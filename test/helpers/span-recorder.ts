import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** A span that has ended. */
export interface RecordedSpan {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Readonly<Attributes>
  readonly failed: boolean
  readonly context: SpanContext
  readonly parent: SpanContext | undefined
}

/** Registers a small OpenTelemetry SDK for this process. Returns the spans that have ended, in the order of their end. */
export function recordSpans(): readonly RecordedSpan[] {
  const ended: RecordedSpan[] = []
  const tracer = {
    startSpan: (name: string, options: SpanOptions = {}, parentContext: Context = context.active()) => {
      const parent = options.root ? undefined : trace.getSpanContext(parentContext)
      return startSpan({ name, kind: options.kind ?? SpanKind.INTERNAL, parent }, options.attributes, ended)
    },
    startActiveSpan: () => {
      throw new Error('the service does not use it')
    },
  }
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  context.setGlobalContextManager(createContextManager())
  return ended
}

type NewSpan = Pick<RecordedSpan, 'name' | 'kind' | 'parent'>

function startSpan(newSpan: NewSpan, initial: Attributes = {}, ended: RecordedSpan[]): Span {
  const attributes: Attributes = { ...initial }
  const spanContext: SpanContext = {
    traceId: newSpan.parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    traceFlags: newSpan.parent?.traceFlags ?? 1,
  }
  let failed = false
  let isRecording = true
  const span: Span = {
    spanContext: () => spanContext,
    isRecording: () => isRecording,
    setAttribute: (name, value) => {
      attributes[name] = value
      return span
    },
    setAttributes: (more) => {
      Object.assign(attributes, more)
      return span
    },
    setStatus: ({ code }) => {
      failed = code === SpanStatusCode.ERROR
      return span
    },
    end: () => {
      isRecording = false
      ended.push({ ...newSpan, attributes, failed, context: spanContext })
    },
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    updateName: () => span,
    recordException: () => {},
  }
  return span
}

function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, thisArg, ...args) =>
      storage.run(active, () => work.apply(thisArg ?? null, args) as never),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}
