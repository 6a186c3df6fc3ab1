import { RpcError } from '../rpc.ts'
import type { ChainContext } from './chain.ts'
import { createChainMethods } from './chain-methods.ts'
import { createControlMethods } from './control-methods.ts'
import { createMempool } from './mempool.ts'
import { createMempoolMethods } from './mempool-methods.ts'
import { createNodeMethods } from './node-methods.ts'
import { createParams } from './params.ts'
import { createTransactionMethods } from './transaction-methods.ts'

/** Handles one call as the coin's node does. @throws {RpcError} the node's error */
export type RpcHandler = (method: string, params: readonly unknown[]) => Promise<unknown>

/** All methods of this coin's node. */
export function createRpcHandler(chain: ChainContext): RpcHandler {
  const mempool = createMempool(chain)
  const methods = new Map(
    [
      createChainMethods(chain),
      createTransactionMethods(chain),
      createMempoolMethods(chain, mempool),
      createNodeMethods(chain),
      createControlMethods(chain),
    ].flatMap((group) => Object.entries(group)),
  )
  return async (method, params) => {
    const handler = methods.get(method)
    if (!handler) throw new RpcError(-32601, 'Method not found')
    return handler(createParams(method, params))
  }
}
