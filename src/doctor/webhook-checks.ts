import { sql as raw } from 'kysely'
import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { attemptErrorCodes } from '../webhooks/attempt-error.ts'
import { blockedUntil } from '../webhooks/order.ts'
import { createWebhookBody } from '../webhooks/webhook.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck, pageSize, readPages, tryOrNull } from './custom-check.ts'

const readMessages = ({ query }: Sql, last: { event_id: string } | undefined) =>
  query
    .selectFrom('webhook_messages')
    .leftJoin('events', 'events.id', 'webhook_messages.event_id')
    .where('webhook_messages.event_id', '>', last?.event_id ?? '')
    .orderBy('webhook_messages.event_id')
    .limit(pageSize)
    .select([
      'webhook_messages.event_id',
      'webhook_messages.type',
      'webhook_messages.body',
      'events.type as of_type',
      'events.time',
      'events.data',
    ])
    .execute()

type Message = Awaited<ReturnType<typeof readMessages>>[number]

const blockedUntilText = toIsoString(blockedUntil)

export const deliveryChecks: readonly Check[] = [
  defineCustomCheck('I6 the body of a webhook is its event', async (sql, report) => {
    for await (const rows of readPages<Message>((last) => readMessages(sql, last)))
      for (const { event_id, type, body, of_type, time, data } of rows) {
        const parsed = tryOrNull(() => JSON.parse(body))
        // Test events and pruned events are not in the log.
        const isValid =
          of_type === null || time === null || data === null
            ? parsed?.type === type
            : type === of_type && body === createWebhookBody({ type, time, data })
        if (!isValid) report({ event_id, type })
      }
  }),
  defineCheck(
    'I6 a delivery has as many attempts as its counter says, numbered without gaps',
    raw`select d.id, d.attempts, d.tries, a.last, a.count from webhook_deliveries d left join (
        select delivery_id, max(number) as last, count(*) as count from webhook_attempts
        group by delivery_id
      ) a on a.delivery_id = d.id
      where coalesce(a.last, 0) <> d.attempts or coalesce(a.count, 0) <> d.attempts
        or d.tries > d.attempts
      ${limit}`,
  ),
  defineCheck(
    'I6 a delivery goes to an endpoint of its account',
    raw`select d.id, d.endpoint_id, d.receiver from webhook_deliveries d
        where d.endpoint_id is not null and d.receiver <> d.endpoint_id
      union all
      select d.id, d.endpoint_id, d.receiver from webhook_deliveries d
        join webhook_endpoints e on e.id = d.endpoint_id where e.account_id <> d.account_id
      union all
      select d.id, null, d.receiver from webhook_deliveries d
        join webhook_endpoints e on e.id = d.receiver where d.endpoint_id is null
      ${limit}`,
  ),
  defineCheck(
    'I6 only the endpoints of shop plug-ins get Greenfield messages, and have a token of the account',
    raw`select d.id from webhook_deliveries d left join webhook_endpoints e on e.id = d.endpoint_id
      where (d.payload is null and d.part <> 0) or d.part < 0
        or (d.payload is not null and (d.endpoint_id is null or (e.id is not null and e.token_id is null)))
        or (d.payload is null and e.token_id is not null and d.test = 0)
      union all
      select e.id from webhook_endpoints e left join access_tokens t on t.id = e.token_id
      where (e.token_id is null) <> (e.greenfield_events is null)
        or e.automatic_redelivery not in (0, 1) or (e.token_id is null and e.automatic_redelivery = 0)
        or (e.token_id is not null and (t.id is null or t.account_id <> e.account_id))
      ${limit}`,
  ),
  defineCheck(
    'I6 a delivery of an invoice’s event has its subject and sequence',
    raw`select d.id, d.subject, d.sequence from webhook_deliveries d join events e on e.id = d.event_id
      where coalesce(d.subject, '') <> case when e.subject like 'invoice/%' then e.subject else '' end
        or coalesce(d.sequence, 0) <> case when e.subject like 'invoice/%' then e.sequence else 0 end
      ${limit}`,
  ),
  defineCheck(
    'I6 one delivery of an invoice to a receiver is due, and the later ones wait for it',
    raw`select d.id, d.subject, d.receiver, sum(case when other.next_at < ${blockedUntilText} then 1 else 0 end) as due
      from webhook_deliveries d
        join webhook_deliveries other on other.subject = d.subject and other.receiver = d.receiver
        left join webhook_endpoints e on e.id = d.receiver
      where d.state = 'pending' and other.state = 'pending' and d.next_at = ${blockedUntilText}
        and (d.endpoint_id is null or e.enabled = 1)
      group by d.id, d.subject, d.receiver
      having sum(case when other.next_at < ${blockedUntilText} then 1 else 0 end) <> 1
      ${limit}`,
  ),
  defineCheck(
    'I6 a finished attempt has a status or a known error; only the newest can be in progress, and an interrupted one is marked',
    raw`select a.delivery_id, a.number from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
      where (a.ms is null and (a.status is not null or (a.error is null) <> (a.number = d.attempts)))
        or (a.ms is not null and (a.status is null) = (a.error is null))
        or a.error not in (${raw.join(attemptErrorCodes)})
        or (a.error is null and a.error_detail is not null)
      ${limit}`,
  ),
  defineCheck(
    'I6 a test delivery has no event, a disabled endpoint has a time and a reason, and a chosen secret has a version',
    raw`select d.id from webhook_deliveries d join events e on e.id = d.event_id where d.test = 1
      union all
      select id from webhook_endpoints
      where (own_secret is null) <> (own_secret_version is null) or own_secret_version > secret_version
        or own_secret_version < 1
      union all
      select id from webhook_endpoints
      where (enabled = 1) <> (disabled_at is null) or (enabled = 1) <> (disabled_reason is null)
      ${limit}`,
  ),
]
