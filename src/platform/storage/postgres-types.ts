import pg from 'pg'
import { toExactInteger } from './columns.ts'

const { builtins } = pg.types

/**
 * Parses values so that rows look like SQLite's: 64-bit integers (and their `sum`) as `number` where that is exact and `bigint` elsewhere,
 * timestamps as ISO 8601 text in UTC with milliseconds, booleans as 0 or 1.
 */
export const getPostgresTypeParser: typeof pg.types.getTypeParser = (
  type: number,
  format?: 'text' | 'binary',
) => {
  const parse = format === 'binary' ? undefined : parsers.get(type)
  return parse ?? pg.types.getTypeParser(type, format)
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toExactInteger],
  [builtins.NUMERIC, (text) => (text.includes('.') ? text : toExactInteger(text))],
  [builtins.TIMESTAMPTZ, toIsoText],
  [builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
])

/** `2026-11-21 12:00:00.5+00` is `2026-11-21T12:00:00.500Z`. An offset other than UTC comes from the server's settings. */
function toIsoText(text: string): string {
  const [, day, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(text) ?? []
  if (day !== undefined) return `${day}T${time}.${fraction.padEnd(3, '0')}Z`
  return new Date(pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')(text)).toISOString()
}
