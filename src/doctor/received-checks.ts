import type { CoinCode } from '../coins/index.ts'
import { computeCountedValue, isCovered } from '../invoices/received.ts'
import { maxAmountOffset } from '../invoices/reservation.ts'
import type { InvoiceReader } from '../invoices/show.ts'
import {
  compareDecimals,
  computeCoinAmount,
  computeCoinValue,
  formatDecimal,
  parseDecimal,
  toBaseUnits,
} from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { SnapshotStore } from '../rates/snapshot.ts'
import type { Check } from './check.ts'
import { defineCustomCheck, pageSize, readPages } from './custom-check.ts'

interface StoreFactories {
  readonly createSnapshotStore: (sql: Sql) => Pick<SnapshotStore, 'find'>
  readonly createInvoiceStore: (sql: Sql) => Pick<InvoiceReader, 'find'>
}

export const createReceivedPaymentChecks = ({
  createSnapshotStore,
  createInvoiceStore,
}: StoreFactories): readonly Check[] => [
  defineCustomCheck(
    'I9 a payment is its price at the stored rate, rounded up, and at most 1000 base units more; from any wallet, its value is exact',
    (sql, report) => findMispriced(sql, createSnapshotStore(sql), report),
  ),
  defineCustomCheck('I26 what an invoice for any wallet has received decides its status', (sql, report) =>
    findWrongStatus(sql, createInvoiceStore(sql), report),
  ),
]

/** Recalculates the price or value of every payment. */
async function findMispriced(
  sql: Sql,
  snapshots: Pick<SnapshotStore, 'find'>,
  report: (row: object) => void,
): Promise<void> {
  const read = (last: { id: string } | undefined) =>
    sql.query
      .selectFrom('payments')
      .innerJoin('invoices', 'invoices.uid', 'payments.invoice_uid')
      .where('payments.id', '>', last?.id ?? '')
      .orderBy('payments.id')
      .limit(pageSize)
      .select([
        'payments.id',
        'payments.coin',
        'payments.amount as paid',
        'payments.snapshot_id',
        'payments.value',
        'invoices.amount',
      ])
      .execute()
  for await (const rows of readPages(read)) {
    for (const { id, coin, paid, snapshot_id, value, amount } of rows) {
      const rate = (await snapshots.find(snapshot_id))?.rates.get(coin as CoinCode)
      if (!rate?.isAgreed) {
        report({ id, coin, paid, rate: null })
      } else if (value !== null) {
        const exact = formatDecimal(computeCoinValue(toBaseUnits(BigInt(paid)), rate.value))
        if (exact !== value) report({ id, coin, paid, value, exact })
      } else {
        const fiat = parseDecimal(amount)
        const price = fiat ? computeCoinAmount(fiat, rate.value) : null
        const excess = price === null ? null : BigInt(paid) - price
        if (excess === null || excess < 0n || excess > maxAmountOffset) report({ id, coin, paid, price })
      }
    }
  }
}

async function findWrongStatus(
  sql: Sql,
  { find }: Pick<InvoiceReader, 'find'>,
  report: (row: object) => void,
): Promise<void> {
  const read = (last: { uid: string } | undefined) =>
    sql.query
      .selectFrom('invoices')
      .where('any_wallet', '=', 1)
      .where('uid', '>', last?.uid ?? '')
      .orderBy('uid')
      .limit(pageSize)
      .select('uid')
      .execute()
  for await (const rows of readPages(read)) {
    for (const { uid } of rows) {
      const invoice = await find(uid)
      if (!invoice?.anyWallet) continue
      const value = computeCountedValue(invoice.anyWallet.received)
      const isFullyPaid = isCovered(invoice) && compareDecimals(value, { digits: 0n, scale: 0 }) > 0
      const { status } = invoice
      if (status === 'paid' ? !isFullyPaid : isFullyPaid && (status === 'unpaid' || status === 'reversed'))
        report({ uid, status, received: formatDecimal(value) })
    }
  }
}
