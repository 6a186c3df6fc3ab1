import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnyWalletInvoice, createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(fileScope)
const { createInvoice, prepare, send, readInvoice, waitFor } = createAddressPayer(service)

const allLimitEntries = async () => {
  const rows = await service.database.read.query
    .selectFrom('audit_log')
    .where('action', '=', 'payment.limit.exceeded')
    .orderBy('number')
    .select('detail')
    .execute()
  return rows.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>)
}

const limitEntries = async (uid: string) => (await allLimitEntries()).filter(({ invoice }) => invoice === uid)

const countPayments = async (uid: string): Promise<number> =>
  (
    await service.database.read.query
      .selectFrom('payments')
      .where('invoice_uid', '=', uid)
      .select('id')
      .execute()
  ).length

test('of a flood of small outputs 20 are recorded, the others are totalled in the audit log, and the invoice can be paid', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const outputs = Array.from({ length: 250 }, (_, index) => ({ address, amount: 10_000 + index }))
  const { signed } = await prepare('LTC', address, 1n, { outputs })
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 20)
  await service.mine('LTC')
  await until(async () => (await limitEntries(uid)).length === 1)
  const [entry] = await limitEntries(uid)
  const recorded = (await readInvoice(uid)).received?.payments ?? []
  const all = outputs.reduce((sum, output) => sum + BigInt(output.amount), 0n)
  const kept = recorded.reduce((sum, payment) => sum + toUnits(payment.amount), 0n)
  assert.deepEqual([entry?.coin, entry?.payments, toUnits(String(entry?.amount))], ['LTC', 230, all - kept])
  assert.equal(await countPayments(uid), 20)
  assert.equal((await service.listEvents(uid)).length, 21)
  await send('LTC', address, toUnits(amount) - kept)
  await waitFor(uid, ({ status }) => status === 'paid')
})

test('an invoice records at most 100 payments individually, and nothing is reported below the limits', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  await send('LTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  await service.mine('LTC')
  const part = Number(toUnits(amount) / 50n)
  const outputs = Array.from({ length: 120 }, () => ({ address, amount: part }))
  const { signed } = await prepare('LTC', address, 1n, { outputs })
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  await service.mine('LTC')
  await until(async () => (await limitEntries(uid)).length === 1)
  assert.equal((await limitEntries(uid))[0]?.payments, 21)
  assert.equal(await countPayments(uid), 100)
})

test('if a block floods many invoices, the 20 largest sums get an audit entry each and the account’s other invoices share one', async () => {
  const invoices = await Promise.all(Array.from({ length: 23 }, () => createInvoice('LTC')))
  const outputs = invoices.flatMap(({ address }, index) =>
    Array.from({ length: 22 }, () => ({ address, amount: 10_000 + index })),
  )
  const { signed } = await prepare('LTC', '', 0n, { outputs })
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  await service.mine('LTC')
  await service.waitUntilFollowed('LTC')
  const height = await service.rpc('LTC', 'getblockcount')
  const entries = (await allLimitEntries()).filter((entry) => entry.height === height)
  const expected = invoices.map(({ uid }, index) => ({ invoice: uid, units: 2n * BigInt(10_000 + index) }))
  assert.deepEqual(
    entries.slice(0, -1).map(({ invoice, amount }) => ({ invoice, units: toUnits(String(amount)) })),
    expected.slice(3).reverse(),
  )
  const rest = expected.slice(0, 3).reduce((sum, each) => sum + each.units, 0n)
  const { invoices: count, payments, amount, ...other } = entries.at(-1) ?? {}
  assert.deepEqual([count, payments, toUnits(String(amount)), other], [3, 6, rest, { coin: 'LTC', height }])
})

test('after 20 fee bumps of a payment, only the one that a block contains is recorded', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const half = toUnits(amount) / 2n
  const { signed, sign } = await prepare('BTC', address, half, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ received }) => received !== null)
  await recordReplacements(uid, 20)
  const bumped = sign({ feeRate: 800_000n })
  await service.rpc('BTC', 'sendrawtransaction', bumped.hex)
  // A round that has read this one has read the fee bump too.
  await send('BTC', address, half / 2n)
  const { received } = await waitFor(uid, (invoice) => invoice.received?.payments.length === 2)
  assert.equal(received?.payments[0]?.txid, signed.txid)
  await service.mine('BTC')
  const isMined = (invoice: AnyWalletInvoice) => invoice.received?.payments[0]?.confirmations === 1
  const mined = await waitFor(uid, isMined)
  assert.deepEqual(
    mined.received?.payments.map(({ counted }) => counted),
    [true, true],
  )
  assert.equal(mined.received?.payments[0]?.txid, bumped.txid)
})

/** Adds replaced transactions to the invoice's payment. */
async function recordReplacements(uid: string, count: number): Promise<void> {
  await service.database.transact(async ({ query }) => {
    const output = await query
      .selectFrom('payment_outputs')
      .innerJoin('payments', 'payments.id', 'payment_outputs.payment_id')
      .where('payments.invoice_uid', '=', uid)
      .selectAll('payment_outputs')
      .executeTakeFirstOrThrow()
    const { payment_id, coin } = output
    const txids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'))
    const transactions = txids.map((txid, index) => ({
      ...{ payment_id, coin, txid },
      place: index + 1,
      bytes_id: null,
      current: 0,
    }))
    await query.insertInto('payment_transactions').values(transactions).execute()
    await query
      .insertInto('payment_outputs')
      .values(txids.map((txid) => ({ ...output, txid, live: 0 })))
      .execute()
  })
}
