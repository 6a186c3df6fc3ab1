import { createLinkStore } from '../account-links/store.ts'
import { createDerivationStore } from '../accounts/derivation-store.ts'
import { createPreferenceStore } from '../accounts/preferences-store.ts'
import { createAccountStore } from '../accounts/store.ts'
import { createStorefrontStore } from '../accounts/storefront-store.ts'
import { createTokenStore } from '../accounts/token-store.ts'
import { createAuditStore } from '../audit/store.ts'
import { createPaymentRejectionStore } from '../checkout/payment-rejection-store.ts'
import { createAuditReader } from '../dashboard/audit/lines-store.ts'
import { createInvoiceHistoryStore } from '../dashboard/invoices/history-store.ts'
import { createOverviewStore } from '../dashboard/overview/overview-store.ts'
import { createPeopleStore } from '../dashboard/people/people-store.ts'
import { createStaffReader } from '../dashboard/people/staff-store.ts'
import { createAnchorStore } from '../event-proofs/store.ts'
import { createAnchorUtxoStore } from '../event-proofs/utxo-store.ts'
import {
  emitAfterCommit,
  emitEndedSessions,
  emitRemovedStaff,
  emitRevokedTokens,
  type OnAccessRevoked,
} from '../event-streams/revoked-access.ts'
import { createOutboxReportStore } from '../events/outbox-report-store.ts'
import { createOutboxStore } from '../events/outbox-store.ts'
import { createEventPruneStore } from '../events/prune-store.ts'
import { createEventReader } from '../events/reader-store.ts'
import { createEventStore, type PositionMode } from '../events/store.ts'
import { createFoundBlockStore } from '../found-payments/block-store.ts'
import { createFoundPaymentStore } from '../found-payments/store.ts'
import { createInvoiceAcceptStore } from '../invoices/accept-store.ts'
import { createInvoiceAddressStore } from '../invoices/address-store.ts'
import { createInvoiceChangeStore } from '../invoices/change-store.ts'
import { createIdempotencyStore } from '../invoices/idempotency-store.ts'
import { createOverdueInvoiceStore } from '../invoices/overdue-store.ts'
import { createQuoteStore } from '../invoices/quote-store.ts'
import { createReservationStore } from '../invoices/reservation-store.ts'
import { createInvoiceSettleStore } from '../invoices/settle-store.ts'
import { createInvoiceStore } from '../invoices/store.ts'
import { createUnreadCoinStore } from '../invoices/unread-coins-store.ts'
import type { Transact } from '../kernel/transact.ts'
import { createFollowedBlockStore } from '../networks/store.ts'
import { createPaymentEmailStore } from '../payment-emails/store.ts'
import { createExceptionResolutionStore } from '../payment-exceptions/store.ts'
import { createAcceptedPaymentStore } from '../payments/accept-store.ts'
import { createChainChangeStore } from '../payments/change-store.ts'
import { createConfirmationStore } from '../payments/confirm-store.ts'
import { createConflictingPaymentStore } from '../payments/conflicting-store.ts'
import { createExceptionStore } from '../payments/exception-store.ts'
import { createReplacementStore } from '../payments/replacement-store.ts'
import { createPaymentStore } from '../payments/store.ts'
import { createUnminedPaymentStore } from '../payments/unmined-store.ts'
import { createBaseUrlStore } from '../platform/storage/base-url-store.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { withSpan } from '../platform/tracing.ts'
import { createSnapshotStore } from '../rates/store.ts'
import { createAttemptLimitStore } from '../sessions/attempt-limit-store.ts'
import { createCredentialStore } from '../sessions/credential-store.ts'
import { rejectEndedSessions } from '../sessions/ended-sessions.ts'
import { createPasskeyStore } from '../sessions/passkey-store.ts'
import { createSessionStore } from '../sessions/store.ts'
import { createTicketStore } from '../sessions/ticket-store.ts'
import { createSigningKeyStore } from '../signing-keys/store.ts'
import { createStaffStore } from '../staff/store.ts'
import { createWebhookClaimStore } from '../webhooks/claim-store.ts'
import { createWebhookDeliveryStore } from '../webhooks/delivery-store.ts'
import { createWebhookEndpointStore } from '../webhooks/endpoint-store.ts'
import { createWebhookFanOutStore } from '../webhooks/fan-out-store.ts'
import { createWebhookLeaseStore } from '../webhooks/lease-store.ts'
import { createWebhookMessageReader } from '../webhooks/message-store.ts'
import { createAttemptResultStore } from '../webhooks/record-store.ts'
import { createWebhookWaitingStore } from '../webhooks/waiting-store.ts'

interface TransactionOptions {
  /** When events get their positions in the log. */
  readonly positionMode?: PositionMode
  /** Called with tokens and sessions that lose access if the transaction commits. */
  readonly onAccessRevoked?: OnAccessRevoked
}

/**
 * Every store, outside or inside a transaction. A getter creates its store at each access.
 * @param queuedTransports names of the transports for which events are added to the outbox
 */
