import { parseIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { AttemptErrorCode } from './attempt-error.ts'
import type { DeliveryWithAttempts } from './deliveries.ts'
import type { DisabledReason, Endpoint } from './endpoint.ts'
import { blockedUntil } from './order.ts'
import type { SecretState } from './signature.ts'
import type { Attempt, DeliveryState } from './webhook.ts'

/** A delivery with the type and subject of its event. */
export interface DeliveryRow
  extends RowOf<
    'webhook_deliveries',
    ['id', 'event_id', 'account_id', 'endpoint_id', 'url', 'state', 'failed', 'created_at', 'next_at']
  > {
  type: string
  subject: string | null
  /** Current URL of the endpoint; null if it was deleted or there is none. */
  endpoint_url: string | null
  endpoint_enabled: number | null
}

type AttemptRow = RowOf<'webhook_attempts'>

/**
 * A pending delivery to a disabled or deleted endpoint is never sent, so it is shown as abandoned even before its row is updated. No
 * delivery of a deleted endpoint counts as failed: its owner no longer wants it.
 */
export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryWithAttempts {
  const canBeSent = row.endpoint_id === null || row.endpoint_enabled === 1
  const isDeleted = row.endpoint_id !== null && row.endpoint_enabled === null
  const isAbandoned = row.state === 'pending' && !canBeSent
  const nextAt = parseIsoString(row.next_at)
  const isDelivered = row.state === 'delivered'
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.type,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    url: isDelivered ? row.url : (row.endpoint_url ?? row.url),
    state: isAbandoned ? 'dead' : (row.state as DeliveryState),
    hasFailed: !isDeleted && (isAbandoned || row.failed === 1),
    createdAt: parseIsoString(row.created_at),
    nextAt: isAbandoned || nextAt === blockedUntil ? null : nextAt,
    subject: row.subject,
    canBeSent,
    attempts: attempts.map(toAttempt),
  }
}

const toAttempt = ({ number, at, status, ms, error, error_detail, answer }: AttemptRow): Attempt => ({
  number,
  at: parseIsoString(at),
  status,
  ms,
  error: error === null ? null : { code: error as AttemptErrorCode, detail: error_detail },
  responseBody: answer,
})

type EndpointRow = RowOf<'webhook_endpoints', typeof endpointColumns>

export const endpointColumns = [
  'id',
  'account_id',
  'url',
  'description',
  'types',
  'enabled',
  'created_at',
  'secret_version',
  'secret_rotated_at',
  'own_secret',
  'own_secret_version',
  'token_id',
  'greenfield_events',
  'automatic_redelivery',
  'failing_since',
  'disabled_at',
  'disabled_reason',
] as const

export const toEndpoint = (row: EndpointRow): Endpoint => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  description: row.description,
  types: row.types === '' ? [] : row.types.split(','),
  enabled: row.enabled === 1,
  createdAt: parseIsoString(row.created_at),
  greenfield: toGreenfield(row),
  secretState: toSecretState(
    row.secret_version,
    row.secret_rotated_at,
    row.own_secret,
    row.own_secret_version,
  ),
  failingSince: parseIsoString(row.failing_since),
  disabledAt: parseIsoString(row.disabled_at),
  disabledReason: row.disabled_reason as DisabledReason | null,
})

const everyEvent = '*'

function toGreenfield({
  token_id,
  greenfield_events,
  automatic_redelivery,
}: EndpointRow): Endpoint['greenfield'] {
  if (token_id === null) return null
  const events =
    greenfield_events === everyEvent ? null : (greenfield_events ?? '').split(',').filter(Boolean)
  return { tokenId: token_id, events, automaticRedelivery: automatic_redelivery === 1 }
}

export const toGreenfieldColumns = (greenfield: Endpoint['greenfield']) => ({
  greenfield_events: greenfield && (greenfield.events?.join(',') ?? everyEvent),
  automatic_redelivery: greenfield?.automaticRedelivery === false ? 0 : 1,
})

export const toSecretState = (
  version: number,
  rotatedAt: string | null,
  ownSecret: string | null = null,
  ownVersion: number | null = null,
): SecretState => ({
  version,
  rotatedAt: parseIsoString(rotatedAt),
  own: ownSecret === null || ownVersion === null ? null : { version: ownVersion, encrypted: ownSecret },
})
