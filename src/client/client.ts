import type {
  AccountLink,
  CreatedWebhookEndpoint,
  Event,
  EventPage,
  InvoiceChange,
  InvoicePage,
  InvoiceResponse,
  NewInvoice,
  NewWebhookEndpoint,
  PaymentException,
  PaymentExceptionPage,
  Queries,
  Redelivered,
  Resolution,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookSecret,
} from './api.ts'
import { type StreamOptions, streamEvents } from './event-stream.ts'
import { type CallOptions, type ClientOptions, createHttp, type Http } from './http.ts'
import { waitForOutcome } from './invoice-outcome.ts'
import { listPages, type Pages } from './pages.ts'

/** Query parameters of a route. Those declared as strings may also be numbers. */
type Query<Route extends keyof Queries> = {
  readonly [Name in keyof Queries[Route]]:
    | Queries[Route][Name]
    | (string extends Queries[Route][Name] ? number : never)
}

/** A new invoice. `amount` as text is sent exactly, however many digits it has. */
export type InvoiceInput = Omit<NewInvoice, 'amount'> & { readonly amount: number | string }

export interface CreateOptions extends CallOptions {
  /** For 72 hours, the same key and body return the same invoice. By default, each call has a new key. */
  readonly idempotencyKey?: string
}

const encodeSegment = encodeURIComponent
const webhooksPath = '/api/v1/webhooks'

/** A client of one Quittance service: one method per route of the merchant's API. */
export function createClient(options: ClientOptions) {
  const http = createHttp(options)
  return {
    invoices: createInvoices(http),
    events: createEvents(http),
    paymentExceptions: createPaymentExceptions(http),
    webhookEndpoints: createWebhookEndpoints(http),
    webhookDeliveries: createWebhookDeliveries(http),
    accountLinks: createAccountLinks(http),
  }
}

export type QuittanceClient = ReturnType<typeof createClient>

const createInvoices = (http: Http) => {
  const get = (uid: string, call: CallOptions = {}) =>
    http.send<InvoiceResponse>({ method: 'GET', path: `/invoices/${encodeSegment(uid)}`, ...call })
  return {
    create: (invoice: InvoiceInput, { idempotencyKey = crypto.randomUUID(), ...call }: CreateOptions = {}) =>
      http.send<InvoiceResponse>({
        method: 'POST',
        path: '/invoices',
        body: serialiseInvoice(invoice),
        headers: { 'idempotency-key': idempotencyKey },
        isRetryable: true,
        ...call,
      }),
    get,
    /** Waits until the invoice is no longer `unpaid`, and returns it: immediately if it is already paid, expired or cancelled. */
    waitForOutcome: (uid: string, call: CallOptions = {}) =>
      waitForOutcome(http, (options) => get(uid, options), { uid, ...call }),
    list: (query: Query<'GET /invoices'> = {}, call: CallOptions = {}): Pages<InvoiceResponse, InvoicePage> =>
      listPages(
        (cursor = query.cursor?.toString()) =>
          http.send<InvoicePage>({ method: 'GET', path: '/invoices', query: { ...query, cursor }, ...call }),
        ({ invoices, next_cursor }) => ({ items: invoices, next: next_cursor }),
      ),
    /** Replaces the metadata of an invoice, whatever its status. */
    update: (uid: string, change: InvoiceChange, call: CallOptions = {}) =>
      http.send<InvoiceResponse>({
        method: 'PATCH',
        path: `/invoices/${encodeSegment(uid)}`,
        body: JSON.stringify(change),
        ...call,
      }),
    /** Cancels an unpaid invoice. */
    cancel: (uid: string, call: CallOptions = {}) =>
      http.send<InvoiceResponse>({ method: 'DELETE', path: `/invoices/${encodeSegment(uid)}`, ...call }),
    /** All invoices that match the query, as CSV. */
    exportCsv: (query: Query<'GET /invoices.csv'> = {}, call: CallOptions = {}) =>
      http.sendText({ method: 'GET', path: '/invoices.csv', query, ...call }),
    /** All invoices that match the query, one JSON object per line. */
    exportJsonLines: (query: Query<'GET /invoices.jsonl'> = {}, call: CallOptions = {}) =>
      http.sendText({ method: 'GET', path: '/invoices.jsonl', query, ...call }),
  }
}

const createEvents = (http: Http) => ({
  /** Events from the oldest stored one, or after a cursor, up to the newest. */
  list: (query: Query<'GET /api/v1/events'> = {}, call: CallOptions = {}): Pages<Event, EventPage> =>
    listPages(
      (after = query.after?.toString()) =>
        http.send<EventPage>({ method: 'GET', path: '/api/v1/events', query: { ...query, after }, ...call }),
      ({ events, next_cursor }) => ({ items: events, next: events.length === 0 ? null : next_cursor }),
    ),
  /** New events as they happen. Reconnects without missing any. */
  stream: (options: StreamOptions = {}) => streamEvents(http, options),
})

