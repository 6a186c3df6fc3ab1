import { toAmountNumber } from './amount.ts'
import { difficulty } from './block-view.ts'
import type { ChainContext } from './chain.ts'
import type { NodeMethod } from './nodes.ts'
import type { Methods, Params } from './params.ts'

/** RPC methods for the node itself and its fee estimates. */
export function createNodeMethods(chain: ChainContext): Methods {
  const { coin, node } = chain
  // A sandbox has no fee history to estimate from, so its estimate is the coin's floor.
  const estimate = toAmountNumber(coin.feeRate.floor)
  const relayFee = toAmountNumber(node.relayFeeRate)
  const optionalMethods: Partial<Record<NodeMethod, (params: Params) => Promise<unknown>>> = {
    estimatesmartfee: async (params) => ({
      feerate: estimate,
      blocks: Math.max(2, params.getInteger(0, 'conf_target')),
    }),
    estimatefee: async () => estimate,
    getsettings: async () => ({
      excessiveblocksize: 4_000_000_000,
      maxtxsizepolicy: node.maxTransactionBytes,
      minminingtxfee: estimate,
      maxmempool: 1_000_000_000,
    }),
    getinfo,
  }
  return {
    getnetworkinfo: async () => ({
      version: node.version,
      subversion: node.subversion,
      protocolversion: node.protocolVersion,
      localservices: '0000000000000000',
      localrelay: true,
      timeoffset: 0,
      networkactive: true,
      connections: 0,
      networks: [],
      relayfee: relayFee,
      incrementalfee: relayFee,
      localaddresses: [],
      warnings: '',
    }),
    ...Object.fromEntries(
      Object.entries(optionalMethods).filter(([name]) =>
        node.methods.some((supported) => supported === name),
      ),
    ),
  }

  async function getinfo(): Promise<unknown> {
    const { height } = await chain.getState()
    return {
      version: node.version,
      protocolversion: node.protocolVersion,
      blocks: height,
      timeoffset: 0,
      connections: 0,
      proxy: '',
      difficulty,
      testnet: false,
      relayfee: relayFee,
      errors: '',
    }
  }
}
