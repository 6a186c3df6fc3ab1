import type { CoinCode } from '../coins/index.ts'
import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ChangePaymentStore } from './change-stores.ts'
import type { ConfirmPaymentStore } from './confirm.ts'
import { createLostParentsStore } from './lost-parents-store.ts'
import { loadPayments, type PaymentRow, paymentColumns, selectPayment } from './rows.ts'
import type { SettlePaymentStore } from './settle.ts'

const selectWatched = defineStatement<{ coin: string }, { id: string; txid: string }>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('block_height', 'is', null)
    .select(['id', 'txid']),
)

/** Selects among the watched payments, like `selectToConfirm`. */
const selectAbandonedInBlocks = defineStatement<{ coin: string }, { id: string }>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('status', '=', 'set_aside')
    .where(({ eb, fn, val }) => eb(fn.coalesce('block_height', val(-1)), '>=', 0))
    .select('id'),
)

const setMinedBlock = defineStatement<{ id: string; height: number; hash: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ block_height: param('height'), block_hash: param('hash') })
    .where('id', '=', param('id')),
)

const selectAnyInput = defineStatement<{ id: string }, { txid: string }>((query, param) =>
  query.selectFrom('payment_inputs').where('payment_id', '=', param('id')).limit(1).select('txid'),
)

/** Prevents the block from being disconnected before this transaction ends. */
const lockBlockRow = defineStatement<{ coin: string; height: number; hash: string }, { height: number }>(
  (query, param) =>
    query
      .selectFrom('followed_blocks')
      .where('coin', '=', param('coin'))
      .where('height', '=', param('height'))
      .where('hash', '=', param('hash'))
      .forShare()
      .select('height'),
)

const selectOldest = defineStatement<{ coin: string }, { height: number }>((query, param) =>
  query
    .selectFrom('followed_blocks')
    .where('coin', '=', param('coin'))
    .orderBy('height')
    .limit(1)
    .select('height'),
)

const clearMinedBlock = defineStatement<{ id: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ block_height: null, block_hash: null, watched: 1 })
    .where('id', '=', param('id')),
)

const clearConfirmed = defineStatement<{ id: string }, never>((query, param) =>
  query.updateTable('payments').set({ confirmed_at: null }).where('id', '=', param('id')),
)

const selectInBlock = defineStatement<
  { coin: string; height: number; hash: string; limit: number },
  PaymentRow
>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('block_height', '=', param('height'))
    .where('block_hash', '=', param('hash'))
    .limit(param('limit'))
    .select(paymentColumns),
)

interface ConfirmationThreshold {
  coin: string
  defaultConfirmations: number
  end: number
  unminedHeight: number
}

/**
 * Selects among the watched payments, which are few. With a plain condition on `block_height` SQLite would scan every payment of the coin
 * that was ever mined. `unminedHeight`: placeholder height for unmined payments.
 */
const selectToConfirm = defineStatement<
  ConfirmationThreshold,
  Pick<PaymentRow, 'id' | 'invoice_uid' | 'value'>
>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('status', '=', 'accepted')
    .where('confirmed_at', 'is', null)
    .where(({ eb, fn, val }) => {
      const height = fn.coalesce('block_height', val(param('unminedHeight')))
      return eb(eb(height, '+', fn.coalesce('depth', val(param('defaultConfirmations')))), '<=', param('end'))
    })
    .select(['id', 'invoice_uid', 'value']),
)

const setConfirmed = defineStatement<{ id: string; at: string }, { id: string }>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      confirmed_at: param('at'),
      settled_at: set.fn.coalesce('settled_at', set.val(param('at'))),
    }))
    .where('id', '=', param('id'))
    .where('status', '=', 'accepted')
    .where('confirmed_at', 'is', null)
    .returning('id'),
)

const setCounted = defineStatement<{ id: string; at: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ counted: 1, accepted_at: param('at') })
    .where('id', '=', param('id')),
)

const stopWatching = defineStatement<{ coin: string; maxHeight: number }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ watched: 0 })
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where((where) =>
      where.or([
        where('block_height', '<=', param('maxHeight')),
        where('double_spent_height', '<=', param('maxHeight')),
      ]),
    ),
)

const rewindSearchedHeight = defineStatement<{ coin: string; height: number; newHeight: number }, never>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({ searched_height: param('newHeight') })
      .where('coin', '=', param('coin'))
      .where('watched', '=', 1)
      .where(({ eb, fn }) => eb(fn.coalesce('searched_height', 'since_height'), '>=', param('height'))),
)

/** Sorts by id, so that a block's events have a stable order. Not in SQL: a database might then scan the ids of all payments. */
const sortById = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))

export function createConfirmationStore(
  sql: Sql,
): ConfirmPaymentStore &
  Pick<SettlePaymentStore, 'lockBlock' | 'clearBlock'> &
  Pick<ChangePaymentStore, 'markSearched' | 'rewindSearch' | 'markCounted' | 'confirm'> {
  return {
    ...createLostParentsStore(sql),

    async lockBlock(coin, { height, hash }) {
      if (await sql.queryOne(lockBlockRow, { coin, height, hash })) return true
      const oldest = await sql.queryOne(selectOldest, { coin })
      return oldest !== undefined && height < oldest.height
    },

    findWatched: async (coin) => sortById(await sql.queryAll(selectWatched, { coin })),

    async findAbandonedInBlocks(coin) {
      return sortById(await sql.queryAll(selectAbandonedInBlocks, { coin })).map(({ id }) => id)
    },

    async find(id) {
      const [payment] = await loadPayments(sql, await sql.queryAll(selectPayment, { id }))
      return payment ?? null
    },

    async setBlock(id, block) {
      await sql.queryAll(setMinedBlock, { id, ...block })
    },

    async hasInputs(id) {
      return (await sql.queryOne(selectAnyInput, { id })) !== undefined
    },

    async clearBlock(id, { keepConfirmed }) {
      await sql.queryAll(clearMinedBlock, { id })
      if (!keepConfirmed) await sql.queryAll(clearConfirmed, { id })
    },

    findInBlock: async (coin: CoinCode, { height, hash }, limit) =>
      loadPayments(sql, sortById(await sql.queryAll(selectInBlock, { coin, height, hash, limit }))),

    // A payment's own block is its first confirmation.
    async findToConfirm(coin, height, defaultConfirmations) {
      const rows = await sql.queryAll(selectToConfirm, {
        coin,
        defaultConfirmations,
        end: height + 1,
        unminedHeight: height + 2,
      })
      return sortById(rows).map(({ id, invoice_uid, value }) => ({
        id,
        invoiceUid: invoice_uid,
        hasValue: value !== null,
      }))
    },

    async confirm(id, at) {
      return (await sql.queryOne(setConfirmed, { id, at: toIsoString(at) })) !== undefined
    },

    async markCounted(id, at) {
      await sql.queryAll(setCounted, { id, at: toIsoString(at) })
    },

    async markSearched(ids, height) {
      await sql.query
        .updateTable('payments')
        .set({ searched_height: height })
        .where('id', 'in', ids)
        .where('block_hash', 'is', null)
        .execute()
    },

    async rewindSearch(coin, height) {
      await sql.queryAll(rewindSearchedHeight, { coin, height, newHeight: height - 1 })
    },

    async unwatch(coin, maxHeight) {
      await sql.queryAll(stopWatching, { coin, maxHeight })
    },
  }
}
