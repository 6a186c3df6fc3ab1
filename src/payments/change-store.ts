import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ChangePaymentStore } from './change-stores.ts'
import type { PaymentReasonCode } from './reason.ts'
import { addCurrentTransaction, freeOutputs, insertInputs, type ReasonColumns } from './rows.ts'
import { selectPaymentTransactions } from './unmined-store.ts'

const setDoubleSpent = defineStatement<
  { id: string; txid: string; height: number; hash: string; conflictingTxid: string },
  { id: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set({
      double_spent_height: param('height'),
      double_spent_hash: param('hash'),
      reason: 'double_spent' satisfies PaymentReasonCode,
      reason_detail: param('conflictingTxid'),
      settled_at: null,
    })
    .where('id', '=', param('id'))
    .where('txid', '=', param('txid'))
    .where('status', 'in', ['accepted', 'surplus'])
    .where('block_hash', 'is', null)
    .where((where) =>
      where.or([where('double_spent_hash', 'is', null), where('double_spent_hash', '!=', param('hash'))]),
    )
    .returning('id'),
)

const setMissedBlock = defineStatement<
  { id: string; txid: string; height: number; hash: string; confirmedAt: string | null },
  { id: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      block_height: param('height'),
      block_hash: param('hash'),
      confirmed_at: set.fn.coalesce('confirmed_at', set.val(param('confirmedAt'))),
      settled_at: set.fn.coalesce('settled_at', set.val(param('confirmedAt'))),
    }))
    .where('id', '=', param('id'))
    .where('txid', '=', param('txid'))
    .where('status', 'in', ['accepted', 'surplus'])
    .where('block_hash', 'is', null)
    .returning('id'),
)

/** Skips payments that count towards an unpaid or paid invoice: for those, only a block decides. */
const setReplaced = defineStatement<{ id: string; txid: string; evenIfCounted: 0 | 1 }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({ replaced: 1 })
      .where('id', '=', param('id'))
      .where('txid', '=', param('txid'))
      .where('status', 'in', ['accepted', 'surplus'])
      .where('block_hash', 'is', null)
      .where('double_spent_hash', 'is', null)
      .where('replaced', '=', 0)
      .where((where) =>
        where.or([
          where('status', '=', 'surplus'),
          where('counted', '=', 0),
          where(where.val(param('evenIfCounted')), '=', 1),
        ]),
      )
      .returning('id'),
)

const clearDoubleSpent = defineStatement<{ id: string } & ReasonColumns, { id: string }>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      double_spent_height: null,
      double_spent_hash: null,
      reason: param('reason'),
      reason_detail: param('detail'),
      replaced: 0,
      // A payment that needs no confirmations is still confirmed.
      settled_at: set.fn.coalesce('settled_at', 'confirmed_at'),
    }))
    .where('id', '=', param('id'))
    .where((where) => where.or([where('double_spent_hash', 'is not', null), where('replaced', '=', 1)]))
    .returning('id'),
)

const setReplacement = defineStatement<
  { id: string; oldTxid: string; txid: string; height: number; hash: string; confirmedAt: string | null },
  { coin: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      txid: param('txid'),
      block_height: param('height'),
      block_hash: param('hash'),
      reason: 'replaced' satisfies PaymentReasonCode,
      reason_detail: param('txid'),
      confirmed_at: set.fn.coalesce('confirmed_at', set.val(param('confirmedAt'))),
      settled_at: set.fn.coalesce('settled_at', set.val(param('confirmedAt'))),
    }))
    .where('id', '=', param('id'))
    .where('txid', '=', param('oldTxid'))
    .where('status', 'in', ['accepted', 'surplus'])
    .where('block_hash', 'is', null)
    .returning('coin'),
)

/** The other payment that owns this output, if the payment is a surplus: nothing is due, so it takes over no output. */
const selectOwnerBeforeSurplus = defineStatement<
  { id: string; txid: string; vout: number },
  { payment_id: string }
>((query, param) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_outputs', 'payment_outputs.coin', 'payments.coin')
    .where('payments.id', '=', param('id'))
    .where('payments.status', '=', 'surplus')
    .where('payment_outputs.txid', '=', param('txid'))
    .where('payment_outputs.vout', '=', param('vout'))
    .where('payment_outputs.live', '=', 1)
    .where('payment_outputs.payment_id', '!=', param('id'))
    .select('payment_outputs.payment_id'),
)

