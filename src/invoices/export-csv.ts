import type { CoinCode } from '../coins/index.ts'
import { type Instant, toIsoString } from '../kernel/clock.ts'
import { type BaseUnits, formatCoins, formatDecimal } from '../kernel/money.ts'
import type { Agreement } from '../rates/rate.ts'
import type { Invoice } from './invoice.ts'

/** The data of one row: less than a whole invoice, since there may be a million. */
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
  /** Set once the invoice was paid, even if the payment was reversed later. */
  readonly settled: Settled | null
}

interface Settled {
  readonly paidAt: Instant
  readonly coin: CoinCode
  readonly amount: BaseUnits
  /** The rate that the payment was checked against. */
  readonly rate: Agreement | undefined
  /** The fee as submitted; null when the network already had the transactions. */
  readonly networkFee: BaseUnits | null
  readonly txid: string
  readonly blockHeight: number | null
}

/** Confirmations: the payment's own block and those on top of it. */
type CountConfirmations = (settled: Settled) => number

type Cell = (invoice: ExportedInvoice, countConfirmations: CountConfirmations) => string | null

const createPaymentCell = (
  renderCell: (settled: Settled, countConfirmations: CountConfirmations) => string | null,
): Cell => {
  return ({ settled }, countConfirmations) => settled && renderCell(settled, countConfirmations)
}

const formulaStart = /(?<=^|[;\t\r\n]"?)[=+\-@＝＋－＠]|^[\t\r\n]/g

/** In column order. Programs rely on the names: add new columns at the end. */
const columns: Readonly<Record<string, Cell>> = {
  uid: ({ uid }) => uid,
  created_at: ({ createdAt }) => toIsoString(createdAt),
  paid_at: createPaymentCell(({ paidAt }) => toIsoString(paidAt)),
  status: ({ status }) => status,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  coin: createPaymentCell(({ coin }) => coin),
  coin_amount: createPaymentCell(({ amount }) => formatCoins(amount)),
  rate: createPaymentCell(({ rate }) => (rate?.isAgreed ? formatDecimal(rate.value) : null)),
  rate_sources: createPaymentCell(({ rate }) => (rate?.isAgreed ? rate.sources.join(' ') : null)),
  network_fee: createPaymentCell(({ networkFee }) => (networkFee === null ? null : formatCoins(networkFee))),
  txid: createPaymentCell(({ txid }) => txid),
  confirmations: createPaymentCell((settled, countConfirmations) => `${countConfirmations(settled)}`),
  external_id: ({ externalId }) => externalId,
  business_id: ({ businessId }) => businessId,
  location_id: ({ locationId }) => locationId,
  register_id: ({ registerId }) => registerId,
  memo: ({ memo }) => memo,
  metadata: ({ metadata }) => metadata,
}

const cells = Object.values(columns)

/** An RFC 4180 record with its line ending. */
const formatRecord = (texts: readonly (string | null)[]): string =>
  `${texts.map((text) => formatCsvCell(text ?? '')).join(',')}\r\n`

export const csvHeader: string = formatRecord(Object.keys(columns))

export const formatCsvLine = (invoice: ExportedInvoice, countConfirmations: CountConfirmations): string =>
  formatRecord(cells.map((cell) => cell(invoice, countConfirmations)))

/**
 * Escapes a text as a CSV cell. Spreadsheets evaluate a cell that starts with one of these characters as a formula, and an attacker may have
 * written it; a leading apostrophe makes it text (OWASP, CSV Injection). Some also accept full-width signs, or a leading line feed.
 *
 * A spreadsheet whose list separator is a semicolon or a tab splits our cell at those characters and at line breaks. The parts after the
 * first don't start with our quote, so nothing marks them as text: each gets its own apostrophe. So does a part that starts with a quote of
 * the text: doubled, it reads as an empty string, followed by the formula.
 */
export function formatCsvCell(text: string): string {
  const escaped = text.replace(formulaStart, "'$&")
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
