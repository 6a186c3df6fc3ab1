import type { Database } from '../../../src/platform/storage/database.ts'
import { defineStatement } from '../../../src/platform/storage/statement.ts'

type IntegerColumn = bigint | number

const selectEvents = defineStatement<
  { above: number; limit: number },
  {
    id: string
    position: IntegerColumn | null
    type: string
    subject: string
    sequence: IntegerColumn
    account_id: IntegerColumn
    data: string
  }
>((query, param) =>
  query
    .selectFrom('events')
    .where('position', '>', param('above'))
    .where('subject', 'like', 'invoice/%')
    .orderBy('position')
    .limit(param('limit'))
    .select(['id', 'position', 'type', 'subject', 'sequence', 'account_id', 'data']),
)

const selectClaims = defineStatement<
  { coin: string; txid: string },
  {
    id: string
    status: string
    uid: string
    invoice: string
    claimed_by: string | null
    payment_id: string | null
    any_wallet: IntegerColumn
  }
>((query, param) =>
  query
    .selectFrom('payment_transactions')
    .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
    .innerJoin('invoices', 'invoices.uid', 'payments.invoice_uid')
    .where('payment_transactions.txid', '=', param('txid'))
    .where('payment_transactions.coin', '=', param('coin'))
    .select([
      'payments.id',
      'payments.status',
      'invoices.uid',
      'invoices.status as invoice',
      'invoices.claimed_by',
      'invoices.payment_id',
      'invoices.any_wallet',
    ]),
)

const selectInvoice = defineStatement<
  { uid: string },
  {
    status: string
    claimed_by: string | null
    payment_id: string | null
    txid: string | null
    coin: string | null
  }
>((query, param) =>
  query
    .selectFrom('invoices')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .where('uid', '=', param('uid'))
    .select(['invoices.status', 'claimed_by', 'payment_id', 'payments.txid', 'payments.coin']),
)

const selectTransactions = defineStatement<{ id: string }, { txid: string }>((query, param) =>
  query.selectFrom('payment_transactions').where('payment_id', '=', param('id')).select('txid'),
)

const selectOutputs = defineStatement<
  { id: string; txid: string },
  { vout: IntegerColumn; script: string; amount: IntegerColumn }
>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('txid', '=', param('txid'))
    .select(['vout', 'script', 'amount']),
)

const selectSending = defineStatement<
  Record<never, never>,
  { id: string; coin: string; txid: string; invoice_uid: string; reason: string | null }
>((query) =>
  query
    .selectFrom('payments')
    .where('status', '=', 'sending')
    .select(['id', 'coin', 'txid', 'invoice_uid', 'reason']),
)

/** An event of the log. */
export interface LoggedEvent {
  readonly id: string
  readonly accountId: number
  readonly position: number
  readonly type: string
  readonly uid: string
  readonly sequence: number
  /** The id of the payment's transaction. */
  readonly txid: string | null
}

export type Observer = ReturnType<typeof createObserver>

const pageSize = 500

/** Reads committed data, bypassing the service. */
export function createObserver({ read }: Pick<Database, 'read'>) {
  return {
    /** Lists events of invoices. An account's own events are irrelevant. */
    async listEvents(above: number): Promise<LoggedEvent[]> {
      const rows = await read.queryAll(selectEvents, { above, limit: pageSize })
      return rows.map(({ id, position, type, subject, sequence, account_id, data }) => ({
        id,
        accountId: Number(account_id),
        position: Number(position),
        type,
        uid: subject.replace('invoice/', ''),
        sequence: Number(sequence),
        txid: /"hash":"([0-9a-f]{64})"/.exec(data)?.[1] ?? null,
      }))
    },
    findClaims: (coin: string, txid: string) => read.queryAll(selectClaims, { coin, txid }),
    findInvoice: (uid: string) => read.queryOne(selectInvoice, { uid }),
    listTransactions: async (id: string) =>
      (await read.queryAll(selectTransactions, { id })).map(({ txid }) => txid),
    listOutputs: (id: string, txid: string) => read.queryAll(selectOutputs, { id, txid }),
    listSending: () => read.queryAll(selectSending, {}),
  }
}
