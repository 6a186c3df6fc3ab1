import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { Rejection } from '../networks/network.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ClaimPaymentStore } from './claim.ts'
import type { PaymentReasonCode } from './reason.ts'
import { freeOutputs } from './rows.ts'
import { dropBytes } from './transaction-bytes-store.ts'

/** Whether a rejection is the payer's fault, which results in a 400, or the node's. */
const isPayersFault: Record<Rejection['reason'], boolean> = {
  inputs_missing: true,
  inputs_spent: true,
  fee_too_low: true,
  fee_too_high: true,
  signature_invalid: true,
  not_final: true,
  chain_too_long: true,
  outputs_exceed_inputs: true,
  undecodable: true,
  other: true,
  pool_full: false,
  node_busy: false,
}

const countedReasons = Object.entries(isPayersFault).flatMap(([reason, isCounted]) =>
  isCounted ? [reason] : [],
)

const selectRejected = defineStatement<{ uid: string; since: string; limit: number }, { claimed_at: string }>(
  (query, param) =>
    query
      .selectFrom('payments')
      .where('invoice_uid', '=', param('uid'))
      .where('status', '=', 'rejected')
      .where('reason', '=', 'rejected' satisfies PaymentReasonCode)
      .where('reason_detail', 'in', countedReasons)
      .where('claimed_at', '>', param('since'))
      .orderBy('claimed_at', 'desc')
      .limit(param('limit'))
      .select('claimed_at'),
)

const supersedePayment = defineStatement<{ uid: string; txid: string; vout: number }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({
        status: 'rejected',
        reason: 'superseded' satisfies PaymentReasonCode,
        reason_detail: null,
        watched: 0,
      })
      .where('invoice_uid', '=', param('uid'))
      .where('txid', '=', param('txid'))
      .where((where) =>
        where.or([
          where('status', '=', 'set_aside'),
          where.and([
            where('status', '=', 'accepted'),
            where('counted', '=', 0),
            where.exists(
              where
                .selectFrom('payment_outputs')
                .whereRef('payment_outputs.payment_id', '=', 'payments.id')
                .where('payment_outputs.txid', '=', param('txid'))
                .where('payment_outputs.vout', '=', param('vout'))
                .where('payment_outputs.live', '=', 1)
                .select('payment_outputs.payment_id'),
            ),
          ]),
        ]),
      )
      .returning('id'),
)

const dropInputs = defineStatement<{ id: string }, never>((query, param) =>
  query.deleteFrom('payment_inputs').where('payment_id', '=', param('id')),
)

/** Payments that are rejected: by the network, or because their transaction was submitted again. */
export function createRejectedPaymentStore(sql: Sql): Pick<
  ClaimPaymentStore,
  'listRejectedClaims' | 'supersede'
> & {
  /** Keeps only the transaction ids: the bytes are never sent again, and anyone can make up megabytes that a node rejects. */
  dropTransactions(id: string): Promise<void>
} {
  return {
    async listRejectedClaims(uid, since, limit) {
      const rows = await sql.queryAll(selectRejected, { uid, since: toIsoString(since), limit })
      return rows.map((row) => parseIsoString(row.claimed_at))
    },

    async supersede(uid, txid, outputs) {
      const ids: string[] = []
      for (const { vout } of outputs)
        for (const { id } of await sql.queryAll(supersedePayment, { uid, txid, vout })) ids.push(id)
      for (const id of ids) await sql.queryAll(freeOutputs, { id })
      return ids.length > 0
    },

    async dropTransactions(id) {
      for (const deletion of [freeOutputs, dropInputs]) await sql.queryAll(deletion, { id })
      await dropBytes(sql, id)
    },
  }
}
