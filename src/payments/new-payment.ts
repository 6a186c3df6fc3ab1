import type { CoinCode } from '../coins/index.ts'
import type { UnpaidInvoice } from '../invoices/invoice.ts'
import type { Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import { getRequestTotal } from '../payment-requests/request.ts'
import type { TransactionCheckResult } from './check-transactions.ts'
import type { ParsedSubmission } from './parse.ts'
import { leaseMs, type Payment } from './payment.ts'
import type { SubmissionMatch } from './submission-matcher.ts'

interface NewPaymentInput {
  readonly coin: CoinCode
  readonly transactions: ParsedSubmission['transactions']
  readonly result: TransactionCheckResult
  /** Chain height before the check. */
  readonly sinceHeight: number
  readonly requiredConfirmations: number | null
  readonly now: Instant
}

/** The payment as it is claimed. */
export function buildPayment(
  invoice: UnpaidInvoice,
  { request, snapshotId, value }: SubmissionMatch,
  { coin, transactions, result, sinceHeight, requiredConfirmations, now }: NewPaymentInput,
): Payment {
  return {
    id: `pay_${generateId(now)}`,
    invoiceUid: invoice.uid,
    coin,
    status: 'sending',
    amount: getRequestTotal(request),
    networkFee: [...result.unmined.values()].reduce((sum, { fee }) => sum + fee, 0n),
    snapshotId,
    sinceHeight: result.block ? Math.min(sinceHeight, result.block.height - 1) : sinceHeight,
    claimedAt: now,
    leaseUntil: now + leaseMs,
    signalsReplacement: result.signalsReplacement,
    requiredConfirmations,
    txid: transactions.at(-1)?.parsed.id ?? '',
    transactions: transactions.map(({ hex, parsed: { id: txid } }) => ({ txid, hex })),
    block: result.block,
    doubleSpent: null,
    isReplaced: false,
    acceptedAt: null,
    confirmedAt: null,
    via: 'protocol',
    value,
    isCounted: true,
  }
}
