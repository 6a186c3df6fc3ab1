import type { CoinCode } from '../coins/index.ts'
import { type Invoice, requirePayable, type UnpaidInvoice } from '../invoices/invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { isUid, newId } from '../kernel/ids.ts'
import { baseUnits } from '../kernel/money.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { PaymentReceipt, PaymentSubmission } from '../payment-requests/dialects/dialect.ts'
import { type PaymentChains, requireNetwork, rethrowAsApiError } from './chain.ts'
import type { ClaimFacts, ClaimResult } from './claim.ts'
import { createClaimLimits } from './claim-limits.ts'
import { type ClaimWait, createClaimWait } from './claim-wait.ts'
import { createDeadline } from './deadline.ts'
import type { FirstDelivery } from './deliver.ts'
import { receiptOf } from './deliver.ts'
import { type Examined, examine } from './examine.ts'
import { type ParsedSubmission, parseSubmission } from './parse.ts'
import { isRepeat, leaseMs, type Payment } from './payment.ts'
import { createSubmissionQueue, type QueuedSubmission } from './queue.ts'
import type { MatchSubmission, SubmissionMatch } from './submission-matcher.ts'
import { findWatchedInputs } from './watched-inputs.ts'

/** What a submission reads. */
export interface SubmitReader {
  findInvoice(uid: string): Promise<Invoice | null>
  /** Payments of an invoice with this transaction that a repeat can match: those being settled, and the accepted one. */
  findPayments(uid: string, txid: string): Promise<Payment[]>
  /** The account's current number of required confirmations. Null: the service's setting applies. */
  findRequiredConfirmations(accountId: number, coin: CoinCode): Promise<number | null>
}

export interface SubmitParts {
  readonly reader: SubmitReader
  /** Finds the price that the last transaction pays: checks 4 to 6. */
  readonly matchSubmission: MatchSubmission
  /** The first write: the claimed invoice and the payment with its bytes and outputs. Null when the invoice or an output was taken. */
  readonly claim: (payment: Payment, facts: ClaimFacts) => Promise<ClaimResult | null>
  readonly deliver: (payment: Payment, first?: FirstDelivery) => Promise<PaymentReceipt>
  /** Checks whether these bytes of an accepted payment are better than the stored ones. Returns the updated payment. */
  readonly renew: (payment: Payment, parsed: ParsedSubmission) => Promise<Payment>
  readonly chains: PaymentChains
  readonly refuseReplaceable: (coin: CoinCode) => boolean
  readonly clock: Clock
  readonly sleep: (ms: number) => Promise<void>
  readonly runSteps: RunSteps
  /** Points where a test makes the process fail. */
  readonly checkFailpoint: Failpoints
}

export interface SubmitRequest {
  readonly uid: string
  /** The coin of the URL that it was posted to, or null when only the body names it. */
  readonly pathCoin: string | null
  readonly submission: PaymentSubmission
  readonly arrival: Instant
  /** The client's network address, which rejected claims are counted by. */
  readonly address: string
}

/** A submission while it is being settled. */
interface Attempt {
  readonly parsed: ParsedSubmission
  readonly arrival: Instant
  readonly address: string
  readonly patience: ClaimWait
  readonly queued: QueuedSubmission
}

