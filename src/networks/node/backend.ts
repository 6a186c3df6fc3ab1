import type { Backend } from '../backend.ts'
import { isNodeUrl, openHttpRpc } from './http-rpc.ts'
import { createNodeNetwork } from './network.ts'
import { nodeProfiles } from './node-profiles.ts'

/** The coin's own node. `http://user:password@host:port` is the address of its JSON-RPC interface. */
export const node: Backend = {
  matches: isNodeUrl,
  open: (setting, { coin, chain, clock, timeoutMs }) => {
    const { maxResponseBytes } = nodeProfiles[coin.code]
    return createNodeNetwork({
      coin,
      chain,
      clock,
      rpc: openHttpRpc(setting, { timeoutMs, maxResponseBytes }),
    })
  },
  checkIntervalMs: 10_000,
}
