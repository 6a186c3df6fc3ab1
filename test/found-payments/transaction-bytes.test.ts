import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFoundPaymentStore } from '../../src/found-payments/store.ts'
import { createDecimal } from '../../src/kernel/money.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { readStoredBytes } from '../helpers/witness.ts'

const service = await startPaying(fileScope)
const { createInvoice, prepare, waitFor } = createAddressPayer(service)

const countStored = async (txid: string): Promise<number> =>
  (
    await service.database.read.query
      .selectFrom('transaction_bytes')
      .where('txid', '=', txid)
      .select('id')
      .execute()
  ).length

test('the bytes of a transaction that pays several invoices are stored once', async () => {
  const invoices = await Promise.all([1, 2, 3].map(() => createInvoice('BTC')))
  const outputs = invoices.map(({ address, amount }) => ({ address, amount: Number(toUnits(amount)) }))
  const { signed } = await prepare('BTC', '', 0n, { outputs })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  for (const { uid } of invoices) {
    await waitFor(uid, ({ status }) => status === 'paid')
    assert.deepEqual(await readStoredBytes(service.database, uid), [signed.hex])
  }
  assert.equal(await countStored(signed.txid), 1)
})

test('the bytes of a replaced transaction are deleted with the last payment that has them', async () => {
  const [bumpedOne, keptOne] = [await createInvoice('BTC'), await createInvoice('BTC')]
  const createOutput = ({ address, amount }: typeof keptOne) => ({ address, amount: Number(toUnits(amount)) })
  const outputs = [createOutput(bumpedOne), createOutput(keptOne)]
  const { signed, sign } = await prepare('BTC', '', 0n, { outputs, sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  for (const { uid } of [bumpedOne, keptOne]) await waitFor(uid, ({ status }) => status === 'paid')
  // Still awaited, so that the mempool is read.
  await createInvoice('BTC')
  const bumped = sign({ feeRate: 800_000n })
  await service.rpc('BTC', 'sendrawtransaction', bumped.hex)
  for (const { uid } of [bumpedOne, keptOne])
    await waitFor(uid, ({ payment }) => payment.txid === bumped.txid)
  assert.deepEqual([await countStored(signed.txid), await countStored(bumped.txid)], [0, 1])
  assert.deepEqual(await readStoredBytes(service.database, keptOne.uid), [bumped.hex])
})

test('a payment keeps the bytes of a replacement that was already its transaction before', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const { signed } = await prepare('BTC', address, toUnits(amount))
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const { query } = service.database.read
  const payment = await query
    .selectFrom('payments')
    .innerJoin('payment_outputs', 'payment_outputs.payment_id', 'payments.id')
    .where('payments.invoice_uid', '=', uid)
    .select(['payments.id', 'payments.txid', 'snapshot_id', 'vout', 'script'])
    .executeTakeFirstOrThrow()
  const found = {
    ...payment,
    coin: 'BTC',
    invoiceUid: uid,
    hex: signed.hex,
    inputs: [],
    minedAncestors: [],
    amount: toUnits(amount),
    value: createDecimal(1n, 0),
    snapshotId: payment.snapshot_id,
    requiredConfirmations: null,
    signalsReplacement: false,
    isCounted: true,
    block: null,
    sinceHeight: 0,
  } as const
  const undo = new Error('undo')
  const stored: string[] = []
  const replaced = service.database.transact(async (sql) => {
    await createFoundPaymentStore(sql).replaceTransaction(payment.id, found, {
      isCounted: true,
      now: Date.now(),
    })
    stored.push(...(await readStoredBytes({ read: sql }, uid)))
    throw undo
  })
  await assert.rejects(replaced, undo)
  assert.deepEqual(stored, [signed.hex])
})
