import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { parseCoins } from '../../src/kernel/money.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, getOutputs, startPaying } from '../helpers/paying.ts'
import type { Flaw } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, listMempool, mine, assertRejectedUnchanged, assertAccepted, assertPaid } =
  service

for (const code of coins.keys()) {
  test(`${code}: an input spent in a followed block is tx_inputs_spent`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const otherPayment = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 10_000_000n }] })
    await service.rpc(code, 'sendrawtransaction', otherPayment.hex)
    await mine(code)
    const sentence = await assertRejectedUnchanged(bill, wallet.pay(bill), 'tx_inputs_spent')
    assert.match(sentence, /^Coins already spent/)
  })

  test(`${code}: an input spent by a mempool transaction is tx_inputs_spent, whatever that pays`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const elsewhere = wallet.pay(bill, {
      outputs: [{ script: wallet.script(), amount: 10_000_000n }],
      sequence: 0,
    })
    await service.rpc(code, 'sendrawtransaction', elsewhere.hex)
    const dearer = wallet.pay(bill, { fee: elsewhere.fee * 20n })
    for (const signed of [wallet.pay(bill), dearer])
      await assertRejectedUnchanged(bill, signed, 'tx_inputs_spent')
  })

  test(`${code}: an unknown input is tx_inputs_unknown, with the phrase that wallets match`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const [mineable = assert.fail()] = wallet.utxos
    for (const input of [
      { ...mineable, txid: 'ab'.repeat(32) },
      { ...mineable, vout: 77 },
    ]) {
      const sentence = await assertRejectedUnchanged(
        bill,
        wallet.pay(bill, { inputs: [input] }),
        'tx_inputs_unknown',
      )
      assert.match(
        sentence,
        /One or more input transactions for your transaction were not found on the blockchain/,
      )
      const both = [mineable, input]
      await assertRejectedUnchanged(bill, wallet.pay(bill, { inputs: both }), 'tx_inputs_unknown')
    }
  })

  test(`${code}: an input from a mempool transaction is as good as a mined one`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 1_000_000n }] })
    await service.rpc(code, 'sendrawtransaction', parent.hex)
    const inputs = wallet.own(parent)
    const signed = wallet.pay(bill, { inputs })
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  })

  test(`${code}: outputs that exceed the inputs are tx_outputs_exceed_inputs`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const [input = assert.fail()] = wallet.utxos
    const [{ amount } = assert.fail()] = getOutputs(bill)
    const outputs = [...getOutputs(bill), { script: wallet.script(), amount: input.amount - amount + 1n }]
    await assertRejectedUnchanged(bill, wallet.pay(bill, { outputs, fee: 0n }), 'tx_outputs_exceed_inputs')
  })

  test(`${code}: a wrong, missing or foreign signature is tx_signature_invalid`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const flaws: Flaw[] = ['wrong-signature', 'unsigned', 'foreign-signature']
    for (const flaw of flaws) {
      // Without signatures it is smaller, and its fee would be enough.
      const signed = wallet.pay(bill, { flaw, fee: wallet.pay(bill).fee })
      await assertRejectedUnchanged(bill, signed, 'tx_signature_invalid')
    }
    const good = wallet.pay(bill)
    assertAccepted(await submit(bill, good), [good])
  })

  test(`${code}: an immature coinbase output is tx_rejected`, async () => {
    const bill = await createBill(code, { amount: 5 })
    const wallet = await payer(code, [])
    const hashes = await service.rpc(code, 'generatetoaddress', 1, wallet.address('p2pkh'))
    const [hash] = Array.isArray(hashes) ? hashes : []
    const { tx } = Object(await service.rpc(code, 'getblock', hash, code === 'DOGE' ? true : 1))
    const txid = String(tx[0])
    const { value } = Object(await service.rpc(code, 'gettxout', txid, 0))
    const [script, amount] = [wallet.script('p2pkh'), parseCoins(String(value)) ?? assert.fail()]
    const signed = wallet.pay(bill, { inputs: [{ txid, vout: 0, script, amount }] })
    await assertRejectedUnchanged(bill, signed, 'tx_rejected')
  })
}

test('a transaction that is not final in the next block is tx_not_final; a lock time up to the chain’s height is final', async (t) => {
  for (const code of coins.keys()) {
    await t.test(code, async () => {
      const bill = await createBill(code)
      const wallet = await payer(code)
      const height = Number(await service.rpc(code, 'getblockcount'))
      const tomorrow = Math.floor(Date.now() / 1_000) + 86_400
      for (const lockTime of [height + 1, height + 1_000, 499_999_999, tomorrow]) {
        const sentence = await assertRejectedUnchanged(
          bill,
          wallet.pay(bill, { lockTime, sequence: 0 }),
          'tx_not_final',
        )
        assert.match(sentence, /submit it again once it is mined/)
      }
      const signed = wallet.pay(bill, { lockTime: height, sequence: 0xffff_fffe })
      assertAccepted(await submit(bill, signed), [signed])
      await assertPaid(bill, [signed])
    })
  }
})

