import type { CoinCode } from '../../../src/coins/index.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import { defineStatement } from '../../../src/platform/storage/statement.ts'

const selectExceptions = defineStatement<
  { uid: string },
  {
    id: string
    payment_id: string
    kind: string
    coin: string
    amount: bigint | number
    value: string
    txid: string
    status: string
    refund_txid: string | null
  }
>((query, param) =>
  query
    .selectFrom('payment_exceptions')
    .where('invoice_uid', '=', param('uid'))
    .orderBy('id')
    .select(['id', 'payment_id', 'kind', 'coin', 'amount', 'value', 'txid', 'status', 'refund_txid']),
)

const selectExceptionEvents = defineStatement<{ subject: string }, { data: string }>((query, param) =>
  query
    .selectFrom('events')
    .where('subject', '=', param('subject'))
    .where('type', '=', 'payment.exception')
    .orderBy('sequence')
    .select('data'),
)

/** A payment exception of an invoice. */
export interface RecordedException {
  readonly id: string
  readonly paymentId: string
  readonly kind: string
  readonly coin: CoinCode
  readonly amount: bigint
  readonly value: string
  readonly txid: string
  readonly status: string
  readonly isOpen: boolean
  readonly refundTxid: string | null
}

/** An exception as an event reports it. */
export interface ReportedException {
  readonly id: string
  readonly isOpen: boolean
}

export type ExceptionObserver = ReturnType<typeof createExceptionObserver>

/** Reads the payment exceptions of invoices and their events, bypassing the service. */
export function createExceptionObserver({ read }: Pick<Database, 'read'>) {
  return {
    async listExceptions(uid: string): Promise<RecordedException[]> {
      return (await read.queryAll(selectExceptions, { uid })).map(({ payment_id, refund_txid, ...row }) => ({
        ...row,
        paymentId: payment_id,
        refundTxid: refund_txid,
        coin: row.coin as CoinCode,
        amount: BigInt(row.amount),
        isOpen: row.status === 'open',
      }))
    },

    /** In order. */
    async listReported(uid: string): Promise<ReportedException[]> {
      const rows = await read.queryAll(selectExceptionEvents, { subject: `invoice/${uid}` })
      return rows.map(({ data }) => {
        const { id, status } = JSON.parse(data).exception
        return { id, isOpen: status !== 'void' }
      })
    },
  }
}
