/**
 * Canonical JSON (RFC 8785, JCS): equal values give the same text. Members are ordered by the UTF-16 code units of their names, without
 * whitespace; strings and numbers are written as in ECMAScript. `value` is what `JSON.parse` returns. Numbers given as `JSON.rawJSON` keep
 * their text, for comparisons that must not round. A lone surrogate, for which the RFC requires an error, is written as its escape.
 * @throws {TypeError} for values that JSON cannot represent: undefined, NaN, infinity
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item)).join(',')}]`
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return formatPrimitive(value)
  const members = Object.entries(value).sort(compareNames)
  return `{${members.map(([name, member]) => `${formatPrimitive(name)}:${toCanonicalJson(member)}`).join(',')}}`
}

/** `<` compares code units. No two names are equal. */
function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function formatPrimitive(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  const isRepresentable = typeof value !== 'number' || Number.isFinite(value)
  if (text === undefined || !isRepresentable) throw new TypeError(`JSON cannot represent ${String(value)}`)
  return text
}
