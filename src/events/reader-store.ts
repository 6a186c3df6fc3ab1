import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { NumberedEvent } from './envelope.ts'
import type { EventReader, Stream } from './log.ts'

export type EventRow = RowOf<'events', typeof eventColumns>

export const eventColumns = [
  'id',
  'type',
  'time',
  'subject',
  'sequence',
  'position',
  'account_id',
  'other_account_id',
  'data',
] as const

export const toEvent = (row: EventRow): NumberedEvent => ({
  id: row.id,
  type: row.type,
  time: row.time,
  subject: row.subject,
  sequence: row.sequence,
  position: row.position ?? 0,
  accountId: row.account_id,
  otherAccountId: row.other_account_id,
  data: row.data,
})

interface Page {
  afterPosition: number
  limit: number
}

const selectBounds = defineStatement<Record<never, never>, { last: number; pruned: number }>((query) =>
  query.selectFrom('event_clock').where('id', '=', 1).select(['last', 'pruned']),
)

const selectLost = defineStatement<{ position: number }, { id: number }>((query, param) =>
  query
    .selectFrom('restores')
    .where('last_position', '<', param('position'))
    .where('next_position', '>', param('position'))
    .limit(1)
    .select('id'),
)

const selectAll = defineStatement<Page, EventRow>((query, param) =>
  query
    .selectFrom('events')
    .where('position', '>', param('afterPosition'))
    .orderBy('position')
    .limit(param('limit'))
    .select(eventColumns),
)

const selectByInvoice = defineStatement<Page & { subject: string }, EventRow>((query, param) =>
  query
    .selectFrom('events')
    .where('subject', '=', param('subject'))
    .where('position', '>', param('afterPosition'))
    .orderBy('position')
    .limit(param('limit'))
    .select(eventColumns),
)

/** Events where the account is the owner or the second account. Each half uses its own index, and both read one snapshot. */
const selectByAccount = defineStatement<Page & { accountId: number }, EventRow>((query, param) =>
  query
    .selectFrom((eb) =>
      eb
        .selectFrom('events')
        .where('account_id', '=', param('accountId'))
        .where('position', '>', param('afterPosition'))
        .orderBy('position')
        .limit(param('limit'))
        .select(eventColumns)
        .as('own'),
    )
    .selectAll()
    .unionAll(
      query
        .selectFrom((eb) =>
          eb
            .selectFrom('events')
            .where('other_account_id', '=', param('accountId'))
            .where('position', '>', param('afterPosition'))
            .orderBy('position')
            .limit(param('limit'))
            .select(eventColumns)
            .as('others'),
        )
        .selectAll(),
    )
    .orderBy('position')
    .limit(param('limit')),
)

/** Invoice subjects only: they sort between these two bounds. */
const selectGranted = defineStatement<Page & { accountId: number }, EventRow>((query, param) =>
  query
    .selectFrom('events')
    .where('account_id', '=', param('accountId'))
    .where('position', '>', param('afterPosition'))
    .where('subject', '>=', 'invoice/')
    .where('subject', '<', 'invoice0')
    .orderBy('position')
    .limit(param('limit'))
    .select(eventColumns),
)

export function createEventReader(sql: Sql): EventReader {
  return {
    async getBounds() {
      const row = await sql.queryOne(selectBounds, {})
      return { lastWritten: row?.last ?? 0, lastPruned: row?.pruned ?? 0 }
    },

    async isLost(position) {
      return (await sql.queryOne(selectLost, { position })) !== undefined
    },

    async read(stream, afterPosition, limit) {
      return (await listRows(stream, { afterPosition, limit })).map(toEvent)
    },

    async readAll(afterPosition, limit) {
      return (await listRows({ kind: 'all' }, { afterPosition, limit })).map(toEvent)
    },
  }

  function listRows(stream: Stream, page: Page): Promise<EventRow[]> {
    switch (stream.kind) {
      case 'all':
        return sql.queryAll(selectAll, page)
      case 'invoice':
        return sql.queryAll(selectByInvoice, { ...page, subject: `invoice/${stream.uid}` })
      case 'granted':
        return sql.queryAll(selectGranted, { ...page, accountId: stream.accountId })
      case 'account':
        return sql.queryAll(selectByAccount, { ...page, accountId: stream.accountId })
    }
  }
}
