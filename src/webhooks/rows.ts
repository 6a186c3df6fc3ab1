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

export const toDelivery = (row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryShown => ({
  id: row.id,
  eventId: row.event_id,
  event: row.type,
  accountId: Number(row.account_id),
  endpointId: row.endpoint_id,
  url: row.url,
  state: row.state as DeliveryState,
  failed: Number(row.failed) === 1,
  createdAt: instant(row.created_at),
  nextAt: row.next_at === null ? null : instant(row.next_at),
  subject: row.subject,
  attempts: attempts.map(toAttempt),
})

const toAttempt = ({ number, at, status, ms, error, answer }: AttemptRow): Attempt => ({
  number: Number(number),
  at: instant(at),
  status: status === null ? null : Number(status),
  ms: ms === null ? null : Number(ms),
  error,
  answer,
})
