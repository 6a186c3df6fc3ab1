// Generated from the description of the API by `npm run client`: do not edit.

export interface AccountDestinationChangedData {
  /** Id of the account */
  readonly account_id: number
  readonly coin: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
  readonly kind: 'xpub' | 'address'
  readonly address: string | null
  readonly key_id: string | null
}

export interface AccountDestinationChangedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.destination.changed'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountDestinationChangedData
}

export interface AccountDestinationChangedWebhook {
  readonly type: 'account.destination.changed'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountDestinationChangedData
}

export interface AccountLink {
  readonly id: number
  readonly source: number
  readonly target: number
}

export interface AccountLinkCreatedData {
  /** Id of the account */
  readonly account_id: number
  /** Id of the account link */
  readonly id: number
}

export interface AccountLinkCreatedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.link.created'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountLinkCreatedData
}

export interface AccountLinkCreatedWebhook {
  readonly type: 'account.link.created'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountLinkCreatedData
}

export interface AccountLinkInboundRemovedData {
  /** Id of the account link */
  readonly id: number
  /** Id of the account */
  readonly account_id: number
}

export interface AccountLinkInboundRemovedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.link.inbound.removed'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountLinkInboundRemovedData
}

export interface AccountLinkInboundRemovedWebhook {
  readonly type: 'account.link.inbound.removed'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountLinkInboundRemovedData
}

export interface AccountLinkOutboundRemovedData {
  /** Id of the account link */
  readonly id: number
  /** Id of the account */
  readonly account_id: number
}

export interface AccountLinkOutboundRemovedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.link.outbound.removed'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountLinkOutboundRemovedData
}

export interface AccountLinkOutboundRemovedWebhook {
  readonly type: 'account.link.outbound.removed'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountLinkOutboundRemovedData
}

export interface AccountLinkReceivedData {
  /** Id of the account */
  readonly account_id: number
  /** Id of the account link */
  readonly id: number
}

export interface AccountLinkReceivedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.link.received'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountLinkReceivedData
}

export interface AccountLinkReceivedWebhook {
  readonly type: 'account.link.received'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountLinkReceivedData
}

export interface AccountLinkRemovedData {
  /** Id of the account link */
  readonly id: number
}

export interface AccountLinkRemovedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.link.removed'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountLinkRemovedData
}

export interface AccountLinkRemovedWebhook {
  readonly type: 'account.link.removed'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountLinkRemovedData
}

export interface AccountLinkedData {
  /** Id of the account */
  readonly source: number
  /** Id of the account */
  readonly target: number
  /** Id of the account link */
  readonly id: number
}

export interface AccountLinkedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'account.linked'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: AccountLinkedData
}

export interface AccountLinkedWebhook {
  readonly type: 'account.linked'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: AccountLinkedData
}

export interface CreatedWebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly types: readonly string[]
  readonly enabled: boolean
  /** ISO 8601 in UTC with milliseconds */
  readonly created_at: string
  readonly failing_since: string | null
  readonly disabled_at: string | null
  readonly disabled_reason: string | null
  /** Only in responses to access tokens. In the dashboard, the endpoint’s page shows it */
  readonly secret?: string | undefined
}

export interface Error {
  /** For people: may change */
  readonly error: string
  readonly code: ErrorCode
  readonly expected?: unknown | undefined
  readonly received?: unknown | undefined
  readonly required?: unknown | undefined
  readonly actual?: unknown | undefined
  readonly oldest?: unknown | undefined
  readonly reason?: unknown | undefined
}

