import type { Instant } from '../kernel/clock.ts'
import { type AttemptError, isSuccess } from './attempt-error.ts'

/** Exactly three members; `data` is the event's stored JSON text. The event's id goes into the `webhook-id` header. */
export const createWebhookBody = ({
  type,
  time,
  data,
}: {
  type: string
  time: string
  data: string
}): string => `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(time)},"data":${data}}`

/** A delivery is `dead` if it was abandoned, after the last attempt or because the receiver is gone. It can be redelivered manually. */
export type DeliveryState = 'pending' | 'delivered' | 'dead'

/** One event for one receiver. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  /** Type of the event. */
  readonly event: string
  readonly accountId: number
  /** Null for the `webhook_url` of an invoice. */
  readonly endpointId: string | null
  readonly url: string
  readonly state: DeliveryState
  /** An attempt has failed, and none has succeeded since. */
  readonly hasFailed: boolean
  readonly createdAt: Instant
  /** Time of the next attempt; null if none is planned, and while an earlier delivery of the same invoice is pending. */
  readonly nextAt: Instant | null
}

/** One request to a receiver: written before it is sent, completed afterwards. */
export interface Attempt {
  readonly number: number
  readonly at: Instant
  /** HTTP status; null if there was no response. */
  readonly status: number | null
  /** Duration; null while in progress. */
  readonly ms: number | null
  /** Why there was no response; null if there was one, and while in progress. */
  readonly error: AttemptError | null
  /** The first 4 KiB of the response body; null if there was none, and in lists, which omit it. */
  readonly responseBody: string | null
}

/** The outcome of one request. */
export type AttemptOutcome = { readonly ms: number } & (
  | {
      readonly kind: 'response'
      readonly status: number
      /** The first 4 KiB of the body. */
      readonly responseBody: string
      readonly retryAfter: string | null
    }
  | { readonly kind: 'no_response'; readonly error: AttemptError }
  /** A local error or a shutdown: doesn't count as an attempt. */
  | { readonly kind: 'interrupted'; readonly error: AttemptError }
)

/** 410 means never send again. */
export function classifyOutcome(outcome: AttemptOutcome): 'delivered' | 'gone' | 'failed' | 'interrupted' {
  if (outcome.kind !== 'response') return outcome.kind === 'interrupted' ? 'interrupted' : 'failed'
  if (isSuccess(outcome.status)) return 'delivered'
  return outcome.status === 410 ? 'gone' : 'failed'
}

/** A delivery claimed by this process, with the attempt written for it. */
export interface ClaimedDelivery {
  readonly id: string
  /** Attempt number. */
  readonly number: number
  /** Attempts since the retry schedule last started, including this one. */
  readonly tries: number
  readonly at: Instant
  readonly receiver: string
  readonly eventId: string
  readonly accountId: number
  readonly endpointId: string | null
  readonly url: string
  /** A test: it is tried once and does not affect the endpoint's health. */
  readonly isTest: boolean
  /** `invoice/<uid>`: deliveries with the same receiver and subject are sent in order. Null for other events. */
  readonly subject: string | null
}
