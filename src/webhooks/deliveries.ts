import type { AccountActor, AuditLog } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, day, type Instant } from '../kernel/clock.ts'
import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimitStore, countAttempt, createAttemptKey } from '../sessions/attempt-limits.ts'
import { isEndpointId } from './endpoint.ts'
import { buildGreenfieldBody } from './greenfield-events.ts'
import type { Attempt, Delivery, DeliveryState } from './webhook.ts'

/** A delivery with its latest attempts. */
export interface DeliveryWithAttempts extends Delivery {
  /** Subject of the event, such as `invoice/<uid>`. Null for a test or a pruned event. */
  readonly subject: string | null
  readonly canBeSent: boolean
  /**
   * The latest attempts, oldest first: up to 50, or 10 when listed by event. Lists omit the response bodies; single deliveries and those
   * listed by event include them.
   */
  readonly attempts: readonly Attempt[]
}

export interface DeliveryFilter {
  readonly accountId: number
  /** Only deliveries that have failed and not succeeded since, abandoned or not. */
  readonly onlyFailed: boolean
  readonly state?: DeliveryState
  readonly endpointId?: string
}

/** Filter for failed deliveries: the whole account or one endpoint. */
export type FailedDeliveryFilter = Omit<DeliveryFilter, 'onlyFailed' | 'state'>

export interface DeliveryPage {
  /** Only deliveries before this id; null starts with the newest. */
  readonly before: string | null
  readonly limit: number
}

export interface RedeliveryStore {
  /** False if the endpoint is disabled or deleted. */
  canBeSent(delivery: Delivery): Promise<boolean>
  /** Sends it immediately and restarts the retry schedule. */
  resend(id: string, now: Instant): Promise<void>
  /** Counts failed deliveries that match the filter, except those of disabled or deleted endpoints. Stops counting at `limit`. */
  countFailed(filter: FailedDeliveryFilter, limit: number): Promise<number>
  /** Queues up to `limit` of them for redelivery, in id order, starting after `after`. Returns their ids. */
  resendFailed(
    filter: FailedDeliveryFilter,
    page: { readonly after: string | null; readonly limit: number },
    now: Instant,
  ): Promise<string[]>
}

