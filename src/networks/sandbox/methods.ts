import { RpcError } from '../rpc.ts'
import type { ChainContext } from './chain.ts'
import { chainMethods } from './methods-chain.ts'
import { controlMethods } from './methods-control.ts'
import { nodeMethods } from './methods-node.ts'
import { poolMethods } from './methods-pool.ts'
import { transactionMethods } from './methods-transactions.ts'
import { createParams, type Params } from './params.ts'
import { createPool } from './pool.ts'

/** JSON-RPC methods by name. Each returns the `result`, or throws the node's `RpcError`. */
export type Methods = Readonly<Record<string, (params: Params) => Promise<unknown>>>

/** Answers one call as the coin's node does. @throws {RpcError} the node's error */
export type RpcHandler = (method: string, params: readonly unknown[]) => Promise<unknown>

/** All methods of this coin's node. */
export function createRpcHandler(chain: ChainContext): RpcHandler {
  const pool = createPool(chain)
  const methods = new Map(
    [
      chainMethods(chain),
      transactionMethods(chain),
      poolMethods(chain, pool),
      nodeMethods(chain),
      controlMethods(chain),
    ].flatMap((some) => Object.entries(some)),
  )
  return async (method, params) => {
    const answer = methods.get(method)
    if (!answer) throw new RpcError(-32601, 'Method not found')
    return answer(createParams(method, params))
  }
}
