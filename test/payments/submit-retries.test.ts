import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const {
  createBill,
  payer,
  submit,
  mine,
  assertAccepted,
  assertPaid,
  assertRejectedUnchanged,
  assertUnchanged,
} = service

/** The same transactions again get the first response, without any side effect. */
async function assertRepeats(
  bill: Bill,
  first: { text: string },
  repeated: readonly (Signed | string)[],
): Promise<void> {
  const reply = await assertUnchanged(bill, () => submit(bill, repeated))
  assert.deepEqual([reply.status, reply.text], [200, first.text])
}

testOnEveryCoin(
  'the same transaction gets the first response again, byte for byte: immediately, once mined, and once spent',
  async (code) => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const signed = wallet.pay(bill)
    const first = await submit(bill, signed)
    assertAccepted(first, [signed])
    await assertRepeats(bill, first, [signed])
    await assertRepeats(bill, first, [signed.hex.toUpperCase()])
    await mine(code)
    await service.waitUntilFollowed(code)
    await assertRepeats(bill, first, [signed])
    const change = wallet.own(signed).slice(-1)
    const next = wallet.pay(bill, {
      inputs: change,
      outputs: [{ script: wallet.script(), amount: 2_000_000n }],
    })
    await service.rpc(code, 'sendrawtransaction', next.hex)
    await mine(code)
    await service.waitUntilFollowed(code)
    await assertRepeats(bill, first, [signed])
    await assertPaid(bill, [signed])
  },
)

testOnEveryCoin(
  'the response to a retry of several transactions has all of them, in the same order',
  async (code) => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
    const child = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
    const first = await submit(bill, [parent, child])
    assertAccepted(first, [parent, child])
    await assertRepeats(bill, first, [parent, child])
    for (const other of [[child], [parent], [child, parent]])
      await assertRejectedUnchanged(bill, other, 'invoice_paid')
  },
)

test('a different witness is the same transaction, because its id is the same', async () => {
  for (const code of ['BTC', 'LTC']) {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const signed = wallet.pay(bill)
    const first = await submit(bill, signed)
    assertAccepted(first, [signed])
    const other = wallet.pay(bill, { randomNonces: true })
    assert.notEqual(other.hex, signed.hex)
    await assertRepeats(bill, first, [other])
    await assertRepeats(
      bill,
      first,
      [wallet.pay(bill, { flaw: 'wrong-signature' })].filter(({ txid }) => txid === signed.txid),
    )
  }
})

test('a retry has the same coin: the same bytes for another coin get invoice_paid', async () => {
  const bill = await createBill('DOGE')
  const signed = (await payer('DOGE')).pay(bill)
  assertAccepted(await submit(bill, signed), [signed])
  for (const coin of ['BSV', 'BTC', 'LTC', 'DASH'])
    await assertRejectedUnchanged({ uid: bill.uid, coin }, signed, 'invoice_paid')
})

test('another process returns the first response, even without a network', async (t) => {
  const bill = await createBill('LTC')
  const signed = (await payer('LTC')).pay(bill)
  const first = await submit(bill, signed)
  assertAccepted(first, [signed])
  const otherProcess = await startService(t, { sharedStorage: service.storage })
  const body = { currency: 'LTC', transactions: [signed.hex] }
  const path = `/payments/json/LTC/${bill.uid}`
  assert.equal((await otherProcess.request(path, { method: 'POST', token: null, body })).text, first.text)
  await service.rpc('LTC', 'sandbox_fail', 'down', 1)
  try {
    assert.equal((await submit(bill, signed)).text, first.text)
  } finally {
    await service.rpc('LTC', 'sandbox_fail', 'none', 0)
  }
})

test('recognising a retry comes before any other check', async () => {
  const bill = await createBill('DOGE')
  const signed = (await payer('DOGE')).pay(bill)
  const first = await submit(bill, signed)
  assertAccepted(first, [signed])
  await service.rpc('DOGE', 'sandbox_evict', signed.txid)
  assert.equal((await submit(bill, signed)).text, first.text)
  await service.rpc('DOGE', 'sendrawtransaction', signed.hex)
})
