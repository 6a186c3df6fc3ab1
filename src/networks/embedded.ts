import type { Backend } from './backend.ts'
import { NetworkUnavailable } from './network.ts'
import { nodeNetwork } from './node/network.ts'

/** `sandbox:` names a chain inside this process. It speaks as the coin's node does, and is what it says: it only has to answer. */
export const sandbox: Backend = {
  takes: (setting) => setting === 'sandbox:',
  open: (_, { coin, chain, clock, embedded }) => {
    const network = nodeNetwork({ coin, chain, clock, rpc: embedded(coin.code) })
    return {
      ...network,
      check: () =>
        network.tip().then(
          () => ({ ready: true }),
          (error: unknown) => {
            if (error instanceof NetworkUnavailable) return { ready: false, reason: error.message }
            throw error
          },
        ),
    }
  },
  lookEveryMs: 1_000,
}
