import type { CoinCode } from '../coins/index.ts'
import { type Invoice, requirePayable } from '../invoices/invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { Timers } from '../kernel/timers.ts'
import type { UnsignedSubmission } from '../payment-requests/dialects/dialect.ts'
import { addSpanAttributes, withSpan } from '../platform/tracing.ts'
import { type PaymentChains, requirePaymentChain, rethrowAsApiError } from './chain.ts'
import { checkUnsignedTransactions } from './check-transactions.ts'
import { createDeadline } from './deadline.ts'
import { type ParsedSubmission, parseSubmission } from './parse.ts'
import type { MatchSubmission } from './submission-matcher.ts'

interface VerifyUnsignedDependencies {
  readonly findInvoice: (uid: string) => Promise<Invoice | null>
  readonly matchSubmission: MatchSubmission
  readonly chains: PaymentChains
  readonly rejectsReplaceable: (coin: CoinCode) => boolean
  readonly timers: Timers
  readonly runSteps: RunSteps
}

export interface VerifyUnsignedRequest {
  readonly uid: string
  /** The coin of the URL that it was posted to, or null when only the body names it. */
  readonly pathCoin: string | null
  readonly unsigned: UnsignedSubmission
  readonly arrival: Instant
}

/** Checks a transaction before it is signed, like a payment but without side effects, so that errors surface early. */
export function createUnsignedVerifier({
  findInvoice,
  matchSubmission,
  chains,
  rejectsReplaceable,
  timers,
  runSteps,
}: VerifyUnsignedDependencies) {
  return (request: VerifyUnsignedRequest) => withSpan('verify payment', () => verify(request))

  /** @throws {ApiError} as for a payment, except errors that only signatures can reveal */
  async function verify({ uid, pathCoin, unsigned, arrival }: VerifyUnsignedRequest): Promise<void> {
    const { coin: name, transaction, size } = unsigned
    const parsed = await runSteps(parseSubmission({ coin: name, transactions: [transaction] }, pathCoin))
    const invoice = isUid(uid) ? await findInvoice(uid) : null
    if (!invoice) throw new ApiError('invoice_not_found')
    addSpanAttributes({ 'quittance.invoice': uid, 'quittance.coin': parsed.coin.code })
    const unpaid = requirePayable(invoice)
    if (unpaid.claimedBy !== null) throw new ApiError('payment_in_flight')
    const { request, sinceHeight } = await matchSubmission(unpaid, parsed, arrival)
    const { coin } = parsed
    const claimed = size !== null && isPlausibleSize(size, parsed) ? { size } : {}
    const rules = {
      feeRate: request.feeRate,
      sinceHeight,
      rejectsReplaceable: rejectsReplaceable(coin.code),
      checkDeadline: createDeadline(timers),
      runSteps,
      ...claimed,
    }
    await checkUnsignedTransactions(parsed, requirePaymentChain(chains, coin), rules).catch(
      rethrowAsApiError(coin),
    )
  }
}

/**
 * Rejects a claimed size below the size of the submitted bytes, or above the maximum of a payment. Placeholders may be longer than the
 * signatures, by as many bytes as the fee check exempts.
 */
function isPlausibleSize(size: number, { coin, transactions }: ParsedSubmission): boolean {
  const [submitted] = transactions
  const minSize = submitted === undefined ? 0 : submitted.parsed.virtualSize - submitted.parsed.inputs.length
  return size >= minSize && size <= coin.maxTransactionBytes
}
