import type { Database } from '../../../src/platform/storage/database.ts'
import { defineStatement } from '../../../src/platform/storage/statement.ts'

type IntegerColumn = bigint | number

const selectAttempts = defineStatement<
  { event: string; url: string },
  {
    state: string
    number: IntegerColumn | null
    ms: IntegerColumn | null
    status: IntegerColumn | null
    error: string | null
  }
>((query, param) =>
  query
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_attempts', 'delivery_id', 'id')
    .where('event_id', '=', param('event'))
    .where('url', '=', param('url'))
    .orderBy('number')
    .select(['state', 'number', 'ms', 'status', 'error']),
)

const selectByState = defineStatement<{ state: string }, { event_id: string; url: string }>((query, param) =>
  query.selectFrom('webhook_deliveries').where('state', '=', param('state')).select(['event_id', 'url']),
)

/** A delivery as the service recorded it. */
export interface RecordedDelivery {
  readonly state: string
  /** Number of the newest attempt, finished or not. */
  readonly newest: number
  /** Numbers of the attempts with a recorded failure. */
  readonly failures: readonly number[]
}

export type DeliveryObserver = ReturnType<typeof createDeliveryObserver>

/** Reads what is recorded about webhooks, bypassing the service. */
export function createDeliveryObserver({ read }: Pick<Database, 'read'>) {
  return {
    /** Returns null if there is no such delivery. */
    async find(event: string, url: string): Promise<RecordedDelivery | null> {
      const rows = await read.queryAll(selectAttempts, { event, url })
      const [first] = rows
      if (!first) return null
      const failures = rows.filter(({ ms, status }) => ms !== null && (status === null || status >= 300))
      return {
        state: first.state,
        newest: Number(rows.at(-1)?.number ?? 0),
        failures: failures.map(({ number }) => Number(number)),
      }
    },
    listInState: (state: 'pending' | 'delivered') => read.queryAll(selectByState, { state }),
  }
}
