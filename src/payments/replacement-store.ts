import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { clearDoubleSpent } from './change-store.ts'
import type { ChangePaymentStore } from './change-stores.ts'
import type { PaymentStatus } from './payment.ts'
import type { PaymentReasonCode } from './reason.ts'
import { addCurrentTransaction, freeOutputs, insertInputs } from './rows.ts'
import { selectPaymentTransactions } from './unmined-store.ts'

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

/** A payment with one of these doesn't count, so that another payment of its invoice may take over its output. */
const releasableStatuses = ['set_aside', 'surplus'] as const satisfies readonly PaymentStatus[]

/** The other payment that owns this output and keeps it, for example because it was refunded. A surplus takes over no output: nothing is due. */
const selectOwnerThatKeeps = defineStatement<
  { id: string; txid: string; vout: number },
  { payment_id: string }
>((query, param) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_outputs', 'payment_outputs.coin', 'payments.coin')
    .innerJoin('payments as owner', 'owner.id', 'payment_outputs.payment_id')
    .where('payments.id', '=', param('id'))
    .where('payment_outputs.txid', '=', param('txid'))
    .where('payment_outputs.vout', '=', param('vout'))
    .where('payment_outputs.live', '=', 1)
    .where('payment_outputs.payment_id', '!=', param('id'))
    .where(({ eb, ref, or, exists, selectFrom }) =>
      or([
        eb('payments.status', '=', 'surplus'),
        eb('owner.status', 'not in', releasableStatuses),
        eb('owner.invoice_uid', '!=', ref('payments.invoice_uid')),
        exists(
          selectFrom('payment_exceptions')
            .whereRef('payment_exceptions.payment_id', '=', 'owner.id')
            .where('payment_exceptions.status', '=', 'refunded')
            .select('payment_exceptions.id'),
        ),
      ]),
    )
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
    .where('status', 'in', releasableStatuses)
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

/** A submitted parent that was replaced no longer spends anything for the payment, so its inputs must not be mistaken for an ancestor's. */
const forgetReplacedSpenders = defineStatement<{ id: string }, never>((query, param) =>
  query
    .updateTable('payment_inputs')
    .set({ ancestor: null })
    .where('payment_id', '=', param('id'))
    .where('ancestor', 'in', (select) =>
      select
        .selectFrom('payment_transactions')
        .where('payment_id', '=', param('id'))
        .where('current', '=', 0)
        .select('txid'),
    ),
)

interface CurrentTransactions {
  readonly id: string
  readonly coin: string
  readonly txid: string
  readonly parents: readonly string[]
}

/** Lets a payment continue with a transaction that replaced its own. */
export function createReplacementStore(sql: Sql): Pick<ChangePaymentStore, 'replace'> {
  return {
    async replace({ id, txid: oldTxid }, replacement, { block, confirmedAt }) {
      const { inputs, outputs, txid: newTxid } = replacement
      for (const { txid, vout } of outputs)
        if (await sql.queryOne(selectOwnerThatKeeps, { id, txid, vout })) return null
      const values = { id, oldTxid, txid: newTxid, ...block, confirmedAt: toIsoString(confirmedAt) }
      const row = await sql.queryOne(setReplacement, values)
      if (!row) return null
      const { coin } = row
      const reason = { reason: 'replaced', detail: newTxid } as const
      const wasLost = (await sql.queryOne(clearDoubleSpent, { id, hash: null, ...reason })) !== undefined
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
    await sql.queryAll(forgetReplacedSpenders, { id })
    if (current.some((transaction) => transaction.txid === txid)) return
    await addCurrentTransaction(sql, { id, coin }, { txid, bytesId: null })
  }
}
