import { RpcError } from '../rpc.ts'
import type { Chain } from './chain.ts'
import { chainMethods } from './methods-chain.ts'
import { controlMethods } from './methods-control.ts'
import { nodeMethods } from './methods-node.ts'
import { poolMethods } from './methods-pool.ts'
import { transactionMethods } from './methods-transactions.ts'
import { type Params, paramsOf } from './params.ts'
import { openPool } from './pool.ts'

/** JSON-RPC methods by name. Each answers what is to be `result`, or throws the node's `RpcError`. */
export type Methods = Readonly<Record<string, (params: Params) => Promise<unknown>>>

/** Answers one call as the coin's node does. @throws {RpcError} its error */
export type Answer = (method: string, params: readonly unknown[]) => Promise<unknown>

/** All that the node of this chain's coin answers to. */
export function answering(chain: Chain): Answer {
  const pool = openPool(chain)
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
    return answer(paramsOf(method, params))
  }
}
