import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'

const settings = {
  BTC_REFUSE_REPLACEABLE: 'true',
  LTC_REFUSE_REPLACEABLE: 'true',
  DOGE_REFUSE_REPLACEABLE: 'true',
  DASH_REFUSE_REPLACEABLE: 'true',
}
const service = await startPaying(fileScope, { settings })
const { createBill, payer, submit, mine, assertAccepted, assertRejectedUnchanged } = service

for (const code of ['LTC', 'DOGE']) {
  test(`${code}: with REFUSE_REPLACEABLE, a transaction that signals replacement is tx_replaceable until it is mined`, async () => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill, { sequence: 0xffff_fffd })
    const sentence = await assertRejectedUnchanged(bill, signed, 'tx_replaceable')
    assert.match(sentence, /accepted only once it is mined/)
    await service.rpc(code, 'sendrawtransaction', signed.hex)
    await assertRejectedUnchanged(bill, signed, 'tx_replaceable')
    await mine(code)
    assertAccepted(await submit(bill, signed), [signed])
  })

  test(`${code}: with REFUSE_REPLACEABLE, a transaction whose unconfirmed ancestor signals replacement is tx_replaceable, wherever that ancestor is`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const outputs = [{ script: wallet.script(), amount: 10_000_000n }]
    const parent = wallet.pay(bill, { outputs, sequence: 1 })
    const signed = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
    await assertRejectedUnchanged(bill, [parent, signed], 'tx_replaceable')
    await service.rpc(code, 'sendrawtransaction', parent.hex)
    await assertRejectedUnchanged(bill, signed, 'tx_replaceable')
    await mine(code)
    assertAccepted(await submit(bill, signed), [signed])
  })
}

test('BTC: with REFUSE_REPLACEABLE, every transaction is tx_replaceable until it is mined, whatever it signals', async () => {
  for (const sequence of [0xffff_ffff, 0xffff_fffd]) {
    const bill = await createBill('BTC')
    const signed = (await payer('BTC')).pay(bill, { sequence })
    const sentence = await assertRejectedUnchanged(bill, signed, 'tx_replaceable')
    assert.match(sentence, /accepted only once it is mined.*submit the same transaction/)
    await service.rpc('BTC', 'sendrawtransaction', signed.hex)
    await assertRejectedUnchanged(bill, signed, 'tx_replaceable')
    await mine('BTC')
    assertAccepted(await submit(bill, signed), [signed])
    assert.equal((await service.getInvoice(bill.uid)).invoice.payment?.replaceable, false)
  }
})

test('a transaction that signals nothing is accepted, and so is any whose coin has no replacement', async () => {
  for (const [code, sequence] of [
    ['LTC', 0xffff_fffe],
    ['DASH', 0],
  ] as const) {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill, { sequence })
    assertAccepted(await submit(bill, signed), [signed])
  }
})
