import { sql as raw } from 'kysely'
import { day, type Instant, systemClock, toIsoString } from '../kernel/clock.ts'
import { deliveryRetentionMs } from '../webhooks/deliveries.ts'
import { type Check, defineCheck, limit } from './check.ts'

/** The event log: positions, order and streams. */
export const eventLogChecks: readonly Check[] = [
  defineCheck(
    'I7 the sequence of a subject has no gaps or duplicates',
    raw`select subject, min(sequence) as first, max(sequence) as last, count(*) as events from events
      group by subject having max(sequence) - min(sequence) + 1 <> count(*)
        or (min(sequence) <> 1 and (select pruned from event_clock) = 0) ${limit}`,
  ),
  defineCheck(
    'I7 an invoice has as many events as its counter says',
    raw`select i.uid, i.event_sequence as counted, coalesce(e.last, 0) as written from invoices i left join (
        select subject, max(sequence) as last from events group by subject
      ) e on e.subject = 'invoice/' || i.uid
      where coalesce(e.last, 0) <> i.event_sequence and (select pruned from event_clock) = 0 ${limit}`,
  ),
  defineCheck(
    'I7 positions increase with the sequence of each subject, and none is beyond the clock',
    raw`select a.subject, a.sequence, a.position from events a
      join events b on b.subject = a.subject and b.sequence = a.sequence + 1
      where a.position >= b.position or (a.position is null and b.position is not null)
      union all
      select subject, sequence, position from events where position > (select last from event_clock)
      ${limit}`,
  ),
  defineCheck(
    'I11 an event is only in the stream of the account whose invoice it concerns',
    raw`select e.id, e.subject, e.account_id, e.other_account_id, i.account_id as owner from events e
      join invoices i on e.subject = 'invoice/' || i.uid
      where e.account_id <> i.account_id or e.other_account_id is not null
      ${limit}`,
  ),
  defineCheck(
    'I6 each event is covered by one anchor: anchors have no gaps or overlaps',
    raw`select a.id, a.first_position, a.last_position from anchors a
      where a.first_position <> 1
        and not exists (select 1 from anchors b where b.last_position = a.first_position - 1)
      ${limit}`,
  ),
]

/**
 * Pairs of events that one transaction must have written: the one that paid an invoice, and the three of a link, whose data contains the
 * link's id exactly as it is serialised. The CTEs are materialised: otherwise the planner might scan all events of the account for each
 * link.
 */
const pairedEvents = raw`links as (
  select id, type, account_id as source, other_account_id as target, substr(subject, 6) as link
    from events where subject >= 'link/' and subject < 'link0'
), account_events as materialized (
  select id, type, data from events where subject >= 'account/' and subject < 'account0'
), expected as materialized (
  select id, 'account.link.created' as type, '{"account_id":' || source || ',"id":' || link || '}' as data
    from links where type = 'account.linked'
  union all select id, 'account.link.received', '{"account_id":' || target || ',"id":' || link || '}'
    from links where type = 'account.linked'
  union all select id, 'account.link.outbound.removed', '{"id":' || link || ',"account_id":' || source || '}'
    from links where type = 'account.link.removed'
  union all select id, 'account.link.inbound.removed', '{"id":' || link || ',"account_id":' || target || '}'
    from links where type = 'account.link.removed'
), pairs as materialized (
  select expected.id as one, account_events.id as other from expected
    join account_events on account_events.data = expected.data and account_events.type = expected.type
  union all
  select a.id, b.id from events a join events b on b.subject = a.subject and b.sequence = a.sequence + 1
    where a.type = 'payment.accepted' and b.type = 'invoice.paid'
)`