/** A payment, top to bottom: check, claim, broadcast, settle. */
export function createPaymentSubmitter(parts: SubmitParts) {
  const { reader, chains, clock, checkFailpoint } = parts
  const limits = createClaimLimits(clock)
  const enter = createSubmissionQueue()
  return submit

  /** @throws {ApiError} with one of the payment codes; never {NetworkUnavailable}, which becomes an ApiError here */
  async function submit({
    uid,
    pathCoin,
    submission,
    arrival,
    address,
  }: SubmitRequest): Promise<PaymentReceipt> {
    const parsed = await parts.runSteps(parseSubmission(submission, pathCoin))
    await checkFailpoint('payment.parsed')
    if (!isUid(uid)) throw new ApiError('invoice_not_found')
    const queued = enter(uid)
    try {
      return await settle(uid, {
        parsed,
        arrival,
        address,
        queued,
        patience: createClaimWait(clock, parts.sleep),
      })
    } finally {
      queued.leave()
    }
  }

  async function settle(uid: string, attempt: Attempt): Promise<PaymentReceipt> {
    const { parsed, patience } = attempt
    for (;;) {
      const invoice = await reader.findInvoice(uid)
      if (!invoice) throw new ApiError('invoice_not_found')
      const earlier = await repeated(invoice, parsed)
      if (earlier?.status === 'sending') return parts.deliver(earlier)
      if (earlier) return receiptOf(await parts.renew(earlier, parsed))
      const unpaid = requirePayable(invoice)
      const receipt = unpaid.claimedBy === null && (await settleFresh(unpaid, attempt))
      if (receipt) return receipt
      await patience.wait()
    }
  }

  /** The earlier payment in this coin with the same transactions in the same order. */
  async function repeated(
    invoice: Invoice,
    { coin, transactions }: ParsedSubmission,
  ): Promise<Payment | undefined> {
    const txids = transactions.map(({ parsed }) => parsed.id)
    const payments = await reader.findPayments(invoice.uid, txids.at(-1) ?? '')
    const earlier = payments.find((payment) => payment.coin === coin.code && isRepeat(payment, txids))
    if (earlier && invoice.status === 'reversed') throw new ApiError('invoice_reversed')
    return earlier
  }

  /** Null when another payment, or a concurrent repeat, claimed first, or the chain changed: retry from the start. */
  async function settleFresh(invoice: UnpaidInvoice, attempt: Attempt): Promise<PaymentReceipt | null> {
    const { parsed, address, patience, queued } = attempt
    const checked = await check(invoice, attempt).catch(async (error: unknown) => {
      // The check may fail because the same payment was just accepted: its inputs are then spent by itself.
      if (await repeated(invoice, parsed)) return null
      throw error
    })
    if (!checked) return null
    await checkFailpoint('payment.verified')
    const { payment, facts, first } = checked
    if (!facts.verified) queued.giveWay()
    while (!facts.verified && queued.hasOthers()) await patience.wait()
    const claimant = { uid: invoice.uid, address, verified: facts.verified }
    if (!first.judged) limits.check(claimant)
    const claimed = await parts.claim(payment, facts)
    if (!claimed) return null
    await checkFailpoint('payment.claimed')
    // It may have been sent before. Only on the first delivery is every rejection final.
    return parts.deliver(payment, claimed === 'fresh' ? first : undefined).catch((error: unknown) => {
      if (!first.judged && error instanceof ApiError && error.status < 500) limits.countRefused(claimant)
      throw error
    })
  }

  /** Checks 4 to 11. */
  async function check(invoice: UnpaidInvoice, { parsed, arrival, queued }: Attempt) {
    const match = await parts.matchSubmission(invoice, parsed, arrival)
    queued.join()
    return examined(invoice, parsed, match)
  }

  async function examined(invoice: UnpaidInvoice, parsed: ParsedSubmission, match: SubmissionMatch) {
    const { coin, transactions } = parsed
    const chain = requireNetwork(chains, coin)
    const followedTip = await chain.followedTip()
    const sinceHeight = chain.tipHeight()
    const { feeRate } = match.request
    const rules = {
      feeRate,
      sinceHeight: match.sinceHeight,
      refuseReplaceable: parts.refuseReplaceable(coin.code),
      checkDeadline: createDeadline(clock),
      runSteps: parts.runSteps,
    }
    const [found, depth] = await Promise.all([
      examine(parsed, chain, chains.signatures, rules).catch(rethrowAsApiError(coin)),
      reader.findRequiredConfirmations(invoice.accountId, coin.code),
    ])
    const inputs = await findWatchedInputs(parsed, found, {
      network: chain.network,
      runSteps: parts.runSteps,
      checkDeadline: rules.checkDeadline,
    }).catch(rethrowAsApiError(coin))
    const payment = newPayment(invoice, match, {
      coin: coin.code,
      transactions,
      found,
      sinceHeight,
      depth,
      now: clock.now(),
    })
    const facts = { inputs, outputs: match.outputs, verified: found.verified, followedTip }
    return { payment, facts, first: { feeRate, unmined: found.unmined, judged: found.judged } }
  }
}

interface Checked {
  readonly coin: CoinCode
  readonly transactions: ParsedSubmission['transactions']
  readonly found: Examined
  /** Chain height before the check. */
  readonly sinceHeight: number
  readonly depth: number | null
  readonly now: Instant
}

/** The payment as it is claimed. */
function newPayment(
  invoice: UnpaidInvoice,
  { request, snapshotId }: SubmissionMatch,
  { coin, transactions, found, sinceHeight, depth, now }: Checked,
): Payment {
  return {
    id: `pay_${newId(now)}`,
    invoiceUid: invoice.uid,
    coin,
    status: 'sending',
    amount: request.outputs.reduce((sum, { amount }) => baseUnits(sum + amount), baseUnits(0n)),
    networkFee: [...found.unmined.values()].reduce((sum, { fee }) => sum + fee, 0n),
    snapshotId,
    sinceHeight: found.block ? Math.min(sinceHeight, found.block.height - 1) : sinceHeight,
    claimedAt: now,
    leaseUntil: now + leaseMs,
    replaceable: found.replaceable,
    requiredConfirmations: depth,
    transactions: transactions.map(({ hex, parsed: { id: txid } }) => ({ txid, hex })),
    block: found.block,
    doubleSpent: null,
    acceptedAt: null,
    confirmedAt: null,
    reason: null,
  }
}
