import type { Backend } from '../backend.ts'
import { differences } from './differences.ts'
import { httpRpc, isNodeUrl } from './http-rpc.ts'
import { nodeNetwork } from './network.ts'

/** The coin's own node: `http://user:password@host:port` names its JSON-RPC. */
export const node: Backend = {
  takes: isNodeUrl,
  open: (setting, { coin, chain, clock, timeLimitMs }) => {
    const { largestAnswer } = differences[coin.code]
    return nodeNetwork({ coin, chain, clock, rpc: httpRpc(setting, { timeLimitMs, largestAnswer }) })
  },
  lookEveryMs: 10_000,
}
