import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { UnpaidInvoice } from '../invoices/invoice.ts'
import { isLive, type Quote, type QuoteSettings } from '../invoices/quote.ts'
import { hasReceived } from '../invoices/received.ts'
import { computeValueAtQuote } from '../invoices/value.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'
import { createSomeInSteps } from '../kernel/some-in-steps.ts'
import type { RunSteps } from '../kernel/steps.ts'
import { buildPaymentRequest, getRequestTotal } from '../payment-requests/request.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { matchRequest, type QuotedRequest, type RequestMatch, requireAncestors } from './match.ts'
import type { ParsedSubmission } from './parse.ts'

export interface SubmissionMatcherDependencies {
  readonly reader: {
    /** The newest replaced quotes that were created before that moment. */
    findPastQuotes(uid: string, before: Instant, limit: number): Promise<Quote[]>
    listAddresses(uid: string): Promise<InvoiceAddress[]>
    /** Outputs of a transaction that belong to live payments of other invoices. */
    findTakenOutputs(coin: CoinCode, txid: string, uid: string): Promise<number[]>
  }
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly chain: ChainName
  readonly settings: QuoteSettings
  readonly runSteps: RunSteps
  /** A simulation replaces the matcher here. */
  readonly match?: typeof matchRequest
}

/** The quote that a submission pays, and the chain height when its address was issued. */
export type SubmissionMatch = RequestMatch & { readonly sinceHeight: number }

export type MatchSubmission = (
  invoice: UnpaidInvoice,
  parsed: ParsedSubmission,
  arrival: Instant,
) => Promise<SubmissionMatch>

/**
 * Past quotes per page. Expired quotes only serve to tell an expired quote from a wrong amount, and anyone can trigger a new quote about
 * every minute. This is roughly a day's worth when each is valid for 15 minutes.
 */
const pageSize = 128

/** Matches a submission against everything that was requested for an invoice: script, amount and quote. */
export function createSubmissionMatcher({
  reader,
  getSnapshot,
  chain,
  settings,
  runSteps,
  match = matchRequest,
}: SubmissionMatcherDependencies): MatchSubmission {
  /** @throws {ApiError} `coin_not_offered`, `tx_unrelated`, and as `matchRequest` */
  return async function matchSubmission(invoice, { coin, transactions }, arrival) {
    const last = transactions.at(-1)?.parsed
    if (!last) throw new ApiError('tx_count', 'not_one')
    const address = (await reader.listAddresses(invoice.uid)).find(
      (candidate) => candidate.coin === coin.code,
    )
    const requests = await buildRequests(invoice, coin.code, address, arrival)
    const takenOutputs = new Set(await reader.findTakenOutputs(coin.code, last.id, invoice.uid))
    const parsedTransactions = transactions.map(({ parsed }) => parsed)
    const matched = await matchOrThrow(
      () => runSteps(match(requests, last, takenOutputs)),
      () => requireAncestors(parsedTransactions, createSomeInSteps(runSteps)),
    )
    return { ...matched, sinceHeight: address?.sinceHeight ?? 0 }
  }

  /** The requests in that coin, newest quote first: all that are still valid, and the newest expired ones. */
  async function buildRequests(
    invoice: UnpaidInvoice,
    coin: CoinCode,
    address: InvoiceAddress | undefined,
    arrival: Instant,
  ): Promise<QuotedRequest[]> {
    const quotes = (await findQuotes(invoice, arrival)).filter(({ coins }) =>
      coins.some(({ code }) => code === coin),
    )
    if (quotes.length === 0) {
      throw new ApiError('coin_not_offered', invoice.quote.coins.map(({ code }) => code).join(', '))
    }
    if (!address) return []
    // The remainder isn't reserved on a fixed address, so another invoice may request the same amount.
    if (!address.isDerived && hasReceived(invoice)) {
      const otherCoins = invoice.quote.coins.filter(({ code }) => code !== coin).map(({ code }) => code)
      throw new ApiError('coin_not_offered', otherCoins.join(', ') || `no more payments in ${coin}`)
    }
    const requests = quotes.map(async (quote) => {
      const { snapshotId } = quote
      const prices = await getSnapshot(snapshotId)
      const request = buildPaymentRequest(invoice, quote, prices, address, chain)
      if (!request) return []
      const amount = getRequestTotal(request)
      const value = invoice.anyWallet ? computeValueAtQuote(prices, quote, coin, amount) : null
      return [{ request, snapshotId, value, isLive: isLive(quote, arrival, settings) }]
    })
    return (await Promise.all(requests)).flat()
  }

  /** A later quote also expires later: after the first page that ends with an expired quote, none is valid. */
  async function findQuotes(invoice: UnpaidInvoice, arrival: Instant): Promise<Quote[]> {
    const quotes = [invoice.quote]
    for (let oldest = invoice.quote; ; ) {
      const page = await reader.findPastQuotes(invoice.uid, oldest.quotedAt, pageSize)
      quotes.push(...page)
      oldest = page.at(-1) ?? oldest
      if (page.length < pageSize || !isLive(oldest, arrival, settings)) return quotes
    }
  }
}

/** Error precedence: wrong outputs first, then unrelated transactions, then an expired quote. */
async function matchOrThrow(
  match: () => Promise<RequestMatch>,
  requireRelated: () => Promise<void>,
): Promise<RequestMatch> {
  try {
    const matched = await match()
    await requireRelated()
    return matched
  } catch (error) {
    if (error instanceof ApiError && error.code === 'quote_expired') await requireRelated()
    throw error
  }
}
