import type { Coin } from '../coins/coin.ts'
import { Refused } from '../kernel/refused.ts'
import type { Rejection } from '../networks/network.ts'
import type { SignatureChecker } from '../networks/signatures.ts'
import type { PaymentChain } from './chain.ts'
import type { Open } from './examine.ts'
import type { Held } from './standing.ts'
import { feeTooLow, type Weighed } from './verify.ts'

/** Consensus of every coin: a mined reward can be spent a hundred blocks later. */
const coinbaseMaturity = 100

interface TestRules {
  readonly refused: (rejection: Rejection) => Error
  /** Called before each: throws when the time is up. */
  readonly hurry?: (() => void) | undefined
}

/**
 * Asks the node whether it would take what it does not have yet. Where it has no such call (BSV, DOGE), the checks are ours: maturity and
 * the signatures of the forms that we know. A transaction on top of another of the same submission can be judged only once that is sent.
 * How many of them the node has judged.
 */
export async function testFresh(
  coin: Coin,
  open: readonly Open[],
  chain: PaymentChain,
  signatures: SignatureChecker,
  { refused, hurry = () => {} }: TestRules,
): Promise<number> {
  let judged = 0
  for (const { hex, parsed, standing } of open) {
    if (standing.known !== 'fresh') continue
    const { held } = standing
    const rests = held.some(({ unconfirmed }) => unconfirmed === 'submission')
    hurry()
    const verdict = rests ? 'untested' : await chain.network.test(hex)
    if (verdict !== 'untested') {
      if (!verdict.accepted) throw refused(verdict.rejection)
      if (!verdict.known) judged += 1
      continue
    }
    if (held.some((each) => isImmature(each, chain.tipHeight()))) throw new Refused('tx_rejected')
    if ((await signatures.check(coin, parsed, held.map(toOutput))) === 'invalid') {
      throw new Refused('tx_signature_invalid')
    }
  }
  return judged
}

const toOutput = ({ script, amount }: Held) => ({ script, amount })

/** Not spendable in the next block. */
const isImmature = ({ coinbaseHeight }: Held, tipHeight: number): boolean =>
  coinbaseHeight !== null && tipHeight + 1 - coinbaseHeight < coinbaseMaturity

/**
 * A node's no as our answer to the payer. What is the node's own trouble is never the payer's fault. `begun`: it has taken those of the same
 * submission that come before.
 */
export function refuseRejected(
  { reason }: Rejection,
  coin: Coin,
  { feeRate, submission, begun = false }: { feeRate: bigint; submission: Weighed; begun?: boolean },
): Refused {
  switch (reason) {
    case 'inputs_missing':
      return new Refused('tx_inputs_unknown')
    case 'inputs_spent':
      return new Refused('tx_inputs_spent', begun)
    case 'fee_too_low':
      return feeTooLow(feeRate, submission, { begun })
    case 'signature_invalid':
      return new Refused('tx_signature_invalid')
    case 'not_final':
      return new Refused('tx_not_final')
    case 'chain_too_long':
      return new Refused('tx_chain_too_long')
    case 'outputs_exceed_inputs':
      return new Refused('tx_outputs_exceed_inputs')
    case 'pool_full':
      return new Refused('network_unavailable', coin.name, begun)
    case 'fee_too_high':
    case 'undecodable':
    case 'other':
      return new Refused('tx_rejected', begun)
  }
}
