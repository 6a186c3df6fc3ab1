import { sql as raw } from 'kysely'
import type { Coin, Outpoint, Transaction, TransactionOutput } from '../coins/coin.ts'
import { findCoin } from '../coins/index.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import { runToEnd } from '../kernel/steps.ts'
import { findPayingTransactions } from '../networks/node/serialised-block.ts'
import { formatOutpoint } from '../payments/block-index.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck, pageSize, readPages, tryOrNull } from './custom-check.ts'

const readPayments = ({ query }: Sql, last: { id: string } | undefined) =>
  query
    .selectFrom('payments')
    .where('id', '>', last?.id ?? '')
    .orderBy('id')
    .limit(pageSize)
    .select(['id', 'coin', 'status'])
    .execute()

type PaymentRow = Awaited<ReturnType<typeof readPayments>>[number]

/** Compares the stored data of a payment with its raw transactions. */
export const paymentDataChecks: readonly Check[] = [
  defineCustomCheck('I8 the stored facts of a payment match its transactions', async (sql, report) => {
    for await (const rows of readPages<PaymentRow>((last) => readPayments(sql, last))) {
      const parts = await readPaymentParts(sql, rows)
      for (const { id, coin: code } of rows) {
        const coin = findCoin(code)
        if (!coin) report({ payment: id, differs: 'coin' })
        else
          for (const difference of compareTransactions(coin, parts.getParts(id)))
            report({ payment: id, differs: difference })
      }
    }
  }),
  defineCheck(
    'I8 a payment pays the address of its invoice',
    raw`select o.payment_id, o.txid, o.vout from payment_outputs o join payments p on p.id = o.payment_id
      where not exists (select 1 from invoice_addresses a
        where a.invoice_uid = p.invoice_uid and a.coin = p.coin and a.script = o.script)
      ${limit}`,
  ),
  defineCheck(
    'I8 a payment has a block or a double spend, not both, each with its height and hash',
    raw`select id from payments
      where (block_height is null) <> (block_hash is null)
        or (double_spent_height is null) <> (double_spent_hash is null)
        or (block_hash is not null and double_spent_hash is not null)
      ${limit}`,
  ),
  defineCheck(
    'I8 the block of a payment matches the followed chain',
    raw`select p.id, p.block_height, p.block_hash, b.hash from payments p
      join followed_blocks b on b.coin = p.coin and b.height = p.block_height
      where b.hash <> p.block_hash ${limit}`,
  ),
  defineCheck(
    'I1 stored bytes of a transaction belong to a payment',
    raw`select b.id, b.txid from transaction_bytes b
      where not exists (select 1 from payment_transactions t where t.bytes_id = b.id
        and t.coin = b.coin and t.txid = b.txid)
      ${limit}`,
  ),
  defineCheck(
    'I8 a payment that may still be mined is watched, and a rejected one is not',
    raw`select id, status, watched from payments
      where (status = 'rejected' and watched <> 0)
        or (status <> 'rejected' and block_hash is null and double_spent_hash is null and watched <> 1)
      ${limit}`,
  ),
]

async function readPaymentParts({ query }: Sql, rows: readonly PaymentRow[]) {
  const ids = rows.map(({ id }) => id)
  const [transactions, outputs, inputs] = [
    Map.groupBy(
      await query
        .selectFrom('payment_transactions')
        .leftJoin('transaction_bytes', 'transaction_bytes.id', 'payment_transactions.bytes_id')
        .where('payment_id', 'in', ids)
        .selectAll('payment_transactions')
        .select('transaction_bytes.hex')
        .execute(),
      (row) => row.payment_id,
    ),
    Map.groupBy(
      await query.selectFrom('payment_outputs').where('payment_id', 'in', ids).selectAll().execute(),
      (row) => row.payment_id,
    ),
    Map.groupBy(
      await query.selectFrom('payment_inputs').where('payment_id', 'in', ids).selectAll().execute(),
      (row) => row.payment_id,
    ),
  ]
  return {
    getParts: (id: string) => ({
      transactions: transactions.get(id) ?? [],
      outputs: outputs.get(id) ?? [],
      inputs: inputs.get(id) ?? [],
    }),
  }
}

type Parts = ReturnType<Awaited<ReturnType<typeof readPaymentParts>>['getParts']>

type StoredTransaction = Pick<Transaction, 'id' | 'outputs'> & {
  readonly inputs: readonly Outpoint[]
}

/** Reads a transaction that spends nothing: a block reward, or a withdrawal from Dash Platform. Only its outputs to these scripts are set. */
function readWithoutInputs(
  { serialisation }: Coin,
  hex: string,
  scripts: ReadonlySet<string>,
): StoredTransaction | null {
  const format = { serialisation, isMergeMined: false }
  const [transaction] = runToEnd(findPayingTransactions([fromHex(hex)], format, scripts))
  if (!transaction || transaction.inputs.some(({ txid }) => txid !== nullTxid)) return null
  const outputs: TransactionOutput[] = []
  for (const { vout, script, amount } of transaction.outputs)
    outputs[vout] = { script: fromHex(script), amount }
  return { id: transaction.txid, inputs: [], outputs }
}

const nullTxid = '0'.repeat(64)

function* compareTransactions(coin: Coin, { transactions, outputs, inputs }: Parts): Generator<string> {
  const positions = transactions.map(({ place }) => Number(place)).sort((a, b) => a - b)
  if (positions.some((position, index) => position !== index)) yield 'payment_transactions.place'
  if ([...transactions, ...outputs, ...inputs].some((row) => row.coin !== coin.code)) yield 'coin'
  const parsed = new Map<string, StoredTransaction>()
  const scripts = new Set(outputs.map(({ script }) => script))
  for (const { txid, hex } of transactions) {
    // Replacement transactions and those of rejected payments are stored without their bytes.
    if (hex === null) continue
    const transaction =
      tryOrNull(() => coin.parse(hex)) ?? tryOrNull(() => readWithoutInputs(coin, hex, scripts))
    if (transaction?.id === txid) parsed.set(txid, transaction)
    else yield `payment_transactions ${txid}`
  }
  const storedInputs = new Set(inputs.map(formatOutpoint))
  const ownTxids = new Set(transactions.map(({ txid }) => txid))
  for (const transaction of parsed.values())
    for (const input of transaction.inputs)
      if (!ownTxids.has(input.txid) && !storedInputs.has(formatOutpoint(input)))
        yield `payment_inputs ${formatOutpoint(input)}`
  for (const { txid, vout, script, amount } of outputs) {
    const transaction = parsed.get(txid)
    if (!transaction && transactions.some((row) => row.txid === txid && row.hex === null)) continue
    const output = transaction?.outputs[Number(vout)]
    if (!output || toHex(output.script) !== script || output.amount !== BigInt(amount))
      yield `payment_outputs ${txid}:${vout}`
  }
}
