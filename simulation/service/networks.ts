import type { CoinCode } from '../../src/coins/index.ts'
import { silent } from '../../src/kernel/notes.ts'
import { type Networks, watched } from '../../src/networks/index.ts'
import type { Network } from '../../src/networks/network.ts'
import { watchNetwork } from '../../src/networks/watch.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { Life } from './process.ts'

const lookEveryMs = 10_000

/** As `src/networks/index.ts` opens them, in the time of the simulation. */
export function openNetworks(
  life: Life,
  ports: ReadonlyMap<CoinCode, { readonly coin: SimulatedCoin; readonly network: Network }>,
): Networks {
  const opened = new Map(
    [...ports].map(([code, { coin, network }]) => {
      const watch = watchNetwork({ coin, network, everyMs: lookEveryMs, log: silent, timers: life.timers })
      return [code, { network, watch }] as const
    }),
  )
  return { ...watched(opened), settled: async () => {}, close: async () => {} }
}
