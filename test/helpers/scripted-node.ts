import assert from 'node:assert/strict'
import { findCoin } from '../../src/coins/index.ts'
import { parseExact } from '../../src/networks/node/exact-numbers.ts'
import { createNodeNetwork } from '../../src/networks/node/network.ts'
import { type Rpc, RpcError } from '../../src/networks/rpc.ts'

export type ScriptedResponse = string | Error

/** By method. */
export type ScriptedResponses = Readonly<
  Record<string, ScriptedResponse | ((...params: readonly unknown[]) => ScriptedResponse)>
>

/** A coin's network on a node with these responses (JSON, or an error), and the calls that it got. */
export function createScriptedNetwork(code: string, responses: ScriptedResponses) {
  const calls: unknown[][] = []
  const respondTo = (method: string, params: readonly unknown[]): unknown => {
    calls.push([method, ...params])
    const given = responses[method] ?? new RpcError(-32601, 'Method not found')
    const response = typeof given === 'function' ? given(...params) : given
    if (response instanceof Error) throw response
    return parseExact(response)
  }
  const element = (method: string, params: readonly unknown[]): unknown => {
    try {
      return respondTo(method, params)
    } catch (error) {
      if (error instanceof RpcError) return error
      throw error
    }
  }
  const rpc: Rpc = {
    call: async (method, params) => respondTo(method, params),
    batch: async (calls) => calls.map(({ method, params }) => element(method, params)),
    close: async () => {},
  }
  const coin = findCoin(code) ?? assert.fail(code)
  return { network: createNodeNetwork({ coin, chain: 'main', rpc }), calls }
}
