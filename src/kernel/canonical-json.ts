/**
 * JSON in the form of RFC 8785 (JCS), one text for equal values: members in the order of their names' UTF-16 code units, no white space,
 * strings and numbers as ECMAScript writes them. `value` is what `JSON.parse` makes. Numbers that are `JSON.rawJSON` keep their text,
 * for comparisons that must not round. Half a surrogate pair, with which the RFC ends in an error, is written as its escape.
 * @throws {TypeError} what JSON cannot say: undefined, NaN, infinity
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (value === null || typeof value !== 'object' || JSON.isRawJSON(value)) return primitive(value)
  const members = Object.entries(value).sort(byName)
  return `{${members.map(([name, member]) => `${primitive(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** `<` compares code units. No two names are equal. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function primitive(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  const sayable = typeof value !== 'number' || Number.isFinite(value)
  if (text === undefined || !sayable) throw new TypeError(`JSON has no ${String(value)}`)
  return text
}
