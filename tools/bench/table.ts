import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import type { Size } from './options.ts'
import { computeRatio, type Measured, type Subject } from './rounds.ts'

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

/** Compares each service with the subjects measured with it. */
export function createRows(kind: DatabaseKind, route: string, measured: readonly Measured[]): Row[] {
  const find = (role: Subject['role'], size: Size | null, logsRequests = false) =>
    measured.find((each) => each.role === role && each.size === size && each.logsRequests === logsRequests)
  const compare = (one: Measured, other: Measured | undefined) => (other ? computeRatio(one, other) : null)
  return measured.map((each): Row => {
    const line = { kind, route, measured: each }
    if (each.role !== 'service') return { ...line, ofBare: null, ofAlone: null, ofThousand: null }
    return {
      ...line,
      ofBare: compare(each, find('bare', null, each.logsRequests)),
      ofAlone: compare(each, find('alone', each.size) ?? find('alone', null)),
      ofThousand: each.size === 'thousand' ? null : compare(each, find('service', 'thousand')),
    }
  })
}

const headers = [
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
  'user µs',
  'system µs',
  'failed',
]

/** Formats the rows as a Markdown table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ kind, route, measured, ofBare, ofAlone, ofThousand }) => [
    `${kind}: ${route}`,
    measured.name,
    formatInteger(measured.rate),
    formatRatio(ofBare),
    formatRatio(ofAlone),
    formatRatio(ofThousand),
    formatTenths(measured.p50Ms),
    formatTenths(measured.p99Ms),
    formatTenths(measured.loopDelayMs),
    formatInteger(measured.rssBytes / 1e6),
    formatInteger(measured.userMicros),
    formatInteger(measured.systemMicros),
    measured.failed === 0 ? '' : `${measured.failed}`,
  ])
  const widths = headers.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column < 2 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(headers), rule, ...cells.map(line)].join('\n')
}

const formatNumber = (value: number | null, digits: number): string =>
  value === null || !Number.isFinite(value) ? '' : value.toFixed(digits)

const formatInteger = (value: number | null): string =>
  formatNumber(value, 0).replace(/\B(?=(\d{3})+$)/g, ' ')
const formatTenths = (value: number): string => formatNumber(value, 1)
const formatRatio = (value: number | null): string => formatNumber(value, 2)
