import { getErrorMessage } from '../../kernel/error-message.ts'
import type { BroadcastResult, Verdict } from '../network.ts'
import { NodeResponseError, NodeUnreachableError, type Rpc, RpcError } from '../rpc.ts'
import { classifyNodeError, isVerdict } from './classify.ts'
import type { NodeProfile } from './node-profiles.ts'
import { readArray, readBoolean, readObject, readString } from './read-response.ts'
import { hasErrorCode, rpcErrorCodes, unwrapResult, unwrapResultOrNull } from './rpc-calls.ts'

/** `testmempoolaccept` gives the same reasons as `sendrawtransaction` does with this code. */
const rejectedErrorCode = -26

/**
 * Tests whether the node would accept the transaction. "Already known" counts as accepted. Nodes without `testmempoolaccept` return
 * `untested`.
 * @throws {RpcError} · {NodeUnreachableError} · {NodeResponseError} the node returned no verdict
 */
export async function testTransaction(
  rpc: Rpc,
  node: NodeProfile,
  hex: string,
): Promise<Verdict | 'untested'> {
  if (!node.hasTestMempoolAccept) return 'untested'
  try {
    const [result] = readArray(await rpc.call('testmempoolaccept', [[hex], node.noFeeLimit]))
    const { allowed, 'reject-reason': reason } = readObject(result)
    if (!readBoolean(allowed)) return toVerdict(rejectedErrorCode, readString(reason))
    return { accepted: true }
  } catch (error) {
    if (hasErrorCode(error, rpcErrorCodes.noSuchMethod)) return 'untested'
    if (error instanceof RpcError && isVerdict(error.code)) return toVerdict(error.code, error.message)
    throw error
  }
}

function toVerdict(errorCode: number, message: string): Verdict {
  const classification = classifyNodeError(errorCode, message)
  return 'alreadyKnown' in classification
    ? { accepted: true, alreadyKnown: true }
    : { accepted: false, rejection: classification }
}

/**
 * Error codes that a node returns without evaluating the transaction: warming up, unknown method, invalid call, safe mode (BSV),
 * expired (BCH).
 */
const unprocessedErrorCodes = new Set<number>([
  -28,
  rpcErrorCodes.noSuchMethod,
  -32602,
  -32600,
  -32700,
  -3,
  rpcErrorCodes.invalidParameter,
  -2,
  -100,
])

/** Broadcasts the transaction. Never throws: anything but a clear accept, reject or "not sent" is `unknown`. */
export async function broadcastTransaction(
  rpc: Rpc,
  node: NodeProfile,
  hex: string,
): Promise<BroadcastResult> {
  try {
    const txid = readString(await rpc.call('sendrawtransaction', [hex, node.noFeeLimit]))
    if (!node.mayBypassMempool || (await isInMempoolOrChain(rpc, txid))) return { outcome: 'accepted' }
    return { outcome: 'unknown', text: 'the node accepted the transaction, but its mempool does not have it' }
  } catch (error) {
    const message = getErrorMessage(error)
    if (error instanceof NodeUnreachableError) return { outcome: 'unsent', text: message }
    if (!(error instanceof RpcError)) return { outcome: 'unknown', text: message }
    if (unprocessedErrorCodes.has(error.code))
      return { outcome: 'unsent', text: `${message} (${error.code})` }
    if (!isVerdict(error.code)) return { outcome: 'unknown', text: `${message} (${error.code})` }
    const classification = classifyNodeError(error.code, message)
    return 'alreadyKnown' in classification
      ? { outcome: 'accepted' }
      : { outcome: 'rejected', rejection: classification }
  }
}

/** Whether the mempool has the transaction, or the chain, if it was mined immediately. Also false if the node doesn't respond. */
async function isInMempoolOrChain(rpc: Rpc, txid: string): Promise<boolean> {
  try {
    const [entry, output] = await rpc.batch([
      { method: 'getmempoolentry', params: [txid] },
      { method: 'gettxout', params: [txid, 0, true] },
    ])
    return unwrapResultOrNull(entry) !== null || unwrapResult(output) !== null
  } catch (error) {
    if (
      error instanceof RpcError ||
      error instanceof NodeUnreachableError ||
      error instanceof NodeResponseError
    )
      return false
    throw error
  }
}
