import type { Stores } from '../../src/composition/stores.ts'
import type { Payment } from '../../src/payments/payment.ts'
import type { Database } from '../../src/platform/storage/database.ts'

interface Shop {
  readonly database: Database
  readonly stores: Pick<Stores, 'payments'>
}

/** Payments of an invoice that are being settled, and the accepted one, oldest first. */
export async function listPayments({ database, stores }: Shop, uid: string): Promise<Payment[]> {
  const rows = await database.read.query
    .selectFrom('payments')
    .where('invoice_uid', '=', uid)
    .where('status', 'in', ['sending', 'accepted'])
    .orderBy('id')
    .select('id')
    .execute()
  const found = await Promise.all(rows.map(({ id }) => stores.payments.find(id)))
  return found.filter((payment) => payment !== null)
}
