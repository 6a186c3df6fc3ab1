import { Refused } from '../../kernel/refused.ts'
import { NetworkUnavailable } from '../network.ts'
import { type Rpc, type RpcCall, RpcError, Unanswered, Unreachable } from '../rpc.ts'

/** Error codes of the six nodes that we tell apart (Bitcoin's src/rpc/protocol.h). */
export const code = {
  /** Whatever has no code of its own. */
  failed: -1,
  /** No such transaction, or not in the pool. */
  notFound: -5,
  /** "Block height out of range". */
  outOfRange: -8,
  noSuchMethod: -32601,
} as const

/**
 * Calls in one round trip. Nodes write an answer beyond 16 KiB in pieces, of which the second waits for the acknowledgement
 * of the first: 45 ms in place of 2 (measured with 60 times `gettxout`).
 */
const batchSize = 32

/** The same as `rpc.batch`, in pieces that any node takes. */
export async function batch(rpc: Rpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let from = 0; from < calls.length; from += batchSize)
    answers.push(...(await rpc.batch(calls.slice(from, from + batchSize))))
  return answers
}

/** An answer within a batch that must be no error. */
export function granted(answer: unknown): unknown {
  if (answer instanceof RpcError) throw answer
  return answer
}

/** An answer within a batch, null where the node knows no such thing. */
export function grantedOrNull(answer: unknown): unknown {
  return hasCode(answer, code.notFound) ? null : granted(answer)
}

export const hasCode = (error: unknown, expected: number): boolean =>
  error instanceof RpcError && error.code === expected

/** Runs `work`; whatever the node did not answer, or not so that it means anything, becomes `NetworkUnavailable`. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof RpcError)
      throw new NetworkUnavailable(`the node answered: ${cause.message} (${cause.code})`, { cause })
    if (cause instanceof Unreachable || cause instanceof Unanswered)
      throw new NetworkUnavailable(cause.message, { cause })
    // Bytes that the node gave us as a transaction or a block.
    if (cause instanceof Refused)
      throw new NetworkUnavailable('the node answered with bytes that cannot be read', { cause })
    throw cause
  }
}
