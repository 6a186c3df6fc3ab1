import type { NumberedEvent } from '../events/envelope.ts'
import type { Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import { type Endpoint, isSubscribedTo } from './endpoint.ts'
import {
  type GreenfieldMessage,
  type InvoiceRecords,
  repeatingEventTypes,
  toGreenfieldMessages,
} from './greenfield-events.ts'
import { createWebhookBody } from './webhook.ts'

/** A URL that receives an event. */
interface Receiver {
  readonly accountId: number
  /** Null for the `webhook_url` of an invoice. */
  readonly endpointId: string | null
  readonly url: string
  /** Receivers with the same name share its limits. A name belongs to one account, so that no merchant slows down another. */
  readonly name: string
}

export interface NewDelivery extends Receiver {
  readonly id: string
  readonly eventId: string
  readonly createdAt: Instant
  /** The delivery is a test, with no real event. */
  readonly isTest?: true
  /** `invoice/<uid>`: deliveries with the same receiver and subject are sent in order of their sequence. Null for other events. */
  readonly subject: string | null
  readonly sequence: number | null
  /** For shop plug-ins: the body without the fields that each attempt adds. Other receivers get the body of the message. */
  readonly payload?: string
  /** One event can be several deliveries to a shop plug-in. */
  readonly part?: number
  /** False if only one attempt is made. */
  readonly hasAutomaticRedelivery?: boolean
}

export interface NewMessage {
  readonly eventId: string
  readonly type: string
  readonly body: string
}

export interface ReceiverStore {
  /** The enabled endpoints of these accounts. */
  listEnabledEndpoints(accountIds: readonly number[]): Promise<Endpoint[]>
  /**
   * The records by invoice uid.
   * @param uidsWithReports invoices whose `reportedPayments` are needed
   */
  findInvoiceRecords(
    uids: readonly string[],
    uidsWithReports: readonly string[],
  ): Promise<ReadonlyMap<string, InvoiceRecords>>
}

/**
 * Collects the deliveries of events for their accounts.
 * @param events all that will be added
 * @param accountIds all accounts that they will be added for
 */
export async function collectDeliveries(
  store: ReceiverStore,
  events: readonly NumberedEvent[],
  accountIds: readonly number[],
  now: Instant,
) {
  const endpoints = Map.groupBy(await store.listEnabledEndpoints(accountIds), ({ accountId }) => accountId)
  const shopEvents = events.filter(hasShop)
  const records = await store.findInvoiceRecords(
    listInvoiceUids(shopEvents),
    listInvoiceUids(shopEvents.filter(({ type }) => repeatingEventTypes.has(type))),
  )
  const messages = new Map<string, NewMessage>()
  const deliveries: NewDelivery[] = []
  const counts = new Map<number, number>()
  return { listMessages: () => [...messages.values()], deliveries, count, add }

  function hasShop({ accountId }: NumberedEvent): boolean {
    return endpoints.get(accountId)?.some(({ greenfield }) => greenfield !== null) ?? false
  }

  /** How many deliveries there are, of all accounts or of one. */
  function count(accountId?: number): number {
    return accountId === undefined ? deliveries.length : (counts.get(accountId) ?? 0)
  }

  function add(event: NumberedEvent, accountId: number): void {
    const ownEndpoints = endpoints.get(accountId) ?? []
    const receivers = [
      ...listReceivers(event, accountId, ownEndpoints),
      ...(accountId === event.accountId ? listShopReceivers(event, ownEndpoints) : []),
    ]
    if (receivers.length === 0) return
    messages.set(event.id, { eventId: event.id, type: event.type, body: createWebhookBody(event) })
    counts.set(accountId, count(accountId) + receivers.length)
    for (const receiver of receivers)
      deliveries.push({
        ...receiver,
        ...getQueuePosition(event),
        id: `whd_${generateId(now)}`,
        eventId: event.id,
        createdAt: now,
      })
  }

  /** The endpoints of shop plug-ins. The event is translated once for all of them. */
  function listShopReceivers(event: NumberedEvent, ownEndpoints: readonly Endpoint[]) {
    if (!hasShop(event)) return []
    const messages = toGreenfieldMessages(event, records.get(getInvoiceUid(event)) ?? noRecords)
    return ownEndpoints.flatMap((endpoint) => listShopDeliveries(messages, endpoint))
  }
}

/** Events sent to an invoice's own `webhook_url`. A merchant who ships on `invoice.paid` must also receive the other two. */
const invoiceUrlEventTypes: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.reversed',
  'invoice.restored',
])

/** The account's receivers of an event in our own format. */
function listReceivers(event: NumberedEvent, accountId: number, endpoints: readonly Endpoint[]): Receiver[] {
  const isOwner = accountId === event.accountId
  const url = isOwner && invoiceUrlEventTypes.has(event.type) ? readWebhookUrl(event.data) : null
  const invoiceReceivers =
    url === null ? [] : [{ accountId, endpointId: null, url, name: `${accountId} ${new URL(url).host}` }]
  const endpointReceivers = endpoints
    .filter((endpoint) => endpoint.greenfield === null && isSubscribedTo(endpoint, event))
    .map(({ id, url }) => ({ accountId, endpointId: id, url, name: id }))
  return [...invoiceReceivers, ...endpointReceivers]
}

/** Invoice events are stored in the owner's view, which includes `webhook_url`. */
function readWebhookUrl(data: string): string | null {
  const { invoice } = JSON.parse(data) as { invoice?: { webhook_url?: string | null } | null }
  return invoice?.webhook_url ?? null
}

/** The deliveries of an event to an endpoint, if it is one of a shop plug-in. */
function listShopDeliveries(
  messages: readonly GreenfieldMessage[],
  { id, accountId, url, greenfield }: Endpoint,
) {
  if (greenfield === null) return []
  const { events, automaticRedelivery: hasAutomaticRedelivery } = greenfield
  return messages
    .filter(({ type }) => events === null || events.includes(type))
    .map(({ payload }, part) => ({
      accountId,
      endpointId: id,
      url,
      name: id,
      payload,
      part,
      hasAutomaticRedelivery,
    }))
}

const noRecords: InvoiceRecords = { expirySequence: null, isMarked: false, outputs: [], reportedPayments: [] }

const invoicePrefix = 'invoice/'
const isInvoiceEvent = ({ subject }: NumberedEvent) => subject.startsWith(invoicePrefix)
const getInvoiceUid = ({ subject }: NumberedEvent) => subject.slice(invoicePrefix.length)
const listInvoiceUids = (events: readonly NumberedEvent[]) => [
  ...new Set(events.filter(isInvoiceEvent).map(getInvoiceUid)),
]

const getQueuePosition = (event: NumberedEvent) =>
  isInvoiceEvent(event)
    ? { subject: event.subject, sequence: event.sequence }
    : { subject: null, sequence: null }
