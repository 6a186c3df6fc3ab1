import type { Coin } from '../coins/coin.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Rejection } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import type { PaymentChain } from './chain.ts'
import { createFeeTooLowError, type FeeBasis, type FeeRule } from './fee.ts'
import type { PendingTransaction, Prevout } from './pending-transaction.ts'

interface TestRules {
  readonly createError: (rejection: Rejection, txid: string) => Error
  /** Called before each transaction. Throws once the deadline has passed. */
  readonly checkDeadline?: (() => void) | undefined
}

/**
 * Tests with the node whether it would accept the transactions that it doesn't have yet. If it has no such call (BSV, DOGE), we check
 * maturity and the signatures of known script types ourselves. The same goes for a transaction that spends another of the submission, which
 * the node doesn't know yet. Returns how many the node has tested, and whether every signature was checked, by the node or by us.
 */
export async function testMempoolAcceptance(
  coin: Coin,
  pending: readonly PendingTransaction[],
  chain: PaymentChain,
  signatures: SignatureChecker,
  { createError, checkDeadline = () => {} }: TestRules,
): Promise<{ readonly testedCount: number; readonly isVerified: boolean }> {
  let testedCount = 0
  let isVerified = true
  for (const { hex, parsed, status } of pending) {
    if (status.kind !== 'spendable') continue
    const { prevouts } = status
    const dependsOnSubmission = prevouts.some(({ unconfirmed }) => unconfirmed === 'submission')
    checkDeadline()
    const result = dependsOnSubmission ? 'untested' : await chain.network.testAcceptance(hex)
    if (result !== 'untested') {
      if (!result.accepted) throw createError(result.rejection, parsed.id)
      if (!result.alreadyKnown) testedCount += 1
      continue
    }
    if (prevouts.some((prevout) => isImmature(prevout, chain))) throw new ApiError('tx_rejected')
    const signatureCheck = await signatures.check(coin, parsed, prevouts.map(toOutput))
    if (signatureCheck === 'invalid') throw new ApiError('tx_signature_invalid')
    if (signatureCheck === 'unknown') isVerified = false
  }
  return { testedCount, isVerified }
}

const toOutput = ({ script, amount }: Prevout) => ({ script, amount })

/** Not spendable in the next block. */
const isImmature = ({ coinbaseHeight }: Prevout, { network, getTipHeight }: PaymentChain): boolean =>
  coinbaseHeight !== null && getTipHeight() + 1 - coinbaseHeight < network.coinbaseMaturity

/**
 * Maps a node's rejection to the error for the payer. A problem of the node itself is never the payer's fault. `isPartlySent` says
 * that the node has already accepted earlier transactions of the same submission.
 */
export function mapRejection(
  { reason }: Rejection,
  {
    feeBasis,
    isPartlySent = false,
    ...rule
  }: FeeRule & { readonly feeBasis: FeeBasis; readonly isPartlySent?: boolean },
): ApiError {
  switch (reason) {
    case 'inputs_missing':
      return new ApiError('tx_inputs_unknown')
    case 'inputs_spent':
      return new ApiError('tx_inputs_spent', isPartlySent)
    case 'fee_too_low':
      return createFeeTooLowError(feeBasis, rule, isPartlySent)
    case 'signature_invalid':
      return new ApiError('tx_signature_invalid')
    case 'not_final':
      return new ApiError('tx_not_final')
    case 'chain_too_long':
      return new ApiError('tx_chain_too_long', false)
    case 'outputs_exceed_inputs':
      return new ApiError('tx_outputs_exceed_inputs')
    case 'pool_full':
    case 'node_busy':
      return new ApiError('network_unavailable', rule.coin.name, isPartlySent)
    case 'fee_too_high':
    case 'undecodable':
    case 'other':
      return new ApiError('tx_rejected', isPartlySent)
  }
}
