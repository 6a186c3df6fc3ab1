import type { Instant } from '../kernel/clock.ts'

/** Three keys, and no other; `data` is the event's text as it was written. `webhook-id` is the event's id. */
export const bodyOf = ({ type, time, data }: { type: string; time: string; data: string }): string =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(time)},"data":${data}}`

/** `dead`: given up, after the last attempt or because the receiver is gone. It can be sent again by hand. */
export type DeliveryState = 'pending' | 'delivered' | 'dead'

/** One event on its way to one receiver. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  /** Type of the event. */
  readonly event: string
  readonly accountId: number
  /** Null: it goes to the `webhook_url` of an invoice. */
  readonly endpointId: string | null
  readonly url: string
  readonly state: DeliveryState
  /** An attempt has failed, and none has succeeded since. */
  readonly failed: boolean
  readonly createdAt: Instant
  /** When it is sent next; null when it is not. */
  readonly nextAt: Instant | null
}

/** One request to a receiver: written before it is sent, completed afterwards. */
export interface Attempt {
  readonly number: number
  readonly at: Instant
  /** HTTP status, or null when there was no answer. */
  readonly status: number | null
  /** How long it took; null while it is under way. */
  readonly ms: number | null
  /** What was wrong; null when it succeeded, and while it is under way. */
  readonly error: string | null
  /** The first 4 KiB of the answer's body; null when there was none, and where lists leave it out. */
  readonly answer: string | null
}

/** What came of one request. */
export type Outcome = { readonly ms: number } & (
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The first 4 KiB of the body. */
      readonly answer: string
      readonly retryAfter: string | null
    }
  | { readonly kind: 'unanswered'; readonly error: string }
  /** It was our own fault, or the service was stopped: it does not count. */
  | { readonly kind: 'interrupted'; readonly error: string }
)

/** What an outcome means for the delivery. Only 2xx is success: a redirect is not followed. 410: never again. */
export function verdictOf(outcome: Outcome): 'delivered' | 'gone' | 'failed' | 'interrupted' {
  if (outcome.kind !== 'answered') return outcome.kind === 'interrupted' ? 'interrupted' : 'failed'
  if (outcome.status >= 200 && outcome.status < 300) return 'delivered'
  return outcome.status === 410 ? 'gone' : 'failed'
}

/** In a sentence what was wrong, for the merchant; null when nothing was. */
export function errorOf(outcome: Outcome): string | null {
  if (outcome.kind !== 'answered') return outcome.error
  const { status } = outcome
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `it answered ${status}: redirects are not followed`
  return `it answered ${status}`
}