/** For programs: stable */
export type ErrorCode =
  | 'not_found'
  | 'method_not_allowed'
  | 'request_malformed'
  | 'request_timeout'
  | 'headers_too_large'
  | 'body_too_large'
  | 'content_type_unsupported'
  | 'json_invalid'
  | 'body_invalid'
  | 'query_invalid'
  | 'header_invalid'
  | 'too_many_requests'
  | 'unavailable'
  | 'internal'
  | 'field_invalid'
  | 'unauthorized'
  | 'metrics_unauthorized'
  | 'credentials_conflict'
  | 'insufficient_scope'
  | 'cross_site'
  | 'password_needed'
  | 'store_not_found'
  | 'permission_missing'
  | 'view_only'
  | 'account_invalid'
  | 'account_not_found'
  | 'account_exists'
  | 'destination_invalid'
  | 'destination_missing'
  | 'skip_invalid'
  | 'token_not_found'
  | 'token_invalid'
  | 'password_invalid'
  | 'session_needed'
  | 'session_not_found'
  | 'sign_in_wrong'
  | 'password_wrong'
  | 'code_wrong'
  | 'passkey_wrong'
  | 'passkey_name_invalid'
  | 'passkey_not_found'
  | 'passkey_too_many'
  | 'too_many_guesses'
  | 'ticket_over'
  | 'registration_closed'
  | 'registration_refused'
  | 'account_not_visible'
  | 'link_email_invalid'
  | 'link_to_self'
  | 'link_too_many'
  | 'link_not_found'
  | 'staff_exists'
  | 'staff_too_many'
  | 'staff_not_found'
  | 'invitation_for_other'
  | 'too_many_lookups'
  | 'cursor_invalid'
  | 'cursor_expired'
  | 'message_invalid'
  | 'link_removed'
  | 'webhook_not_found'
  | 'webhook_types_invalid'
  | 'webhook_secret_invalid'
  | 'webhook_secret_unreadable'
  | 'webhook_description_invalid'
  | 'webhook_too_many'
  | 'webhook_host_too_many'
  | 'webhook_disabled'
  | 'delivery_not_found'
  | 'delivery_pruned'
  | 'amount_invalid'
  | 'currency_invalid'
  | 'coins_invalid'
  | 'redirect_url_invalid'
  | 'webhook_url_invalid'
  | 'any_wallet_off'
  | 'invoice_not_found'
  | 'no_payment_option'
  | 'rates_unavailable'
  | 'idempotency_mismatch'
  | 'idempotency_conflict'
  | 'invoice_not_cancellable'
  | 'exception_not_found'
  | 'exception_resolved'
  | 'exception_not_acceptable'
  | 'resolution_invalid'
  | 'refund_invalid'
  | 'currency_header_missing'
  | 'accept_unsupported'
  | 'payment_content_type'
  | 'currency_mismatch'
  | 'tx_count'
  | 'tx_too_large'
  | 'tx_unparseable'
  | 'invoice_paid'
  | 'invoice_cancelled'
  | 'invoice_expired'
  | 'invoice_reversed'
  | 'quote_expired'
  | 'coin_not_offered'
  | 'tx_unrelated'
  | 'tx_output_missing'
  | 'tx_amount_mismatch'
  | 'tx_too_old'
  | 'tx_not_final'
  | 'tx_replaceable'
  | 'tx_inputs_spent'
  | 'tx_inputs_unknown'
  | 'tx_outputs_exceed_inputs'
  | 'tx_fee_too_low'
  | 'tx_signature_invalid'
  | 'tx_chain_too_long'
  | 'tx_rejected'
  | 'network_unavailable'
  | 'broadcast_unknown'
  | 'payment_in_flight'

export type Event =
  | InvoiceCreatedEvent
  | InvoicePaidEvent
  | InvoiceCancelledEvent
  | InvoiceExpiredEvent
  | InvoiceReversedEvent
  | InvoiceRestoredEvent
  | PaymentAcceptedEvent
  | PaymentRejectedEvent
  | PaymentConfirmedEvent
  | PaymentReplacedEvent
  | PaymentSurplusEvent
  | PaymentReceivedEvent
  | PaymentExceptionEvent
  | AccountLinkedEvent
  | AccountLinkCreatedEvent
  | AccountLinkReceivedEvent
  | AccountLinkRemovedEvent
  | AccountLinkOutboundRemovedEvent
  | AccountLinkInboundRemovedEvent
  | AccountDestinationChangedEvent
  | WebhookEndpointDisabledEvent

