import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, findCoin } from '../coins/index.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Backend, NetworkBackendContext } from './backend.ts'
import type { Network } from './network.ts'
import * as registry from './registry.ts'
import { type NetworkState, startNetworkWatcher } from './watch.ts'

export type { NetworkState } from './watch.ts'

interface NetworksSettings {
  /** Each coin's node: `http://user:password@host:port` or `sandbox:`. Coins without a node aren't offered. */
  readonly nodes: ReadonlyMap<CoinCode, string>
  readonly chain: ChainName
  readonly getEmbeddedRpc: NetworkBackendContext['getEmbeddedRpc']
  readonly log: Logger
  readonly timeoutMs?: number
  readonly clock?: Clock
}

/** The validation networks of the coins that have a node. */
export interface Networks {
  /** The coins that have a node. */
  listCoins(): CoinCode[]
  /** Null for a coin without a node. */
  get(coin: CoinCode): Network | null
  /** As of the last check: on the right chain, complete and in sync. */
  isUsable(coin: CoinCode): boolean
  /** Why the network isn't usable, and the fee rate for new quotes. Null for a coin without a node. */
  getState(coin: CoinCode): NetworkState | null
  /** The fee rate, in base units per 1 000 bytes, of each usable coin whose network has reported it recently. */
  getFeeRates(): ReadonlyMap<CoinCode, bigint>
  /** Resolves once every node has been checked. An unreachable node takes its full time limit, so don't block on this. */
  waitUntilChecked(): Promise<void>
  /** Cancels the calls in progress. Broadcasts among them end as `unknown`. */
  close(): Promise<void>
}

/** Default time limit for one node call. */
export const defaultTimeoutMs = 8_000

/**
 * Opens each coin's network according to its setting and keeps checking that it is usable. Returns immediately.
 * @throws {Error} a setting matches no backend
 */
export function openNetworks(settings: NetworksSettings): Networks {
  const { chain, getEmbeddedRpc, log, timeoutMs = defaultTimeoutMs, clock = systemClock } = settings
  // Validate all settings before opening any network, so that an invalid one leaves no network open.
  const plans = [...settings.nodes].map(([code, setting]) => planConnection(code, setting))
  const connections = new Map(plans.map((plan) => [plan.coin.code, open(plan)]))
  const initialCheck = Promise.all([...connections.values()].map(({ watch }) => watch.checkNow()))

  return {
    ...createNetworksView(connections),
    waitUntilChecked: async () => {
      await initialCheck
    },
    close: async () => {
      await Promise.all(
        [...connections.values()].flatMap(({ network, watch }) => [network.close(), watch.stop()]),
      )
    },
  }

  function open({ coin, backend, setting }: ConnectionPlan) {
    const network = backend.open(setting, { coin, chain, clock, timeoutMs, getEmbeddedRpc })
    return {
      network,
      watch: startNetworkWatcher({ coin, network, intervalMs: backend.checkIntervalMs, log }),
    }
  }
}

/** Read access to the networks and the latest state of their watchers. */
export function createNetworksView(
  opened: ReadonlyMap<
    CoinCode,
    { readonly network: Network; readonly watch: ReturnType<typeof startNetworkWatcher> }
  >,
): Omit<Networks, 'waitUntilChecked' | 'close'> {
  return {
    listCoins: () => [...opened.keys()],
    get: (coin) => opened.get(coin)?.network ?? null,
    isUsable: (coin) => isUsable(opened.get(coin)?.watch.getState()),
    getState: (coin) => opened.get(coin)?.watch.getState() ?? null,
    getFeeRates: () =>
      new Map(
        [...opened].flatMap(([coin, { watch }]) => {
          const { readiness, feeRate } = watch.getState()
          return readiness.ready && feeRate !== null ? [[coin, feeRate] as const] : []
        }),
      ),
  }
}

interface ConnectionPlan {
  readonly coin: NetworkBackendContext['coin']
  readonly backend: Backend
  readonly setting: string
}

function planConnection(code: CoinCode, setting: string): ConnectionPlan {
  const coin = findCoin(code)
  const backend = findBackend(setting)
  if (!coin || !backend) throw new Error(`${code}_NODE must be http://user:password@host:port or sandbox:`)
  return { coin, backend, setting }
}

const isUsable = (state: NetworkState | undefined): boolean => state?.readiness.ready === true

/** The backend that handles the setting, or undefined if there is none. */
export function findBackend(setting: string): Backend | undefined {
  return Object.values(registry).find((backend) => backend.matches(setting))
}
