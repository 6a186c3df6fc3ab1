import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import type { Measured } from './rounds.ts'

/** A row of the table. */
export interface Row {
  readonly kind: DatabaseKind
  readonly route: string
  readonly measured: Measured
  /** Relative to the bare route, to the database or node alone, and to the same service with a thousand invoices; null if there is none. */
  readonly ofBare: number | null
  readonly ofAlone: number | null
  readonly ofThousand: number | null
}

const heads = [
  'route',
  'measured',
  'requests/s',
  'of bare',
  'of alone',
  'of 1 000',
  'p50 ms',
  'p99 ms',
  'loop p99 ms',
  'memory MB',
  'CPU µs',
  'failed',
]

/** The rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ kind, route, measured, ofBare, ofAlone, ofThousand }) => [
    `${kind}: ${route}`,
    measured.name,
    whole(measured.rate),
    share(ofBare),
    share(ofAlone),
    share(ofThousand),
    tenths(measured.p50Ms),
    tenths(measured.p99Ms),
    tenths(measured.loopDelayMs),
    whole(measured.rssBytes / 1e6),
    whole(measured.cpuMicros),
    measured.failed === 0 ? '' : `${measured.failed}`,
  ])
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column < 2 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(heads), rule, ...cells.map(line)].join('\n')
}

const shown = (value: number | null, digits: number): string =>
  value === null || !Number.isFinite(value) ? '' : value.toFixed(digits)

const whole = (value: number | null): string => shown(value, 0).replace(/\B(?=(\d{3})+$)/g, ' ')
const tenths = (value: number): string => shown(value, 1)
const share = (value: number | null): string => shown(value, 2)
