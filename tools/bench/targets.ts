import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { type SocketResult, wantedSockets } from './sockets.ts'
import type { Row } from './table.ts'

/** The target of a figure. */
interface Target {
  readonly kind: DatabaseKind
  readonly route: string
  readonly figure: 'ofBare' | 'ofAlone' | 'ofThousand' | 'rate'
  readonly atLeast: number
}

const kinds = ['sqlite', 'postgres'] as const
const createForBoth = (target: Omit<Target, 'kind'>): Target[] => kinds.map((kind) => ({ kind, ...target }))
/** With a million invoices, a route is at most 15% slower than with a thousand. */
const minOfThousand = 0.85

const targets: readonly Target[] = [
  ...createForBoth({ route: 'GET /r/{uid}', figure: 'ofBare', atLeast: 0.6 }),
  ...createForBoth({ route: 'GET /invoices/{uid}', figure: 'ofBare', atLeast: 0.6 }),
  { kind: 'sqlite', route: 'GET /r/{uid}, the first time', figure: 'rate', atLeast: 5_000 },
  { kind: 'postgres', route: 'GET /r/{uid}, the first time', figure: 'rate', atLeast: 1_500 },
  { kind: 'sqlite', route: 'POST /invoices', figure: 'ofBare', atLeast: 0.3 },
  { kind: 'postgres', route: 'POST /invoices', figure: 'ofAlone', atLeast: 0.8 },
  ...createForBoth({ route: 'POST /payments/json/LTC (litecoind)', figure: 'ofAlone', atLeast: 0.8 }),
]

const units: Record<Target['figure'], string> = {
  ofBare: 'of bare',
  ofAlone: 'of alone',
  ofThousand: 'of a thousand invoices',
  rate: 'requests/s',
}

/** Compares the services' figures with their targets, a line each. Services with a request log have no target. */
export function judgeRows(rows: readonly Row[]): string[] {
  return rows
    .filter(({ measured: { role, logsRequests } }) => role === 'service' && !logsRequests)
    .flatMap((row) => {
      const routeTargets = targets.filter(({ kind, route }) => kind === row.kind && route === row.route)
      const { kind, route } = row
      const growth = { kind, route, figure: 'ofThousand', atLeast: minOfThousand } as const
      return [...routeTargets, ...(row.ofThousand === null ? [] : [growth])].map((target) =>
        judgeRow(row, target),
      )
    })
}

function judgeRow(row: Row, { figure, atLeast }: Target): string {
  const measured = figure === 'rate' ? row.measured.rate : row[figure]
  const formatFigure = (value: number) => (figure === 'rate' ? value.toFixed(0) : value.toFixed(2))
  const name = `${row.kind}: ${row.route}, ${row.measured.name}`
  if (measured === null || !Number.isFinite(measured)) return `not measured  ${name}`
  return `${formatResult(measured >= atLeast)}  ${name}: ${formatFigure(measured)} ${units[figure]}, wanted ${formatFigure(atLeast)}`
}

/** Targets for the delay of events to sockets, and for the memory of the process. */
const socketTargets = { p99Ms: 250, megabytes: 1_000 }

export function judgeSockets(
  kind: string,
  { sockets }: { readonly sockets: number },
  { p99Ms, maxMegabytes, lost }: SocketResult,
): string[] {
  const wanted = socketTargets
  return [
    `${formatResult(sockets >= wantedSockets)}  ${kind}: ${sockets} sockets, wanted ${wantedSockets}`,
    `${formatResult(p99Ms <= wanted.p99Ms)}  ${kind}: event to socket p99 ${p99Ms} ms, wanted ${wanted.p99Ms}`,
    `${formatResult(maxMegabytes <= wanted.megabytes)}  ${kind}: at most ${maxMegabytes} MB, wanted ${wanted.megabytes}`,
    `${formatResult(lost === 0)}  ${kind}: ${lost} events lost`,
  ]
}

/** Target for the memory that an export adds to a process that has served other pages. */
const maxExportMegabytes = 64

export function judgeExportMemory(kind: string, name: string, addedMegabytes: number): string {
  const isReached = addedMegabytes <= maxExportMegabytes
  return `${formatResult(isReached)}  ${kind}: exports of ${name} add ${addedMegabytes.toFixed(0)} MB, wanted at most ${maxExportMegabytes}`
}

/** The verdict that a line starts with. */
export const formatResult = (isReached: boolean): string => (isReached ? 'reached' : 'missed').padEnd(12)

/** Targets for the start of a service, and for its memory without load. */
const startTargets = { readyMs: 500, megabytes: 120 }

export function judgeStart(kind: string, measured: typeof startTargets): string[] {
  const { readyMs, megabytes } = measured
  return [
    `${formatResult(readyMs <= startTargets.readyMs)}  ${kind}: ready after ${readyMs.toFixed(0)} ms, wanted ${startTargets.readyMs}`,
    `${formatResult(megabytes <= startTargets.megabytes)}  ${kind}: ${megabytes.toFixed(0)} MB two seconds later, wanted ${startTargets.megabytes}`,
  ]
}
