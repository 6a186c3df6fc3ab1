import type { CoinCode } from '../coins/index.ts'
import { type Instant, iso } from '../kernel/clock.ts'
import { type BaseUnits, formatCoins, formatDecimal } from '../kernel/money.ts'
import type { Agreement } from '../rates/rate.ts'
import type { Invoice } from './invoice.ts'

/** What a line of the table is made of: less than a whole invoice, for there may be a million. */
export interface ExportedInvoice {
  readonly uid: string
  readonly createdAt: Instant
  readonly status: Invoice['status']
  /** Exact decimal. */
  readonly amount: string
  readonly currency: string
  readonly externalId: string | null
  readonly businessId: string | null
  readonly locationId: string | null
  readonly registerId: string | null
  readonly memo: string | null
  /** JSON text. */
  readonly metadata: string | null
  /** Once it was paid, also when that was reversed. */
  readonly settled: Settled | null
}

interface Settled {
  readonly paidAt: Instant
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** The rate that the payment was judged by. */
  readonly rate: Agreement | undefined
  /** As it was handed in; null when the network had judged it before we saw it. */
  readonly networkFee: BaseUnits | null
  readonly txid: string
  readonly blockHeight: number | null
}

/** Blocks on top of a payment, its own included. */
type Depth = (settled: Settled) => number

type Cell = (invoice: ExportedInvoice, depth: Depth) => string | null

const ofPayment = (read: (settled: Settled, depth: Depth) => string | null): Cell => {
  return ({ settled }, depth) => settled && read(settled, depth)
}

/** In the order in which they stand. Programs go by the names: new ones come at the end. */
const columns: Readonly<Record<string, Cell>> = {
  uid: ({ uid }) => uid,
  created_at: ({ createdAt }) => iso(createdAt),
  paid_at: ofPayment(({ paidAt }) => iso(paidAt)),
  status: ({ status }) => status,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  coin: ofPayment(({ coin }) => coin),
  coin_amount: ofPayment(({ amount }) => formatCoins(amount)),
  rate: ofPayment(({ rate }) => (rate?.agreed ? formatDecimal(rate.value) : null)),
  rate_sources: ofPayment(({ rate }) => (rate?.agreed ? rate.sources.join(' ') : null)),
  network_fee: ofPayment(({ networkFee }) => (networkFee === null ? null : formatCoins(networkFee))),
  txid: ofPayment(({ txid }) => txid),
  confirmations: ofPayment((settled, depth) => `${depth(settled)}`),
  external_id: ({ externalId }) => externalId,
  business_id: ({ businessId }) => businessId,
  location_id: ({ locationId }) => locationId,
  register_id: ({ registerId }) => registerId,
  memo: ({ memo }) => memo,
  metadata: ({ metadata }) => metadata,
}

const cells = Object.values(columns)

/** A record of RFC 4180, with its end. */
const line = (texts: readonly (string | null)[]): string =>
  `${texts.map((text) => csvCell(text ?? '')).join(',')}\r\n`

export const csvHead: string = line(Object.keys(columns))

export const csvLine = (invoice: ExportedInvoice, depth: Depth): string =>
  line(cells.map((cell) => cell(invoice, depth)))

/**
 * A text as a cell of a table. A spreadsheet takes what begins with one of these for a formula, and a stranger may have written it:
 * with an apostrophe before it, it is text (OWASP, CSV Injection). The wide forms of the signs, and a line feed, are taken alike by some.
 */
export function csvCell(text: string): string {
  const neutral = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral
}
