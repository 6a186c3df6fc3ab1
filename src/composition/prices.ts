import type { Networks } from '../networks/index.ts'
import { createRates } from '../rates/rates.ts'
import { createSources } from '../rates/sources/index.ts'
import type { AppContext } from './context.ts'

/** The exchange rates of all coins. */
export function createPrices({ config, transact, read, clock, log }: AppContext, networks: Networks) {
  return createRates({
    ...config.rates,
    sources: createSources(config.rates.sources, clock, { coingecko: config.secrets.coingeckoKey }),
    getFeeRates: () => networks.getFeeRates(),
    clock,
    transact,
    snapshots: read.snapshots,
    log,
  })
}

export type Prices = ReturnType<typeof createPrices>
