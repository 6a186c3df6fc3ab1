import { ApiError } from '../kernel/api-error.ts'
import { type Clock, second } from '../kernel/clock.ts'
import { decodeIdTime } from '../kernel/ids.ts'
import { formatAttemptError, isSuccess } from '../webhooks/attempt-error.ts'
import {
  type DeliveryWithAttempts,
  deliveryRetentionMs,
  type WebhookDeliveries,
} from '../webhooks/deliveries.ts'
import { formatAttemptId, parseAttemptId } from '../webhooks/greenfield-events.ts'
import type { Attempt } from '../webhooks/webhook.ts'
import type { ShopWebhook } from './webhooks.ts'

/** An attempt of a delivery. In the Greenfield API, each attempt is a delivery with its own id. */
interface ShopAttempt {
  readonly delivery: DeliveryWithAttempts
  readonly number: number
  /** Null if it has not been sent yet. */
  readonly attempt: Attempt | null
}

/** The attempts of this many of the newest deliveries are listed. */
const maxListed = 200

/** Reads the attempts of a shop's webhook. */
export function createShopDeliveries(deliveries: WebhookDeliveries, clock: Clock) {
  return { list, find }

  /** Finished attempts, newest first. */
  async function list({ accountId, id }: ShopWebhook, count: number): Promise<ShopAttempt[]> {
    const filter = { accountId, onlyFailed: false, endpointId: id }
    const newest = await deliveries.list(filter, { before: null, limit: maxListed })
    return newest
      .flatMap((delivery) =>
        delivery.attempts
          .filter(isFinished)
          .map((attempt) => ({ delivery, number: attempt.number, attempt })),
      )
      .sort((one, other) => other.attempt.at - one.attempt.at)
      .slice(0, count)
  }

  /**
   * A redelivery can be found before it is sent.
   * @throws {ApiError} `delivery_not_found`, `delivery_pruned`
   */
  async function find({ accountId, id, createdAt }: ShopWebhook, attemptId: string): Promise<ShopAttempt> {
    const parsed = parseAttemptId(attemptId)
    if (parsed === null) throw new ApiError('delivery_not_found')
    const isOld =
      decodeIdTime(parsed.id) >= createdAt && decodeIdTime(parsed.id) < clock.now() - deliveryRetentionMs
    const delivery = await deliveries.show(accountId, parsed.id).catch((error: unknown) => {
      throw isOld && error instanceof ApiError ? new ApiError('delivery_pruned') : error
    })
    const attempt = delivery.attempts.find(({ number }) => number === parsed.number) ?? null
    const isPlanned = delivery.state === 'pending' && parsed.number === getNextNumber(delivery)
    if (delivery.endpointId !== id || (attempt === null && !isPlanned))
      throw new ApiError('delivery_not_found')
    return { delivery, number: parsed.number, attempt }
  }
}

const isFinished = ({ ms, error }: Attempt): boolean => ms !== null || error !== null

const getNextNumber = ({ attempts }: DeliveryWithAttempts): number => (attempts.at(-1)?.number ?? 0) + 1

/** The id of the current or next attempt of a delivery. */
export function getNextAttemptId(delivery: DeliveryWithAttempts): string {
  const newest = delivery.attempts.at(-1)
  const number = newest && !isFinished(newest) ? newest.number : getNextNumber(delivery)
  return formatAttemptId(delivery.id, number)
}

/** No member is null, because shop plug-ins read them with typed getters. */
export function toAttemptView({ delivery, number, attempt }: ShopAttempt) {
  const { at = delivery.nextAt ?? delivery.createdAt, status = null, error = null } = attempt ?? {}
  const isDelivered = status !== null && isSuccess(status)
  return {
    id: formatAttemptId(delivery.id, number),
    timestamp: Math.floor(at / second),
    httpCode: status ?? 0,
    errorMessage:
      attempt && isFinished(attempt) ? (formatAttemptError({ status, error }) ?? '') : 'not finished yet',
    status: isDelivered
      ? ('HttpSuccess' as const)
      : status === null
        ? ('Failed' as const)
        : ('HttpError' as const),
  }
}