export function createStores(
  sql: Sql,
  queuedTransports: readonly string[] = [],
  { positionMode = 'deferred', onAccessRevoked = () => {} }: TransactionOptions = {},
) {
  return {
    get accounts() {
      return {
        ...createAccountStore(sql),
        ...emitRevokedTokens(createTokenStore(sql), onAccessRevoked),
        ...createDerivationStore(sql),
        ...createStorefrontStore(sql),
        ...createPreferenceStore(sql),
      }
    },
    get baseUrl() {
      return createBaseUrlStore(sql)
    },
    get anchorUtxos() {
      return createAnchorUtxoStore(sql)
    },
    get anchors() {
      return createAnchorStore(sql)
    },
    get auditLines() {
      return createAuditReader(sql)
    },
    get audit() {
      return rejectEndedSessions(createAuditStore(sql), createSessionStore(sql))
    },
    get credentials() {
      return createCredentialStore(sql)
    },
    get events() {
      return createEventStore(sql, queuedTransports, positionMode)
    },
    get followedBlocks() {
      return createFollowedBlockStore(sql)
    },
    get attemptLimits() {
      return createAttemptLimitStore(sql)
    },
    get idempotency() {
      return createIdempotencyStore(sql)
    },
    get invoiceHistory() {
      return createInvoiceHistoryStore(sql)
    },
    get invoices() {
      return {
        ...createInvoiceStore(sql),
        ...createOverdueInvoiceStore(sql),
        ...createQuoteStore(sql),
        ...createInvoiceAddressStore(sql),
        ...createInvoiceSettleStore(sql),
        ...createInvoiceAcceptStore(sql),
        ...createInvoiceChangeStore(sql),
      }
    },
    get unreadCoins() {
      return createUnreadCoinStore(sql)
    },
    get links() {
      return createLinkStore(sql)
    },
    get log() {
      return createEventReader(sql)
    },
    get outbox() {
      return { ...createOutboxStore(sql), ...createOutboxReportStore(sql) }
    },
    get overview() {
      return createOverviewStore(sql)
    },
    get people() {
      return { ...createPeopleStore(sql), ...createStaffReader(sql) }
    },
    get passkeys() {
      return createPasskeyStore(sql)
    },
    get paymentEmails() {
      return createPaymentEmailStore(sql)
    },
    get payments() {
      return {
        ...createPaymentStore(sql),
        ...createConfirmationStore(sql),
        ...createChainChangeStore(sql),
        ...createReplacementStore(sql),
        ...createConflictingPaymentStore(sql),
        ...createUnminedPaymentStore(sql),
        ...createFoundPaymentStore(sql),
        ...createFoundBlockStore(sql),
        ...createAcceptedPaymentStore(sql),
      }
    },
    get exceptions() {
      return { ...createExceptionStore(sql), ...createExceptionResolutionStore(sql) }
    },
    get eventPruning() {
      return createEventPruneStore(sql)
    },
    get rejections() {
      return createPaymentRejectionStore(sql)
    },
    get reservations() {
      return createReservationStore(sql)
    },
    get sessions() {
      return emitEndedSessions(createSessionStore(sql), onAccessRevoked)
    },
    get signingKeys() {
      return createSigningKeyStore(sql)
    },
    get snapshots() {
      return createSnapshotStore(sql)
    },
    get staff() {
      return emitRemovedStaff(createStaffStore(sql), onAccessRevoked)
    },
    get tickets() {
      return createTicketStore(sql)
    },
    get webhookDeliveries() {
      return {
        ...createWebhookWaitingStore(sql),
        ...createWebhookClaimStore(sql),
        ...createWebhookMessageReader(sql),
        ...createWebhookLeaseStore(sql),
        ...createAttemptResultStore(sql),
        ...createWebhookDeliveryStore(sql),
      }
    },
    get webhookEndpoints() {
      return createWebhookEndpointStore(sql)
    },
    get webhookFanOut() {
      return createWebhookFanOutStore(sql)
    },
  }
}

export type Stores = ReturnType<typeof createStores>

/** Runs work with the stores in one transaction. Calls `emitRevoked` with revoked access after the commit. */
export const createTransact =
  (
    database: Database,
    queuedTransports: readonly string[] = [],
    emitRevoked: OnAccessRevoked = () => {},
  ): Transact<Stores> =>
  (work) => {
    const positionMode = database.kind === 'sqlite' ? 'immediate' : 'deferred'
    const commit = () =>
      emitAfterCommit(emitRevoked, (startAttempt) =>
        database.transact((sql) =>
          work(createStores(sql, queuedTransports, { positionMode, onAccessRevoked: startAttempt() })),
        ),
      )
    // OpenTelemetry's name of the database.
    const system = database.kind === 'sqlite' ? 'sqlite' : 'postgresql'
    return withSpan('transaction', commit, { attributes: { 'db.system.name': system }, isClient: true })
  }
