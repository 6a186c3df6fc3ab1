import type { CoinCode } from '../coins/index.ts'
import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { ConfirmPaymentStore } from './confirm.ts'
import { columns, type PaymentRow, paymentsOf } from './rows.ts'
import type { SettlePaymentStore } from './settle.ts'

type Whole = bigint | number

const selectWatched = statement<{ coin: string }, { id: string; txid: string }>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('block_height', 'is', null)
    .select(['id', 'txid']),
)

const selectPayment = statement<{ id: string }, PaymentRow>((query, param) =>
  query.selectFrom('payments').where('id', '=', param('id')).select(columns),
)

const setPlace = statement<{ id: string; height: number; hash: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ block_height: param('height'), block_hash: param('hash') })
    .where('id', '=', param('id')),
)

/** Changes nothing. Until the transaction ends the row is ours: who would delete it waits. */
const holdRow = statement<{ coin: string; height: number; hash: string }, { height: Whole }>((query, param) =>
  query
    .updateTable('followed_blocks')
    .set({ hash: param('hash') })
    .where('coin', '=', param('coin'))
    .where('height', '=', param('height'))
    .where('hash', '=', param('hash'))
    .returning('height'),
)

const selectOldest = statement<{ coin: string }, { height: Whole }>((query, param) =>
  query
    .selectFrom('followed_blocks')
    .where('coin', '=', param('coin'))
    .orderBy('height')
    .limit(1)
    .select('height'),
)

const clearPlace = statement<{ id: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ block_height: null, block_hash: null, watched: 1 })
    .where('id', '=', param('id')),
)

const clearConfirmed = statement<{ id: string }, never>((query, param) =>
  query.updateTable('payments').set({ confirmed_at: null }).where('id', '=', param('id')),
)

const selectInBlock = statement<{ coin: string; height: number; hash: string }, PaymentRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('block_height', '=', param('height'))
    .where('block_hash', '=', param('hash'))
    .select(columns),
)

interface Deep {
  coin: string
  usual: number
  end: number
  beyond: number
}

/**
 * Of those that are watched, which are few. Were it plain that their height is known, SQLite would rather walk all of the coin's that were
 * ever mined: `beyond` stands for the height of those in no block.
 */
const selectToConfirm = statement<Deep, PaymentRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('status', '=', 'accepted')
    .where('confirmed_at', 'is', null)
    .where(({ eb, fn, val }) => {
      const height = fn.coalesce('block_height', val(param('beyond')))
      return eb(eb(height, '+', fn.coalesce('depth', val(param('usual')))), '<=', param('end'))
    })
    .select(columns),
)

const setConfirmed = statement<{ id: string; at: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ confirmed_at: param('at') })
    .where('id', '=', param('id')),
)

const stopWatching = statement<{ coin: string; upTo: number }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ watched: 0 })
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where((where) =>
      where.or([
        where('block_height', '<=', param('upTo')),
        where('double_spent_height', '<=', param('upTo')),
      ]),
    ),
)

/**
 * By their ids, so that what is told of a block has one order. Not in the statement: a database may take that for a reason to walk the ids of
 * all payments.
 */
const inOrder = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))

export function confirmStore(
  sql: Sql,
): ConfirmPaymentStore & Pick<SettlePaymentStore, 'holdBlock' | 'unplace'> {
  return {
    async holdBlock(coin, { height, hash }) {
      if (await sql.first(holdRow, { coin, height, hash })) return true
      const oldest = await sql.first(selectOldest, { coin })
      return oldest !== undefined && height < Number(oldest.height)
    },

    watched: async (coin) => inOrder(await sql.all(selectWatched, { coin })),

    async find(id) {
      const [payment] = await paymentsOf(sql, await sql.all(selectPayment, { id }))
      return payment ?? null
    },

    async place(id, block) {
      await sql.all(setPlace, { id, ...block })
    },

    async unplace(id, confirmed) {
      await sql.all(clearPlace, { id })
      if (!confirmed) await sql.all(clearConfirmed, { id })
    },

    inBlock: async (coin: CoinCode, { height, hash }) =>
      paymentsOf(sql, inOrder(await sql.all(selectInBlock, { coin, height, hash }))),

    // Its own block is the first.
    async toConfirm(coin, height, usual) {
      const rows = await sql.all(selectToConfirm, { coin, usual, end: height + 1, beyond: height + 2 })
      return paymentsOf(sql, inOrder(rows))
    },

    async confirm(id, at) {
      await sql.all(setConfirmed, { id, at: iso(at) })
    },

    async unwatch(coin, upTo) {
      await sql.all(stopWatching, { coin, upTo })
    },
  }
}
