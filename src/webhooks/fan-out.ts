import type { NumberedEvent } from '../events/envelope.ts'
import type { EventReader } from '../events/log.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type Endpoint, isSubscribedTo } from './endpoint.ts'
import { type InvoiceRecords, toGreenfieldMessages } from './greenfield-events.ts'
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
  readonly isRetried?: boolean
}

interface NewMessage {
  readonly eventId: string
  readonly type: string
  readonly body: string
}

export interface FanOutStore {
  /** Position in the log up to which events have been fanned out. */
  position(): Promise<number>
  /** Advances the position. False if another process was faster. */
  advancePosition(from: number, to: number): Promise<boolean>
  /** The enabled endpoints of these accounts. */
  listEnabledEndpoints(accountIds: readonly number[]): Promise<Endpoint[]>
  /** The records by invoice uid. */
  findInvoiceRecords(uids: readonly string[]): Promise<ReadonlyMap<string, InvoiceRecords>>
  /** Deliveries behind a pending one of the same invoice wait for it; a new one triggers an immediate attempt of the oldest. */
  insert(messages: readonly NewMessage[], deliveries: readonly NewDelivery[]): Promise<void>
}

/** Events sent to an invoice's own `webhook_url`. A merchant who ships on `invoice.paid` must also receive the other two. */
const invoiceUrlEventTypes: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.reversed',
  'invoice.restored',
])

/** The receivers of an event in our own format. */
function listReceivers(event: NumberedEvent, endpoints: readonly Endpoint[]): Receiver[] {
  const { accountId } = event
  const url = invoiceUrlEventTypes.has(event.type) ? readWebhookUrl(event.data) : null
  const invoiceReceivers =
    url === null ? [] : [{ accountId, endpointId: null, url, name: `${accountId} ${new URL(url).host}` }]
  const endpointReceivers = endpoints
    .filter((endpoint) => endpoint.greenfield === null && isSubscribedTo(endpoint, event))
    .map(({ id, accountId, url }) => ({ accountId, endpointId: id, url, name: id }))
  return [...invoiceReceivers, ...endpointReceivers]
}

/** Invoice events are stored in the owner's view, which includes `webhook_url`. */
function readWebhookUrl(data: string): string | null {
  const { invoice } = JSON.parse(data) as { invoice?: { webhook_url?: string | null } | null }
  return invoice?.webhook_url ?? null
}

/** Limits per transaction: events read, and deliveries after which it reads no further events. */
const maxEvents = 200
const maxDeliveries = 500

/**
 * Reads the numbered log from its own position, and writes the deliveries together with the new position. Each event is fanned out exactly
 * once, even if a process crashes or several run.
 */
export function createFanOut({
  events,
  reader,
  transact,
  clock,
  onCreated,
}: {
  readonly events: Pick<EventReader, 'readAll'>
  readonly reader: Pick<FanOutStore, 'position'>
  readonly transact: Transact<{ webhookFanOut: FanOutStore }>
  readonly clock: Clock
  /** Called after a round that created deliveries. */
  readonly onCreated?: () => void
}) {
  /** Fans out all new events. Returns how many deliveries that created. */
  return async function fanOut(signal?: AbortSignal): Promise<number> {
    let count = 0
    while (!signal?.aborted) {
      const position = await reader.position()
      const batch = await events.readAll(position, maxEvents)
      if (batch.length === 0) break
      count += await transact(({ webhookFanOut }) => fanOutBatch(webhookFanOut, position, batch))
    }
    if (count > 0) onCreated?.()
    return count
  }

  async function fanOutBatch(
    store: FanOutStore,
    position: number,
    batch: readonly NumberedEvent[],
  ): Promise<number> {
    const now = clock.now()
    const endpoints = await store.listEnabledEndpoints(listAccounts(batch))
    const messages: NewMessage[] = []
    const deliveries: NewDelivery[] = []
    const shops = endpoints.filter(({ greenfield }) => greenfield !== null)
    const shopAccounts = new Set(shops.map(({ accountId }) => accountId))
    const records = await store.findInvoiceRecords(
      listInvoiceUids(batch.filter(({ accountId }) => shopAccounts.has(accountId))),
    )
    let newPosition = position
    for (const event of batch) {
      if (deliveries.length >= maxDeliveries) break
      newPosition = event.position
      const receivers = [
        ...listReceivers(event, endpoints),
        ...shops.flatMap((shop) =>
          listShopDeliveries(event, shop, records.get(getInvoiceUid(event)) ?? noRecords),
        ),
      ]
      if (receivers.length > 0)
        messages.push({ eventId: event.id, type: event.type, body: createWebhookBody(event) })
      for (const receiver of receivers)
        deliveries.push({
          ...receiver,
          ...getQueuePosition(event),
          id: `whd_${generateId(now)}`,
          eventId: event.id,
          createdAt: now,
        })
    }
    // The row lock serialises concurrent processes: all but the first find the position advanced, and write nothing.
    if (!(await store.advancePosition(position, newPosition))) return 0
    await store.insert(messages, deliveries)
    return deliveries.length
  }
}

/** The deliveries of an event to the endpoint of a shop plug-in. */
function listShopDeliveries(
  event: NumberedEvent,
  { id, accountId, url, greenfield }: Endpoint,
  records: InvoiceRecords,
) {
  if (accountId !== event.accountId || greenfield === null) return []
  const { events, automaticRedelivery: isRetried } = greenfield
  return toGreenfieldMessages(event, records)
    .filter(({ type }) => events === null || events.includes(type))
    .map(({ payload }, part) => ({ accountId, endpointId: id, url, name: id, payload, part, isRetried }))
}

const noRecords: InvoiceRecords = { expirySequence: null, outputs: [] }

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

/** Finds the first log position that is not fanned out yet: events from there on must be kept. */
export const createFirstNeededPositionFinder =
  (reader: Pick<FanOutStore, 'position'>) => async (): Promise<number> =>
    (await reader.position()) + 1

const listAccounts = (events: readonly NumberedEvent[]): number[] => [
  ...new Set(events.flatMap(({ accountId, otherAccountId }) => [accountId, otherAccountId ?? accountId])),
]
