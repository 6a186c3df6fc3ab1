import type { CoinCode } from '../coins/index.ts'
import { type Invoice, requirePayable, type Unpaid } from '../invoices/invoice.ts'
import { type Clock, type Instant, second } from '../kernel/clock.ts'
import type { Passing } from '../kernel/failpoint.ts'
import { isUid, newId } from '../kernel/ids.ts'
import { baseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { Receipt, Submission } from '../payment-requests/dialects/dialect.ts'
import { type PaymentChains, refuseUnavailable, requireNetwork } from './chain.ts'
import type { Claimed } from './claim.ts'
import type { FirstDelivery } from './deliver.ts'
import { receiptOf } from './deliver.ts'
import { examine } from './examine.ts'
import { hurrying } from './hurry.ts'
import type { Matched, Matching } from './matching.ts'
import { type ParsedSubmission, parseSubmission } from './parse.ts'
import { isRepeat, leaseMs, type Payment, type TakenOutput } from './payment.ts'

/** What the money path reads. */
export interface SubmitReader {
  invoice(uid: string): Promise<Invoice | null>
  /** Payments of an invoice that answer a repeat: those being settled, and the one that was accepted. */
  payments(uid: string): Promise<Payment[]>
  /** How many confirmations the account waits for now; null: as the service's settings say. */
  depth(accountId: number, coin: CoinCode): Promise<number | null>
}

export interface SubmitParts {
  readonly reader: SubmitReader
  /** Finds the price at which the last transaction pays: checks 4 to 6. */
  readonly matching: Matching
  /** The first write: invoice claimed, payment with its bytes and outputs. Null when the invoice or an output was taken meanwhile. */
  readonly claim: (
    payment: Payment,
    parsed: ParsedSubmission,
    outputs: readonly TakenOutput[],
  ) => Promise<Claimed | null>
  readonly deliver: (payment: Payment, first?: FirstDelivery) => Promise<Receipt>
  /** Looks whether these bytes of an accepted payment are better than those that are stored. The payment as it then is. */
  readonly renew: (payment: Payment, parsed: ParsedSubmission) => Promise<Payment>
  readonly chains: PaymentChains
  readonly refuseReplaceable: (coin: CoinCode) => boolean
  readonly clock: Clock
  readonly sleep: (ms: number) => Promise<void>
  /** Places where a test makes the process fail. */
  readonly at: Passing
}

export interface Submitted {
  readonly uid: string
  /** The coin of the address that it was sent to, or null where the body alone names it. */
  readonly pathCoin: string | null
  readonly submission: Submission
  readonly arrival: Instant
}

/** How long a submission waits for another payment's claim to end. */
const claimWaitMs = 2 * second
const claimPollMs = 50

/** The money path, top to bottom: check, claim, broadcast, settle. */
export function submitPayments(parts: SubmitParts) {
  const { reader, chains, clock, at } = parts
  return submit

  /** @throws {Refused} with one of the codes of payments · {NetworkUnavailable} never: that is a refusal here */
  async function submit({ uid, pathCoin, submission, arrival }: Submitted): Promise<Receipt> {
    const parsed = parseSubmission(submission, pathCoin)
    await at('payment.parsed')
    if (!isUid(uid)) throw new Refused('invoice_not_found')
    const patience = waiting(clock, parts.sleep)
    for (;;) {
      const invoice = await reader.invoice(uid)
      if (!invoice) throw new Refused('invoice_not_found')
      const earlier = await repeated(invoice, parsed)
      if (earlier?.status === 'sending') return parts.deliver(earlier)
      if (earlier) return receiptOf(await parts.renew(earlier, parsed))
      const unpaid = requirePayable(invoice)
      const receipt = unpaid.claimedBy === null && (await settleFresh(unpaid, parsed, arrival))
      if (receipt) return receipt
      await patience.wait()
    }
  }

  /** The payment of the same transactions of that coin, in the same order, that was taken before. */
  async function repeated(
    invoice: Invoice,
    { coin, transactions }: ParsedSubmission,
  ): Promise<Payment | undefined> {
    const txids = transactions.map(({ parsed }) => parsed.id)
    const payments = await reader.payments(invoice.uid)
    const earlier = payments.find((payment) => payment.coin === coin.code && isRepeat(payment, txids))
    if (earlier && invoice.status === 'reversed') throw new Refused('invoice_reversed')
    return earlier
  }

  /** Null when another payment, or the same one sent at the same time, was quicker to claim: look again. */
  async function settleFresh(
    invoice: Unpaid,
    parsed: ParsedSubmission,
    arrival: Instant,
  ): Promise<Receipt | null> {
    const checked = await check(invoice, parsed, arrival).catch(async (error: unknown) => {
      // What we refuse may be refused because it was just taken: its coins are spent then, by itself.
      if (await repeated(invoice, parsed)) return null
      throw error
    })
    if (!checked) return null
    await at('payment.verified')
    const { payment, outputs, first } = checked
    const claimed = await parts.claim(payment, parsed, outputs)
    if (!claimed) return null
    await at('payment.claimed')
    // It may have been sent before, whoever says no now: only the first delivery takes every no for one.
    return parts.deliver(payment, claimed === 'fresh' ? first : undefined)
  }

  /** Checks 4 to 11. */
  async function check(invoice: Unpaid, parsed: ParsedSubmission, arrival: Instant) {
    const match = await parts.matching(invoice, parsed, arrival)
    const { payment, first } = await examined(invoice, parsed, match)
    return { payment, first, outputs: match.outputs }
  }

  async function examined(invoice: Unpaid, parsed: ParsedSubmission, match: Matched) {
    const { coin, transactions } = parsed
    const chain = requireNetwork(chains, coin)
    const sinceHeight = chain.tipHeight()
    const { feeRate } = match.request
    const rules = {
      feeRate,
      sinceHeight: match.sinceHeight,
      refuseReplaceable: parts.refuseReplaceable(coin.code),
      hurry: hurrying(clock),
    }
    const [found, depth] = await Promise.all([
      examine(parsed, chain, chains.signatures, rules).catch(refuseUnavailable(coin)),
      reader.depth(invoice.accountId, coin.code),
    ])
    const now = clock.now()
    const payment: Payment = {
      id: `pay_${newId(now)}`,
      invoiceUid: invoice.uid,
      coin: coin.code,
      status: 'sending',
      amount: match.request.outputs.reduce((sum, { amount }) => baseUnits(sum + amount), baseUnits(0n)),
      networkFee: found.submission.fee,
      snapshotId: match.snapshotId,
      sinceHeight: found.block ? Math.min(sinceHeight, found.block.height - 1) : sinceHeight,
      claimedAt: now,
      leaseUntil: now + leaseMs,
      replaceable: found.replaceable,
      depth,
      transactions: transactions.map(({ hex, parsed: { id: txid } }) => ({ txid, hex })),
      block: found.block,
      doubleSpent: null,
      acceptedAt: null,
      confirmedAt: null,
      reason: null,
    }
    return { payment, first: { feeRate, submission: found.submission, judged: found.judged } }
  }
}

/** Waits in short steps, and not for long: a claim by another payment ends soon, or nobody knows when. */
function waiting(clock: Clock, sleep: (ms: number) => Promise<void>): { wait(): Promise<void> } {
  let until: Instant | undefined
  return {
    async wait() {
      until ??= clock.now() + claimWaitMs
      if (clock.now() >= until) throw new Refused('payment_in_flight')
      await sleep(claimPollMs)
    },
  }
}
