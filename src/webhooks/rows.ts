import { instant } from '../kernel/clock.ts'
import type { DeliveryShown } from './deliveries.ts'
import type { Attempt, DeliveryState } from './webhook.ts'

type Whole = bigint | number

export interface DeliveryRow {
  id: string
  event_id: string
  type: string
  account_id: Whole
  endpoint_id: string | null
  url: string
  state: string
  failed: Whole
  created_at: string
  next_at: string | null
  subject: string | null
  /** Of its endpoint: null when that is gone, or when there is none. */
  endpoint_url: string | null
  endpoint_enabled: Whole | null
}

export interface AttemptRow {
  delivery_id: string
  number: Whole
  at: string
  status: Whole | null
  ms: Whole | null
  error: string | null
  answer: string | null
}

/** What is pending for an endpoint that is disabled or gone is never sent: it is given up, whether that is written down yet or not. */
export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryShown {
  const isOver =
    row.state === 'pending' && row.endpoint_id !== null && Number(row.endpoint_enabled ?? 0) === 0
  const isSent = row.state === 'delivered'
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.type,
    accountId: Number(row.account_id),
    endpointId: row.endpoint_id,
    url: isSent ? row.url : (row.endpoint_url ?? row.url),
    state: isOver ? 'dead' : (row.state as DeliveryState),
    failed: isOver || Number(row.failed) === 1,
    createdAt: instant(row.created_at),
    nextAt: isOver || row.next_at === null ? null : instant(row.next_at),
    subject: row.subject,
    attempts: attempts.map(toAttempt),
  }
}

const toAttempt = ({ number, at, status, ms, error, answer }: AttemptRow): Attempt => ({
  number: Number(number),
  at: instant(at),
  status: status === null ? null : Number(status),
  ms: ms === null ? null : Number(ms),
  error,
  answer,
})