export interface EventPage {
  readonly events: readonly Event[]
  /** Never null */
  readonly next_cursor: string
}

export type Invoice = InvoiceWithoutPayment | InvoiceWithPayment

export interface InvoiceCancelledData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'cancelled'
  readonly hash: null
  readonly invoice: Invoice
  readonly payment: null
}

export interface InvoiceCancelledEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'invoice.cancelled'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: InvoiceCancelledData
}

export interface InvoiceCancelledWebhook {
  readonly type: 'invoice.cancelled'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: InvoiceCancelledData
}

export interface InvoiceChange {
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export interface InvoiceCreatedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid'
  readonly hash: null
  readonly invoice: Invoice
  readonly payment: null
}

export interface InvoiceCreatedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'invoice.created'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: InvoiceCreatedData
}

export interface InvoiceCreatedWebhook {
  readonly type: 'invoice.created'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: InvoiceCreatedData
}

export interface InvoiceExpiredData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'expired'
  readonly hash: null
  readonly invoice: Invoice
  readonly payment: null
}

export interface InvoiceExpiredEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'invoice.expired'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: InvoiceExpiredData
}

export interface InvoiceExpiredWebhook {
  readonly type: 'invoice.expired'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: InvoiceExpiredData
}

export interface InvoicePage {
  readonly invoices: readonly InvoiceResponse[]
  readonly next_cursor: string | null
}

export interface InvoicePaidData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'paid'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface InvoicePaidEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'invoice.paid'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: InvoicePaidData
}

export interface InvoicePaidWebhook {
  readonly type: 'invoice.paid'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: InvoicePaidData
}

export interface InvoiceResponse {
  readonly invoice: Invoice
  /** Empty unless the invoice is unpaid */
  readonly payment_options: readonly PaymentOption[]
}

export interface InvoiceRestoredData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'paid'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface InvoiceRestoredEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'invoice.restored'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: InvoiceRestoredData
}

export interface InvoiceRestoredWebhook {
  readonly type: 'invoice.restored'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: InvoiceRestoredData
}

export interface InvoiceReversedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface InvoiceReversedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'invoice.reversed'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: InvoiceReversedData
}

export interface InvoiceReversedWebhook {
  readonly type: 'invoice.reversed'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: InvoiceReversedData
}

export interface InvoiceWithPayment {
  /** In the invoice’s currency */
  readonly amount: number
  /** ISO 4217 */
  readonly currency: string
  readonly uid: string
  /** pay:?r=<URL of the payment request> */
  readonly uri: string
  /** URL of the checkout page */
  readonly checkout_url: string
  readonly redirect_url: string | null
  readonly memo: string | null
  /** ISO 8601 in UTC with milliseconds */
  readonly created_at: string
  /** ISO 8601 in UTC with milliseconds */
  readonly expires_at: string
  readonly received?: Received | null | undefined
  readonly webhook_url?: string | null | undefined
  readonly external_id?: string | null | undefined
  readonly business_id?: string | null | undefined
  readonly location_id?: string | null | undefined
  readonly register_id?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  readonly coins?: readonly ('BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE')[] | null | undefined
  readonly confirmations?: number | null | undefined
  readonly status: 'paid' | 'reversed'
  /** ISO 8601 in UTC with milliseconds */
  readonly paid_at: string
  readonly payment: Payment
}

