import type { Rejection } from '../network.ts'

/** The meaning of a node's error. `alreadyKnown`: the node already has the transaction, in its mempool or in a block. */
type ErrorClassification = { readonly alreadyKnown: true } | Rejection

/** Error codes of `sendrawtransaction`, the same in all six nodes (Bitcoin's src/rpc/protocol.h). */
const rpc = { undecodable: -22, error: -25, rejected: -26, alreadyKnown: -27 } as const

/** The codes that are about the transaction. Any other code is not a verdict on it. */
const verdicts: ReadonlySet<number> = new Set(Object.values(rpc))

/**
 * Whether this code is the node's verdict on the transaction. Other codes mean that the node is warming up, was called incorrectly, or
 * failed.
 */
export const isVerdict = (code: number): boolean => verdicts.has(code)

const alreadyKnownReasons: readonly RegExp[] = [
  /^txn-already-in-mempool$/,
  /^txn-already-known$/,
  // The same transaction with another witness: one id, one payment (BTC since 22).
  /^txn-same-nonwitness-data-in-mempool$/,
  /^transaction already in (block chain|the mempool)$/,
  /^transaction outputs already in utxo set$/,
]

/**
 * The reject reasons of the six nodes, matched against the whole lower-case message after `normaliseReason`. The first match wins.
 * Sources: AcceptToMemoryPool and CheckTxInputs of each node (validation.cpp, consensus/tx_verify.cpp).
 */
const reasons: readonly (readonly [RegExp, Rejection['reason']])[] = [
  [
    /^(missing[ -]inputs|bad-txns-inputs-(missingorspent|spent)|inputs not found or already spent)$/,
    'inputs_missing',
  ],
  // A conflicting transaction. Full replace-by-fee (BIP125) reports "insufficient fee" when it pays too little to replace the first one.
  [/^(txn-mempool-conflict|txn-double-spend-detected|tx-txlock-conflict)$/, 'inputs_spent'],
  [
    /^(insufficient fee|bad-txns-spends-conflicting-tx|replacement-|too many potential replacements)/,
    'inputs_spent',
  ],
  [/^(min relay fee|mempool min fee) not met$/, 'fee_too_low'],
  // Before Core 0.15 (DOGE): priority and the limit on free transactions are fee rules too.
  [/^(insufficient[ -]priority|rate limited free transaction)$/, 'fee_too_low'],
  [/^(absurdly-high-fee|max-fee-exceeded|fee exceeds maximum)/, 'fee_too_high'],
  // "mandatory-script-verify-flag-failed (Signature must be zero for …)"; "mempool-" since Core 28, "flexible-" in BSV.
  [/(^|-)script-verify-flag/, 'signature_invalid'],
  [/^(bad-txns-nonfinal|non-final|non-bip68-final)$/, 'not_final'],
  // Core 31 limits clusters instead of chains. BSV limits its pool of non-final transactions.
  [/^(too-long-mempool-chain|too-large-cluster|too-long-non-final-chain)$/, 'chain_too_long'],
  [/^(mempool full|non-final-pool-full)$/, 'pool_full'],
  // BSV aborts slow scripts while it is busy.
  [/^too-long-validation-time$/, 'node_busy'],
  [/^bad-txns-in-belowout$/, 'outputs_exceed_inputs'],
]

/**
 * Translates a node's `sendrawtransaction` error, or the reject reason of its `testmempoolaccept` (code -26), into our own codes.
 * Pure. `message` may be worded as in any of the six nodes.
 */
export function classifyNodeError(code: number, message: string): ErrorClassification {
  const reason = normaliseReason(message)
  if (code === rpc.alreadyKnown || alreadyKnownReasons.some((pattern) => pattern.test(reason)))
    return { alreadyKnown: true }
  const row = reasons.find(([pattern]) => pattern.test(reason))
  if (row) return { reason: row[1], text: message }
  if (code === rpc.undecodable) return { reason: 'undecodable', text: message }
  return { reason: code === rpc.error ? classifyGenericError(reason) : 'other', text: message }
}

/**
 * The meaning of error -25 when its message matches no pattern above. Nodes use it for inputs they can't find, for their own limits
 * (`maxfeerate`, `maxburnamount`), and for internal errors before any verdict ("Mempool internal error").
 */
function classifyGenericError(reason: string): Rejection['reason'] {
  if (reason === '') return 'inputs_missing'
  return /fee|maximum/.test(reason) ? 'other' : 'node_busy'
}

/**
 * Strips P2P codes, which BSV, BCH and DOGE put before the reason (BCH also after it), and details, which BCH and newer Core add after a
 * comma.
 */
function normaliseReason(message: string): string {
  return message
    .replace(/^\d+: /, '')
    .replace(/ \(code \d+\)$/, '')
    .replace(/, .*$/s, '')
    .trim()
    .toLowerCase()
}