export interface DeliveryStore extends RedeliveryStore {
  /** Newest first. */
  list(filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryWithAttempts[]>
  find(id: string): Promise<DeliveryWithAttempts | null>
  /** The newest ones up to `limit`, of any account. */
  listByEvents(eventIds: readonly string[], limit: number): Promise<DeliveryWithAttempts[]>
  /** The newest delivery of each endpoint, in no particular order. */
  listLatest(endpointIds: readonly string[]): Promise<DeliveryWithAttempts[]>
  /** JSON text. For a shop plug-in, `payload` is the body without the fields that each attempt adds, and without long metadata. */
  findBody(id: string): Promise<{ readonly body: string; readonly payload: string | null }>
  /** Deletes finished deliveries created before `before`. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>
}

/** How long delivered and abandoned deliveries stay visible. */
export const deliveryRetentionMs = 30 * day
const pruneBatchSize = 500
/** An account can have many endpoints, and each may receive every event. */
const maxEventIds = 200
/** Rows per transaction, because other writers wait for it. */
const redeliverBatchSize = 500
/** Per call, so that a request ends in reasonable time. */
const maxRedelivered = 10_000

/** An account's view of its deliveries, and redelivery. Other accounts' deliveries are not found. */
export function createWebhookDeliveries(
  transact: Transact<{
    readonly webhookDeliveries: DeliveryStore
    readonly audit: AuditLog
    readonly attemptLimits: AttemptLimitStore
  }>,
  clock: Clock,
) {
  return { list, listLatest, show, getBody, listByEvents, countFailed, redeliver, redeliverFailed, prune }

  async function list(filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryWithAttempts[]> {
    if (!hasValidEndpointId(filter)) return []
    return transact(({ webhookDeliveries: store }) => store.list(filter, page))
  }

  /** The newest delivery of each endpoint. The caller must have checked that the endpoints belong to the account. */
  function listLatest(endpointIds: readonly string[]): Promise<DeliveryWithAttempts[]> {
    return transact(({ webhookDeliveries: store }) => store.listLatest(endpointIds))
  }

  /** @throws {ApiError} `delivery_not_found` */
  function show(accountId: number, id: string): Promise<DeliveryWithAttempts> {
    return transact(({ webhookDeliveries: store }) => find(store, id, accountId))
  }

  /**
   * The request body of an attempt, exactly as sent; of the newest attempt if no number is given.
   * @throws {ApiError} `delivery_not_found`
   */
  function getBody(accountId: number, id: string, number?: number): Promise<string> {
    return transact(async ({ webhookDeliveries: store }) => {
      const { attempts, endpointId, createdAt } = await find(store, id, accountId)
      const { body, payload } = await store.findBody(id)
      if (payload === null) return body
      const newest = attempts.at(-1) ?? { number: 1, at: createdAt }
      const attempt = attempts.find((each) => each.number === number) ?? newest
      return buildGreenfieldBody(
        { id, endpointId, number: number ?? attempt.number },
        { payload, body },
        attempt.at,
      )
    })
  }

  /** The account's deliveries for these events, oldest first. If there are too many, only the newest. */
  async function listByEvents(
    accountId: number,
    eventIds: readonly string[],
  ): Promise<DeliveryWithAttempts[]> {
    const deliveries = await transact(({ webhookDeliveries: store }) =>
      store.listByEvents(eventIds, maxEventIds),
    )
    return deliveries
      .filter((delivery) => delivery.accountId === accountId)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /**
   * Resends a delivery, in any state. With `accountId` null, it may belong to any account.
   * @throws {ApiError} `delivery_not_found`, `webhook_disabled`, `too_many_requests`
   */
  function redeliver(
    { accountId, actor }: { readonly accountId: number | null; readonly actor: string },
    id: string,
  ): Promise<DeliveryWithAttempts> {
    return transact(async ({ webhookDeliveries: store, audit, attemptLimits }) => {
      const delivery = await find(store, id, accountId)
      if (!(await store.canBeSent(delivery))) throw new ApiError('webhook_disabled')
      await countAttempt(attemptLimits, createAttemptKey('redelivery', id), clock.now())
      await store.resend(id, clock.now())
      const action = 'webhook.delivery.redelivered'
      const caller = { accountId: delivery.accountId, actor }
      await audit.record({ ...caller, at: clock.now(), action, detail: { delivery: id } })
      return find(store, id, accountId)
    })
  }

  /** How many deliveries `redeliverFailed` would send. Stops counting at `limit`. */
  function countFailed(filter: FailedDeliveryFilter, limit: number): Promise<number> {
    return transact(({ webhookDeliveries: store }) => store.countFailed(filter, limit))
  }

  /**
   * Resends deliveries that failed and have not succeeded since, for one endpoint or all, up to a limit. Returns their ids.
   * @throws {ApiError} `too_many_requests`
   */
  async function redeliverFailed(
    caller: AccountActor,
    target: Pick<DeliveryFilter, 'endpointId'> = {},
  ): Promise<string[]> {
    if (!hasValidEndpointId(target)) return []
    const redelivered: string[] = []
    await transact(({ attemptLimits }) =>
      countAttempt(attemptLimits, createAttemptKey('redelivery', String(caller.accountId)), clock.now()),
    )
    for (;;) {
      // A short batch is not necessarily the last: one of its deliveries may have just succeeded.
      const ids = await redeliverBatch(caller, target, redelivered.at(-1) ?? null)
      redelivered.push(...ids)
      if (ids.length === 0 || redelivered.length >= maxRedelivered) return redelivered
    }
  }

  function redeliverBatch(
    caller: AccountActor,
    target: Pick<DeliveryFilter, 'endpointId'>,
    after: string | null,
  ) {
    return transact(async ({ webhookDeliveries: store, audit }) => {
      const [now, filter] = [clock.now(), { accountId: caller.accountId, ...target }]
      const ids = await store.resendFailed(filter, { after, limit: redeliverBatchSize }, now)
      const action = 'webhook.deliveries.redelivered'
      const detail = { deliveries: ids.length, endpoint: target.endpointId ?? null }
      if (ids.length > 0) await audit.record({ ...caller, at: now, action, detail })
      return ids
    })
  }

  /** Deletes finished deliveries created more than `deliveryRetentionMs` ago. */
  function prune(signal?: AbortSignal): Promise<void> {
    const before = clock.now() - deliveryRetentionMs
    const pruneBatch = () => transact(({ webhookDeliveries: store }) => store.prune(before, pruneBatchSize))
    return runInBatches(pruneBatchSize, pruneBatch, signal)
  }
}

/** Rejects malformed ids before they reach the database: PostgreSQL text cannot hold a NUL. */
const hasValidEndpointId = ({ endpointId }: Pick<DeliveryFilter, 'endpointId'>): boolean =>
  endpointId === undefined || isEndpointId(endpointId)

/** Rejects malformed ids without a database query. */
export const isDeliveryId = (text: string): boolean => /^whd_[0-9a-z]{26}$/.test(text)

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>

/** @param accountId null for the operator at the command line */
async function find(
  store: DeliveryStore,
  id: string,
  accountId: number | null,
): Promise<DeliveryWithAttempts> {
  const delivery = isDeliveryId(id) ? await store.find(id) : null
  if (!delivery || (accountId !== null && delivery.accountId !== accountId))
    throw new ApiError('delivery_not_found')
  return delivery
}
