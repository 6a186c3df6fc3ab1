import type { Sql } from '../platform/storage/sql.ts'
import type { DependentPayment, LostParentsStore } from './lost-parents.ts'
import { batchSize, insertInputs } from './rows.ts'

export function createLostParentsStore(sql: Sql): LostParentsStore {
  return {
    async findDependentPayments(coin, txids) {
      const dependentPayments: DependentPayment[] = []
      for (let first = 0; first < txids.length; first += batchSize) {
        const rows = await sql.query
          .selectFrom('payment_inputs')
          .innerJoin('payments', 'payments.id', 'payment_inputs.payment_id')
          .where('payment_inputs.coin', '=', coin)
          .where('payment_inputs.txid', 'in', txids.slice(first, first + batchSize))
          .where('payments.watched', '=', 1)
          .where('payments.block_height', 'is', null)
          .select(['payment_id', 'payment_inputs.txid'])
          .distinct()
          .execute()
        dependentPayments.push(...rows.map(({ payment_id, txid }) => ({ paymentId: payment_id, txid })))
      }
      return dependentPayments
    },

    watchInputs: (coin, paymentId, inputs) => insertInputs(sql, coin, paymentId, inputs),
  }
}
