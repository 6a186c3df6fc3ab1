import type { CoinCode } from '../../coins/index.ts'
import { parseIsoString } from '../../kernel/clock.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import type { Payment } from '../../payments/payment.ts'
import type { RowOf } from '../../platform/storage/rows.ts'
import type { Sql } from '../../platform/storage/sql.ts'
import type { HistoryReader, LoggedEvent, PaymentRecord } from './history.ts'

/** Few invoices have more: each event needs a transaction or a reorganisation. */
const maxEvents = 100
const maxPayments = 20

const paymentColumns = [
  'id',
  'coin',
  'status',
  'via',
  'amount',
  'network_fee',
  'snapshot_id',
  'claimed_at',
  'accepted_at',
  'confirmed_at',
  'block_height',
  'replaceable',
] as const

type PaymentRow = RowOf<'payments', typeof paymentColumns>

type TransactionRow = RowOf<'payment_transactions', ['payment_id', 'txid', 'current']>

export function createInvoiceHistoryStore({ query }: Sql): HistoryReader {
  return {
    async listEvents(uid) {
      const rows = await query
        .selectFrom('events')
        .where('subject', '=', `invoice/${uid}`)
        .orderBy('sequence', 'desc')
        .limit(maxEvents)
        .select(['id', 'type', 'time', 'data'])
        .execute()
      return rows.reverse().map(toEvent)
    },

    async listPayments(uid) {
      const rows = await query
        .selectFrom('payments')
        .where('invoice_uid', '=', uid)
        .orderBy('id', 'desc')
        .limit(maxPayments)
        .select(paymentColumns)
        .execute()
      const transactions = await listTransactions(rows.map(({ id }) => id))
      return rows.map((row) => toPayment(row, transactions.get(row.id) ?? []))
    },

    async listRequestedCoins(uid) {
      const rows = await query
        .selectFrom('invoice_addresses')
        .where('invoice_uid', '=', uid)
        .select(['coin', 'address', 'allocated_at'])
        .execute()
      return rows.map(({ coin, address, allocated_at }) => ({
        coin,
        address,
        at: parseIsoString(allocated_at),
      }))
    },

    async countPastQuotes(uid) {
      const row = await query
        .selectFrom('past_quotes')
        .where('invoice_uid', '=', uid)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return row?.count ?? 0
    },
  }

  /** Omits the raw transactions, which may be megabytes long. */
  async function listTransactions(paymentIds: readonly string[]): Promise<Map<string, TransactionRow[]>> {
    if (paymentIds.length === 0) return new Map()
    const rows = await query
      .selectFrom('payment_transactions')
      .where('payment_id', 'in', paymentIds)
      .orderBy('payment_id')
      .orderBy('place')
      .select(['payment_id', 'txid', 'current'])
      .execute()
    return Map.groupBy(rows, ({ payment_id }) => payment_id)
  }
}

function toEvent({ id, type, time, data }: RowOf<'events', ['id', 'type', 'time', 'data']>): LoggedEvent {
  // Event data needs no validation, because we wrote it ourselves.
  const { hash, payment, exception } = JSON.parse(data) as {
    hash?: string | null
    payment?: { currency: string; amount: string } | null
    exception?: { status?: string }
  }
  return {
    id,
    type,
    at: parseIsoString(time),
    txid: hash ?? null,
    payment: payment ? { coin: payment.currency, amount: payment.amount } : null,
    isVoid: exception?.status === 'void',
  }
}

function toPayment(row: PaymentRow, transactions: readonly TransactionRow[]): PaymentRecord {
  const fee = BigInt(row.network_fee)
  return {
    id: row.id,
    coin: row.coin as CoinCode,
    status: row.status as Payment['status'],
    via: row.via as Payment['via'],
    amount: toBaseUnits(BigInt(row.amount)),
    networkFee: fee > 0n ? toBaseUnits(fee) : null,
    snapshotId: row.snapshot_id,
    claimedAt: parseIsoString(row.claimed_at),
    acceptedAt: parseIsoString(row.accepted_at),
    confirmedAt: parseIsoString(row.confirmed_at),
    blockHeight: row.block_height,
    signalsReplacement: row.replaceable === 1,
    transactions: transactions.map(({ txid, current }) => ({ txid, isCurrent: current === 1 })),
  }
}
