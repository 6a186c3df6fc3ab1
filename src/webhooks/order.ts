import type { Instant } from '../kernel/clock.ts'

/** `next_at` of a delivery that waits for an earlier event of the same invoice. It is never due, so the index of due deliveries skips it. */
export const blockedUntil: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/** One receiver's deliveries of one invoice's events are sent one at a time. Other events, and tests, have no queue. */
export interface DeliveryQueueKey {
  readonly receiver: string
  /** `invoice/<uid>`; null for a delivery that isn't in a queue. */
  readonly subject: string | null
}

/** A pending delivery. */
export interface QueuedDelivery {
  readonly id: string
  readonly nextAt: Instant
  /** Its newest attempt has no outcome yet. */
  readonly isInProgress: boolean
}

/** The only delivery that may be sent: the one in progress, else the one of the oldest event. */
export const findHead = (queue: readonly QueuedDelivery[]): QueuedDelivery | undefined =>
  queue.find(({ isInProgress }) => isInProgress) ?? queue[0]

/** The changes after which only the head of the queue is due. */
export function arrangeQueue(queue: readonly QueuedDelivery[]): {
  readonly released: readonly string[]
  readonly blocked: readonly string[]
} {
  const head = findHead(queue)
  const isBlocked = ({ nextAt }: QueuedDelivery) => nextAt === blockedUntil
  const others = queue.filter((each) => each !== head && !each.isInProgress && !isBlocked(each))
  return {
    released: head && isBlocked(head) ? [head.id] : [],
    blocked: others.map(({ id }) => id),
  }
}

export const formatQueueName = ({ receiver, subject }: DeliveryQueueKey): string => `${receiver} ${subject}`
