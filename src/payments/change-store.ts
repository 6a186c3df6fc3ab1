import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ChangePaymentStore } from './change-stores.ts'
import type { PaymentReasonCode } from './reason.ts'
import type { ReasonColumns } from './rows.ts'

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

/** `hash`: of the block that double-spends it, empty for none; null for any. */
export const clearDoubleSpent = defineStatement<
  { id: string; hash: string | null } & ReasonColumns,
  { id: string }
>((query, param) =>
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
    .where(({ eb, fn, val }) => {
      const current = fn.coalesce('double_spent_hash', val(''))
      return eb(current, '=', fn.coalesce(val(param('hash')), current))
    })
    .returning('id'),
)

export function createChainChangeStore(
  sql: Sql,
): Omit<
  ChangePaymentStore,
  | 'find'
  | 'lockBlock'
  | 'markSearched'
  | 'rewindSearch'
  | 'markCounted'
  | 'confirm'
  | 'listConflictingPayments'
  | 'listSurplusFrom'
  | 'replace'
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

    async restore({ id, doubleSpent }, { isMined }) {
      const hash = isMined ? null : (doubleSpent?.hash ?? '')
      return (await sql.queryOne(clearDoubleSpent, { id, hash, reason: null, detail: null })) !== undefined
    },
  }
}
