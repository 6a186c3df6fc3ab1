import { sql as raw } from 'kysely'
import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { GivingUpReader } from './giving-up.ts'
import type { WaitingReader } from './send.ts'

type Whole = bigint | number

const selectDue = statement<{ now: string }, { id: string }>((query, param) =>
  query
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'pending')
    .where('next_at', '<=', param('now'))
    .limit(1)
    .select('id'),
)

/** With what the id of every endpoint begins, and no other name of a receiver: those begin with a number. */
const endpointBegin = raw.lit('whe_')

/** One step of the index for each receiver that has anything pending, however much that is: PostgreSQL calls it a loose index scan. */
const receivers = raw`receivers (receiver) as (
  select min(receiver) from webhook_deliveries where state = 'pending'
  union all
  select (
    select min(later.receiver) from webhook_deliveries as later
    where later.state = 'pending' and later.receiver > receivers.receiver
  ) from receivers where receivers.receiver is not null
)`

/**
 * Their accounts are looked up for those alone that are due. What an endpoint that is disabled or gone has pending is given up in the
 * background, and passed over until then.
 */
const selectWaiting = statement<{ now: string }, { receiver: string; account_id: Whole }>(
  (_query, param) => raw<{ receiver: string; account_id: Whole }>`
    with recursive ${receivers}, longest as (
      select receiver, (
        select min(first.next_at) from webhook_deliveries as first
        where first.state = 'pending' and first.receiver = receivers.receiver
      ) as next_at from receivers where receiver is not null
    )
    select receiver, coalesce(e.account_id, (
      select sample.account_id from webhook_deliveries as sample
      where sample.state = 'pending' and sample.receiver = longest.receiver limit 1
    )) as account_id
    from longest left join webhook_endpoints as e on e.id = longest.receiver
    where next_at <= ${param('now')} and (e.enabled = 1 or substr(receiver, 1, 4) <> ${endpointBegin})
    order by next_at, receiver`,
)

const selectEnded = statement<object, { receiver: string }>(
  () => raw<{ receiver: string }>`
    with recursive ${receivers}
    select receiver from receivers left join webhook_endpoints as e on e.id = receivers.receiver
    where substr(receiver, 1, 4) = ${endpointBegin} and coalesce(e.enabled, 0) = 0
    order by receiver`,
)

export function webhookWaitingStore(sql: Sql): WaitingReader & GivingUpReader {
  return {
    async waiting(now) {
      if ((await sql.first(selectDue, { now: iso(now) })) === undefined) return []
      const rows = await sql.all(selectWaiting, { now: iso(now) })
      return rows.map(({ receiver, account_id }) => ({ receiver, accountId: Number(account_id) }))
    },

    async endedWithPending() {
      return (await sql.all(selectEnded, {})).map(({ receiver }) => receiver)
    },
  }
}
