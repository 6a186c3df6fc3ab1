import type { CoinCode } from '../coins/index.ts'
import { type Invoice, requirePayable } from '../invoices/invoice.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { isUid } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Unsigned } from '../payment-requests/dialects/dialect.ts'
import { type PaymentChains, refuseUnavailable, requireNetwork } from './chain.ts'
import { inspect } from './examine.ts'
import { hurrying } from './hurry.ts'
import type { Matching } from './matching.ts'
import { type ParsedSubmission, parseSubmission } from './parse.ts'

export interface VerifyUnsignedParts {
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly matching: Matching
  readonly chains: PaymentChains
  readonly refuseReplaceable: (coin: CoinCode) => boolean
  readonly clock: Clock
}

export interface Asking {
  readonly uid: string
  /** The coin of the address that it was sent to, or null where the body alone names it. */
  readonly pathCoin: string | null
  readonly unsigned: Unsigned
  readonly arrival: Instant
}

/** Looks at a transaction before it is signed, as a payment would be, without a trace: what is wrong is said while it costs nothing. */
export function verifyUnsigned({ find, matching, chains, refuseReplaceable, clock }: VerifyUnsignedParts) {
  /** @throws {Refused} as a payment, but for what only signatures can show */
  return async function verify({ uid, pathCoin, unsigned, arrival }: Asking): Promise<void> {
    const { coin: name, transaction, size } = unsigned
    const parsed = parseSubmission({ coin: name, transactions: [transaction] }, pathCoin)
    const invoice = isUid(uid) ? await find(uid) : null
    if (!invoice) throw new Refused('invoice_not_found')
    const unpaid = requirePayable(invoice)
    if (unpaid.claimedBy !== null) throw new Refused('payment_in_flight')
    const { request, sinceHeight } = await matching(unpaid, parsed, arrival)
    const { coin } = parsed
    const claimed = size !== null && isPossible(size, parsed) ? { size } : {}
    const rules = {
      feeRate: request.feeRate,
      sinceHeight,
      refuseReplaceable: refuseReplaceable(coin.code),
      hurry: hurrying(clock),
      ...claimed,
    }
    await inspect(parsed, requireNetwork(chains, coin), rules).catch(refuseUnavailable(coin))
  }
}

/**
 * A claim below the bytes that were sent, or beyond what a payment may have, says nothing: then the bytes count. Placeholders may be longer
 * than their signatures by as much as a payment is forgiven.
 */
function isPossible(size: number, { coin, transactions }: ParsedSubmission): boolean {
  const [sent] = transactions
  const least = sent === undefined ? 0 : sent.parsed.virtualSize - sent.parsed.inputs.length
  return size >= least && size <= coin.largestTransaction
}
