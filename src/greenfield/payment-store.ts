import type { CoinCode } from '../coins/index.ts'
import { isDoubleSpent } from '../invoices/received-store.ts'
import { parseIsoString } from '../kernel/clock.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { GreenfieldPayment, GreenfieldPaymentReader } from './payment-view.ts'

/** Reads the payments of an invoice, output by output. */
export function createGreenfieldPaymentReader({ query }: Sql): GreenfieldPaymentReader {
  return async (uid) => {
    const rows = await query
      .selectFrom('payments')
      .innerJoin('payment_outputs', 'payment_outputs.payment_id', 'payments.id')
      .where('payments.invoice_uid', '=', uid)
      .where('payments.status', '=', 'accepted')
      .where('payment_outputs.live', '=', 1)
      .orderBy('payments.id')
      .select([
        'payments.coin',
        'payments.snapshot_id',
        'payments.claimed_at',
        'payments.settled_at',
        'payments.double_spent_hash',
        'payments.replaced',
        'payments.counted',
        'payment_outputs.txid',
        'payment_outputs.vout',
        'payment_outputs.amount',
      ])
      .execute()
    return rows.map(
      (row): GreenfieldPayment => ({
        coin: row.coin as CoinCode,
        snapshotId: row.snapshot_id,
        receivedAt: parseIsoString(row.claimed_at),
        isSettled: row.settled_at !== null,
        isInvalid: isDoubleSpent(row),
        isCounted: row.counted === 1 && !isDoubleSpent(row),
        txid: row.txid,
        vout: row.vout,
        amount: toBaseUnits(BigInt(row.amount)),
      }),
    )
  }
}
