import type { CoinCode } from '../coins/index.ts'
import { instant } from '../kernel/clock.ts'
import { baseUnits, type Decimal, parseDecimal } from '../kernel/money.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { InvoiceAddress } from './address.ts'
import type { Invoice } from './invoice.ts'
import { readCoins } from './quote.ts'

/** A row of `invoices`, with the payment that paid it, if any. */
export interface InvoiceRow {
  uid: string
  account_id: SqlInteger
  status: string
  amount: string
  currency: string
  memo: string | null
  redirect_url: string | null
  webhook_url: string | null
  external_id: string | null
  business_id: string | null
  location_id: string | null
  register_id: string | null
  metadata: string | null
  created_at: string
  expires_at: string
  paid_at: string | null
  snapshot_id: string
  quoted_at: string
  quote_expires_at: string
  coins: string
  claimed_by: string | null
  event_sequence: SqlInteger
  revision: SqlInteger
}

/** Listed one by one: a prepared statement that selects all columns stops working in PostgreSQL once a newer version adds one. */
export const invoiceColumns = [
  'invoices.uid',
  'invoices.account_id',
  'invoices.status',
  'invoices.amount',
  'invoices.currency',
  'invoices.memo',
  'invoices.redirect_url',
  'invoices.webhook_url',
  'invoices.external_id',
  'invoices.business_id',
  'invoices.location_id',
  'invoices.register_id',
  'invoices.metadata',
  'invoices.created_at',
  'invoices.expires_at',
  'invoices.paid_at',
  'invoices.snapshot_id',
  'invoices.quoted_at',
  'invoices.quote_expires_at',
  'invoices.coins',
  'invoices.claimed_by',
  'invoices.event_sequence',
  'invoices.revision',
  'invoices.payment_id',
  'invoices.paid_coin',
] as const

export interface PaidColumns {
  payment_id: string | null
  paid_coin: string | null
  paid_amount: SqlInteger | null
  paid_txids: readonly string[]
  replaceable: SqlInteger | null
  depth: SqlInteger | null
  accepted_at: string | null
  confirmed_at: string | null
  block_height: SqlInteger | null
}

export function toInvoice(row: InvoiceRow & Partial<PaidColumns>): Invoice {
  const bill = {
    uid: row.uid,
    accountId: Number(row.account_id),
    amount: storedDecimal(row.amount),
    currency: row.currency,
    memo: row.memo,
    redirectUrl: row.redirect_url,
    webhookUrl: row.webhook_url,
    externalId: row.external_id,
    businessId: row.business_id,
    locationId: row.location_id,
    registerId: row.register_id,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Record<string, string>),
    createdAt: instant(row.created_at),
    expiresAt: instant(row.expires_at),
    quote: {
      snapshotId: row.snapshot_id,
      quotedAt: instant(row.quoted_at),
      expiresAt: instant(row.quote_expires_at),
      coins: readCoins(row.coins),
    },
    claimedBy: row.claimed_by,
    eventSequence: Number(row.event_sequence),
    revision: Number(row.revision),
  }
  const { status } = row
  if (status === 'unpaid' || status === 'cancelled' || status === 'expired') return { ...bill, status }
  if (status !== 'paid' && status !== 'reversed') throw new Error(`an invoice cannot be ${status}`)
  return { ...bill, status, paidAt: instant(row.paid_at ?? ''), payment: toPayment(row) }
}

function toPayment(row: Partial<PaidColumns>) {
  return {
    id: row.payment_id ?? '',
    coin: row.paid_coin as CoinCode,
    amount: baseUnits(BigInt(row.paid_amount ?? 0)),
    txids: row.paid_txids ?? [],
    replaceable: Number(row.replaceable) === 1,
    requiredConfirmations: row.depth === null || row.depth === undefined ? null : Number(row.depth),
    acceptedAt: instant(row.accepted_at ?? ''),
    confirmedAt: row.confirmed_at ? instant(row.confirmed_at) : null,
    blockHeight:
      row.block_height === null || row.block_height === undefined ? null : Number(row.block_height),
  }
}

function storedDecimal(text: string): Decimal {
  const amount = parseDecimal(text)
  if (!amount) throw new Error(`a stored amount cannot be parsed: ${text}`)
  return amount
}

export interface AddressRow {
  coin: string
  address: string
  script: string
  key_id: string | null
  since_height: SqlInteger
}

export const toAddress = ({ coin, address, script, key_id, since_height }: AddressRow): InvoiceAddress => ({
  coin: coin as CoinCode,
  address,
  script,
  derived: key_id !== null,
  sinceHeight: Number(since_height),
})
