import { sql as raw } from 'kysely'
import { findCoin } from '../coins/index.ts'
import { leafOf } from '../event-proofs/leaf.ts'
import { rootOf } from '../event-proofs/merkle.ts'
import { eventTypes } from '../events/event.ts'
import type { EventReader } from '../events/log.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, check, limit } from './check.ts'
import { attempt, computed, pieceSize, pieces } from './pieces.ts'

const readEvents = ({ query }: Sql, last: { id: string } | undefined) =>
  query
    .selectFrom('events')
    .where('id', '>', last?.id ?? '')
    // Invoice events are compared with the invoices elsewhere.
    .where((where) => where.or([where('subject', '<', 'invoice/'), where('subject', '>=', 'invoice0')]))
    .orderBy('id')
    .limit(pieceSize)
    .select(['id', 'type', 'subject', 'account_id', 'other_account_id', 'data'])
    .execute()

type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

interface Told {
  readonly id?: unknown
  readonly account_id?: unknown
  readonly source?: unknown
  readonly target?: unknown
}

export const eventRows = (eventReader: (sql: Sql) => EventReader): readonly Check[] => [
  computed('I11 an event of an account or a link contains its accounts', async (sql, found) => {
    for await (const rows of pieces<EventRow>((last) => readEvents(sql, last)))
      for (const row of rows) if (!isNamed(row)) found({ id: row.id, type: row.type, subject: row.subject })
  }),
  check(
    'I7 an event has a known type',
    raw`select id, type from events where type not in (${raw.join(eventTypes.map((type) => raw.lit(type)))})
        or (subject like 'invoice/%') <> (type like 'invoice.%' or type like 'payment.%')
      ${limit}`,
  ),
  check(
    'I7 the clock is at the newest position, and no events exist in its pruned range',
    raw`select last, pruned from event_clock
      where last < pruned
        or last <> coalesce((select max(position) from events where position > pruned), last)
          and not exists (select 1 from restores where next_position = last)
        or not exists (select 1 from events where position > pruned) and last <> pruned
          and not exists (select 1 from restores where next_position = last)
        or exists (select 1 from events where position <= pruned)
      ${limit}`,
  ),
  computed('I7 the log has an event at every position', async ({ query }, found) => {
    const { rows } = await raw<{ expected: bigint | number; held: bigint | number }>`
      select last - pruned - coalesce((select sum(next_position - last_position) from restores
          where last_position >= pruned), 0) as expected,
        (select count(*) from events where position > pruned) as held
      from event_clock where not exists (
        select 1 from restores where last_position < pruned and next_position > pruned)`.execute(query)
    for (const { expected, held } of rows) if (BigInt(expected) !== BigInt(held)) found({ expected, held })
  }),
  check(
    'I7 a restore skips the positions after the last one',
    raw`select id, last_position, next_position from restores
      where next_position <= last_position or next_position > (select last from event_clock)
        or exists (select 1 from events where position > last_position and position <= next_position)
      ${limit}`,
  ),
  computed('I6 an anchor matches its events, and its transaction contains the root', (sql, found) =>
    checkAnchors(sql, eventReader(sql), found),
  ),
]

function isNamed({ type, subject, account_id, other_account_id, data }: EventRow): boolean {
  const told = attempt(() => JSON.parse(data)) as Told | null
  const [kind, id] = subject.split('/')
  const own = Number(account_id)
  const other = other_account_id === null ? null : Number(other_account_id)
  if (!told || type === '') return false
  if (kind === 'account') return told.account_id === own && Number(id) === own && other === null
  const isLink = kind === 'link' && String(told.id) === id && other !== null && other !== own
  const names = Object.keys(told).join()
  return type === 'account.linked'
    ? isLink && names === 'source,target,id' && told.source === own && told.target === other
    : isLink && names === 'id'
}

async function checkAnchors(sql: Sql, reader: EventReader, found: (row: object) => void): Promise<void> {
  const { pruned } = await reader.bounds()
  const rows = await sql.query.selectFrom('anchors').orderBy('id').selectAll().execute()
  for (const row of rows) {
    const { id, coin, first_position, events, root, leaves, txid, hex, block_height, block_hash } = row
    const kept: readonly string[] = leaves.match(/.{64}/g) ?? []
    const hashes = kept.map((leaf) => Buffer.from(leaf, 'hex'))
    const top = rootOf(hashes)
    const transaction = attempt(() => findCoin(coin)?.parse(hex))
    const script = `6a2451544e31${root}`
    const held = await reader.readAll(Number(first_position) - 1, Number(events))
    const isWhole = held.length === Number(events) && pruned < Number(first_position)
    const differs = [
      isWhole && held.at(-1)?.position !== Number(row.last_position) ? 'last_position' : null,
      kept.length === Number(events) && leaves.length === kept.length * 64 ? null : 'events',
      top && Buffer.from(top).toString('hex') === root ? null : 'root',
      transaction?.id === txid ? null : 'txid',
      transaction?.outputs.some((output) => Buffer.from(output.script).toString('hex') === script)
        ? null
        : 'hex',
      (block_height === null) === (block_hash === null) ? null : 'block',
      held.every(
        (event) =>
          event.position > Number(row.last_position) ||
          kept.includes(Buffer.from(leafOf(event)).toString('hex')),
      )
        ? null
        : 'leaves',
    ].filter((part) => part !== null)
    for (const part of differs) found({ anchor: id, differs: part })
    for (const part of await coinsOf(sql, row.id, transaction?.inputs ?? []))
      found({ anchor: id, differs: part })
  }
}

/** The inputs of the transaction must be marked as spent by it. */
async function coinsOf(
  { query }: Sql,
  anchor: bigint | number,
  inputs: readonly { readonly txid: string; readonly vout: number }[],
): Promise<string[]> {
  const spent = await query.selectFrom('anchor_coins').where('spent_by', '=', anchor).selectAll().execute()
  const known = new Set(spent.map(({ txid, vout }) => `${txid}:${Number(vout)}`))
  return inputs.every(({ txid, vout }) => known.has(`${txid}:${vout}`)) ? [] : ['anchor_coins']
}
