import type { Invoice } from '../../src/invoices/invoice.ts'
import { minute, toIsoString } from '../../src/kernel/clock.ts'
import { generateEventId, generateId, generateUid } from '../../src/kernel/ids.ts'
import type { Service } from './service.ts'

export interface Sale {
  readonly paidAt: number
  readonly createdAt?: number
  readonly amount?: string
  readonly currency?: string
  readonly coin?: string
  /** An unpaid invoice has no `paidAt` and no `coin`. */
  readonly status?: Invoice['status']
  readonly externalId?: string
}

/** Inserts paid invoices directly, for tests that need more payments than a test could make. */
export async function insertSales(
  service: Pick<Service, 'database'>,
  accountId: number,
  sales: readonly Sale[],
): Promise<string[]> {
  const rows = sales.map((sale) => {
    const { paidAt, createdAt = paidAt - minute, amount = '12.5', currency = 'USD' } = sale
    const { coin = 'LTC', status = 'paid', externalId = null } = sale
    const isPaid = status === 'paid' || status === 'reversed'
    const [created, later] = [toIsoString(createdAt), toIsoString(createdAt + 15 * minute)]
    return {
      uid: generateUid(createdAt),
      account_id: accountId,
      status,
      amount,
      currency,
      created_at: created,
      expires_at: later,
      external_id: externalId,
      paid_at: isPaid ? toIsoString(paidAt) : null,
      snapshot_id: 'sales',
      quoted_at: created,
      quote_expires_at: later,
      coins: coin,
      payment_id: isPaid ? generateId(paidAt) : null,
      paid_coin: isPaid ? coin : null,
      event_sequence: 2,
      revision: 2,
    }
  })
  await service.database.transact(async ({ query }) => {
    await query
      .insertInto('rate_snapshots')
      .values({ id: 'sales', taken_at: toIsoString(0), body: '{}' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    // SQLite allows 32 766 values in one statement.
    for (let from = 0; from < rows.length; from += 1_000)
      await query
        .insertInto('invoices')
        .values(rows.slice(from, from + 1_000))
        .execute()
  })
  return rows.map(({ uid }) => uid)
}

/** Inserts webhook deliveries directly, in their final state. */
export async function insertDeliveries(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  accountId: number,
  states: readonly ('delivered' | 'dead')[],
): Promise<void> {
  const now = clock.now()
  await database.transact(async ({ query }) => {
    for (const state of states) {
      const event_id = generateEventId(now, 0)
      const message = { event_id, type: 'invoice.paid', body: '{}' }
      await query.insertInto('webhook_messages').values(message).execute()
      const delivery = {
        id: `whd_${generateId(now)}`,
        event_id,
        account_id: accountId,
        endpoint_id: null,
        url: 'https://shop.example/hook',
        receiver: 'shop.example',
        state,
        created_at: toIsoString(now),
        next_at: null,
        attempts: 1,
        tries: 1,
        failed: state === 'dead' ? 1 : 0,
      }
      await query.insertInto('webhook_deliveries').values(delivery).execute()
    }
  })
}
