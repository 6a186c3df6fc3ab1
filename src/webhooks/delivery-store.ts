import { sql as raw } from 'kysely'
import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { DeliveryFilter, DeliveryShown, DeliveryStore } from './deliveries.ts'
import { type DeliveryRow, toDelivery } from './rows.ts'

type Whole = bigint | number

const columns = [
  'webhook_deliveries.id',
  'webhook_deliveries.event_id',
  'webhook_messages.type',
  'webhook_deliveries.account_id',
  'endpoint_id',
  'webhook_deliveries.url',
  'state',
  'failed',
  'webhook_deliveries.created_at',
  'next_at',
  'events.subject',
  'webhook_endpoints.url as endpoint_url',
  'webhook_endpoints.enabled as endpoint_enabled',
] as const

/** Beside an endpoint SQLite would rather walk all deliveries of the account: for a term it has no index, and takes the endpoint's. */
const accountBeside = (endpointId: string | undefined) => {
  const account = raw.ref<Whole>('webhook_deliveries.account_id')
  return endpointId === undefined ? account : raw<Whole>`+${account}`
}

/** An account's that go to an endpoint at work, or to an invoice's address. The endpoints are looked up once, not for each delivery. */
const toEnabled = (accountId: number) =>
  raw<boolean>`(endpoint_id is null or endpoint_id in (
    select own.id from webhook_endpoints as own where own.account_id = ${accountId} and own.enabled = 1
  ))`

/** The newest of each: one may have been sent again by hand for years. */
const attemptsShown = 50
/** As many as a delivery has by itself: with the answers of hundreds that is a page still. */
const attemptsOfMany = 10

/** What is being sent again just now is passed over, and is kept as it is no longer ended. */
const selectEnded = statement<{ before: string; limit: number }, { id: string; event_id: string }>(
  (query, param) =>
    query
      .selectFrom('webhook_deliveries')
      .where('created_at', '<', param('before'))
      .where('state', '!=', 'pending')
      .orderBy('created_at')
      .limit(param('limit'))
      .select(['id', 'event_id'])
      .forUpdate()
      .skipLocked(),
)

export function webhookDeliveryStore(sql: Sql): DeliveryStore {
  const { query } = sql
  return {
    async list(filter, { before, limit }) {
      const rows = await matching(filter)
        .$if(before !== null, (some) => some.where('webhook_deliveries.id', '<', before ?? ''))
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows)
    },

    async find(id) {
      const rows = await deliveries().where('webhook_deliveries.id', '=', id).execute()
      const [found] = await withAttempts(rows, { answers: true })
      return found ?? null
    },

    async latest(endpointIds) {
      if (endpointIds.length === 0) return []
      const newest = query
        .selectFrom('webhook_endpoints as e')
        .where('e.id', 'in', endpointIds)
        .select(({ selectFrom }) =>
          selectFrom('webhook_deliveries as d')
            .whereRef('d.endpoint_id', '=', 'e.id')
            .select(({ fn }) => fn.max('d.id').as('id'))
            .as('id'),
        )
      return withAttempts(await deliveries().where('webhook_deliveries.id', 'in', newest).execute())
    },

    async body(eventId) {
      const row = await query
        .selectFrom('webhook_messages')
        .where('event_id', '=', eventId)
        .select('body')
        .executeTakeFirst()
      return row?.body ?? ''
    },

    async countFailed(filter, limit) {
      const row = await query
        .selectFrom(failedToSend(filter).select('id').limit(limit).as('some'))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    // By the events alone: beside an account SQLite would rather walk all deliveries of that.
    async ofEvents(eventIds, limit) {
      if (eventIds.length === 0) return []
      const rows = await deliveries()
        .where('webhook_deliveries.event_id', 'in', eventIds)
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows, { most: attemptsOfMany, answers: true })
    },

    async canBeSent({ endpointId }) {
      if (endpointId === null) return true
      const row = await query
        .selectFrom('webhook_endpoints')
        .where('id', '=', endpointId)
        .where('enabled', '=', 1)
        .select('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async sendAgain(id, now) {
      await query
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', next_at: iso(now), tries: 0 })
        .where('id', '=', id)
        .execute()
    },

    async sendFailedAgain(filter, { after, limit }, now) {
      const some = failedToSend(filter)
        .$if(after !== null, (rest) => rest.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .select('id')
      const rows = await query
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', next_at: iso(now), tries: 0 })
        .where('id', 'in', some)
        // What has arrived meanwhile stays.
        .where('failed', '=', 1)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id).sort()
    },

    async prune(before, limit) {
      const ended = await sql.all(selectEnded, { before: iso(before), limit })
      const ids = ended.map(({ id }) => id)
      if (ids.length === 0) return 0
      await query.deleteFrom('webhook_attempts').where('delivery_id', 'in', ids).execute()
      await query.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
      await query
        .deleteFrom('webhook_messages')
        .where(
          'event_id',
          'in',
          ended.map(({ event_id }) => event_id),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_deliveries')
                .whereRef('webhook_deliveries.event_id', '=', 'webhook_messages.event_id')
                .select('id'),
            ),
          ),
        )
        .execute()
      return ids.length
    },
  }

  function deliveries() {
    return (
      query
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
        // A test is of no event, and old events may have been pruned.
        .leftJoin('events', 'events.id', 'webhook_deliveries.event_id')
        .leftJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
        .select(columns)
    )
  }

  function matching({ accountId, failed, state, endpointId }: DeliveryFilter) {
    return (
      deliveries()
        .where(accountBeside(endpointId), '=', accountId)
        .$if(failed, (some) => some.where('failed', '=', 1))
        .$if(state !== undefined, (some) => some.where('state', '=', state ?? ''))
        // What else is pending is given up, and shown so.
        .$if(state === 'pending', (some) => some.where(toEnabled(accountId)))
        .$if(endpointId !== undefined, (some) => some.where('endpoint_id', '=', endpointId ?? null))
    )
  }

  /** But for those of endpoints that are disabled or gone. */
  function failedToSend({ accountId, endpointId }: Omit<DeliveryFilter, 'failed' | 'state'>) {
    return query
      .selectFrom('webhook_deliveries')
      .where(accountBeside(endpointId), '=', accountId)
      .where('failed', '=', 1)
      .$if(endpointId !== undefined, (some) => some.where('endpoint_id', '=', endpointId ?? null))
      .where(toEnabled(accountId))
  }

  /** @param answers what was answered too: much, and looked at in few places */
  async function withAttempts(
    rows: readonly DeliveryRow[],
    { most = attemptsShown, answers = false } = {},
  ): Promise<DeliveryShown[]> {
    if (rows.length === 0) return []
    const attempts = await query
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_attempts as a', 'a.delivery_id', 'd.id')
      .where(
        'd.id',
        'in',
        rows.map(({ id }) => id),
      )
      // They are numbered without a gap.
      .whereRef('a.number', '>', ({ eb }) => eb('d.attempts', '-', most))
      .orderBy('a.number')
      .select(['a.delivery_id', 'a.number', 'a.at', 'a.status', 'a.ms', 'a.error'])
      .select(answers ? 'a.answer' : raw<null>`null`.as('answer'))
      .execute()
    const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
    return rows.map((row) => toDelivery(row, byDelivery.get(row.id) ?? []))
  }
}
