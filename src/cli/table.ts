/** Formats a result for people: a list as a table, an object as one line per member. */
export function formatTable(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? '(none)' : formatRows(result)
  if (typeof result !== 'object' || result === null) return String(result)
  const width = Math.max(...Object.keys(result).map((name) => name.length))
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`)
    .join('\n')
}

function formatRows(list: readonly unknown[]): string {
  const records = list.map((each) => (typeof each === 'object' && each !== null ? each : { value: each }))
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = [
    names,
    ...records.map((record) => names.map((name) => formatCell((record as Record<string, unknown>)[name]))),
  ]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return replaceUnprintable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Control characters, C1 included, line separators, and marks that change the text direction: JSON escapes only some of them. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** Untrusted text must not break a line, control the terminal, or reorder the text around it. */
const replaceUnprintable = (text: string): string => text.replaceAll(unprintable, ' ')
