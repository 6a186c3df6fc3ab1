import { linkStore } from './account-links/store.ts'
import { accountStore } from './accounts/store.ts'
import { eventStore } from './events/store.ts'
import { idempotencyStore } from './invoices/idempotency-store.ts'
import { reservationStore } from './invoices/reservation-store.ts'
import { invoiceSettleStore } from './invoices/settle-store.ts'
import { invoiceStore } from './invoices/store.ts'
import type { Transact } from './kernel/transact.ts'
import { followedStore } from './networks/store.ts'
import { confirmStore } from './payments/confirm-store.ts'
import { paymentStore } from './payments/store.ts'
import type { Database } from './platform/storage/database.ts'
import type { Sql } from './platform/storage/sql.ts'
import { snapshotStore } from './rates/store.ts'

/** Every store, on one connection or inside one transaction; each is made when it is first asked for. */
export function stores(sql: Sql) {
  return {
    get accounts() {
      return accountStore(sql)
    },
    get events() {
      return eventStore(sql)
    },
    get followed() {
      return followedStore(sql)
    },
    get idempotency() {
      return idempotencyStore(sql)
    },
    get invoices() {
      return { ...invoiceStore(sql), ...invoiceSettleStore(sql) }
    },
    get links() {
      return linkStore(sql)
    },
    get payments() {
      return { ...paymentStore(sql), ...confirmStore(sql) }
    },
    get reservations() {
      return reservationStore(sql)
    },
    get snapshots() {
      return snapshotStore(sql)
    },
  }
}

export type Stores = ReturnType<typeof stores>

/** Hands the stores out inside one transaction. */
export const transactOn =
  (database: Database): Transact<Stores> =>
  (work) =>
    database.transact((sql) => work(stores(sql)))
