import type { NumberedEvent } from '../events/envelope.ts'
import { type Event, eventTypes } from '../events/event.ts'
import { day, type Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { checkWebhookUrl } from '../kernel/web-address.ts'
import type { SecretState } from './signature.ts'

/** A server of an account's that hears of its events. */
export interface Endpoint {
  readonly id: string
  readonly accountId: number
  readonly url: string
  readonly description: string | null
  /** Types of event that it hears; empty: all. */
  readonly types: readonly string[]
  readonly enabled: boolean
  readonly createdAt: Instant
  /** Which secret of its own signs what it gets. */
  readonly secretState: SecretState
  /** When the first attempt failed of those since the last success. */
  readonly failingSince: Instant | null
  readonly disabledAt: Instant | null
  readonly disabledReason: string | null
}

/** What its owner decides. */
export interface EndpointWish {
  readonly url: string
  readonly description: string | null
  readonly types: readonly string[]
  readonly enabled: boolean
}

/** `invoice.*` stands for every type that begins so. */
const matches = (pattern: string, type: string): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type

/** Does the endpoint hear this event? Events of account links are heard on both sides. */
export const hears = (endpoint: Endpoint, event: NumberedEvent): boolean =>
  (endpoint.accountId === event.accountId || endpoint.accountId === event.otherAccountId) &&
  (endpoint.types.length === 0 || endpoint.types.some((pattern) => matches(pattern, event.type)))

/** Could it be the id of an endpoint? Whatever else is asked for is not there, and no database is asked. */
export const isEndpointId = (text: string): boolean => /^whe_[0-9a-z]{26}$/.test(text)

const longestDescription = 255

/** @throws {Refused} `webhook_url_invalid`, `webhook_description_invalid`, `webhook_types_invalid` */
export function checkWish(wish: EndpointWish, { allowPrivate }: { allowPrivate: boolean }): EndpointWish {
  const verdict = checkWebhookUrl(wish.url, { allowPrivate })
  if ('fault' in verdict) throw new Refused('webhook_url_invalid', verdict.fault)
  const { description } = wish
  if (
    description !== null &&
    (description.length > longestDescription || /[\p{Cc}\p{Cs}]/u.test(description))
  )
    throw new Refused('webhook_description_invalid', longestDescription)
  const isKnown = (pattern: string) => eventTypes.some((type) => matches(pattern, type))
  if (!wish.types.every(isKnown)) throw new Refused('webhook_types_invalid')
  return { ...wish, types: [...new Set(wish.types)] }
}

/** An endpoint that has taken nothing for so long is not tried any more. */
export const longestFailureMs = 5 * day

export type DisabledReason = 'failing' | 'gone' | 'by hand'

/** As the endpoint shows it. */
export const reasonText: Readonly<Record<DisabledReason, string>> = {
  failing: 'It failed for five days.',
  gone: 'It answered 410: it wants nothing any more.',
  'by hand': 'Its owner switched it off.',
}

/** What its owner is told. */
export function announceDisabled(
  { id, accountId, url }: Endpoint,
  reason: DisabledReason,
  { sequence, time }: { sequence: number; time: Instant },
): Event {
  return {
    type: 'webhook.endpoint.disabled',
    time,
    subject: `account/${accountId}`,
    sequence,
    accountId,
    data: { account_id: accountId, endpoint_id: id, url, reason: reasonText[reason] },
  }
}
