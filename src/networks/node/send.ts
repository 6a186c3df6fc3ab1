import type { Broadcast, Verdict } from '../network.ts'
import { type Rpc, RpcError, Unreachable } from '../rpc.ts'
import { flag, list, members, text } from './answer.ts'
import { code, hasCode } from './ask.ts'
import { classify, isVerdict } from './classify.ts'
import type { NodeDifferences } from './differences.ts'
import { coinsOf } from './exact.ts'

/** `testmempoolaccept` says its reasons as `sendrawtransaction` does with this code. */
const rejected = -26

/**
 * Would the node take the transaction? "I have it already" is acceptance; nodes without `testmempoolaccept` answer `untested`.
 * @throws {RpcError} · {Unreachable} · {Unanswered} the node did not judge it
 */
export async function testTransaction(
  rpc: Rpc,
  node: NodeDifferences,
  hex: string,
): Promise<Verdict | 'untested'> {
  if (!node.tests) return 'untested'
  try {
    const [answer] = list(await rpc.call('testmempoolaccept', [[hex], node.anyFee]))
    const { allowed, fees, 'reject-reason': reason } = members(answer)
    if (!flag(allowed)) return verdict(rejected, text(reason))
    // BCH says nothing of fees.
    const fee = fees === undefined ? null : coinsOf(members(fees).base)
    return { accepted: true, ...(fee === null ? {} : { fee }) }
  } catch (error) {
    if (hasCode(error, code.noSuchMethod)) return 'untested'
    if (error instanceof RpcError && isVerdict(error.code)) return verdict(error.code, error.message)
    throw error
  }
}

function verdict(errorCode: number, message: string): Verdict {
  const judgement = classify(errorCode, message)
  return 'known' in judgement ? { accepted: true, known: true } : { accepted: false, rejection: judgement }
}

/** Codes with which a node turns a call away before it looks at the transaction: not warm, no such method, wrongly called. */
const untouched = new Set([-28, -32601, -32602, -32600, -32700, -3, -8])

/** Hands the transaction on. Never throws: whatever is not a clear yes, no or "not sent" is `unknown`. */
export async function broadcastTransaction(rpc: Rpc, node: NodeDifferences, hex: string): Promise<Broadcast> {
  try {
    text(await rpc.call('sendrawtransaction', [hex, node.anyFee]))
    return { outcome: 'accepted' }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (error instanceof Unreachable) return { outcome: 'unsent', text: said }
    if (!(error instanceof RpcError)) return { outcome: 'unknown', text: said }
    if (untouched.has(error.code)) return { outcome: 'unsent', text: `${said} (${error.code})` }
    if (!isVerdict(error.code)) return { outcome: 'unknown', text: `${said} (${error.code})` }
    const judgement = classify(error.code, said)
    return 'known' in judgement ? { outcome: 'accepted' } : { outcome: 'rejected', rejection: judgement }
  }
}
