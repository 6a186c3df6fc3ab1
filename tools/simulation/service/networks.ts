import type { CoinCode } from '../../../src/coins/index.ts'
import { silentLogger } from '../../../src/kernel/logger.ts'
import { createNetworksView, type Networks } from '../../../src/networks/index.ts'
import type { Network } from '../../../src/networks/network.ts'
import { node } from '../../../src/networks/node/backend.ts'
import { startNetworkWatcher } from '../../../src/networks/watch.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { Life } from './process.ts'

/** As in `src/networks/index.ts`, in simulated time. */
export function startNetworks(
  life: Life,
  ports: ReadonlyMap<CoinCode, { readonly coin: SimulatedCoin; readonly network: Network }>,
): Networks {
  const opened = new Map(
    [...ports].map(([code, { coin, network }]) => {
      const watch = startNetworkWatcher({
        coin,
        network,
        intervalMs: node.checkIntervalMs,
        log: silentLogger,
        timers: life.timers,
      })
      return [code, { network, watch }] as const
    }),
  )
  return { ...createNetworksView(opened), waitUntilChecked: async () => {}, close: async () => {} }
}
