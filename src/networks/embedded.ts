import type { Backend } from './backend.ts'
import { NetworkUnavailableError } from './network.ts'
import { createNodeNetwork } from './node/network.ts'

/** `sandbox:` selects an in-process chain that speaks the coin's node RPC. It counts as ready as soon as it responds. */
export const sandbox: Backend = {
  matches: (setting) => setting === 'sandbox:',
  open: (_, { coin, chain, clock, getEmbeddedRpc }) => {
    const network = createNodeNetwork({ coin, chain, clock, rpc: getEmbeddedRpc(coin.code) })
    return {
      ...network,
      check: () =>
        network.getTip().then(
          () => ({ ready: true }),
          (error: unknown) => {
            if (error instanceof NetworkUnavailableError) return { ready: false, reason: error.message }
            throw error
          },
        ),
    }
  },
  checkIntervalMs: 1_000,
}
