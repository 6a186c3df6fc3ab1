import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, findCoin } from '../coins/index.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Backend, Surroundings } from './backend.ts'
import type { Network } from './network.ts'
import * as registry from './registry.ts'
import { type NetworkState, watchNetwork } from './watch.ts'

export type { NetworkState } from './watch.ts'

export interface NetworksSettings {
  /** Each coin's node: `http://user:password@host:port` or `sandbox:`. A coin without one is not offered. */
  readonly nodes: ReadonlyMap<CoinCode, string>
  readonly chain: ChainName
  readonly embedded: Surroundings['embedded']
  readonly log: Notes
  readonly timeLimitMs?: number
  readonly clock?: Clock
}

/** The validation networks of the coins that have one. */
export interface Networks {
  /** Null for a coin without a node. */
  of(coin: CoinCode): Network | null
  /** As of the last look: the right chain, complete and in step. */
  usable(coin: CoinCode): boolean
  /** Why it is not usable, and what payers of new quotes are asked for; null for a coin without a node. */
  state(coin: CoinCode): NetworkState | null
  /** What payers are asked for in each usable coin whose network has told it of late, base units per 1 000 bytes. */
  feeRates(): ReadonlyMap<CoinCode, bigint>
  /** Looks now: worth it before a "no" that rests on an old look. */
  look(coin: CoinCode): Promise<boolean>
  /** Every node has been looked at once. A dead one takes its time limit: nothing needs to wait for this. */
  settled(): Promise<void>
  /** Ends the calls under way: broadcasts among them end as `unknown`. */
  close(): Promise<void>
}

/** A call to a node waits so long by default. */
export const defaultTimeLimitMs = 8_000

/**
 * Opens the network of each coin by its setting, and keeps looking whether it is fit for use. Returns at once.
 * @throws {Error} a setting names no network
 */
export function openNetworks(settings: NetworksSettings): Networks {
  const { chain, embedded, log, timeLimitMs = defaultTimeLimitMs, clock = systemClock } = settings
  // All settings are read before the first network is opened, which then has to be closed.
  const plans = [...settings.nodes].map(([code, setting]) => plan(code, setting))
  const opened = new Map(plans.map((planned) => [planned.coin.code, open(planned)]))
  const first = Promise.all([...opened.values()].map(({ watch }) => watch.look()))

  return {
    ...watched(opened),
    settled: async () => {
      await first
    },
    close: async () => {
      await Promise.all([...opened.values()].flatMap(({ network, watch }) => [network.close(), watch.stop()]))
    },
  }

  function open({ coin, backend, setting }: Plan) {
    const network = backend.open(setting, { coin, chain, clock, timeLimitMs, embedded })
    return { network, watch: watchNetwork({ coin, network, everyMs: backend.lookEveryMs, log }) }
  }
}

/** What is known of networks that are looked at again and again. */
export function watched(
  opened: ReadonlyMap<
    CoinCode,
    { readonly network: Network; readonly watch: ReturnType<typeof watchNetwork> }
  >,
): Omit<Networks, 'settled' | 'close'> {
  return {
    of: (coin) => opened.get(coin)?.network ?? null,
    usable: (coin) => isUsable(opened.get(coin)?.watch.state()),
    state: (coin) => opened.get(coin)?.watch.state() ?? null,
    feeRates: () =>
      new Map(
        [...opened].flatMap(([coin, { watch }]) => {
          const { readiness, feeRate } = watch.state()
          return readiness.ready && feeRate !== null ? [[coin, feeRate] as const] : []
        }),
      ),
    look: async (coin) => isUsable(await opened.get(coin)?.watch.look()),
  }
}

interface Plan {
  readonly coin: Surroundings['coin']
  readonly backend: Backend
  readonly setting: string
}

function plan(code: CoinCode, setting: string): Plan {
  const coin = findCoin(code)
  const backend = findBackend(setting)
  if (!coin || !backend)
    throw new Error(`${code}_NODE is neither http://user:password@host:port nor sandbox:`)
  return { coin, backend, setting }
}

const isUsable = (state: NetworkState | undefined): boolean => state?.readiness.ready === true

/** The kind of network that the text of a setting names; undefined when there is none. */
export function findBackend(setting: string): Backend | undefined {
  return Object.values(registry).find((backend) => backend.takes(setting))
}
