import type { CoinCode } from '../coins/index.ts'
import { type Invoice, requirePayable, type UnpaidInvoice } from '../invoices/invoice.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Failpoints } from '../kernel/failpoint.ts'
import { isUid } from '../kernel/ids.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { Timers } from '../kernel/timers.ts'
import type { PaymentReceipt, PaymentSubmission } from '../payment-requests/dialects/dialect.ts'
import { addSpanAttributes, withSpan } from '../platform/tracing.ts'
import { type PaymentChains, requirePaymentChain, rethrowAsApiError } from './chain.ts'
import { checkTransactions } from './check-transactions.ts'
import type { ClaimInput, ClaimResult } from './claim.ts'
import { createClaimLimits } from './claim-limits.ts'
import { type ClaimWait, createClaimWait } from './claim-wait.ts'
import { createDeadline } from './deadline.ts'
import { toReceipt } from './deliver.ts'
import type { FirstDelivery } from './delivery-attempt.ts'
import { buildPayment } from './new-payment.ts'
import { type ParsedSubmission, parseSubmission } from './parse.ts'
import { isRepeat, type Payment } from './payment.ts'
import { createSubmissionQueue, type QueuedSubmission } from './queue.ts'
import type { MatchSubmission, SubmissionMatch } from './submission-matcher.ts'
import { findWatchedInputs } from './watched-inputs.ts'

/** Read queries of `submit`. */
export interface SubmitReader {
  findInvoice(uid: string): Promise<Invoice | null>
  /** Payments of an invoice with this transaction that a resubmission can match: those being settled, the accepted one, and those found that count. */
  findPayments(uid: string, txid: string): Promise<Payment[]>
  /** The account's current numbers of required confirmations. For other coins, the service's setting applies. */
  findRequiredConfirmations(accountId: number): Promise<ReadonlyMap<CoinCode, number>>
}

interface SubmitDependencies {
  readonly reader: SubmitReader
  /** Finds the quote that the last transaction pays. */
  readonly matchSubmission: MatchSubmission
  /** Claims the invoice and stores the payment. Null if the invoice or an output is already claimed. */
  readonly claim: (payment: Payment, input: ClaimInput) => Promise<ClaimResult | null>
  readonly deliver: (
    payment: Payment,
    firstDelivery: FirstDelivery | undefined,
  ) => Promise<PaymentReceipt | null>
  /** Delivers an earlier payment again. Null while another process is sending it. */
  readonly resume: (payment: Payment) => Promise<PaymentReceipt | null>
  /** Handles an accepted payment that is submitted again, perhaps with other bytes. Returns the updated payment. */
  readonly renew: (payment: Payment, parsed: ParsedSubmission) => Promise<Payment>
  readonly chains: PaymentChains
  readonly rejectsReplaceable: (coin: CoinCode) => boolean
  readonly clock: Clock
  readonly timers: Timers
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
  /** The client's IP address, used to rate-limit rejected claims. */
  readonly address: string
}

/** A submission while it is being settled. */
interface Attempt {
  readonly parsed: ParsedSubmission
  readonly arrival: Instant
  readonly address: string
  readonly claimWait: ClaimWait
  readonly queued: QueuedSubmission
}

