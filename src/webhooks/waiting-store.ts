import { sql as raw } from 'kysely'
import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AbandonReader } from './abandon.ts'
import { getServerName } from './endpoint.ts'
import type { WaitingReader } from './send.ts'

const selectDue = defineStatement<{ now: string }, { id: string }>((query, param) =>
  query
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'pending')
    .where('next_at', '<=', param('now'))
    .limit(1)
    .select('id'),
)

/** Prefix of every endpoint id. Other receiver names start with a number. */
const endpointIdPrefix = raw.lit('whe_')

/**
 * Receivers read in one round. Every host in an invoice's `webhook_url` is a receiver of its own, so one account can have any number of them
 * waiting for a retry. The next round continues after the last one.
 */
export const maxReceiversPerRound = 1_000

/**
 * The receivers with pending deliveries after `start`, numbered. A loose index scan (PostgreSQL's term): one index lookup per receiver,
 * however many deliveries it has pending. For 1 000 receivers PostgreSQL 15 takes 0.1 s, with 300 000 pending deliveries as with 1 100 000.
 * `group by receiver` takes 0.2 s and 0.35 s.
 */
const selectReceivers = (start: unknown, max: number) => raw`receivers (receiver, number) as (
  select min(receiver), 1 from webhook_deliveries where state = 'pending' and receiver > ${start}
  union all
  select (
    select min(later.receiver) from webhook_deliveries as later
    where later.state = 'pending' and later.receiver > receivers.receiver
  ), number + 1 from receivers where receivers.receiver is not null and number < ${raw.lit(max)}
)`

interface WaitingRow {
  readonly receiver: string
  readonly account_id: number
  readonly url: string
  readonly number: number
  /** 1 or 0. */
  readonly due: number
}

/**
 * The due receivers, and the last receiver if the round is full. Looks up accounts and URLs only for them. Skips disabled and deleted
 * endpoints, whose pending deliveries are abandoned in the background.
 */
const selectWaiting = defineStatement<{ now: string; after: string }, WaitingRow>(
  (_query, param) => raw<WaitingRow>`
    with recursive ${selectReceivers(param('after'), maxReceiversPerRound)}, waiting as (
      select receiver, number, (
        select min(first.next_at) from webhook_deliveries as first
        where first.state = 'pending' and first.receiver = receivers.receiver
      ) as next_at from receivers where receiver is not null
    ), checked as (
      select receiver, number, next_at, e.account_id as account_id, e.url as url, case
        when next_at <= ${param('now')} and (e.enabled = 1 or substr(receiver, 1, 4) <> ${endpointIdPrefix})
        then 1 else 0 end as due
      from waiting left join webhook_endpoints as e on e.id = waiting.receiver
    )
    select receiver, number, due, coalesce(account_id, (
      select sample.account_id from webhook_deliveries as sample
      where sample.state = 'pending' and sample.receiver = checked.receiver limit 1
    )) as account_id, coalesce(url, (
      select sample.url from webhook_deliveries as sample
      where sample.state = 'pending' and sample.receiver = checked.receiver limit 1
    )) as url
    from checked where due = 1 or number = ${raw.lit(maxReceiversPerRound)}
    order by next_at, receiver`,
)

const selectInactive = defineStatement<object, { receiver: string }>(
  () => raw<{ receiver: string }>`
    with recursive ${selectReceivers(endpointIdPrefix, Number.MAX_SAFE_INTEGER)}
    select receiver from receivers left join webhook_endpoints as e on e.id = receivers.receiver
    where substr(receiver, 1, 4) = ${endpointIdPrefix} and coalesce(e.enabled, 0) = 0
    order by receiver`,
)

/** Also a loose index scan, which reads one failed row per endpoint. */
const selectDeleted = defineStatement<object, { endpoint_id: string }>(
  () => raw<{ endpoint_id: string }>`
    with recursive failed (endpoint_id) as (
      select min(endpoint_id) from webhook_deliveries where failed = 1
      union all
      select (
        select min(later.endpoint_id) from webhook_deliveries as later
        where later.failed = 1 and later.endpoint_id > failed.endpoint_id
      ) from failed where failed.endpoint_id is not null
    )
    select failed.endpoint_id as endpoint_id from failed left join webhook_endpoints as e on e.id = failed.endpoint_id
    where failed.endpoint_id is not null and e.id is null`,
)

export function createWebhookWaitingStore(sql: Sql): WaitingReader & AbandonReader {
  /** The last receiver of the previous round; empty to start with the first. */
  let after = ''
  return {
    async listDueReceivers(now) {
      if ((await sql.queryOne(selectDue, { now: toIsoString(now) })) === undefined) return []
      const rows = await sql.queryAll(selectWaiting, { now: toIsoString(now), after })
      after = rows.find(({ number }) => number === maxReceiversPerRound)?.receiver ?? ''
      return rows
        .filter(({ due }) => due === 1)
        .map(({ receiver, account_id, url }) => ({
          receiver,
          accountId: account_id,
          host: getServerName(url),
        }))
    },

    async listEndpointsToAbandon() {
      const inactive = (await sql.queryAll(selectInactive, {})).map(({ receiver }) => receiver)
      const deleted = (await sql.queryAll(selectDeleted, {})).map(({ endpoint_id }) => endpoint_id)
      return [...new Set([...inactive, ...deleted])]
    },
  }
}