export interface InvoiceWithoutPayment {
  /** In the invoice’s currency */
  readonly amount: number
  /** ISO 4217 */
  readonly currency: string
  readonly uid: string
  /** pay:?r=<URL of the payment request> */
  readonly uri: string
  /** URL of the checkout page */
  readonly checkout_url: string
  readonly redirect_url: string | null
  readonly memo: string | null
  /** ISO 8601 in UTC with milliseconds */
  readonly created_at: string
  /** ISO 8601 in UTC with milliseconds */
  readonly expires_at: string
  readonly received?: Received | null | undefined
  readonly webhook_url?: string | null | undefined
  readonly external_id?: string | null | undefined
  readonly business_id?: string | null | undefined
  readonly location_id?: string | null | undefined
  readonly register_id?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  readonly coins?: readonly ('BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE')[] | null | undefined
  readonly confirmations?: number | null | undefined
  readonly status: 'unpaid' | 'cancelled' | 'expired'
  readonly paid_at: null
  readonly payment: null
}

export interface NewInvoice {
  /** Required. A JSON number greater than zero, with no more decimals than the currency allows */
  readonly amount?: number | undefined
  readonly currency?: string | null | undefined
  readonly business_id?: string | null | undefined
  readonly location_id?: string | null | undefined
  readonly register_id?: string | null | undefined
  readonly redirect_url?: string | null | undefined
  readonly webhook_url?: string | null | undefined
  readonly external_id?: string | null | undefined
  readonly memo?: string | null | undefined
  readonly expires_in?: number | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  readonly coins?: readonly ('BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE')[] | null | undefined
  readonly confirmations?: number | null | undefined
  readonly any_wallet?: boolean | null | undefined
}

export interface NewWebhookEndpoint {
  readonly url: string
  readonly description?: string | null | undefined
  /** Event types, such as invoice.paid or invoice.*; empty: all */
  readonly types?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
  readonly secret?: string | null | undefined
}

export interface Payment {
  /** Coin code */
  readonly currency: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
  /** Decimal number of coins, without exponent or trailing zeros */
  readonly amount: string
  readonly txid: string | null
  readonly txids: readonly string[]
  readonly confirmations: number
  /** False once the payment is mined. Until then, always true for BTC */
  readonly replaceable: boolean
  /** ISO 8601 in UTC with milliseconds */
  readonly accepted_at: string
  readonly confirmed_at: string | null
  /** Only if the invoice accepts any wallet, like the fields below. network: found on the network */
  readonly via?: 'protocol' | 'network' | undefined
  readonly parts?:
    | readonly {
        /** Coin code */
        readonly currency: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
        /** Decimal number of coins, without exponent or trailing zeros */
        readonly amount: string
        /** Exact, in the invoice’s currency */
        readonly value: string
        readonly txid: string
        readonly confirmations: number
        readonly vout: number
      }[]
    | undefined
  readonly excess?: string | null | undefined
  readonly shortfall?: string | null | undefined
  /** Accepted by the merchant after the invoice had expired or been cancelled */
  readonly paid_late?: boolean | undefined
}

export interface PaymentAcceptedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'paid'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface PaymentAcceptedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.accepted'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentAcceptedData
}

export interface PaymentAcceptedWebhook {
  readonly type: 'payment.accepted'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentAcceptedData
}

export interface PaymentConfirmedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface PaymentConfirmedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.confirmed'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentConfirmedData
}

export interface PaymentConfirmedWebhook {
  readonly type: 'payment.confirmed'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentConfirmedData
}

export interface PaymentException {
  readonly id: string
  /** partial: only part of the amount arrived before the invoice closed · late: arrived after the invoice closed · surplus: arrived when the invoice was already paid · excess: more than was due */
  readonly kind: 'partial' | 'late' | 'surplus' | 'excess'
  /** Coin code */
  readonly currency: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
  /** Decimal number of coins, without exponent or trailing zeros */
  readonly amount: string
  /** Exact, in the invoice’s currency */
  readonly value: string
  readonly txid: string
  /** Uid of the invoice */
  readonly uid: string
  /** void: another transaction replaced the payment */
  readonly status: 'open' | 'accepted' | 'refunded' | 'kept' | 'void'
  readonly created_at: string
}