/** Processes a payment from top to bottom: check, claim, broadcast, settle. */
export function createPaymentSubmitter(dependencies: SubmitDependencies) {
  const { reader, chains, clock, checkFailpoint } = dependencies
  const limits = createClaimLimits(clock)
  const enqueue = createSubmissionQueue()
  return (request: SubmitRequest) => withSpan('submit payment', () => submit(request))

  /** @throws {ApiError} with one of the payment codes; never {NetworkUnavailableError}, which becomes an ApiError here */
  async function submit({
    uid,
    pathCoin,
    submission,
    arrival,
    address,
  }: SubmitRequest): Promise<PaymentReceipt> {
    const parsed = await dependencies.runSteps(parseSubmission(submission, pathCoin))
    await checkFailpoint('payment.parsed')
    if (!isUid(uid)) throw new ApiError('invoice_not_found')
    addSpanAttributes({ 'quittance.invoice': uid, 'quittance.coin': parsed.coin.code })
    const queued = enqueue(uid)
    try {
      return await processSubmission(uid, {
        parsed,
        arrival,
        address,
        queued,
        claimWait: createClaimWait(dependencies.timers),
      })
    } finally {
      queued.remove()
    }
  }

  async function processSubmission(uid: string, attempt: Attempt): Promise<PaymentReceipt> {
    const { parsed, claimWait } = attempt
    for (;;) {
      const invoice = await reader.findInvoice(uid)
      if (!invoice) throw new ApiError('invoice_not_found')
      const repeatedPayment = await findRepeat(invoice, parsed)
      if (repeatedPayment?.status === 'sending') {
        const receipt = await dependencies.resume(repeatedPayment)
        if (receipt) return receipt
        await claimWait.waitForDelivery()
        continue
      }
      if (repeatedPayment) return toReceipt(await dependencies.renew(repeatedPayment, parsed))
      const unpaid = requirePayable(invoice)
      const receipt = unpaid.claimedBy === null && (await processNewPayment(unpaid, attempt))
      if (receipt) return receipt
      await claimWait.wait()
    }
  }

  /** The earlier payment in this coin with the same transactions in the same order. */
  async function findRepeat(
    invoice: Invoice,
    { coin, transactions }: ParsedSubmission,
  ): Promise<Payment | undefined> {
    const txids = transactions.map(({ parsed }) => parsed.id)
    const payments = await reader.findPayments(invoice.uid, txids.at(-1) ?? '')
    const repeatedPayment = payments.find((payment) => payment.coin === coin.code && isRepeat(payment, txids))
    if (repeatedPayment && invoice.status === 'reversed') throw new ApiError('invoice_reversed')
    return repeatedPayment
  }

  /** Null when another payment, or a concurrent repeat, claimed first, or the chain changed: retry from the start. */
  async function processNewPayment(invoice: UnpaidInvoice, attempt: Attempt): Promise<PaymentReceipt | null> {
    const { parsed, address, claimWait, queued } = attempt
    const checked = await check(invoice, attempt).catch(async (error: unknown) => {
      // The check may fail because the same payment was just accepted: its inputs are then spent by itself.
      if (await findRepeat(invoice, parsed)) return null
      throw error
    })
    if (!checked) return null
    await checkFailpoint('payment.verified')
    const { payment, claimInput, firstDelivery } = checked
    if (!claimInput.isVerified) queued.yieldToOthers()
    while (!claimInput.isVerified && queued.hasOthers()) await claimWait.wait()
    const claimant = { uid: invoice.uid, address, isVerified: claimInput.isVerified }
    if (!firstDelivery.isTested) limits.check(claimant)
    const claimResult = await dependencies.claim(payment, claimInput)
    if (!claimResult) return null
    // Only a rejection of the first delivery is final: later on, the payment may already have been sent.
    const delivery = dependencies.deliver(payment, claimResult === 'new' ? firstDelivery : undefined)
    return delivery.catch((error: unknown) => {
      if (!firstDelivery.isTested && error instanceof ApiError && error.status < 500)
        limits.countRejected(claimant)
      throw error
    })
  }

  /** All checks of the transactions: what they pay (`matchSubmission`), and whether the network would accept them (`checkTransactions`). */
  async function check(invoice: UnpaidInvoice, { parsed, arrival, queued }: Attempt) {
    const match = await dependencies.matchSubmission(invoice, parsed, arrival)
    queued.join()
    return checkAndBuild(invoice, parsed, match)
  }

  async function checkAndBuild(invoice: UnpaidInvoice, parsed: ParsedSubmission, match: SubmissionMatch) {
    const { coin, transactions } = parsed
    const chain = requirePaymentChain(chains, coin)
    const followedTip = await chain.findFollowedTip()
    const sinceHeight = chain.getTipHeight()
    const { feeRate } = match.request
    const rules = {
      feeRate,
      sinceHeight: match.sinceHeight,
      rejectsReplaceable: dependencies.rejectsReplaceable(coin.code),
      checkDeadline: createDeadline(dependencies.timers),
      runSteps: dependencies.runSteps,
    }
    const [result, required] = await Promise.all([
      checkTransactions(parsed, chain, chains.signatures, rules).catch(rethrowAsApiError(coin)),
      reader.findRequiredConfirmations(invoice.accountId),
    ])
    const inputs = await findWatchedInputs(parsed, result, {
      network: chain.network,
      runSteps: dependencies.runSteps,
      checkDeadline: rules.checkDeadline,
    }).catch(rethrowAsApiError(coin))
    const payment = buildPayment(invoice, match, {
      coin: coin.code,
      transactions,
      result,
      sinceHeight,
      requiredConfirmations: invoice.confirmations ?? required.get(coin.code) ?? null,
      now: clock.now(),
    })
    const revision = invoice.anyWallet && invoice.revision
    const claimInput = {
      inputs,
      outputs: match.outputs,
      isVerified: result.isVerified,
      followedTip,
      revision,
    }
    const firstDelivery = { feeRate, unmined: result.unmined, isTested: result.isTested }
    return { payment, claimInput, firstDelivery }
  }
}