/** Rejects an abandoned or surplus payment of the same invoice that owns this output: the replaced payment takes it over. */
const rejectPreviousOwner = defineStatement<
  { id: string; coin: string; txid: string; vout: number },
  { id: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set({
      status: 'rejected',
      reason: 'continued_by_other' satisfies PaymentReasonCode,
      reason_detail: null,
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
      select
        .selectFrom('payments as replaced')
        .where('replaced.id', '=', param('id'))
        .select('replaced.invoice_uid'),
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
): Omit<
  ChangePaymentStore,
  'lockBlock' | 'markSearched' | 'rewindSearch' | 'markCounted' | 'listConflictingPayments'
> {
  return {
    async markDoubleSpent({ id, txid }, block, conflictingTxid) {
      return (await sql.queryOne(setDoubleSpent, { id, txid, ...block, conflictingTxid })) !== undefined
    },

    async markReplaced({ id, txid }, { evenIfCounted }) {
      const values = { id, txid, evenIfCounted: evenIfCounted ? 1 : 0 } as const
      return (await sql.queryOne(setReplaced, values)) !== undefined
    },

    async setMissedBlock({ id, txid }, block, confirmedAt) {
      const values = { id, txid, ...block, confirmedAt: toIsoString(confirmedAt) }
      return (await sql.queryOne(setMissedBlock, values)) !== undefined
    },

    async restore(id) {
      return (await sql.queryOne(clearDoubleSpent, { id, reason: null, detail: null })) !== undefined
    },

    async replace({ id, txid: oldTxid }, replacement, { block, confirmedAt }) {
      const { inputs, outputs, txid: newTxid } = replacement
      for (const { txid, vout } of outputs)
        if (await sql.queryOne(selectOwnerBeforeSurplus, { id, txid, vout })) return null
      const values = { id, oldTxid, txid: newTxid, ...block, confirmedAt: toIsoString(confirmedAt) }
      const row = await sql.queryOne(setReplacement, values)
      if (!row) return null
      const { coin } = row
      const reason = { reason: 'replaced', detail: newTxid } as const
      const wasLost = (await sql.queryOne(clearDoubleSpent, { id, ...reason })) !== undefined
      const spentTxids = new Set(inputs.map(({ txid }) => txid))
      const parents = (await sql.queryAll(selectPaymentTransactions, { id })).filter(({ txid }) =>
        spentTxids.has(txid),
      )
      await setCurrentTransactions({ id, coin, txid: newTxid, parents: parents.map(({ txid }) => txid) })
      const ownInputs = inputs.map(({ txid, vout }) => ({ txid, vout, ancestor: null }))
      await insertInputs(sql, coin, id, ownInputs)
      await sql.queryAll(freeOutputs, { id })
      const rejectedIds: string[] = []
      for (const { txid, vout, script, amount } of outputs) {
        for (const other of await sql.queryAll(rejectPreviousOwner, { id, coin, txid, vout })) {
          await sql.queryAll(freeOutputs, other)
          rejectedIds.push(other.id)
        }
        await sql.query
          .insertInto('payment_outputs')
          .values({ payment_id: id, coin, txid, vout, script, amount, live: 1 })
          .onConflict((conflict) => conflict.columns(['payment_id', 'txid', 'vout']).doUpdateSet({ live: 1 }))
          .execute()
      }
      return { wasLost, rejectedIds }
    },
  }

  /** Sets the payment's current transactions: the one that pays and its parents among the payment's transactions. */
  async function setCurrentTransactions({ id, coin, txid, parents }: CurrentTransactions): Promise<void> {
    const update = sql.query.updateTable('payment_transactions').where('payment_id', '=', id)
    await update.set({ current: 0 }).execute()
    const current = await update
      .set({ current: 1 })
      .where('txid', 'in', [...parents, txid])
      .returning('txid')
      .execute()
    if (current.some((transaction) => transaction.txid === txid)) return
    await addCurrentTransaction(sql, { id, coin }, { txid, bytesId: null })
  }
}
