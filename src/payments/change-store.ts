import { iso } from '../kernel/clock.ts'
import { baseUnits } from '../kernel/money.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { ChangePaymentStore } from './change.ts'
import { freeOutputs } from './rows.ts'
import type { UnminedPaymentReader } from './unmined-monitor.ts'

/** A reorg may have happened just before the payment was written, so the first search starts this many blocks lower. */
const chainMargin = 6

interface UnminedRow {
  id: string
  txid: string
  double_spent_hash: string | null
  since_height: SqlInteger
  searched_height: SqlInteger | null
}

const selectUnmined = statement<{ coin: string; above: string; limit: number }, UnminedRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('status', '=', 'accepted')
    .where('block_height', 'is', null)
    .where('id', '>', param('above'))
    .orderBy('id')
    .limit(param('limit'))
    .select(['id', 'txid', 'double_spent_hash', 'since_height', 'searched_height']),
)

const selectInputs = statement<{ id: string }, { txid: string; vout: SqlInteger; ancestor: string | null }>(
  (query, param) =>
    query
      .selectFrom('payment_inputs')
      .where('payment_id', '=', param('id'))
      .select(['txid', 'vout', 'ancestor']),
)

const selectDue = statement<{ id: string }, { script: string; amount: SqlInteger }>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('live', '=', 1)
    .select(['script', 'amount']),
)

const selectOwn = statement<{ id: string }, { txid: string; current: SqlInteger }>((query, param) =>
  query.selectFrom('payment_transactions').where('payment_id', '=', param('id')).select(['txid', 'current']),
)

const setDoubleSpent = statement<
  { id: string; height: number; hash: string; reason: string },
  { id: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set({ double_spent_height: param('height'), double_spent_hash: param('hash'), reason: param('reason') })
    .where('id', '=', param('id'))
    .where('status', '=', 'accepted')
    .where('block_hash', 'is', null)
    .where((where) =>
      where.or([where('double_spent_hash', 'is', null), where('double_spent_hash', '!=', param('hash'))]),
    )
    .returning('id'),
)

const setMissed = statement<
  { id: string; height: number; hash: string; confirmedAt: string | null },
  { id: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      block_height: param('height'),
      block_hash: param('hash'),
      confirmed_at: set.fn.coalesce('confirmed_at', set.val(param('confirmedAt'))),
    }))
    .where('id', '=', param('id'))
    .where('status', '=', 'accepted')
    .where('block_hash', 'is', null)
    .returning('id'),
)

const clearDoubleSpent = statement<{ id: string }, { id: string }>((query, param) =>
  query
    .updateTable('payments')
    .set({ double_spent_height: null, double_spent_hash: null, reason: null })
    .where('id', '=', param('id'))
    .where('double_spent_hash', 'is not', null)
    .returning('id'),
)

const setReplacement = statement<
  { id: string; txid: string; height: number; hash: string; reason: string; confirmedAt: string | null },
  { coin: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      txid: param('txid'),
      block_height: param('height'),
      block_hash: param('hash'),
      reason: param('reason'),
      confirmed_at: set.fn.coalesce('confirmed_at', set.val(param('confirmedAt'))),
    }))
    .where('id', '=', param('id'))
    .where('status', '=', 'accepted')
    .where('block_hash', 'is', null)
    .returning('coin'),
)

/** Rejects an abandoned or surplus payment of the same invoice that owns this output: the replaced payment continues under its own id. */
const giveWay = statement<{ id: string; coin: string; txid: string; vout: number }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({
        status: 'rejected',
        reason: 'another payment continues under its transaction id',
        watched: 0,
        accepted_at: null,
        confirmed_at: null,
        block_height: null,
        block_hash: null,
      })
      .where('status', 'in', ['set_aside', 'surplus'])
      .where('id', 'in', (select) =>
        select
          .selectFrom('payment_outputs')
          .where('coin', '=', param('coin'))
          .where('txid', '=', param('txid'))
          .where('vout', '=', param('vout'))
          .where('live', '=', 1)
          .select('payment_id'),
      )
      .where('id', '!=', param('id'))
      .where('invoice_uid', 'in', (select) =>
        select.selectFrom('payments as own').where('own.id', '=', param('id')).select('own.invoice_uid'),
      )
      .returning('id'),
)

interface CurrentTransactions {
  readonly id: string
  readonly coin: string
  readonly txid: string
  readonly parents: readonly string[]
}