test('a lock time is ignored if every input’s sequence is final, and a past one is satisfied', async () => {
  const height = Number(await service.rpc('DASH', 'getblockcount'))
  const cases = [
    { lockTime: height + 50, sequence: 0xffff_ffff },
    { lockTime: 500_000_001, sequence: 0 },
  ]
  for (const options of cases) {
    const bill = await createBill('DASH')
    const signed = (await payer('DASH')).pay(bill, options)
    assertAccepted(await submit(bill, signed), [signed])
  }
})

test('a lock time at the height of a block that was just mined is final: the newest block is fetched before rejecting', async () => {
  for (let round = 0; round < 5; round++) {
    const bill = await createBill('BTC')
    const wallet = await payer('BTC')
    await mine('BTC', 2)
    const lockTime = Number(await service.rpc('BTC', 'getblockcount'))
    const signed = wallet.pay(bill, { lockTime, sequence: 0xffff_fffe })
    assertAccepted(await submit(bill, signed), [signed])
  }
})

test('a chain of unconfirmed transactions that is too long is tx_chain_too_long', async (t) => {
  // The other coins no longer have such a limit.
  for (const code of ['BTC', 'DASH', 'LTC', 'DOGE']) {
    await t.test(code, async () => {
      const bill = await createBill(code)
      const wallet = await payer(code)
      const script = wallet.script()
      let inputs = wallet.utxos
      for (let length = 1; length <= 25; length++) {
        const [{ amount } = assert.fail()] = inputs
        const next = wallet.sign({ inputs, outputs: [{ script, amount: amount - 1_000_000n }] })
        await service.rpc(code, 'sendrawtransaction', next.hex)
        inputs = [...wallet.own(next)]
      }
      assertPaymentRejected(await submit(bill, wallet.pay(bill, { inputs })), 'tx_chain_too_long')
      assert.equal(await service.readStatus(bill.uid), 'unpaid')
      const other = (await payer(code)).pay(bill)
      assertAccepted(await submit(bill, other), [other])
    })
  }
})

test('other relay policy violations are tx_rejected: dust, a non-standard script, an unknown version', async () => {
  const odd = Uint8Array.of(0x51)
  const cases = [
    { outputs: [{ script: odd, amount: 100_000n }] },
    { outputs: [{ script: Uint8Array.of(0x76, 0xa9, 0x14, ...new Uint8Array(20), 0x88, 0xac), amount: 1n }] },
    { version: 9 },
  ]
  for (const code of ['BTC', 'BCH', 'DASH', 'LTC']) {
    const bill = await createBill(code)
    const wallet = await payer(code)
    for (const { outputs = [], ...options } of cases) {
      const signed = wallet.pay(bill, { ...options, outputs: [...getOutputs(bill), ...outputs] })
      await assertRejectedUnchanged(bill, signed, 'tx_rejected')
    }
  }
})

test('a node without a mempool test rejects the broadcast instead: the claim is released, and the rejection is reported', async () => {
  const bill = await createBill('DOGE')
  const wallet = await payer('DOGE')
  const signed = wallet.pay(bill, { version: 9 })
  assertPaymentRejected(await submit(bill, signed), 'tx_rejected')
  assert.deepEqual(await service.listEvents(bill.uid), ['invoice.created', 'payment.rejected'])
  assert.equal(await service.readStatus(bill.uid), 'unpaid')
  assert.ok(!(await listMempool('DOGE')).includes(signed.txid))
  const good = wallet.pay(bill)
  assertAccepted(await submit(bill, good), [good])
  await assertPaid(bill, [good])
})

test('checks 8 to 11 run in this order: final, inputs, amounts, fee, signatures', async () => {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC')
  const [input = assert.fail()] = wallet.utxos
  const unknown = [{ ...input, txid: 'cd'.repeat(32) }]
  const late = { lockTime: 400_000_000, sequence: 0 }
  const [{ amount } = assert.fail()] = getOutputs(bill)
  const tooMuch = [...getOutputs(bill), { script: wallet.script(), amount: input.amount - amount + 1n }]
  const flaw = 'unsigned' as const
  const codes = [
    [{ ...late, inputs: unknown, fee: 0n, flaw }, 'tx_not_final'],
    [{ inputs: unknown, fee: 0n, flaw }, 'tx_inputs_unknown'],
    [{ outputs: tooMuch, fee: 0n, flaw }, 'tx_outputs_exceed_inputs'],
    [{ fee: 0n, flaw }, 'tx_fee_too_low'],
    [{ fee: 10_000n, flaw }, 'tx_signature_invalid'],
  ] as const
  for (const [options, code] of codes) {
    const { json } = await submit(bill, wallet.pay(bill, options))
    assert.equal(json.code, code)
  }
})
