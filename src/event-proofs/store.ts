import type { CoinCode } from '../coins/index.ts'
import { eventColumns, toEvent } from '../events/reader-store.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Anchor, AnchorStore } from './anchor.ts'
import type { ProofReader } from './prove.ts'

type AnchorRow = RowOf<'anchors', typeof columns>

/** Excludes `leaves`, which can be large. */
const columns = [
  'id',
  'coin',
  'events',
  'root',
  'last_position',
  'created_at',
  'status',
  'reason',
  'txid',
  'hex',
  'fee',
  'block_height',
  'block_hash',
] as const

const toAnchor = (row: AnchorRow): Anchor => ({
  id: row.id,
  coin: row.coin as CoinCode,
  eventCount: row.events,
  root: fromHex(row.root),
  lastPosition: row.last_position,
  createdAt: parseIsoString(row.created_at),
  status: row.status,
  reason: row.reason,
  txid: row.txid,
  hex: row.hex,
  fee: BigInt(row.fee),
  block:
    row.block_height === null || row.block_hash === null
      ? null
      : { height: row.block_height, hash: row.block_hash },
})

const leafDigits = 64

function toLeaves(hex: string): Uint8Array[] {
  const count = hex.length / leafDigits
  return Array.from({ length: count }, (_, index) =>
    fromHex(hex.slice(index * leafDigits, (index + 1) * leafDigits)),
  )
}

export function createAnchorStore({
  query,
}: Sql): AnchorStore & ProofReader & { countUnanchored(): Promise<number> } {
  return {
    /** The number of events that are not anchored yet. */
    async countUnanchored() {
      const row = await query
        .selectFrom('events')
        .where('position', '>', (from) =>
          from
            .selectFrom('anchors')
            .select(({ fn, lit }) => fn.coalesce(fn.max('last_position'), lit(0)).as('last')),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return row?.count ?? 0
    },

    async find(id) {
      const row = await query.selectFrom('anchors').where('id', '=', id).select(columns).executeTakeFirst()
      return row ? toAnchor(row) : null
    },

    async findNewest() {
      const row = await query
        .selectFrom('anchors')
        .orderBy('first_position', 'desc')
        .limit(1)
        .select(columns)
        .executeTakeFirst()
      return row ? toAnchor(row) : null
    },

    async listUnconfirmed(coin) {
      const rows = await query
        .selectFrom('anchors')
        .where('coin', '=', coin)
        .where('block_height', 'is', null)
        .orderBy('id')
        .select(columns)
        .execute()
      return rows.map(toAnchor)
    },

    async acquireLease(coin, holder, { now, until }) {
      const lease = { holder, lease_until: toIsoString(until) }
      const row = await query
        .insertInto('anchor_turns')
        .values({ coin, ...lease })
        .onConflict((conflict) =>
          conflict
            .column('coin')
            .doUpdateSet(lease)
            .where((where) =>
              where.or([
                where('anchor_turns.holder', '=', holder),
                where('anchor_turns.lease_until', '<=', toIsoString(now)),
              ]),
            ),
        )
        .returning('coin')
        .executeTakeFirst()
      return row !== undefined
    },

    async releaseLease(coin, holder) {
      await query.deleteFrom('anchor_turns').where('coin', '=', coin).where('holder', '=', holder).execute()
    },

    async insert({ coin, root, leaves, firstPosition, lastPosition, createdAt, txid, hex, fee }) {
      const insertedRow = await query
        .insertInto('anchors')
        .values({
          coin,
          first_position: firstPosition,
          last_position: lastPosition,
          events: leaves.length,
          root: toHex(root),
          leaves: leaves.map(toHex).join(''),
          created_at: toIsoString(createdAt),
          status: 'sending',
          reason: null,
          txid,
          hex,
          fee,
          block_height: null,
          block_hash: null,
        })
        .onConflict((conflict) => conflict.column('first_position').doNothing())
        .returning('id')
        .executeTakeFirst()
      return insertedRow?.id ?? null
    },

    async replaceTransaction(id, txid, next) {
      const updatedRow = await query
        .updateTable('anchors')
        .set({ txid: next.txid, hex: next.hex, fee: next.fee, status: 'sending', reason: null })
        .where('id', '=', id)
        .where('txid', '=', txid)
        .where('block_height', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return updatedRow !== undefined
    },

    async recordBroadcastResult(id, txid, { status, reason }) {
      await query
        .updateTable('anchors')
        .set({ status, reason })
        .where('id', '=', id)
        .where('txid', '=', txid)
        .where('block_height', 'is', null)
        .execute()
    },

    async markMined(coin, txid, { height, hash }) {
      await query
        .updateTable('anchors')
        .set({ block_height: height, block_hash: hash, status: 'sent', reason: null })
        .where('coin', '=', coin)
        .where('txid', '=', txid)
        .where('block_height', 'is', null)
        .execute()
    },

    async clearConfirmation(coin, hash) {
      await query
        .updateTable('anchors')
        .set({ block_height: null, block_hash: null })
        .where('coin', '=', coin)
        .where('block_height', 'is not', null)
        .where('block_hash', '=', hash)
        .execute()
    },

    async findEvent(id) {
      const row = await query
        .selectFrom('events')
        .where('id', '=', id)
        .select(eventColumns)
        .executeTakeFirst()
      return !row ? null : { event: toEvent(row), hasPosition: row.position !== null }
    },

    async findAnchorByPosition(position) {
      const row = await query
        .selectFrom('anchors')
        .where('first_position', '<=', position)
        .where('last_position', '>=', position)
        .orderBy('first_position', 'desc')
        .limit(1)
        .select([...columns, 'leaves'])
        .executeTakeFirst()
      return row ? { anchor: toAnchor(row), leaves: toLeaves(row.leaves) } : null
    },
  }
}
