import type { CoinCode } from '../coins/index.ts'
import { parseIsoString } from '../kernel/clock.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ReceivedOutput } from './received.ts'
import { type InvoiceRow, parseStoredDecimal } from './rows.ts'

interface ReceivedRow {
  invoice_uid: string
  id: string
  via: 'protocol' | 'network'
  coin: string
  amount: AmountColumn
  value: string | null
  txid: string
  vout: number
  status: string
  counted: number
  double_spent_hash: string | null
  replaced: number
  block_height: number | null
  confirmed_at: string | null
  settled_at: string | null
  excess: AmountColumn | null
}

const columns = [
  'payments.invoice_uid',
  'payments.id',
  'payments.via',
  'payments.coin',
  'payment_outputs.amount',
  'payments.value',
  'payment_outputs.txid',
  'payment_outputs.vout',
  'payments.status',
  'payments.counted',
  'payments.double_spent_hash',
  'payments.replaced',
  'payments.block_height',
  'payments.confirmed_at',
  'payments.settled_at',
  'payments.excess',
] as const

const selectOutputs = (query: Sql['query']) =>
  query
    .selectFrom('payments')
    .innerJoin('payment_outputs', 'payment_outputs.payment_id', 'payments.id')
    .where('payments.value', 'is not', null)
    .where('payments.status', 'in', ['accepted', 'surplus'])
    .where('payment_outputs.live', '=', 1)
    .orderBy('payments.id')
    .select(columns)

const selectReceived = defineStatement<{ uid: string }, ReceivedRow>((query, param) =>
  selectOutputs(query).where('payments.invoice_uid', '=', param('uid')),
)

const selectAll = ({ query }: Sql, uids: readonly string[]): Promise<ReceivedRow[]> =>
  selectOutputs(query).where('payments.invoice_uid', 'in', uids).execute()

/** Finds the outputs that these invoices received. Runs no query unless one of them accepts any wallet. */
export async function findReceived(
  sql: Sql,
  invoices: readonly Pick<InvoiceRow, 'uid' | 'any_wallet'>[],
): Promise<ReadonlyMap<string, readonly ReceivedOutput[]>> {
  const uids = invoices.filter(({ any_wallet }) => any_wallet === 1).map(({ uid }) => uid)
  const [uid] = uids
  if (uid === undefined) return new Map()
  const rows = uids.length === 1 ? await sql.queryAll(selectReceived, { uid }) : await selectAll(sql, uids)
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_uid)
  return new Map([...byInvoice].map(([uid, outputs]) => [uid, outputs.map(toReceived)]))
}

/** Whether another transaction spent the same inputs: see `ReceivedOutput.doubleSpent`. */
export const isDoubleSpent = (row: Pick<ReceivedRow, 'double_spent_hash' | 'replaced'>): boolean =>
  row.double_spent_hash !== null || row.replaced === 1

const toReceived = (row: ReceivedRow): ReceivedOutput => ({
  paymentId: row.id,
  via: row.via,
  coin: row.coin as CoinCode,
  amount: toBaseUnits(BigInt(row.amount)),
  value: parseStoredDecimal(row.value ?? ''),
  txid: row.txid,
  vout: row.vout,
  isCounted: row.status === 'accepted' && row.counted === 1 && !isDoubleSpent(row),
  isDoubleSpent: isDoubleSpent(row),
  blockHeight: row.block_height,
  confirmedAt: parseIsoString(row.confirmed_at),
  settledAt: parseIsoString(row.settled_at),
  excess: row.excess === null ? null : toBaseUnits(BigInt(row.excess)),
})
