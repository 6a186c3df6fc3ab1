import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Rpc, type RpcCall, RpcError, Unanswered, Unreachable } from '../rpc.ts'
import type { Chain } from './chain.ts'
import type { BroadcastFailure } from './ledger.ts'
import type { Answer } from './methods.ts'

/** Smaller batches wait for nobody. */
const mostInOneTurn = 32

/** The service's connection to the sandbox's node. `timeoutMs`: after this a call that hangs counts as not answered. */
export function serviceRpc(chain: Chain, answer: Answer, timeoutMs: number): Rpc {
  const closing = new AbortController()
  return {
    call,
    batch,
    close: async () => closing.abort(),
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const { failMode, failLeft } = await chain.state()
    if (failMode === 'down' || closing.signal.aborted) throw new Unreachable('the sandbox is down')
    if (!isBroadcast(method)) return answer(method, params)
    const failure = failLeft > 0 ? await takeFailure() : null
    return failure ? fail(failure, () => answer(method, params)) : send(method, params)
  }

  /** Batches come one after the other, and a database in the process answers at once: in between others have their turn. */
  async function batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const answers = await Promise.all(calls.map(tryCall))
    if (calls.length >= mostInOneTurn) await nextTurn()
    return answers
  }

  /** Whatever goes wrong beneath a node, who has sent it a transaction cannot know whether it was taken. */
  async function send(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await answer(method, params)
    } catch (error) {
      if (error instanceof RpcError) throw error
      throw new Unanswered('the sandbox failed over a transaction', { cause: error })
    }
  }

  async function tryCall({ method, params }: RpcCall): Promise<unknown> {
    try {
      return await call(method, params)
    } catch (error) {
      if (error instanceof RpcError) return error
      throw error
    }
  }

  /** Whichever process sends: the database counts. */
  function takeFailure(): Promise<BroadcastFailure | null> {
    return chain.transact((ledger) => ledger.takeFailure())
  }

  async function fail(failure: BroadcastFailure, deliver: () => Promise<unknown>): Promise<never> {
    switch (failure) {
      case 'refuse':
        throw chain.node.spelling.send({ reason: 'scriptpubkey' })
      case 'cut':
        // Taken or refused: either way nobody hears of it.
        await deliver().catch(() => {})
        throw new Unanswered('the sandbox cut the connection')
      case 'timeout':
        await sleep(timeoutMs, undefined, { signal: closing.signal }).catch(() => {})
        throw new Unanswered(`the sandbox did not answer within ${timeoutMs} ms`)
    }
  }
}

const isBroadcast = (method: string): boolean => method === 'sendrawtransaction'
