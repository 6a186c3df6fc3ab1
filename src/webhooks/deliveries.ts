import type { Acting, AuditLog } from '../audit/entry.ts'
import { type Clock, day, type Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Attempt, Delivery } from './webhook.ts'

/** A delivery with everything that was tried. */
export interface DeliveryShown extends Delivery {
  readonly attempts: readonly Attempt[]
}

export interface DeliveryFilter {
  readonly accountId: number
  /** Those alone that have failed and not arrived since, given up or not. */
  readonly failed: boolean
  readonly endpointId?: string
}

export interface DeliveryPage {
  /** Those before this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
}

export interface DeliveryStore {
  /** Newest first. */
  list(filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryShown[]>
  find(id: string): Promise<DeliveryShown | null>
  /** May it be sent? Not to an endpoint that is disabled or gone. */
  canBeSent(delivery: Delivery): Promise<boolean>
  /** At once, and from the beginning of the schedule. */
  sendAgain(id: string, now: Instant): Promise<void>
  /** All that failed of the filter, but for those of endpoints that are disabled or gone; their ids. */
  sendFailedAgain(filter: Omit<DeliveryFilter, 'failed'>, now: Instant): Promise<string[]>
  /** Removes deliveries that have ended and were written before that; how many. */
  prune(before: Instant, limit: number): Promise<number>
}

/** What was delivered, or given up, can be looked at for so long. */
export const deliveriesKeptMs = 30 * day
const prunedAtOnce = 500

/** What an account sees of its deliveries, and sending them again. Another's is not found. */
export function webhookDeliveries(
  transact: Transact<{ readonly webhookDeliveries: DeliveryStore; readonly audit: AuditLog }>,
  clock: Clock,
) {
  return { list, show, redeliver, redeliverFailed, prune }

  function list(filter: DeliveryFilter, page: DeliveryPage): Promise<DeliveryShown[]> {
    return transact(({ webhookDeliveries: store }) => store.list(filter, page))
  }

  /** @throws {Refused} `delivery_not_found` */
  function show(accountId: number, id: string): Promise<DeliveryShown> {
    return transact(({ webhookDeliveries: store }) => find(store, id, accountId))
  }

  /**
   * Sends one again, whatever came of it before. `accountId` null: whosever it is.
   * @throws {Refused} `delivery_not_found`, `webhook_disabled`
   */
  function redeliver(
    { accountId, actor }: { readonly accountId: number | null; readonly actor: string },
    id: string,
  ): Promise<DeliveryShown> {
    return transact(async ({ webhookDeliveries: store, audit }) => {
      const delivery = await find(store, id, accountId)
      if (!(await store.canBeSent(delivery))) throw new Refused('webhook_disabled')
      await store.sendAgain(id, clock.now())
      const action = 'webhook.delivery.redelivered'
      const by = { accountId: delivery.accountId, actor }
      await audit.record({ ...by, at: clock.now(), action, detail: { delivery: id } })
      return find(store, id, accountId)
    })
  }

  /** Sends all again that failed and did not arrive since, of one endpoint or of all; their ids. */
  function redeliverFailed(by: Acting, only: Pick<DeliveryFilter, 'endpointId'> = {}): Promise<string[]> {
    return transact(async ({ webhookDeliveries: store, audit }) => {
      const ids = await store.sendFailedAgain({ accountId: by.accountId, ...only }, clock.now())
      const action = 'webhook.deliveries.redelivered'
      const detail = { deliveries: ids.length, endpoint: only.endpointId ?? null }
      if (ids.length > 0) await audit.record({ ...by, at: clock.now(), action, detail })
      return ids
    })
  }

  /** Removes what ended long ago. */
  async function prune(): Promise<void> {
    const before = clock.now() - deliveriesKeptMs
    const some = () => transact(({ webhookDeliveries: store }) => store.prune(before, prunedAtOnce))
    while ((await some()) === prunedAtOnce);
  }
}

export type WebhookDeliveries = ReturnType<typeof webhookDeliveries>

/** @param accountId null: the operator's own hand, at the command line */
async function find(store: DeliveryStore, id: string, accountId: number | null): Promise<DeliveryShown> {
  const delivery = await store.find(id)
  if (!delivery || (accountId !== null && delivery.accountId !== accountId))
    throw new Refused('delivery_not_found')
  return delivery
}