/** Events queued for transports. The log is pruned only from the start, so earlier rows may be gone. */
export const outboxChecks: readonly Check[] = [
  defineCheck(
    'I6 each outbox row has its event, and exists as long as it may be needed',
    raw`select o.transport, o.event_id, o.subject, o.sequence, e.subject as of_subject, e.sequence as of_sequence
      from outbox o left join events e on e.id = o.event_id
      where o.subject <> e.subject or o.sequence <> e.sequence
        or (e.id is null and ((select pruned from event_clock) = 0
          or exists (select 1 from events k where k.subject = o.subject and k.sequence < o.sequence)))
      ${limit}`,
  ),
  defineCheck(
    'I6 events of one transaction have the same transports',
    raw`with ${pairedEvents}
      select o.transport, o.event_id, t.other as missing from pairs t join outbox o on o.event_id = t.one
      where not exists (select 1 from outbox p where p.transport = o.transport and p.event_id = t.other)
      union all
      select o.transport, o.event_id, t.one from pairs t join outbox o on o.event_id = t.other
      where not exists (select 1 from outbox p where p.transport = o.transport and p.event_id = t.one)
      ${limit}`,
  ),
  defineCheck(
    'I6 a delivered outbox row has its time; a failed one has its error and its next attempt',
    raw`select transport, event_id, state, attempts, next_at, last_error, delivered_at from outbox
      where (state = 'delivered') <> (delivered_at is not null)
        or (state = 'failing' and (attempts < 1 or next_at is null or last_error is null))
      ${limit}`,
  ),
  defineCheck(
    'I6 a retried outbox row has its error, and an unavailable transport has the time at which it became unavailable',
    raw`select transport, event_id, state from outbox
        where (next_at is not null and state <> 'failing') or (attempts > 0) <> (last_error is not null)
      union all
      select transport, null, obstacle from outbox_transports
        where (obstacle is null) <> (obstacle_since is null)
      ${limit}`,
  ),
  defineCheck(
    'I6 an event is held back only while an earlier one of its subject is undelivered',
    raw`select o.transport, o.event_id, o.subject, o.sequence from outbox o
      where o.state = 'behind'
        and not exists (select 1 from outbox f where f.transport = o.transport and f.subject = o.subject
          and f.sequence < o.sequence and f.state <> 'delivered')
        and ((select pruned from event_clock) = 0
          or exists (select 1 from events k where k.subject = o.subject and k.sequence < o.sequence))
      ${limit}`,
  ),
]

/** Finished deliveries may be pruned once they are older than `deliveryRetentionMs`. Those a day younger are still there. */
const minRetentionMs = deliveryRetentionMs - day

/** Webhook deliveries, which follow the log from their own position. */
export const fanOutChecks: readonly Check[] = [
  {
    invariant: 'I6 an invoice’s webhook_url gets each payment, reversal and restoration once',
    findViolations: async (sql) =>
      (await selectMissingDeliveries(systemClock.now() - minRetentionMs).execute(sql.query)).rows,
  },
  defineCheck(
    'I6 a delivery has an event that was fanned out, and goes to an account that may see it',
    raw`select d.id, d.event_id, d.account_id, e.account_id as owner, e.position
      from webhook_deliveries d left join events e on e.id = d.event_id
      where (e.id is null and d.test = 0 and (select pruned from event_clock) = 0)
        or e.position is null and e.id is not null
        or e.position > (select position from log_readers where name = 'webhooks')
        or exists (select 1 from webhook_backlogs b where b.account_id = d.account_id and b.position < e.position)
        or (d.account_id <> e.account_id and (e.other_account_id is null or d.account_id <> e.other_account_id))
      ${limit}`,
  ),
  defineCheck(
    'I6 no reader is beyond the end of the log',
    raw`select name, position from log_readers where position > (select last from event_clock) ${limit}`,
  ),
  defineCheck(
    'I6 no account’s webhooks are ahead of the position that webhooks have read',
    raw`select account_id, position from webhook_backlogs
      where position > (select position from log_readers where name = 'webhooks') ${limit}`,
  ),
]

/** Skips events from before webhooks existed, and events not fanned out yet. */
const selectMissingDeliveries = (since: Instant) => raw<object>`
  select e.id, e.type, e.subject, i.webhook_url from events e join invoices i on i.uid = substr(e.subject, 9)
  where e.type in ('invoice.paid', 'invoice.reversed', 'invoice.restored') and i.webhook_url is not null
    and e.position <= (select position from log_readers where name = 'webhooks')
    and not exists (select 1 from webhook_backlogs b where b.account_id = e.account_id and b.position < e.position)
    and e.time >= (select applied_at from migrations where name = '0004-webhooks') and e.time >= ${toIsoString(since)}
    and coalesce((select min(d.url) from webhook_deliveries d
      where d.event_id = e.id and d.endpoint_id is null having count(*) = 1), '') <> i.webhook_url
  ${limit}`
