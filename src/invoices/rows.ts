import { parseCoinList } from '../accounts/preferences.ts'
import type { CoinCode } from '../coins/index.ts'
import { parseIsoString } from '../kernel/clock.ts'
import { type Decimal, parseDecimal, toBaseUnits } from '../kernel/money.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { InvoiceAddress } from './address.ts'
import { readCheckoutOptions } from './checkout-options.ts'
import type { Invoice } from './invoice.ts'
import { parseQuotedCoins } from './quote.ts'
import type { AnyWallet, ReceivedOutput } from './received.ts'

export type InvoiceRow = RowOf<'invoices', typeof invoiceColumns>

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
  'invoices.any_wallet',
  'invoices.underpaid_percent',
  'invoices.paid_late',
  'invoices.accepted_value',
  'invoices.accepted_coins',
  'invoices.confirmations',
  'invoices.checkout_options',
  'invoices.archived',
  'invoices.paid_after_expiry',
] as const

/** Columns of the payment that paid the invoice. */
export const paidColumns = [
  'payments.amount as paid_amount',
  'payments.replaceable',
  'payments.depth',
  'payments.accepted_at',
  'payments.confirmed_at',
  'payments.settled_at',
  'payments.block_height',
] as const

export interface PaidColumns {
  payment_id: string | null
  paid_coin: string | null
  paid_amount: AmountColumn | null
  paid_txids: readonly string[]
  replaceable: number | null
  depth: number | null
  accepted_at: string | null
  confirmed_at: string | null
  settled_at: string | null
  block_height: number | null
}

/** @param received the outputs that an any-wallet invoice has received */
export function toInvoice(
  row: InvoiceRow & Partial<PaidColumns>,
  received: readonly ReceivedOutput[] = [],
): Invoice {
  const details = {
    uid: row.uid,
    accountId: row.account_id,
    amount: parseStoredDecimal(row.amount),
    currency: row.currency,
    memo: row.memo,
    redirectUrl: row.redirect_url,
    webhookUrl: row.webhook_url,
    externalId: row.external_id,
    businessId: row.business_id,
    locationId: row.location_id,
    registerId: row.register_id,
    metadata: row.metadata,
    coins: parseCoinList(row.accepted_coins),
    confirmations: row.confirmations,
    checkout: row.checkout_options === null ? null : readCheckoutOptions(row.checkout_options),
    isArchived: row.archived === 1,
    isPaidAfterExpiry: row.paid_after_expiry === 1,
    createdAt: parseIsoString(row.created_at),
    expiresAt: parseIsoString(row.expires_at),
    quote: {
      snapshotId: row.snapshot_id,
      quotedAt: parseIsoString(row.quoted_at),
      expiresAt: parseIsoString(row.quote_expires_at),
      coins: parseQuotedCoins(row.coins),
    },
    claimedBy: row.claimed_by,
    eventSequence: row.event_sequence,
    revision: row.revision,
    anyWallet: row.any_wallet === 1 ? toAnyWallet(row, received) : null,
  }
  const { status } = row
  if (status === 'unpaid' || status === 'cancelled' || status === 'expired') return { ...details, status }
  if (status !== 'paid' && status !== 'reversed') throw new Error(`unknown invoice status: ${status}`)
  return { ...details, status, paidAt: parseIsoString(row.paid_at ?? ''), payment: toPayment(row) }
}

const toAnyWallet = (row: InvoiceRow, received: readonly ReceivedOutput[]): AnyWallet => ({
  underpaidPercent: parseStoredDecimal(row.underpaid_percent),
  isPaidLate: row.paid_late === 1,
  acceptedValue: row.accepted_value === null ? null : parseStoredDecimal(row.accepted_value),
  received,
})

function toPayment(row: Partial<PaidColumns>) {
  return {
    id: row.payment_id ?? '',
    coin: row.paid_coin as CoinCode,
    amount: toBaseUnits(BigInt(row.paid_amount ?? 0)),
    txids: row.paid_txids ?? [],
    signalsReplacement: row.replaceable === 1,
    requiredConfirmations: row.depth ?? null,
    acceptedAt: parseIsoString(row.accepted_at ?? ''),
    confirmedAt: parseIsoString(row.confirmed_at ?? null),
    settledAt: parseIsoString(row.settled_at ?? null),
    blockHeight: row.block_height ?? null,
  }
}

export function parseStoredDecimal(text: string): Decimal {
  const amount = parseDecimal(text)
  if (!amount) throw new Error(`a stored amount cannot be parsed: ${text}`)
  return amount
}

export const addressColumns = ['coin', 'address', 'script', 'key_id', 'since_height'] as const

export type AddressRow = RowOf<'invoice_addresses', typeof addressColumns>

export const toAddress = ({ coin, address, script, key_id, since_height }: AddressRow): InvoiceAddress => ({
  coin: coin as CoinCode,
  address,
  script,
  isDerived: key_id !== null,
  sinceHeight: since_height,
})
