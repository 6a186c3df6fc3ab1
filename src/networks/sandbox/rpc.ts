import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { NodeResponseError, NodeUnreachableError, type Rpc, type RpcCall, RpcError } from '../rpc.ts'
import type { ChainContext } from './chain.ts'
import type { BroadcastFailure } from './ledger.ts'
import type { RpcHandler } from './methods.ts'

/** Smaller batches don't yield to the event loop. */
const minYieldingBatch = 32

/** The service's connection to the sandbox's node. A hanging call fails after `timeoutMs`. */
export function createServiceRpc(chain: ChainContext, handle: RpcHandler, timeoutMs: number): Rpc {
  const closing = new AbortController()
  return {
    call,
    batch,
    close: async () => closing.abort(),
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const { failMode, failLeft } = await chain.getState()
    if (failMode === 'down' || closing.signal.aborted) throw new NodeUnreachableError('the sandbox is down')
    if (!isBroadcast(method)) return handle(method, params)
    const failure = failLeft > 0 ? await consumeFailure() : null
    return failure ? simulateFailure(failure, () => handle(method, params)) : send(method, params)
  }

  /** An in-process database responds without yielding, so consecutive batches would block the event loop. */
  async function batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const results = await Promise.all(calls.map(tryCall))
    if (calls.length >= minYieldingBatch) await nextTurn()
    return results
  }

  /** If anything fails after a transaction was sent to a node, the sender can't know whether it was accepted. */
  async function send(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await handle(method, params)
    } catch (error) {
      if (error instanceof RpcError) throw error
      throw new NodeResponseError('the sandbox failed to process the transaction', { cause: error })
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

  /** Counted in the database, so that it works across processes. */
  function consumeFailure(): Promise<BroadcastFailure | null> {
    return chain.transact((ledger) => ledger.consumeFailure())
  }

  async function simulateFailure(failure: BroadcastFailure, deliver: () => Promise<unknown>): Promise<never> {
    switch (failure) {
      case 'refuse':
        throw chain.node.rejectionMessages.send({ reason: 'scriptpubkey' })
      case 'cut':
        // Accepted or rejected: either way the caller gets no response.
        await deliver().catch(() => {})
        throw new NodeResponseError('the sandbox cut the connection')
      case 'timeout':
        await sleep(timeoutMs, undefined, { signal: closing.signal }).catch(() => {})
        throw new NodeResponseError(`the sandbox did not respond within ${timeoutMs} ms`)
    }
  }
}

const isBroadcast = (method: string): boolean => method === 'sendrawtransaction'
