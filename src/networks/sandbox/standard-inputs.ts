import type { TransactionOutput } from '../../coins/coin.ts'
import type { MempoolRejection } from './rejection.ts'
import { computeSigopCost } from './script/sigops.ts'
import { hasStandardRedeemScripts, hasStandardWitnesses } from './script/standard.ts'
import { getLockingScript } from './script/tokens.ts'
import { getScriptType } from './script-view.ts'
import type { ValidationContext } from './validate.ts'

/** MAX_STANDARD_TX_SIGOPS_COST: a fifth of a block's limit. */
const maxSigopCost = 16_000n
/** DEFAULT_BYTES_PER_SIGOP: the minimum size that a transaction pays for per signature operation. */
const bytesPerSigop = 20n

/**
 * Returns a rejection if a spent output has a nonstandard type or is expensive to verify (`AreInputsStandard` and the checks after it).
 */
export function checkInputsStandard(
  { coin, node, transaction }: ValidationContext,
  spentOutputs: readonly TransactionOutput[],
): MempoolRejection | null {
  if (node.relaysAnyScript) return null
  const scripts = spentOutputs.map(({ script }) => ({ script: getLockingScript(coin, script) }))
  const isKnown = scripts.every(({ script }) => {
    const type = getScriptType(script)
    return type !== 'nonstandard' && type !== 'witness_unknown'
  })
  if (!isKnown || !hasStandardRedeemScripts(transaction, scripts))
    return { reason: 'bad-txns-nonstandard-inputs' }
  if (coin.signatures === 'segwit' && !hasStandardWitnesses(transaction, spentOutputs)) {
    return { reason: 'bad-witness-nonstandard' }
  }
  const cost = BigInt(computeSigopCost(transaction, spentOutputs))
  const isOverLimit = coin.signatures !== 'forkid' && cost > maxSigopCost
  return isOverLimit ? { reason: 'bad-txns-too-many-sigops', detail: String(cost) } : null
}

/** The sigop-adjusted virtual size, used for fees. BCH and BSV limit signature operations in other ways. */
export function computeRelaySize(
  { coin, transaction }: ValidationContext,
  spentOutputs: readonly TransactionOutput[],
): bigint {
  const size = BigInt(transaction.virtualSize)
  if (coin.signatures === 'forkid') return size
  const bytes = (BigInt(computeSigopCost(transaction, spentOutputs)) * bytesPerSigop + 3n) / 4n
  return bytes > size ? bytes : size
}
