import { linkStore } from './account-links/store.ts'
import { derivationStore } from './accounts/derivation-store.ts'
import { preferenceStore } from './accounts/preferences-store.ts'
import { accountStore } from './accounts/store.ts'
import { storefrontStore } from './accounts/storefront-store.ts'
import { tokenStore } from './accounts/token-store.ts'
import { auditStore } from './audit/store.ts'
import { refusalStore } from './checkout/refusal-store.ts'
import { auditReader } from './dashboard/audit/lines-store.ts'
import { invoiceHistoryStore } from './dashboard/invoices/history-store.ts'
import { overviewStore } from './dashboard/overview/overview-store.ts'
import { peopleStore } from './dashboard/people/people-store.ts'
import { type TellEnded, tellingSessions, tellingTokens } from './ended-access.ts'
import { anchorCoinStore } from './event-proofs/coin-store.ts'
import { anchorStore } from './event-proofs/store.ts'
import type { EndedAccess } from './event-streams/rights.ts'
import { outboxReport } from './events/outbox-report-store.ts'
import { outboxStore } from './events/outbox-store.ts'
import { pruneStore } from './events/prune-store.ts'
import { eventReader } from './events/reader-store.ts'
import { eventStore, type Numbering } from './events/store.ts'
import { invoiceAddressStore } from './invoices/address-store.ts'
import { idempotencyStore } from './invoices/idempotency-store.ts'
import { reservationStore } from './invoices/reservation-store.ts'
import { invoiceSettleStore } from './invoices/settle-store.ts'
import { invoiceStore } from './invoices/store.ts'
import type { Transact } from './kernel/transact.ts'
import { followedStore } from './networks/store.ts'
import { changeStore } from './payments/change-store.ts'
import { confirmStore } from './payments/confirm-store.ts'
import { paymentStore } from './payments/store.ts'
import type { Database } from './platform/storage/database.ts'
import type { Sql } from './platform/storage/sql.ts'
import { snapshotStore } from './rates/store.ts'
import { credentialStore } from './sessions/credential-store.ts'
import { guessStore } from './sessions/guess-store.ts'
import { sessionStore } from './sessions/store.ts'
import { ticketStore } from './sessions/ticket-store.ts'
import { signingKeyStore } from './signing-keys/store.ts'
import { webhookDeliveryStore } from './webhooks/delivery-store.ts'
import { webhookEndpointStore } from './webhooks/endpoint-store.ts'
import { webhookFanOutStore } from './webhooks/fan-out-store.ts'
import { webhookLeaseStore } from './webhooks/lease-store.ts'
import { webhookStore } from './webhooks/store.ts'
import { webhookWaitingStore } from './webhooks/waiting-store.ts'

interface WithinTransaction {
  /** When events get their places in the log. */
  readonly numbering?: Numbering
  /** Told of tokens and sessions that are over if the transaction is committed. */
  readonly ended?: TellEnded
}

/**
 * Every store, on one connection or inside one transaction; each is made when it is first asked for.
 * @param queued the transports for which the events that are written are put into the outbox
 */
export function stores(
  sql: Sql,
  queued: readonly string[] = [],
  { numbering = 'later', ended = () => {} }: WithinTransaction = {},
) {
  return {
    get accounts() {
      return {
        ...accountStore(sql),
        ...tellingTokens(tokenStore(sql), ended),
        ...derivationStore(sql),
        ...storefrontStore(sql),
        ...preferenceStore(sql),
      }
    },
    get anchorCoins() {
      return anchorCoinStore(sql)
    },
    get anchors() {
      return anchorStore(sql)
    },
    get auditLines() {
      return auditReader(sql)
    },
    get audit() {
      return auditStore(sql)
    },
    get credentials() {
      return credentialStore(sql)
    },
    get events() {
      return eventStore(sql, queued, numbering)
    },
    get followed() {
      return followedStore(sql)
    },
    get guesses() {
      return guessStore(sql)
    },
    get idempotency() {
      return idempotencyStore(sql)
    },
    get invoiceHistory() {
      return invoiceHistoryStore(sql)
    },
    get invoices() {
      return { ...invoiceStore(sql), ...invoiceAddressStore(sql), ...invoiceSettleStore(sql) }
    },
    get links() {
      return linkStore(sql)
    },
    get log() {
      return eventReader(sql)
    },
    get outbox() {
      return { ...outboxStore(sql), ...outboxReport(sql) }
    },
    get overview() {
      return overviewStore(sql)
    },
    get people() {
      return peopleStore(sql)
    },
    get payments() {
      return { ...paymentStore(sql), ...confirmStore(sql), ...changeStore(sql) }
    },
    get prunes() {
      return pruneStore(sql)
    },
    get refusals() {
      return refusalStore(sql)
    },
    get reservations() {
      return reservationStore(sql)
    },
    get sessions() {
      return tellingSessions(sessionStore(sql), ended)
    },
    get signingKeys() {
      return signingKeyStore(sql)
    },
    get snapshots() {
      return snapshotStore(sql)
    },
    get tickets() {
      return ticketStore(sql)
    },
    get webhookDeliveries() {
      return {
        ...webhookStore(sql),
        ...webhookWaitingStore(sql),
        ...webhookDeliveryStore(sql),
        ...webhookLeaseStore(sql),
      }
    },
    get webhookEndpoints() {
      return webhookEndpointStore(sql)
    },
    get webhookFanOut() {
      return webhookFanOutStore(sql)
    },
  }
}

export type Stores = ReturnType<typeof stores>

/** Hands the stores out inside one transaction. `ended` hears of access that is over, after the commit. */
export const transactOn =
  (database: Database, queued: readonly string[] = [], ended: TellEnded = () => {}): Transact<Stores> =>
  async (work) => {
    const numbering = database.kind === 'sqlite' ? 'at once' : 'later'
    let over: EndedAccess[] = []
    const result = await database.transact((sql) => {
      // The work may run again: what was rolled back is not over.
      over = []
      return work(stores(sql, queued, { numbering, ended: (access) => over.push(access) }))
    })
    for (const access of over) ended(access)
    return result
  }
