import assert from 'node:assert/strict'
import { findCoin } from '../../src/coins/index.ts'
import { parseExact } from '../../src/networks/node/exact-numbers.ts'
import { createNodeNetwork } from '../../src/networks/node/network.ts'
import { type Rpc, RpcError } from '../../src/networks/rpc.ts'

export type Answer = string | Error

/** By method. */
export type Answers = Readonly<Record<string, Answer | ((...params: readonly unknown[]) => Answer)>>

/** A coin's network on a node with these responses (JSON, or an error), and the calls that it got. */
export function networkOver(code: string, answers: Answers) {
  const calls: unknown[][] = []
  const answerTo = (method: string, params: readonly unknown[]): unknown => {
    calls.push([method, ...params])
    const given = answers[method] ?? new RpcError(-32601, 'Method not found')
    const answer = typeof given === 'function' ? given(...params) : given
    if (answer instanceof Error) throw answer
    return parseExact(answer)
  }
  const element = (method: string, params: readonly unknown[]): unknown => {
    try {
      return answerTo(method, params)
    } catch (error) {
      if (error instanceof RpcError) return error
      throw error
    }
  }
  const rpc: Rpc = {
    call: async (method, params) => answerTo(method, params),
    batch: async (calls) => calls.map(({ method, params }) => element(method, params)),
    close: async () => {},
  }
  const coin = findCoin(code) ?? assert.fail(code)
  return { network: createNodeNetwork({ coin, chain: 'main', rpc }), calls }
}
