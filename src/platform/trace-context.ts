import { type SpanContext, TraceFlags } from '@opentelemetry/api'

const headerLength = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'.length
/** Later versions may append fields. No known client sends more. */
const maxHeaderLength = 256

/**
 * The caller's span, from a `traceparent` header; undefined if the header is invalid and must be ignored.
 * W3C Trace Context, 3.2 and 4.3.
 */
export function parseTraceParent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string' || header.length < headerLength || header.length > maxHeaderLength)
    return undefined
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(|-.*)$/.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== '')) return undefined
  if (isZero(traceId) || isZero(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** The `traceparent` header of a request that this span sends. */
export const formatTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`

/** The trace that a request belongs to, if it is recorded. */
export const getSampledTraceId = (context: SpanContext | undefined): string | undefined =>
  context && context.traceFlags & TraceFlags.SAMPLED ? context.traceId : undefined

const isZero = (hex: string): boolean => /^0*$/.test(hex)
