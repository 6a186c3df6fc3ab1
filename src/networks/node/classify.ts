import type { Rejection } from '../network.ts'

/** What a node's no means. `known`: it has the transaction already, in its pool or in a block. */
export type Judgement = { readonly known: true } | Rejection

/** Codes of `sendrawtransaction`, the same in all six nodes (Bitcoin's src/rpc/protocol.h). */
const rpc = { undecodable: -22, error: -25, rejected: -26, alreadyKnown: -27 } as const

/** The codes that speak of the transaction. With any other the node has not judged it. */
const verdicts: ReadonlySet<number> = new Set(Object.values(rpc))

/** Is this code the node's word on the transaction? Others say that the node is not warm, was called wrongly, or failed. */
export const isVerdict = (code: number): boolean => verdicts.has(code)

const known: readonly RegExp[] = [
  /^txn-already-in-mempool$/,
  /^txn-already-known$/,
  // The same transaction with another witness: one id, one payment (BTC since 22).
  /^txn-same-nonwitness-data-in-mempool$/,
  /^transaction already in (block chain|the mempool)$/,
  /^transaction outputs already in utxo set$/,
]

/**
 * The reject reasons of the six nodes, whole, in lower case and without what `bare` strips. First match counts.
 * Where they come from: AcceptToMemoryPool and CheckTxInputs of each node (validation.cpp, consensus/tx_verify.cpp).
 */
const reasons: readonly (readonly [RegExp, Rejection['reason']])[] = [
  [/^(missing[ -]inputs|bad-txns-inputs-(missingorspent|spent))$/, 'inputs_missing'],
  // A second spender. "insufficient fee" is what full replacement (BIP125) says to one that pays too little to replace the first.
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
  // Core 31 limits clusters in place of chains; BSV its pool of transactions that are not final.
  [/^(too-long-mempool-chain|too-large-cluster|too-long-non-final-chain)$/, 'chain_too_long'],
  [/^(mempool full|non-final-pool-full)$/, 'pool_full'],
  [/^bad-txns-in-belowout$/, 'outputs_exceed_inputs'],
]

/**
 * What a node's error on `sendrawtransaction`, or the reject reason of its `testmempoolaccept` (code -26), means in our words.
 * Pure; `message` in the spelling of any of the six nodes.
 */
export function classify(code: number, message: string): Judgement {
  const reason = bare(message)
  if (code === rpc.alreadyKnown || known.some((form) => form.test(reason))) return { known: true }
  const row = reasons.find(([form]) => form.test(reason))
  if (row) return { reason: row[1], text: message }
  if (code === rpc.undecodable) return { reason: 'undecodable', text: message }
  // -25 is "missing inputs" in all nodes, unless the text names one of the node's own ceilings (`maxfeerate`, `maxburnamount`).
  if (code === rpc.error && !/fee|maximum/.test(reason)) return { reason: 'inputs_missing', text: message }
  return { reason: 'other', text: message }
}

/** BSV, BCH and DOGE put P2P codes before the reason, BCH also after it, and BCH and newer Core details behind a comma. */
function bare(message: string): string {
  return message
    .replace(/^\d+: /, '')
    .replace(/ \(code \d+\)$/, '')
    .replace(/, .*$/s, '')
    .trim()
    .toLowerCase()
}
