import type { CoinCode } from '../coins/index.ts'
import type { Instant } from '../kernel/clock.ts'
import type { BaseUnits, Decimal } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import type { Quote } from './quote.ts'

/** What the merchant gave, and what is true of an invoice whatever happens to it. */
interface Bill {
  readonly uid: string
  readonly accountId: number
  readonly amount: Decimal
  /** ISO 4217 code of the denomination. */
  readonly currency: string
  readonly memo: string | null
  readonly redirectUrl: string | null
  readonly webhookUrl: string | null
  readonly externalId: string | null
  readonly businessId: string | null
  readonly locationId: string | null
  readonly registerId: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly quote: Quote
  /** Id of the payment that is being settled for it. */
  readonly claimedBy: string | null
  /** How many events its subject has had. */
  readonly eventSequence: number
  /** Moves with every change: what was rendered of another revision is stale. */
  readonly revision: number
}

export type Invoice = Bill &
  (
    | { readonly status: 'unpaid' | 'cancelled' | 'expired' }
    | { readonly status: 'paid' | 'reversed'; readonly paidAt: Instant; readonly payment: SettledPayment }
  )

export type Unpaid = Invoice & { readonly status: 'unpaid' }

/** The payment that paid an invoice, as the invoice shows it. */
export interface SettledPayment {
  readonly id: string
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** Ids of its transactions, in order; the last pays the invoice. */
  readonly txids: readonly string[]
  readonly replaceable: boolean
  /** How many confirmations make it confirmed; null: as the service's settings say. */
  readonly depth: number | null
  readonly acceptedAt: Instant
  readonly confirmedAt: Instant | null
  /** Height of the block that holds it, or null. */
  readonly blockHeight: number | null
}

/** The one door to payment: past it the compiler knows that the invoice can be paid. */
export function requirePayable(invoice: Invoice): Unpaid {
  switch (invoice.status) {
    case 'paid':
      throw new Refused('invoice_paid')
    case 'cancelled':
      throw new Refused('invoice_cancelled')
    case 'expired':
      throw new Refused('invoice_expired')
    case 'reversed':
      throw new Refused('invoice_reversed')
    case 'unpaid':
      return { ...invoice, status: 'unpaid' }
  }
}
