import { iso } from '../kernel/clock.ts'
import { baseUnits } from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { ChangePaymentStore } from './change.ts'
import type { RevisitReader } from './revisit.ts'
import { freeOutputs } from './rows.ts'

type Whole = bigint | number

const selectUnmined = statement<
  { coin: string; above: string; limit: number },
  { id: string; txid: string; double_spent_hash: string | null }
>((query, param) =>
  query
    .selectFrom('payments')
    .where('coin', '=', param('coin'))
    .where('watched', '=', 1)
    .where('status', '=', 'accepted')
    .where('block_height', 'is', null)
    .where('id', '>', param('above'))
    .orderBy('id')
    .limit(param('limit'))
    .select(['id', 'txid', 'double_spent_hash']),
)

const selectInputs = statement<{ id: string }, { txid: string; vout: Whole }>((query, param) =>
  query.selectFrom('payment_inputs').where('payment_id', '=', param('id')).select(['txid', 'vout']),
)

const selectDue = statement<{ id: string }, { script: string; amount: Whole }>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('live', '=', 1)
    .select(['script', 'amount']),
)

const selectOwn = statement<{ id: string }, { txid: string; current: Whole }>((query, param) =>
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

const setHeir = statement<
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

/** What was mined of the same invoice, and is nobody's price, is a payment's that goes on under its id. */
const giveWay = statement<{ id: string; coin: string; txid: string; vout: number }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({
        status: 'rejected',
        reason: 'another payment goes on under its id',
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

interface Standing {
  readonly id: string
  readonly coin: string
  readonly txid: string
  readonly parents: readonly string[]
}

export function changeStore(
  sql: Sql,
): Omit<ChangePaymentStore, 'holdBlock'> & Pick<RevisitReader, 'unmined' | 'atRisk'> {
  return {
    async unmined(coin, above, limit) {
      const rows = await sql.all(selectUnmined, { coin, above, limit })
      return rows.map(({ id, txid, double_spent_hash }) => ({ id, txid, doubleSpentIn: double_spent_hash }))
    },

    async atRisk(id) {
      const inputs = await sql.all(selectInputs, { id })
      const due = await sql.all(selectDue, { id })
      const own = await sql.all(selectOwn, { id })
      return {
        own: new Set(own.filter(({ current }) => Number(current) === 1).map(({ txid }) => txid)),
        inputs: inputs.map(({ txid, vout }) => ({ txid, vout: Number(vout) })),
        due: due.map(({ script, amount }) => ({ script, amount: baseUnits(BigInt(amount)) })),
      }
    },

    async doubleSpend(id, block, reason) {
      return (await sql.first(setDoubleSpent, { id, ...block, reason })) !== undefined
    },

    async placeMissed(id, block, confirmedAt) {
      const at = confirmedAt === null ? null : iso(confirmedAt)
      return (await sql.first(setMissed, { id, ...block, confirmedAt: at })) !== undefined
    },

    async restore(id) {
      return (await sql.first(clearDoubleSpent, { id })) !== undefined
    },

    async replace(id, heir, { block, reason, confirmedAt }) {
      const at = confirmedAt === null ? null : iso(confirmedAt)
      const row = await sql.first(setHeir, { id, txid: heir.txid, ...block, reason, confirmedAt: at })
      if (!row) return false
      const { coin } = row
      const spent = new Set(heir.inputs.map(({ txid }) => txid))
      const parents = (await sql.all(selectOwn, { id })).filter(({ txid }) => spent.has(txid))
      await standFor({ id, coin, txid: heir.txid, parents: parents.map(({ txid }) => txid) })
      for (const { txid, vout } of heir.inputs) await addInput({ payment_id: id, coin, txid, vout })
      await sql.all(freeOutputs, { id })
      for (const { txid, vout, script, amount } of heir.outputs) {
        for (const other of await sql.all(giveWay, { id, coin, txid, vout }))
          await sql.all(freeOutputs, other)
        await sql.query
          .insertInto('payment_outputs')
          .values({ payment_id: id, coin, txid, vout, script, amount, live: 1 })
          .onConflict((conflict) => conflict.columns(['payment_id', 'txid', 'vout']).doUpdateSet({ live: 1 }))
          .execute()
      }
      return true
    },
  }

  /** From now on these are the payment's transactions: the parents that stay, and the one that pays. */
  async function standFor({ id, coin, txid, parents }: Standing): Promise<void> {
    const rows = sql.query.updateTable('payment_transactions').where('payment_id', '=', id)
    await rows.set({ current: 0 }).execute()
    const standing = await rows
      .set({ current: 1 })
      .where('txid', 'in', [...parents, txid])
      .returning('txid')
      .execute()
    if (standing.some((each) => each.txid === txid)) return
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