export interface PaymentExceptionData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: PaymentExceptionFacts
  readonly exception: PaymentExceptionFacts
}

export interface PaymentExceptionEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.exception'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentExceptionData
}

export interface PaymentExceptionFacts {
  readonly id: string
  /** partial: only part of the amount arrived before the invoice closed · late: arrived after the invoice closed · surplus: arrived when the invoice was already paid · excess: more than was due */
  readonly kind: 'partial' | 'late' | 'surplus' | 'excess'
  /** Coin code */
  readonly currency: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
  /** Decimal number of coins, without exponent or trailing zeros */
  readonly amount: string
  /** Exact, in the invoice’s currency */
  readonly value: string
  readonly txid: string
  /** The payment was double-spent or replaced */
  readonly status?: 'void' | undefined
}

export interface PaymentExceptionPage {
  readonly payment_exceptions: readonly PaymentException[]
  readonly next_cursor: string | null
}

export interface PaymentExceptionWebhook {
  readonly type: 'payment.exception'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentExceptionData
}

export interface PaymentOption {
  /** <prefix of the coin>:?r=<URL of the payment request> */
  readonly uri: string
  /** Coin code */
  readonly currency: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
  readonly currency_name: string
  readonly currency_logo_url: string
  /** Decimal number of coins, without exponent or trailing zeros */
  readonly amount: string
}

export interface PaymentReceivedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
  /** All payments received for the invoice */
  readonly payments: readonly ReceivedPayment[]
}

export interface PaymentReceivedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.received'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentReceivedData
}

export interface PaymentReceivedWebhook {
  readonly type: 'payment.received'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentReceivedData
}

export interface PaymentRejectedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface PaymentRejectedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.rejected'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentRejectedData
}

export interface PaymentRejectedWebhook {
  readonly type: 'payment.rejected'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentRejectedData
}

export interface PaymentReplacedData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface PaymentReplacedEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.replaced'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentReplacedData
}

export interface PaymentReplacedWebhook {
  readonly type: 'payment.replaced'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentReplacedData
}

export interface PaymentSurplusData {
  /** Uid of the invoice */
  readonly uid: string
  readonly status: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed'
  /** Transaction id */
  readonly hash: string
  readonly invoice: Invoice
  readonly payment: Payment
}

export interface PaymentSurplusEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'payment.surplus'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: PaymentSurplusData
}

export interface PaymentSurplusWebhook {
  readonly type: 'payment.surplus'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: PaymentSurplusData
}

export interface Received {
  /** The sum of the counted payments, in the invoice’s currency */
  readonly value: string
  readonly payments: readonly ReceivedPayment[]
}

export interface ReceivedPayment {
  /** Coin code */
  readonly currency: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE'
  /** Decimal number of coins, without exponent or trailing zeros */
  readonly amount: string
  /** Exact, in the invoice’s currency */
  readonly value: string
  readonly txid: string
  readonly confirmations: number
  /** False while the payment may be replaced or its fee is too low, if it arrived after the invoice closed, and once it is double-spent */
  readonly counted: boolean
}

export interface Redelivered {
  readonly redelivered: number
}

export interface Resolution {
  /** accept (partial, late; surplus if the invoice is reversed): the invoice becomes paid · refunded: with the txid of the refund · keep: with a note */
  readonly resolution: 'accept' | 'refunded' | 'keep'
  /** The refund’s transaction id, for refunded */
  readonly txid?: string | undefined
  /** 1 to 500 characters, for keep */
  readonly note?: string | undefined
}

export interface WebhookAttempt {
  /** ISO 8601 in UTC with milliseconds */
  readonly at: string
  readonly status: number | null
  readonly ms: number | null
  readonly error: string | null
}