const createPaymentExceptions = (http: Http) => ({
  list: (
    query: Query<'GET /api/v1/payment-exceptions'> = {},
    call: CallOptions = {},
  ): Pages<PaymentException, PaymentExceptionPage> =>
    listPages(
      (cursor = query.cursor?.toString()) =>
        http.send<PaymentExceptionPage>({
          method: 'GET',
          path: '/api/v1/payment-exceptions',
          query: { ...query, cursor },
          ...call,
        }),
      ({ payment_exceptions, next_cursor }) => ({ items: payment_exceptions, next: next_cursor }),
    ),
  resolve: (id: string, resolution: Resolution, call: CallOptions = {}) =>
    http.send<PaymentException>({
      method: 'POST',
      path: `/api/v1/payment-exceptions/${encodeSegment(id)}/resolve`,
      body: JSON.stringify(resolution),
      ...call,
    }),
})

const createWebhookEndpoints = (http: Http) => ({
  create: (endpoint: NewWebhookEndpoint, call: CallOptions = {}) =>
    http.send<CreatedWebhookEndpoint>({
      method: 'POST',
      path: webhooksPath,
      body: JSON.stringify(endpoint),
      ...call,
    }),
  list: (call: CallOptions = {}) =>
    http.send<WebhookEndpoint[]>({ method: 'GET', path: webhooksPath, ...call }),
  get: (id: string, call: CallOptions = {}) =>
    http.send<WebhookEndpoint>({ method: 'GET', path: `${webhooksPath}/${encodeSegment(id)}`, ...call }),
  update: (id: string, changes: WebhookEndpointChanges, call: CallOptions = {}) =>
    http.send<WebhookEndpoint>({
      method: 'PATCH',
      path: `${webhooksPath}/${encodeSegment(id)}`,
      body: JSON.stringify(changes),
      ...call,
    }),
  remove: (id: string, call: CallOptions = {}) =>
    http.send<void>({ method: 'DELETE', path: `${webhooksPath}/${encodeSegment(id)}`, ...call }),
  /** The secret of an endpoint; without an id, the one that signs requests to the `webhook_url` of invoices. */
  secret: (id?: string, call: CallOptions = {}) =>
    http.send<WebhookSecret>({ method: 'GET', path: getSecretPath(id), ...call }),
  /** Creates a new secret. The previous one also signs for 24 hours. */
  rotateSecret: (id?: string, call: CallOptions = {}) =>
    http.send<WebhookSecret>({ method: 'POST', path: getSecretPath(id), ...call }),
})

const getSecretPath = (id: string | undefined): string =>
  id === undefined ? `${webhooksPath}/secret` : `${webhooksPath}/${encodeSegment(id)}/secret`

const createWebhookDeliveries = (http: Http) => ({
  list: (
    query: Query<'GET /api/v1/webhooks/deliveries'> = {},
    call: CallOptions = {},
  ): Pages<WebhookDelivery, WebhookDeliveryPage> =>
    listPages(
      (cursor = query.cursor?.toString()) =>
        http.send<WebhookDeliveryPage>({
          method: 'GET',
          path: `${webhooksPath}/deliveries`,
          query: { ...query, cursor },
          ...call,
        }),
      ({ deliveries, next_cursor }) => ({ items: deliveries, next: next_cursor }),
    ),
  get: (id: string, call: CallOptions = {}) =>
    http.send<WebhookDeliveryDetail>({
      method: 'GET',
      path: `${webhooksPath}/deliveries/${encodeSegment(id)}`,
      ...call,
    }),
  redeliver: (id: string, call: CallOptions = {}) =>
    http.send<WebhookDelivery>({
      method: 'POST',
      path: `${webhooksPath}/deliveries/${encodeSegment(id)}/redeliver`,
      ...call,
    }),
  /** Redelivers everything that failed. */
  redeliverFailed: (query: Query<'POST /api/v1/webhooks/redeliver'> = {}, call: CallOptions = {}) =>
    http.send<Redelivered>({ method: 'POST', path: `${webhooksPath}/redeliver`, query, ...call }),
})

const createAccountLinks = (http: Http) => ({
  /** Grants another account view access. Idempotent. */
  create: (link: { readonly email: string }, call: CallOptions = {}) =>
    http.send<AccountLink>({
      method: 'POST',
      path: '/api/v1/account/links',
      body: JSON.stringify(link),
      isRetryable: true,
      ...call,
    }),
  list: (call: CallOptions = {}) =>
    http.send<AccountLink[]>({ method: 'GET', path: '/api/v1/account/links', ...call }),
  remove: (id: number, call: CallOptions = {}) =>
    http.send<void>({ method: 'DELETE', path: `/api/v1/account/links/${encodeSegment(id)}`, ...call }),
})

/** Sends an amount given as a string as a JSON number with exactly those digits. */
function serialiseInvoice({ amount, ...rest }: InvoiceInput): string {
  if (typeof amount === 'string' && !/^\d{1,40}(?:\.\d{1,40})?$/.test(amount))
    throw new TypeError('amount must be a decimal number, such as 12.50')
  const members = JSON.stringify(rest)
  return `{"amount":${amount}${members === '{}' ? '' : ','}${members.slice(1)}`
}
