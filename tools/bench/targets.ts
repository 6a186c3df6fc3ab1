import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import type { Row } from './table.ts'

/** The target of a figure. */
interface Target {
  readonly kind: DatabaseKind
  readonly route: string
  readonly figure: 'ofBare' | 'ofAlone' | 'ofThousand' | 'rate'
  readonly atLeast: number
}

const everyKind = ['sqlite', 'postgres'] as const
const forBoth = (target: Omit<Target, 'kind'>): Target[] => everyKind.map((kind) => ({ kind, ...target }))
/** A route is as fast with many invoices as with a thousand, within 15 %. */
const flat = 0.85

const targets: readonly Target[] = [
  ...forBoth({ route: 'GET /r/{uid}', figure: 'ofBare', atLeast: 0.6 }),
  ...forBoth({ route: 'GET /invoices/{uid}', figure: 'ofBare', atLeast: 0.6 }),
  { kind: 'sqlite', route: 'GET /r/{uid}, the first time', figure: 'rate', atLeast: 5_000 },
  { kind: 'postgres', route: 'GET /r/{uid}, the first time', figure: 'rate', atLeast: 1_500 },
  { kind: 'sqlite', route: 'POST /invoices', figure: 'ofBare', atLeast: 0.3 },
  { kind: 'postgres', route: 'POST /invoices', figure: 'ofAlone', atLeast: 0.8 },
  ...forBoth({ route: 'POST /payments/json/LTC (litecoind)', figure: 'ofAlone', atLeast: 0.8 }),
]

const units: Record<Target['figure'], string> = {
  ofBare: 'of bare',
  ofAlone: 'of alone',
  ofThousand: 'of a thousand invoices',
  rate: 'requests/s',
}

/** Compares the services' figures with their targets, a line each. Services with a request log have no target. */
export function verdicts(rows: readonly Row[]): string[] {
  return rows
    .filter(({ measured: { role, logged } }) => role === 'service' && !logged)
    .flatMap((row) => {
      const own = targets.filter(({ kind, route }) => kind === row.kind && route === row.route)
      const { kind, route } = row
      const growth = { kind, route, figure: 'ofThousand', atLeast: flat } as const
      return [...own, ...(row.ofThousand === null ? [] : [growth])].map((target) => verdict(row, target))
    })
}

function verdict(row: Row, { figure, atLeast }: Target): string {
  const measured = figure === 'rate' ? row.measured.rate : row[figure]
  const text = (value: number) => (figure === 'rate' ? value.toFixed(0) : value.toFixed(2))
  const name = `${row.kind}: ${row.route}, ${row.measured.name}`
  if (measured === null || !Number.isFinite(measured)) return `not measured  ${name}`
  const result = measured >= atLeast ? 'reached' : 'missed'
  return `${result.padEnd(12)}  ${name}: ${text(measured)} ${units[figure]}, wanted ${text(atLeast)}`
}

/** Of a service without load. */
const rest = { readyMs: 500, megabytes: 120 }

export function findRestVerdicts(kind: string, measured: typeof rest): string[] {
  const result = (isReached: boolean) => (isReached ? 'reached' : 'missed').padEnd(12)
  const { readyMs, megabytes } = measured
  return [
    `${result(readyMs <= rest.readyMs)}  ${kind}: ready after ${readyMs.toFixed(0)} ms, wanted ${rest.readyMs}`,
    `${result(megabytes <= rest.megabytes)}  ${kind}: ${megabytes.toFixed(0)} MB two seconds later, wanted ${rest.megabytes}`,
  ]
}