export interface WebhookDelivery {
  readonly id: string
  /** Event type */
  readonly event: string
  /** The receiver sees it as webhook-id */
  readonly event_id: string
  readonly endpoint_id: string | null
  readonly url: string
  readonly state: string
  /** ISO 8601 in UTC with milliseconds */
  readonly created_at: string
  readonly attempts: readonly WebhookAttempt[]
  readonly next_at: string | null
}

export interface WebhookDeliveryDetail {
  readonly id: string
  /** Event type */
  readonly event: string
  /** The receiver sees it as webhook-id */
  readonly event_id: string
  readonly endpoint_id: string | null
  readonly url: string
  readonly state: string
  /** ISO 8601 in UTC with milliseconds */
  readonly created_at: string
  readonly attempts: readonly {
    /** ISO 8601 in UTC with milliseconds */
    readonly at: string
    readonly status: number | null
    readonly ms: number | null
    readonly error: string | null
    readonly answer: string | null
  }[]
  readonly next_at: string | null
}

export interface WebhookDeliveryPage {
  readonly deliveries: readonly WebhookDelivery[]
  readonly next_cursor: string | null
}

export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly types: readonly string[]
  readonly enabled: boolean
  /** ISO 8601 in UTC with milliseconds */
  readonly created_at: string
  readonly failing_since: string | null
  readonly disabled_at: string | null
  readonly disabled_reason: string | null
}

export interface WebhookEndpointChanges {
  readonly url?: string | undefined
  readonly description?: string | null | undefined
  /** Event types, such as invoice.paid or invoice.*; empty: all */
  readonly types?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
  readonly secret?: string | null | undefined
}

export interface WebhookEndpointDisabledData {
  /** Id of the account */
  readonly account_id: number
  readonly endpoint_id: string
  readonly url: string
  readonly reason: string
}

export interface WebhookEndpointDisabledEvent {
  /** Event id (evt_…), identical on every channel */
  readonly id: string
  readonly type: 'webhook.endpoint.disabled'
  /** ISO 8601 in UTC with milliseconds */
  readonly time: string
  /** invoice/<uid>, link/<id> or account/<id> */
  readonly subject: string
  /** Increases by 1 for each event of a subject */
  readonly sequence: number
  /** Position in the event log */
  readonly cursor: string
  readonly data: WebhookEndpointDisabledData
}

export interface WebhookEndpointDisabledWebhook {
  readonly type: 'webhook.endpoint.disabled'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: WebhookEndpointDisabledData
}

export interface WebhookSecret {
  /** Standard Webhooks: whsec_… */
  readonly secret: string
  readonly previous: string | null
}

export interface WebhookTestData {
  /** Id of the account */
  readonly account_id: number
  readonly endpoint_id: string
  readonly url: string
}

export interface WebhookTestWebhook {
  readonly type: 'webhook.test'
  /** ISO 8601 in UTC with milliseconds */
  readonly timestamp: string
  readonly data: WebhookTestData
}

/** The body of any webhook. `type` names its event. */
export type Webhook =
  | InvoiceCreatedWebhook
  | InvoicePaidWebhook
  | InvoiceCancelledWebhook
  | InvoiceExpiredWebhook
  | InvoiceReversedWebhook
  | InvoiceRestoredWebhook
  | PaymentAcceptedWebhook
  | PaymentRejectedWebhook
  | PaymentConfirmedWebhook
  | PaymentReplacedWebhook
  | PaymentSurplusWebhook
  | PaymentReceivedWebhook
  | PaymentExceptionWebhook
  | AccountLinkedWebhook
  | AccountLinkCreatedWebhook
  | AccountLinkReceivedWebhook
  | AccountLinkRemovedWebhook
  | AccountLinkOutboundRemovedWebhook
  | AccountLinkInboundRemovedWebhook
  | AccountDestinationChangedWebhook
  | WebhookEndpointDisabledWebhook
  | WebhookTestWebhook

