import { toBaseUnits } from '../kernel/money.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { BlockPaymentStore } from './in-block.ts'

/** Live outputs of an invoice's payments in a block. */
const selectRecorded = defineStatement<
  { coin: string; uid: string; height: number; hash: string },
  { amount: AmountColumn }
>((query, param) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_outputs', 'payment_outputs.payment_id', 'payments.id')
    .where('payments.invoice_uid', '=', param('uid'))
    .where('payments.coin', '=', param('coin'))
    .where('payments.block_height', '=', param('height'))
    .where('payments.block_hash', '=', param('hash'))
    .where('payment_outputs.live', '=', 1)
    .select('payment_outputs.amount'),
)

export function createFoundBlockStore(sql: Sql): BlockPaymentStore {
  return {
    async sumRecorded(coin, uid, { height, hash }) {
      const rows = await sql.queryAll(selectRecorded, { coin, uid, height, hash })
      const amount = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n)
      return { count: rows.length, amount: toBaseUnits(amount) }
    },
  }
}
