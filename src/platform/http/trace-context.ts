const headerLength = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'.length
/** Later versions may append fields. No known client sends more. */
const maxHeaderLength = 256

/**
 * The trace id of a `traceparent` header; undefined if the header is invalid and must be ignored.
 * W3C Trace Context, 3.2 and 4.3.
 */
export function readTraceId(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header.length < headerLength || header.length > maxHeaderLength)
    return undefined
  const [, version, traceId, parentId, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(|-.*)$/.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== '')) return undefined
  return isZero(traceId) || isZero(parentId) ? undefined : traceId
}

const isZero = (hex = ''): boolean => /^0*$/.test(hex)