/** The query parameters of each route. */
export interface Queries {
  readonly 'GET /invoices': {
    readonly status?: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed' | undefined
    /** Currency code, such as USD */
    readonly currency?: string | undefined
    /** Coin of the payment */
    readonly coin?: string | undefined
    /** Exact match */
    readonly external_id?: string | undefined
    /** ISO 8601, inclusive */
    readonly created_from?: string | undefined
    /** ISO 8601, exclusive */
    readonly created_to?: string | undefined
    /** ISO 8601, inclusive; matches paid invoices, including reversed ones */
    readonly paid_from?: string | undefined
    /** ISO 8601, exclusive */
    readonly paid_to?: string | undefined
    /** A uid or txid, all or part of an external_id, words in the memo or metadata, or an amount */
    readonly q?: string | undefined
    /** Your own id, or that of an account that grants you view access */
    readonly account?: string | undefined
    /** 1 to 200. Default: 50 */
    readonly limit?: string | undefined
    /** next_cursor of the previous page */
    readonly cursor?: string | undefined
  }
  readonly 'GET /invoices.csv': {
    readonly status?: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed' | undefined
    /** Currency code, such as USD */
    readonly currency?: string | undefined
    /** Coin of the payment */
    readonly coin?: string | undefined
    /** Exact match */
    readonly external_id?: string | undefined
    /** ISO 8601, inclusive */
    readonly created_from?: string | undefined
    /** ISO 8601, exclusive */
    readonly created_to?: string | undefined
    /** ISO 8601, inclusive; matches paid invoices, including reversed ones */
    readonly paid_from?: string | undefined
    /** ISO 8601, exclusive */
    readonly paid_to?: string | undefined
    /** A uid or txid, all or part of an external_id, words in the memo or metadata, or an amount */
    readonly q?: string | undefined
    /** Your own id, or that of an account that grants you view access */
    readonly account?: string | undefined
  }
  readonly 'GET /invoices.jsonl': {
    readonly status?: 'unpaid' | 'paid' | 'cancelled' | 'expired' | 'reversed' | undefined
    /** Currency code, such as USD */
    readonly currency?: string | undefined
    /** Coin of the payment */
    readonly coin?: string | undefined
    /** Exact match */
    readonly external_id?: string | undefined
    /** ISO 8601, inclusive */
    readonly created_from?: string | undefined
    /** ISO 8601, exclusive */
    readonly created_to?: string | undefined
    /** ISO 8601, inclusive; matches paid invoices, including reversed ones */
    readonly paid_from?: string | undefined
    /** ISO 8601, exclusive */
    readonly paid_to?: string | undefined
    /** A uid or txid, all or part of an external_id, words in the memo or metadata, or an amount */
    readonly q?: string | undefined
    /** Your own id, or that of an account that grants you view access */
    readonly account?: string | undefined
  }
  readonly 'GET /api/v1/webhooks/deliveries': {
    readonly failed?: 'true' | 'false' | undefined
    readonly endpoint?: string | undefined
    readonly cursor?: string | undefined
    /** 1 to 200. Default: 50 */
    readonly limit?: string | undefined
  }
  readonly 'POST /api/v1/webhooks/redeliver': {
    readonly endpoint?: string | undefined
  }
  readonly 'GET /api/v1/payment-exceptions': {
    readonly status?: 'open' | 'accepted' | 'refunded' | 'kept' | 'void' | undefined
    readonly cursor?: string | undefined
    /** 1 to 200; 50 by default */
    readonly limit?: string | undefined
  }
  readonly 'GET /api/v1/events': {
    /** Only events after this cursor */
    readonly after?: string | undefined
    /** Id of an account that grants view access */
    readonly account?: string | undefined
    /** 1 to 1000; 100 by default */
    readonly limit?: string | undefined
  }
  readonly 'GET /events': {
    /** Uid of an invoice: no credentials are needed */
    readonly invoice?: string | undefined
    /** Id of an account that grants view access */
    readonly account?: string | undefined
    /** Only events after this cursor */
    readonly after?: string | undefined
  }
}
