import type { Acting, AuditLog } from '../audit/entry.ts'
import { type Clock, day, type Instant } from '../kernel/clock.ts'
import { inBatches } from '../kernel/every.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { countIn, type GuessStore, guessOf } from '../sessions/guesses.ts'
import type { Attempt, Delivery, DeliveryState } from './webhook.ts'

/** A delivery with what was tried last. */
export interface DeliveryShown extends Delivery {
  /** What the event is about, as in `invoice/<uid>`; null: of a test, or of an event that was pruned. */
  readonly subject: string | null
  /** The newest, oldest first: 50 with what was answered; without that in lists; of those of events 10 each. */
  readonly attempts: readonly Attempt[]
}

export interface DeliveryFilter {
  readonly accountId: number
  /** Those alone that have failed and not arrived since, given up or not. */
  readonly failed: boolean
  readonly state?: DeliveryState
  readonly endpointId?: string
}

/** Of what failed: all of the account's, or of one endpoint. */
export type FailedOf = Omit<DeliveryFilter, 'failed' | 'state'>

export interface DeliveryPage {
  /** Those before this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
}

export interface DeliveryStore {
  /** Newest first. */
  list(filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryShown[]>
  find(id: string): Promise<DeliveryShown | null>
  /** The newest so many, whosever they are. */
  ofEvents(eventIds: readonly string[], limit: number): Promise<DeliveryShown[]>
  /** May it be sent? Not to an endpoint that is disabled or gone. */
  canBeSent(delivery: Delivery): Promise<boolean>
  /** At once, and from the beginning of the schedule. */
  sendAgain(id: string, now: Instant): Promise<void>
  /** The newest of each of these endpoints, in no order. */
  latest(endpointIds: readonly string[]): Promise<DeliveryShown[]>
  /** What is sent: JSON text. */
  body(eventId: string): Promise<string>
  /** Those that failed of the filter, but for those of endpoints that are disabled or gone; `limit` stands for that many and more. */
  countFailed(filter: FailedOf, limit: number): Promise<number>
  /** Sends so many of them again, in the order of their ids, from behind `after`; their ids. */
  sendFailedAgain(
    filter: FailedOf,
    some: { readonly after: string | null; readonly limit: number },
    now: Instant,
  ): Promise<string[]>
  /** Removes deliveries that have ended and were written before that; how many. */
  prune(before: Instant, limit: number): Promise<number>
}

/** What was delivered, or given up, can be looked at for so long. */
export const deliveriesKeptMs = 30 * day
const prunedAtOnce = 500
/** An account may have a thousand endpoints, each of which hears of every event. */
const mostOfEvents = 200
/** In one transaction: others wait for it. */
const sentAgainAtOnce = 500

/** What an account sees of its deliveries, and sending them again. Another's is not found. */
export function webhookDeliveries(
  transact: Transact<{
    readonly webhookDeliveries: DeliveryStore
    readonly audit: AuditLog
    readonly guesses: GuessStore
  }>,
  clock: Clock,
) {
  return { list, latest, show, body, ofEvents, countFailed, redeliver, redeliverFailed, prune }

  function list(filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryShown[]> {
    return transact(({ webhookDeliveries: store }) => store.list(filter, page))
  }

  /** The newest of each of these endpoints, which are the account's. */
  function latest(endpointIds: readonly string[]): Promise<DeliveryShown[]> {
    return transact(({ webhookDeliveries: store }) => store.latest(endpointIds))
  }

  /** @throws {Refused} `delivery_not_found` */
  function show(accountId: number, id: string): Promise<DeliveryShown> {
    return transact(({ webhookDeliveries: store }) => find(store, id, accountId))
  }

  /** What it sends, as it is sent. @throws {Refused} `delivery_not_found` */
  function body(accountId: number, id: string): Promise<string> {
    return transact(async ({ webhookDeliveries: store }) =>
      store.body((await find(store, id, accountId)).eventId),
    )
  }

  /** What came of telling the account of these events, oldest first; of many the newest. */
  async function ofEvents(accountId: number, eventIds: readonly string[]): Promise<DeliveryShown[]> {
    const found = await transact(({ webhookDeliveries: store }) => store.ofEvents(eventIds, mostOfEvents))
    return found.filter((delivery) => delivery.accountId === accountId).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /**
   * Sends one again, whatever came of it before. `accountId` null: whosever it is.
   * @throws {Refused} `delivery_not_found`, `webhook_disabled`, `too_many_requests`
   */
  function redeliver(
    { accountId, actor }: { readonly accountId: number | null; readonly actor: string },
    id: string,
  ): Promise<DeliveryShown> {
    return transact(async ({ webhookDeliveries: store, audit, guesses }) => {
      const delivery = await find(store, id, accountId)
      if (!(await store.canBeSent(delivery))) throw new Refused('webhook_disabled')
      await countIn(guesses, guessOf('redelivery', id), clock.now())
      await store.sendAgain(id, clock.now())
      const action = 'webhook.delivery.redelivered'
      const by = { accountId: delivery.accountId, actor }
      await audit.record({ ...by, at: clock.now(), action, detail: { delivery: id } })
      return find(store, id, accountId)
    })
  }

  /** How many `redeliverFailed` would send; `limit` stands for that many and more. */
  function countFailed(filter: FailedOf, limit: number): Promise<number> {
    return transact(({ webhookDeliveries: store }) => store.countFailed(filter, limit))
  }

  /**
   * Sends all again that failed and did not arrive since, of one endpoint or of all; their ids.
   * @throws {Refused} `too_many_requests`
   */
  async function redeliverFailed(
    by: Acting,
    only: Pick<DeliveryFilter, 'endpointId'> = {},
  ): Promise<string[]> {
    const sent: string[] = []
    await transact(({ guesses }) =>
      countIn(guesses, guessOf('redelivery', String(by.accountId)), clock.now()),
    )
    for (;;) {
      // Fewer than asked for are not the last: one of them may have arrived just then.
      const ids = await redeliverSome(by, only, sent.at(-1) ?? null)
      if (ids.length === 0) return sent
      sent.push(...ids)
    }
  }

  function redeliverSome(by: Acting, only: Pick<DeliveryFilter, 'endpointId'>, after: string | null) {
    return transact(async ({ webhookDeliveries: store, audit }) => {
      const [now, filter] = [clock.now(), { accountId: by.accountId, ...only }]
      const ids = await store.sendFailedAgain(filter, { after, limit: sentAgainAtOnce }, now)
      const action = 'webhook.deliveries.redelivered'
      const detail = { deliveries: ids.length, endpoint: only.endpointId ?? null }
      if (ids.length > 0) await audit.record({ ...by, at: now, action, detail })
      return ids
    })
  }

  /** Removes what ended long ago. */
  function prune(ending?: AbortSignal): Promise<void> {
    const before = clock.now() - deliveriesKeptMs
    const some = () => transact(({ webhookDeliveries: store }) => store.prune(before, prunedAtOnce))
    return inBatches(prunedAtOnce, some, ending)
  }
}

/** Whatever else is asked for is not there, and no database is asked. */
export const isDeliveryId = (text: string): boolean => /^whd_[0-9a-z]{26}$/.test(text)

export type WebhookDeliveries = ReturnType<typeof webhookDeliveries>

/** @param accountId null: the operator's own hand, at the command line */
async function find(store: DeliveryStore, id: string, accountId: number | null): Promise<DeliveryShown> {
  const delivery = isDeliveryId(id) ? await store.find(id) : null
  if (!delivery || (accountId !== null && delivery.accountId !== accountId))
    throw new Refused('delivery_not_found')
  return delivery
}
