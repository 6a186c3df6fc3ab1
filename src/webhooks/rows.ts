import { instant } from '../kernel/clock.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { AttemptErrorCode } from './attempt-error.ts'
import type { DeliveryShown } from './deliveries.ts'
import type { Attempt, DeliveryState } from './webhook.ts'

export interface DeliveryRow {
  id: string
  event_id: string
  type: string
  account_id: SqlInteger
  endpoint_id: string | null
  url: string
  state: string
  failed: SqlInteger
  created_at: string
  next_at: string | null
  subject: string | null
  /** Current URL of the endpoint; null if it was deleted or there is none. */
  endpoint_url: string | null
  endpoint_enabled: SqlInteger | null
}

export interface AttemptRow {
  delivery_id: string
  number: SqlInteger
  at: string
  status: SqlInteger | null
  ms: SqlInteger | null
  error: string | null
  error_detail: string | null
  answer: string | null
}

/**
 * A pending delivery to a disabled or deleted endpoint is never sent, so it is shown as abandoned even before the row says so. For a
 * deleted endpoint nothing counts as failed: its owner no longer wants the deliveries.
 */
export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryShown {
  const canBeSent = row.endpoint_id === null || Number(row.endpoint_enabled ?? 0) === 1
  const isDeleted = row.endpoint_id !== null && row.endpoint_enabled === null
  const isOver = row.state === 'pending' && !canBeSent
  const isSent = row.state === 'delivered'
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.type,
    accountId: Number(row.account_id),
    endpointId: row.endpoint_id,
    url: isSent ? row.url : (row.endpoint_url ?? row.url),
    state: isOver ? 'dead' : (row.state as DeliveryState),
    failed: !isDeleted && (isOver || Number(row.failed) === 1),
    createdAt: instant(row.created_at),
    nextAt: isOver || row.next_at === null ? null : instant(row.next_at),
    subject: row.subject,
    canBeSent,
    attempts: attempts.map(toAttempt),
  }
}

const toAttempt = ({ number, at, status, ms, error, error_detail, answer }: AttemptRow): Attempt => ({
  number: Number(number),
  at: instant(at),
  status: status === null ? null : Number(status),
  ms: ms === null ? null : Number(ms),
  error: error === null ? null : { code: error as AttemptErrorCode, detail: error_detail },
  answer,
})
