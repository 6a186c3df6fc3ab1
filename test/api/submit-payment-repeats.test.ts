import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { type Bill, onEveryCoin, startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(wholeFile)
const { bill, payer, submit, mine, assertAccepted, assertPaid, assertRefusedAsBefore, assertUnchanged } =
  service

/** The same transactions again get the first response, without any side effect. */
async function assertRepeats(
  due: Bill,
  first: { text: string },
  again: readonly (Signed | string)[],
): Promise<void> {
  const reply = await assertUnchanged(due, () => submit(due, again))
  assert.deepEqual([reply.status, reply.text], [200, first.text])
}

onEveryCoin(
  'the same transaction again gets the first response, byte for byte: at once, mined, and spent',
  async (code) => {
    const due = await bill(code)
    const wallet = await payer(code)
    const signed = wallet.pay(due)
    const first = await submit(due, signed)
    assertAccepted(first, [signed])
    await assertRepeats(due, first, [signed])
    await assertRepeats(due, first, [signed.hex.toUpperCase()])
    await mine(code)
    await service.followed(code)
    await assertRepeats(due, first, [signed])
    const change = wallet.own(signed).slice(-1)
    const next = wallet.pay(due, {
      inputs: change,
      outputs: [{ script: wallet.script(), amount: 2_000_000n }],
    })
    await service.rpc(code, 'sendrawtransaction', next.hex)
    await mine(code)
    await service.followed(code)
    await assertRepeats(due, first, [signed])
    await assertPaid(due, [signed])
  },
)

onEveryCoin('a retry of several transactions has all of them, in the same order', async (code) => {
  const due = await bill(code)
  const wallet = await payer(code)
  const parent = wallet.pay(due, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
  const child = wallet.pay(due, { inputs: wallet.own(parent).slice(-1) })
  const first = await submit(due, [parent, child])
  assertAccepted(first, [parent, child])
  await assertRepeats(due, first, [parent, child])
  for (const other of [[child], [parent], [child, parent]])
    await assertRefusedAsBefore(due, other, 'invoice_paid')
})

test('another witness is the same transaction: its id says so', async () => {
  for (const code of ['BTC', 'LTC']) {
    const due = await bill(code)
    const wallet = await payer(code)
    const signed = wallet.pay(due)
    const first = await submit(due, signed)
    assertAccepted(first, [signed])
    const other = wallet.pay(due, { anew: true })
    assert.notEqual(other.hex, signed.hex)
    await assertRepeats(due, first, [other])
    await assertRepeats(
      due,
      first,
      [wallet.pay(due, { flaw: 'wrong-signature' })].filter(({ txid }) => txid === signed.txid),
    )
  }
})

test('a retry has the same coin: the same bytes for another coin get invoice_paid', async () => {
  const due = await bill('DOGE')
  const signed = (await payer('DOGE')).pay(due)
  assertAccepted(await submit(due, signed), [signed])
  for (const coin of ['BSV', 'BTC', 'LTC', 'DASH'])
    await assertRefusedAsBefore({ uid: due.uid, coin }, signed, 'invoice_paid')
})

test('another process returns the first response, even without a network', async (t) => {
  const due = await bill('LTC')
  const signed = (await payer('LTC')).pay(due)
  const first = await submit(due, signed)
  assertAccepted(first, [signed])
  const beside = await startService(t, { beside: service.storage })
  const body = { currency: 'LTC', transactions: [signed.hex] }
  const path = `/payments/json/LTC/${due.uid}`
  assert.equal((await beside.request(path, { method: 'POST', token: null, body })).text, first.text)
  await service.rpc('LTC', 'sandbox_fail', 'down', 1)
  try {
    assert.equal((await submit(due, signed)).text, first.text)
  } finally {
    await service.rpc('LTC', 'sandbox_fail', 'none', 0)
  }
})

test('recognising a retry comes before any other check', async () => {
  const due = await bill('DOGE')
  const signed = (await payer('DOGE')).pay(due)
  const first = await submit(due, signed)
  assertAccepted(first, [signed])
  await service.rpc('DOGE', 'sandbox_evict', signed.txid)
  assert.equal((await submit(due, signed)).text, first.text)
  await service.rpc('DOGE', 'sendrawtransaction', signed.hex)
})
