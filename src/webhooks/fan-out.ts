import type { NumberedEvent } from '../events/envelope.ts'
import type { EventReader } from '../events/log.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type Endpoint, hears } from './endpoint.ts'
import { bodyOf } from './webhook.ts'

/** Somebody who is to hear of an event. */
export interface Receiver {
  readonly accountId: number
  /** Null: the `webhook_url` of an invoice. */
  readonly endpointId: string | null
  readonly url: string
  /** Receivers of one name share its limits. An account's alone: no merchant holds up another's. */
  readonly name: string
}

export interface NewDelivery extends Receiver {
  readonly id: string
  readonly eventId: string
  readonly createdAt: Instant
  /** Of no event that happened. */
  readonly isTest?: true
}

export interface NewMessage {
  readonly eventId: string
  readonly type: string
  readonly body: string
}

export interface FanOutStore {
  /** Up to which place in the log everything has been handed out. */
  position(): Promise<number>
  /** Moves it on; false when another process was quicker. */
  moveOn(from: number, to: number): Promise<boolean>
  /** The endpoints of these accounts that are not disabled. */
  enabled(accountIds: readonly number[]): Promise<Endpoint[]>
  insert(messages: readonly NewMessage[], deliveries: readonly NewDelivery[]): Promise<void>
}

/** Events of an invoice that its own `webhook_url` hears: who shipped on the first must hear the others. */
const toldToInvoice: ReadonlySet<string> = new Set(['invoice.paid', 'invoice.reversed', 'invoice.restored'])

/** Everybody who is to hear of an event. */
export function receiversOf(event: NumberedEvent, endpoints: readonly Endpoint[]): Receiver[] {
  const { accountId } = event
  const url = toldToInvoice.has(event.type) ? webhookUrl(event.data) : null
  const ofInvoice =
    url === null ? [] : [{ accountId, endpointId: null, url, name: `${accountId} ${new URL(url).host}` }]
  const ofAccounts = endpoints
    .filter((endpoint) => hears(endpoint, event))
    .map(({ id, accountId, url }) => ({ accountId, endpointId: id, url, name: id }))
  return [...ofInvoice, ...ofAccounts]
}

/** Of an invoice's event: it is in the owner's form. */
function webhookUrl(data: string): string | null {
  const { invoice } = JSON.parse(data) as { invoice?: { webhook_url?: string | null } | null }
  return invoice?.webhook_url ?? null
}

/** Events of one transaction, and deliveries after which it takes no more events. */
const mostEvents = 200
const mostDeliveries = 500

/**
 * Reads the numbered log from its own place on, and writes what is to be delivered together with the new place: no event is lost and
 * none is handed out twice, wherever the process dies and however many there are.
 */
export function fanOut({
  events,
  reader,
  transact,
  clock,
}: {
  readonly events: Pick<EventReader, 'readAll'>
  readonly reader: Pick<FanOutStore, 'position'>
  readonly transact: Transact<{ webhookFanOut: FanOutStore }>
  readonly clock: Clock
}) {
  /** Hands out all that is new; how many deliveries came of it. */
  return async function handOut(ending?: AbortSignal): Promise<number> {
    let count = 0
    while (!ending?.aborted) {
      const position = await reader.position()
      const batch = await events.readAll(position, mostEvents)
      if (batch.length === 0) break
      count += await transact(({ webhookFanOut }) => handOutBatch(webhookFanOut, position, batch))
    }
    return count
  }

  async function handOutBatch(
    store: FanOutStore,
    position: number,
    batch: readonly NumberedEvent[],
  ): Promise<number> {
    const now = clock.now()
    const endpoints = await store.enabled(accountsOf(batch))
    const messages: NewMessage[] = []
    const deliveries: NewDelivery[] = []
    let to = position
    for (const event of batch) {
      if (deliveries.length >= mostDeliveries) break
      to = event.position
      const receivers = receiversOf(event, endpoints)
      if (receivers.length > 0) messages.push({ eventId: event.id, type: event.type, body: bodyOf(event) })
      for (const receiver of receivers)
        deliveries.push({ ...receiver, id: `whd_${newId(now)}`, eventId: event.id, createdAt: now })
    }
    // The row's lock: of several processes one goes on from here, and the others have nothing to write.
    if (!(await store.moveOn(position, to))) return 0
    await store.insert(messages, deliveries)
    return deliveries.length
  }
}

const accountsOf = (events: readonly NumberedEvent[]): number[] => [
  ...new Set(events.flatMap(({ accountId, otherAccountId }) => [accountId, otherAccountId ?? accountId])),
]
