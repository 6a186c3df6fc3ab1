import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { Unpaid } from '../invoices/invoice.ts'
import { isLive, type Quote, type QuoteSettings } from '../invoices/quote.ts'
import type { Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { paymentRequest } from '../payment-requests/request.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { type Asked, type Match, matchRequest } from './match.ts'
import type { ParsedSubmission } from './parse.ts'

export interface MatchingParts {
  readonly reader: {
    pastQuotes(uid: string): Promise<Quote[]>
    addresses(uid: string): Promise<InvoiceAddress[]>
    /** Outputs of a transaction that live payments of other invoices have taken. */
    takenByOthers(coin: CoinCode, txid: string, uid: string): Promise<number[]>
  }
  readonly snapshot: (id: string) => Promise<RateSnapshot>
  readonly chain: ChainName
  readonly settings: QuoteSettings
  /** What a simulation puts in the place of our own. */
  readonly match?: typeof matchRequest
}

/** What a submission pays, and the height of the chain when its address was handed out. */
export type Matched = Match & { readonly sinceHeight: number }

export type Matching = (invoice: Unpaid, parsed: ParsedSubmission, arrival: Instant) => Promise<Matched>

/** Holds a submission to everything that was asked for an invoice: checks 4 to 6. */
export function matchSubmissions({
  reader,
  snapshot,
  chain,
  settings,
  match = matchRequest,
}: MatchingParts): Matching {
  /** @throws {Refused} `coin_not_offered`, and as `matchRequest` */
  return async function matching(invoice, { coin, transactions }, arrival) {
    const last = transactions.at(-1)?.parsed
    if (!last) throw new Refused('tx_count', '.')
    const address = (await reader.addresses(invoice.uid)).find((each) => each.coin === coin.code)
    const asked = await askedOf(invoice, coin.code, address, arrival)
    const taken = new Set(await reader.takenByOthers(coin.code, last.id, invoice.uid))
    return { ...match(asked, last, taken), sinceHeight: address?.sinceHeight ?? 0 }
  }

  /** Everything that was asked in that coin, the newest price first. */
  async function askedOf(
    invoice: Unpaid,
    coin: CoinCode,
    address: InvoiceAddress | undefined,
    arrival: Instant,
  ): Promise<Asked[]> {
    const quotes = [invoice.quote, ...(await reader.pastQuotes(invoice.uid))]
    if (!quotes.some(({ coins }) => coins.some(({ code }) => code === coin))) {
      throw new Refused('coin_not_offered', invoice.quote.coins.map(({ code }) => code).join(', '))
    }
    if (!address) return []
    const asked = quotes.map(async (quote) => {
      const { snapshotId } = quote
      const request = paymentRequest(invoice, quote, await snapshot(snapshotId), address, chain)
      return request ? [{ request, snapshotId, live: isLive(quote, arrival, settings) }] : []
    })
    return (await Promise.all(asked)).flat()
  }
}
