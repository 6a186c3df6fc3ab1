import type { NumberedEvent } from '../events/envelope.ts'
import { type Event, eventTypes } from '../events/event.ts'
import { ApiError } from '../kernel/api-error.ts'
import { day, type Instant } from '../kernel/clock.ts'
import { trimTrailing } from '../kernel/text.ts'
import { checkWebhookUrl } from '../kernel/web-address.ts'
import type { SecretState } from './signature.ts'

/** A URL on the account's own server that receives its events. */
export interface Endpoint {
  readonly id: string
  readonly accountId: number
  readonly url: string
  readonly description: string | null
  /** Event types it is subscribed to; empty means all. */
  readonly types: readonly string[]
  readonly enabled: boolean
  readonly createdAt: Instant
  /** Set for an endpoint of a shop plug-in. */
  readonly greenfield: GreenfieldEndpoint | null
  /** State of the endpoint's own signing secret. */
  readonly secretState: SecretState
  /** Time of the first failed attempt since the last success. */
  readonly failingSince: Instant | null
  readonly disabledAt: Instant | null
  readonly disabledReason: DisabledReason | null
}

/** An endpoint that a shop plug-in created through the Greenfield routes. It receives events in BTCPay Server's format. */
export interface GreenfieldEndpoint {
  readonly tokenId: string
  /** The event types that it receives, such as `InvoiceSettled`; null: all. */
  readonly events: readonly string[] | null
  /** Whether failed deliveries are retried. */
  readonly automaticRedelivery: boolean
}

/** The settings its owner can change. */
export interface EndpointSettings {
  readonly url: string
  readonly description: string | null
  readonly types: readonly string[]
  readonly enabled: boolean
  readonly greenfield?: GreenfieldEndpoint | null
}

/** `invoice.*` matches every type with that prefix. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type

/** Events of account links go to both accounts. */
export const isSubscribedTo = (endpoint: Endpoint, event: NumberedEvent): boolean =>
  (endpoint.accountId === event.accountId || endpoint.accountId === event.otherAccountId) &&
  (endpoint.types.length === 0 || endpoint.types.some((pattern) => matchesType(pattern, event.type)))

/** For logs and emails: the path of a webhook URL is often its only protection, so it must not appear in either. */
export const getHost = (url: string): string => new URL(url).host

/** The host name that limits are counted by, without the port and the trailing dot of a fully qualified name. */
export const getServerName = (url: string): string => trimTrailing(new URL(url).hostname, '.')

/** Rejects malformed ids without a database query. */
export const isEndpointId = (text: string): boolean => /^whe_[0-9a-z]{26}$/.test(text)

/** @throws {ApiError} `webhook_not_found` */
export async function findOwnEndpoint(
  store: { find(id: string): Promise<Endpoint | null> },
  accountId: number,
  id: string,
): Promise<Endpoint> {
  const endpoint = isEndpointId(id) ? await store.find(id) : null
  if (endpoint?.accountId !== accountId) throw new ApiError('webhook_not_found')
  return endpoint
}

const maxDescriptionLength = 255

/** @throws {ApiError} `webhook_url_invalid`, `webhook_description_invalid`, `webhook_types_invalid` */
export function validateEndpointSettings(
  settings: EndpointSettings,
  { allowPrivate }: { allowPrivate: boolean },
): EndpointSettings {
  const result = checkWebhookUrl(settings.url, { allowPrivate })
  if ('problem' in result) throw new ApiError('webhook_url_invalid', result.problem)
  const { description } = settings
  if (
    description !== null &&
    (description.length > maxDescriptionLength || /[\p{Cc}\p{Cs}]/u.test(description))
  )
    throw new ApiError('webhook_description_invalid', maxDescriptionLength)
  const isKnown = (pattern: string) => eventTypes.some((type) => matchesType(pattern, type))
  if (!settings.types.every(isKnown)) throw new ApiError('webhook_types_invalid')
  return { ...settings, types: [...new Set(settings.types)] }
}

/** An endpoint that has failed for this long is disabled. */
export const maxFailureMs = 5 * day

export type DisabledReason = 'failing' | 'gone' | 'by_hand'

/** For API, CLI and events. */
export const disabledReasonText: Readonly<Record<DisabledReason, string>> = {
  failing: 'It failed for five days.',
  gone: 'It responded with 410 (Gone).',
  by_hand: 'Its owner disabled it.',
}

/** Builds the event that notifies the owner. */
export function createDisabledEvent(
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
    data: { account_id: accountId, endpoint_id: id, url, reason: disabledReasonText[reason] },
  }
}
