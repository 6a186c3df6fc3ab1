import { sql as raw } from 'kysely'
import { findCoin } from '../coins/index.ts'
import { computeLeaf } from '../event-proofs/leaf.ts'
import { computeMerkleRoot } from '../event-proofs/merkle.ts'
import { eventTypes } from '../events/event.ts'
import type { EventReader } from '../events/log.ts'
import { toHex } from '../kernel/hex.ts'
import { formatOutpoint } from '../payments/block-index.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck, pageSize, readPages, tryOrNull } from './custom-check.ts'

const readEvents = ({ query }: Sql, last: { id: string } | undefined) =>
  query
    .selectFrom('events')
    .where('id', '>', last?.id ?? '')
    // invoice-checks.ts compares the events of invoices.
    .where((where) => where.or([where('subject', '<', 'invoice/'), where('subject', '>=', 'invoice0')]))
    .orderBy('id')
    .limit(pageSize)
    .select(['id', 'type', 'subject', 'account_id', 'other_account_id', 'data'])
    .execute()

type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

interface EventAccounts {
  readonly id?: unknown
  readonly account_id?: unknown
  readonly source?: unknown
  readonly target?: unknown
}

export const createEventRowChecks = (createReader: (sql: Sql) => EventReader): readonly Check[] => [
  defineCustomCheck('I11 an event of an account or a link contains its accounts', async (sql, report) => {
    for await (const rows of readPages<EventRow>((last) => readEvents(sql, last)))
      for (const row of rows)
        if (!containsItsAccounts(row)) report({ id: row.id, type: row.type, subject: row.subject })
  }),
  defineCheck(
    'I7 an event has a known type',
    raw`select id, type from events where type not in (${raw.join(eventTypes.map((type) => raw.lit(type)))})
        or (subject like 'invoice/%') <> (type like 'invoice.%' or type like 'payment.%')
      ${limit}`,
  ),
  defineCheck(
    'I7 the clock is at the newest event position, and no events exist in the pruned range',
    raw`select last, pruned from event_clock
      where last < pruned
        or last <> coalesce((select max(position) from events where position > pruned), last)
          and not exists (select 1 from restores where next_position = last)
        or not exists (select 1 from events where position > pruned) and last <> pruned
          and not exists (select 1 from restores where next_position = last)
        or exists (select 1 from events where position <= pruned)
      ${limit}`,
  ),
  defineCustomCheck('I7 the log has an event at every position', async ({ query }, report) => {
    const { rows } = await raw<{ expected: number; actual: number }>`
      select last - pruned - coalesce((select sum(next_position - last_position) from restores
          where last_position >= pruned), 0) as expected,
        (select count(*) from events where position > pruned) as actual
      from event_clock where not exists (
        select 1 from restores where last_position < pruned and next_position > pruned)`.execute(query)
    for (const { expected, actual } of rows)
      if (BigInt(expected) !== BigInt(actual)) report({ expected, actual })
  }),
  defineCheck(
    'I7 a restore skips the positions after the last one',
    raw`select id, last_position, next_position from restores
      where next_position <= last_position or next_position > (select last from event_clock)
        or exists (select 1 from events where position > last_position and position <= next_position)
      ${limit}`,
  ),
  defineCustomCheck('I6 an anchor matches its events, and its transaction contains the root', (sql, report) =>
    checkAnchors(sql, createReader(sql), report),
  ),
]

function containsItsAccounts({
  type,
  subject,
  account_id: own,
  other_account_id: other,
  data,
}: EventRow): boolean {
  const accounts = tryOrNull(() => JSON.parse(data)) as EventAccounts | null
  const [kind, id] = subject.split('/')
  if (!accounts || type === '') return false
  if (kind === 'account') return accounts.account_id === own && Number(id) === own && other === null
  const isLink = kind === 'link' && String(accounts.id) === id && other !== null && other !== own
  const keys = Object.keys(accounts).join()
  return type === 'account.linked'
    ? isLink && keys === 'source,target,id' && accounts.source === own && accounts.target === other
    : isLink && keys === 'id'
}

async function checkAnchors(sql: Sql, reader: EventReader, report: (row: object) => void): Promise<void> {
  const { lastPruned } = await reader.getBounds()
  const rows = await sql.query.selectFrom('anchors').orderBy('id').selectAll().execute()
  for (const row of rows) {
    const { id, coin, first_position, events, root, leaves, txid, hex, block_height, block_hash } = row
    const storedLeaves: readonly string[] = leaves.match(/.{64}/g) ?? []
    const hashes = storedLeaves.map((leaf) => Buffer.from(leaf, 'hex'))
    const calculatedRoot = computeMerkleRoot(hashes)
    const transaction = tryOrNull(() => findCoin(coin)?.parse(hex))
    const script = `6a2451544e31${root}`
    const storedEvents = await reader.readAll(first_position - 1, events)
    const isComplete = storedEvents.length === events && lastPruned < first_position
    const differences = [
      isComplete && storedEvents.at(-1)?.position !== row.last_position ? 'last_position' : null,
      storedLeaves.length === events && leaves.length === storedLeaves.length * 64 ? null : 'events',
      calculatedRoot && toHex(calculatedRoot) === root ? null : 'root',
      transaction?.id === txid ? null : 'txid',
      transaction?.outputs.some((output) => toHex(output.script) === script) ? null : 'hex',
      (block_height === null) === (block_hash === null) ? null : 'block',
      storedEvents.every(
        (event) => event.position > row.last_position || storedLeaves.includes(toHex(computeLeaf(event))),
      )
        ? null
        : 'leaves',
    ].filter((difference) => difference !== null)
    for (const difference of differences) report({ anchor: id, differs: difference })
    if (!(await areInputsMarked(sql, id, transaction?.inputs ?? [])))
      report({ anchor: id, differs: 'anchor_coins' })
  }
}

/** Whether all inputs of an anchor's transaction are marked as spent by it. */
async function areInputsMarked(
  { query }: Sql,
  anchor: number,
  inputs: readonly { readonly txid: string; readonly vout: number }[],
): Promise<boolean> {
  const spentUtxos = await query
    .selectFrom('anchor_coins')
    .where('spent_by', '=', anchor)
    .selectAll()
    .execute()
  const marked = new Set(spentUtxos.map(formatOutpoint))
  return inputs.every((input) => marked.has(formatOutpoint(input)))
}
