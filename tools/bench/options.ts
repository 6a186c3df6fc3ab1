import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { chooseOne, parseCount } from '../../test/helpers/options.ts'
import type { BlackFridayOptions } from './black-friday/black-friday.ts'
import { hasWrk } from './load/wrk.ts'
import { type RouteName, routeNames } from './routes.ts'
import { limitByOpenFiles, type SocketOptions, wantedSockets } from './sockets.ts'

/** The measurements to run, and for how long. */
export interface Options {
  readonly kinds: readonly DatabaseKind[]
  /** Whether to measure the search for payments from any wallet. */
  readonly watching: boolean
  /** Whether to measure the overview and exports of many invoices. */
  readonly history: boolean
  /** Streams that follow events; null: not measured. */
  readonly sockets: SocketOptions | null
  readonly sizes: readonly Size[]
  /** Invoices in a large database. */
  readonly largeCount: number
  readonly routes: readonly RouteName[]
  /** Rounds per route and process, run alternately; the table shows medians. */
  readonly rounds: number
  readonly seconds: number
  /** Signed before the clock starts, each submitted once. */
  readonly payments: number
  /** Complete invoice lifecycles under load instead of single routes; null: not measured. */
  readonly blackFriday: BlackFridayOptions | null
  /** Whether wrk sends repeated requests; otherwise autocannon does. */
  readonly useWrk: boolean
  /** A directory for CPU profiles of the services, or null. */
  readonly profile: string | null
}

/** Invoices in the database: a thousand, or `largeCount`. */
export type Size = 'thousand' | 'large'

export const usage = `npm run bench -- [options]

  --quick            short rounds, only a thousand invoices
  --only PART        sqlite, postgres: the routes; history: overview and exports; sockets;
                     watching: the search for payments from any wallet (default: all)
  --thousand         only a thousand invoices
  --large            only many invoices
  --invoices N       how many (default 1000000)
  --route NAME       ${routeNames.join(', ')} (default: all), repeatable
  --rounds N         rounds per route (default 3)
  --seconds N        length of a round (default 2)
  --sockets N        WebSockets on one process (default: as many as open files allow, up to 100000; with --quick 1000)
  --sse N            Server-Sent Events streams in addition (default none)
  --payments N       payments per service (default 1000)
  --blackfriday      only complete lifecycles: invoices created, requested, paid and reported by webhook
  --lifecycles N     how many of them (default 20000, with --quick 2000)
  --rate N           how many to start per second (default: as many as the service manages)
  --workers N        WORKERS of the service on PostgreSQL, compared with one (default 1)
  --autocannon       repeated requests are sent by autocannon, in Node, although wrk is installed
  --profile FOLDER   writes a CPU profile of each service there; read it with tools/bench/profile.ts
`

/** @throws {Error} with a message for an invalid option */
export function readOptions(argv: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      thousand: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      invoices: { type: 'string' },
      route: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      sockets: { type: 'string' },
      sse: { type: 'string' },
      seconds: { type: 'string' },
      payments: { type: 'string' },
      blackfriday: { type: 'boolean', default: false },
      lifecycles: { type: 'string' },
      rate: { type: 'string' },
      workers: { type: 'string' },
      autocannon: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { quick } = values
  const selected = values.only === undefined ? parts : [chooseOne(parts, values.only, '--only')]
  return {
    kinds: kinds.filter((kind) => selected.includes(kind)),
    watching: selected.includes('watching'),
    history: selected.includes('history'),
    sockets: selected.includes('sockets') ? readSocketOptions(values) : null,
    sizes: parseSizes(values),
    largeCount: parseCount(values.invoices, 1_000_000),
    routes: values.route?.map((name) => chooseOne(routeNames, name, '--route')) ?? routeNames,
    rounds: parseCount(values.rounds, quick ? 2 : 3),
    seconds: parseCount(values.seconds, quick ? 1 : 2),
    payments: parseCount(values.payments, quick ? 300 : 1_000),
    blackFriday: values.blackfriday
      ? {
          lifecycles: parseCount(values.lifecycles, quick ? 2_000 : 20_000),
          rate: values.rate === undefined ? null : parseCount(values.rate, 0),
          workers: parseCount(values.workers, 1),
          profile: values.profile ?? null,
        }
      : null,
    useWrk: !values.autocannon && hasWrk(),
    profile: values.profile ?? null,
  }
}

/** The databases. */
export const kinds = ['sqlite', 'postgres'] as const
const parts = [...kinds, 'history', 'sockets', 'watching'] as const

function readSocketOptions(values: { sockets?: string; sse?: string; quick: boolean }): SocketOptions {
  const sse = values.sse === undefined ? 0 : parseCount(values.sse, 0)
  const sockets = parseCount(values.sockets, values.quick ? 1_000 : wantedSockets)
  return { sockets: limitByOpenFiles(sockets + sse) - sse, sse, seconds: values.quick ? 10 : 60 }
}

function parseSizes(flags: { quick: boolean; thousand: boolean; large: boolean }): Size[] {
  if (flags.large) return flags.thousand ? ['thousand', 'large'] : ['large']
  return flags.thousand || flags.quick ? ['thousand'] : ['thousand', 'large']
}