export function createChainChangeStore(
  sql: Sql,
): Omit<ChangePaymentStore, 'lockBlock' | 'markSearched' | 'rewindSearch'> &
  Pick<UnminedPaymentReader, 'findUnmined' | 'findWatchedPayment'> {
  return {
    async findUnmined(coin, above, limit) {
      const rows = await sql.queryAll(selectUnmined, { coin, above, limit })
      return rows.map((row) => ({
        id: row.id,
        txid: row.txid,
        doubleSpentIn: row.double_spent_hash,
        searchedHeight: Number(row.searched_height ?? Math.max(0, Number(row.since_height) - chainMargin)),
      }))
    },

    async findWatchedPayment(id) {
      const inputs = await sql.queryAll(selectInputs, { id })
      const due = await sql.queryAll(selectDue, { id })
      const own = (await sql.queryAll(selectOwn, { id })).filter(({ current }) => Number(current) === 1)
      const ancestors = inputs.flatMap(({ ancestor }) => ancestor ?? [])
      return {
        own: new Set([...own.map(({ txid }) => txid), ...ancestors]),
        inputs: inputs.map(({ txid, vout }) => ({ txid, vout: Number(vout) })),
        due: due.map(({ script, amount }) => ({ script, amount: baseUnits(BigInt(amount)) })),
      }
    },

    async markDoubleSpent(id, block, reason) {
      return (await sql.queryOne(setDoubleSpent, { id, ...block, reason })) !== undefined
    },

    async setMissedBlock(id, block, confirmedAt) {
      const at = confirmedAt === null ? null : iso(confirmedAt)
      return (await sql.queryOne(setMissed, { id, ...block, confirmedAt: at })) !== undefined
    },

    async restore(id) {
      return (await sql.queryOne(clearDoubleSpent, { id })) !== undefined
    },

    async replace(id, replacement, { block, reason, confirmedAt }) {
      const at = confirmedAt === null ? null : iso(confirmedAt)
      const row = await sql.queryOne(setReplacement, {
        id,
        txid: replacement.txid,
        ...block,
        reason,
        confirmedAt: at,
      })
      if (!row) return false
      const { coin } = row
      const spent = new Set(replacement.inputs.map(({ txid }) => txid))
      const parents = (await sql.queryAll(selectOwn, { id })).filter(({ txid }) => spent.has(txid))
      await setCurrentTransactions({
        id,
        coin,
        txid: replacement.txid,
        parents: parents.map(({ txid }) => txid),
      })
      for (const { txid, vout } of replacement.inputs) await addInput({ payment_id: id, coin, txid, vout })
      await sql.queryAll(freeOutputs, { id })
      for (const { txid, vout, script, amount } of replacement.outputs) {
        for (const other of await sql.queryAll(giveWay, { id, coin, txid, vout }))
          await sql.queryAll(freeOutputs, other)
        await sql.query
          .insertInto('payment_outputs')
          .values({ payment_id: id, coin, txid, vout, script, amount, live: 1 })
          .onConflict((conflict) => conflict.columns(['payment_id', 'txid', 'vout']).doUpdateSet({ live: 1 }))
          .execute()
      }
      return true
    },
  }

  /** Makes these the payment's current transactions: the remaining parents and the one that pays. */
  async function setCurrentTransactions({ id, coin, txid, parents }: CurrentTransactions): Promise<void> {
    const rows = sql.query.updateTable('payment_transactions').where('payment_id', '=', id)
    await rows.set({ current: 0 }).execute()
    const current = await rows
      .set({ current: 1 })
      .where('txid', 'in', [...parents, txid])
      .returning('txid')
      .execute()
    if (current.some((each) => each.txid === txid)) return
    const { place } = await sql.query
      .selectFrom('payment_transactions')
      .where('payment_id', '=', id)
      .select((select) => select.fn.max('place').as('place'))
      .executeTakeFirstOrThrow()
    await sql.query
      .insertInto('payment_transactions')
      .values({ payment_id: id, place: Number(place) + 1, coin, txid, hex: '', current: 1 })
      .execute()
  }

  async function addInput(input: { payment_id: string; coin: string; txid: string; vout: number }) {
    await sql.query
      .insertInto('payment_inputs')
      .values(input)
      .onConflict((conflict) => conflict.columns(['payment_id', 'txid', 'vout']).doNothing())
      .execute()
  }
}
