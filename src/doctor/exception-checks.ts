import type { CoinCode } from '../coins/index.ts'
import { parseStoredDecimal } from '../invoices/rows.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { sumDecided } from '../payments/decided.ts'
import type { ExceptionStatus } from '../payments/exception.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Check } from './check.ts'
import { defineCustomCheck, pageSize, readPages } from './custom-check.ts'

export const exceptionChecks: readonly Check[] = [
  defineCustomCheck(
    'I26 payment exceptions, found outputs and what an invoice has received agree',
    findDisagreements,
  ),
]

async function findDisagreements(sql: Sql, report: (row: object) => void): Promise<void> {
  const read = (last: InvoiceRow | undefined) => readInvoices(sql, last)
  for await (const invoices of readPages<InvoiceRow>(read)) {
    const uids = invoices.map(({ uid }) => uid)
    const payments = Map.groupBy(await readPayments(sql, uids), (row) => row.invoice_uid)
    const exceptions = Map.groupBy(await readExceptions(sql, uids), (row) => row.invoice_uid)
    for (const invoice of invoices) {
      const parts = {
        payments: payments.get(invoice.uid) ?? [],
        exceptions: exceptions.get(invoice.uid) ?? [],
      }
      for (const difference of compareParts(invoice, parts)) report({ uid: invoice.uid, ...difference })
    }
  }
}

const readInvoices = ({ query }: Sql, last: { uid: string } | undefined) =>
  query
    .selectFrom('invoices')
    .where('any_wallet', '=', 1)
    .where('uid', '>', last?.uid ?? '')
    .orderBy('uid')
    .limit(pageSize)
    .select(['uid', 'account_id', 'status'])
    .execute()

const readPayments = ({ query }: Sql, uids: readonly string[]) =>
  query
    .selectFrom('payments')
    .where('invoice_uid', 'in', uids)
    .where('status', 'in', ['accepted', 'surplus'])
    .select(['id', 'invoice_uid', 'coin', 'status', 'amount', 'value', 'txid', 'counted', 'excess'])
    .select(['double_spent_hash', 'replaced'])
    .execute()

const readExceptions = ({ query }: Sql, uids: readonly string[]) =>
  query.selectFrom('payment_exceptions').where('invoice_uid', 'in', uids).selectAll().execute()

type InvoiceRow = Awaited<ReturnType<typeof readInvoices>>[number]
type PaymentRow = Awaited<ReturnType<typeof readPayments>>[number]
type ExceptionRow = Awaited<ReturnType<typeof readExceptions>>[number]

interface Parts {
  readonly payments: readonly PaymentRow[]
  readonly exceptions: readonly ExceptionRow[]
}

function* compareParts(invoice: InvoiceRow, { payments, exceptions }: Parts): Generator<object> {
  const hasEnded = invoice.status === 'expired' || invoice.status === 'cancelled'
  const valid = exceptions.filter(({ status }) => status !== 'void')
  const isExcess = ({ kind }: ExceptionRow) => kind === 'excess'
  for (const exception of exceptions) {
    const payment = payments.find(({ id }) => id === exception.payment_id)
    if (exception.account_id !== invoice.account_id) yield { exception: exception.id, differs: 'account' }
    if (exception.status === 'open' && exception.resolved_at !== null)
      yield { exception: exception.id, differs: 'status' }
    if ((exception.status === 'refunded') !== (exception.refund_txid !== null))
      yield { exception: exception.id, differs: 'refund' }
    if (exception.status !== 'open') continue
    const others = valid.filter(({ kind, payment_id }) =>
      isExcess(exception) ? kind === 'excess' : kind !== 'excess' && payment_id === exception.payment_id,
    )
    if (payment) yield* compareOpenException(invoice, exception, payment, sumDecidedRows(payment, others))
    else yield { exception: exception.id, differs: 'payment' }
  }
  const openExcesses = valid.filter((exception) => isExcess(exception) && exception.status === 'open')
  if (openExcesses.length > 1) yield { expected: 1, excesses: openExcesses.length }
  for (const payment of payments) {
    if (payment.double_spent_hash !== null || payment.replaced === 1) continue
    const needsException = payment.status === 'surplus' || (hasEnded && payment.counted === 1)
    const own = valid.filter((exception) => exception.payment_id === payment.id && !isExcess(exception))
    const open = own.filter(({ status }) => status === 'open')
    const total = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (needsException && (open.length > 1 || total < BigInt(payment.amount)))
      yield { payment: payment.id, amount: payment.amount, exceptions: own.length, open: open.length }
  }
}

/** Only the rest of a payment can be open. */
const sumDecidedRows = (payment: PaymentRow, exceptions: readonly ExceptionRow[]): bigint =>
  sumDecided(
    parseAmounts(payment),
    exceptions.map((row) => ({ ...parseAmounts(row), status: row.status as ExceptionStatus })),
  )

const parseAmounts = ({ coin, amount, value }: Pick<PaymentRow, 'coin' | 'amount' | 'value'>) => ({
  coin: coin as CoinCode,
  amount: toBaseUnits(BigInt(amount)),
  value: parseStoredDecimal(value ?? ''),
})

/** An open exception must match the payment's current state. */
function* compareOpenException(
  { status }: InvoiceRow,
  exception: ExceptionRow,
  payment: PaymentRow,
  decided: bigint,
): Generator<object> {
  const { id, kind } = exception
  const isExcess = kind === 'excess'
  const amount = isExcess ? payment.excess : payment.amount
  if (exception.coin !== payment.coin) yield { exception: id, differs: 'coin' }
  if (exception.txid !== payment.txid) yield { exception: id, differs: 'txid' }
  if (amount === null || BigInt(exception.amount) !== BigInt(amount) - decided)
    yield { exception: id, differs: 'amount', amount: exception.amount, paid: amount }
  if (!isExcess && decided === 0n && exception.value !== payment.value)
    yield { exception: id, differs: 'value' }
  if (payment.double_spent_hash !== null || payment.replaced === 1)
    yield { exception: id, differs: 'replaced' }
  if (kind === 'partial' && (payment.counted !== 1 || payment.status !== 'accepted'))
    yield { exception: id, differs: 'counted' }
  if (kind === 'partial' && (status === 'unpaid' || status === 'paid'))
    yield { exception: id, differs: 'invoice', status }
}
