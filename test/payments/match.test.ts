import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { createKey, createOutputScript } from '../../src/wallet/keys.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, getOutputs, startPaying } from '../helpers/paying.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, assertRejectedUnchanged, assertAccepted, assertPaid } = service

const getAmountDue = ({ template }: Bill) => toBaseUnits(BigInt(template.outputs[0]?.amount ?? 0))

for (const [code, coin] of coins) {
  test(`${code}: exactly the requested amount pays, whatever the other outputs`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const other = {
      script: createOutputScript(createKey(new Uint8Array(32).fill(7)), 'p2pkh'),
      amount: 10_000_000n,
    }
    const signed = wallet.pay(bill, { outputs: [other, ...getOutputs(bill), other] })
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  })

  test(`${code}: one base unit more or less is tx_amount_mismatch, with the expected and received amounts`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const expected = formatCoins(getAmountDue(bill))
    for (const change of [-1n, 1n]) {
      const received = formatCoins(toBaseUnits(getAmountDue(bill) + change))
      const signed = wallet.pay(bill, { outputs: getOutputs(bill, change) })
      const sentence = await assertRejectedUnchanged(bill, signed, 'tx_amount_mismatch', {
        expected,
        received,
      })
      assert.ok(
        sentence.includes(
          `The amount on the transaction (${received} ${code}) does not match the amount requested (${expected} ${code}). This payment will not be accepted.`,
        ),
        sentence,
      )
      assert.match(sentence, /^Wrong amounts/)
    }
  })

  test(`${code}: two outputs that add up to the amount do not pay; received is the larger one`, async () => {
    const bill = await createBill(code)
    const [{ address } = assert.fail()] = getOutputs(bill)
    const part = toBaseUnits(
      getAmountDue(bill) - 6_000_000n > 0n ? getAmountDue(bill) - 1_100_000n : getAmountDue(bill) - 1_000n,
    )
    const outputs = [part, toBaseUnits(getAmountDue(bill) - part)].map((amount) => ({ address, amount }))
    const signed = (await payer(code)).pay(bill, { outputs })
    await assertRejectedUnchanged(bill, signed, 'tx_amount_mismatch', {
      expected: formatCoins(getAmountDue(bill)),
      received: formatCoins(part),
    })
  })

  test(`${code}: the right amount to another script is tx_output_missing`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const [{ address, amount } = assert.fail()] = getOutputs(bill)
    const script = coin.addressToScript(address, 'regtest') ?? assert.fail()
    const longer = Uint8Array.of(...script, 0x51)
    for (const other of [
      wallet.script(),
      wallet.script('p2pkh'),
      script.slice(0, -1),
      longer,
      new Uint8Array(),
    ]) {
      const signed = wallet.pay(bill, { outputs: [{ script: other, amount }] })
      const sentence = await assertRejectedUnchanged(bill, signed, 'tx_output_missing')
      assert.match(sentence, /does not have any output to the bitcoin address on the invoice/)
      assert.ok(sentence.includes(address), sentence)
    }
  })
}

test('the right key in another script type does not pay: P2WPKH and P2SH instead of P2PKH', async () => {
  const bill = await createBill('BTC')
  const [{ address, amount } = assert.fail()] = getOutputs(bill)
  const script = coins.get('BTC')?.addressToScript(address, 'regtest') ?? assert.fail()
  const hash = script.subarray(3, 23)
  const wallet = await payer('BTC')
  const witness = Uint8Array.of(0x00, 0x14, ...hash)
  const nested = Uint8Array.of(0xa9, 0x14, ...hash, 0x87)
  for (const other of [witness, nested]) {
    await assertRejectedUnchanged(
      bill,
      wallet.pay(bill, { outputs: [{ script: other, amount }] }),
      'tx_output_missing',
    )
  }
})

test('an output that carries tokens has a different script', async () => {
  const bill = await createBill('BCH')
  const [{ address, amount } = assert.fail()] = getOutputs(bill)
  const script = coins.get('BCH')?.addressToScript(address, 'regtest') ?? assert.fail()
  const token = Uint8Array.of(0xef, ...new Uint8Array(32).fill(5), 0x10, 0x01, ...script)
  const signed = (await payer('BCH')).pay(bill, { outputs: [{ script: token, amount }] })
  await assertRejectedUnchanged(bill, signed, 'tx_output_missing')
})

test('change to the same address and a duplicate output are harmless', async () => {
  for (const copies of [1, 2]) {
    const bill = await createBill('LTC')
    const wallet = await payer('LTC')
    const [output = assert.fail()] = getOutputs(bill)
    const change = coins.get('LTC')?.addressToScript(output.address, 'regtest') ?? assert.fail()
    const outputs = Array.from({ length: copies }, () => output)
    const signed = wallet.pay(bill, { outputs, change })
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
    const { invoice } = await service.getInvoice(bill.uid)
    assert.equal(invoice.payment?.amount, formatCoins(getAmountDue(bill)))
  }
})

test('amounts are checked before price, inputs, fee and signatures', async () => {
  const bill = await createBill('DASH')
  const wallet = await payer('DASH')
  const [mine = assert.fail()] = wallet.utxos
  const unknown = { ...mine, txid: 'ab'.repeat(32) }
  const outputs = getOutputs(bill, 1n)
  for (const changes of [
    { inputs: [unknown] },
    { fee: 0n },
    { flaw: 'unsigned' as const },
    { lockTime: 9_999, sequence: 0 },
  ]) {
    const { json } = await submit(bill, wallet.pay(bill, { outputs, ...changes }))
    assert.equal(json.code, 'tx_amount_mismatch')
  }
})

test('a coin that was never requested has no output to pay, which tx_output_missing explains', async () => {
  const { invoice } = await service.createInvoice()
  const bill = await createBill('LTC')
  const signed = (await payer('LTC')).pay(bill)
  const sentence = await assertRejectedUnchanged(
    { uid: invoice.uid, coin: 'LTC' },
    signed,
    'tx_output_missing',
  )
  assert.match(sentence, /no payment request was issued for it/)
})

for (const code of coins.keys()) {
  test(`${code}: a transaction for another invoice pays only that one`, async () => {
    const [one, another] = [await createBill(code), await createBill(code)]
    const signed = (await payer(code)).pay(one)
    await assertRejectedUnchanged(another, signed, 'tx_output_missing')
    assertAccepted(await submit(one, signed), [signed])
    await assertRejectedUnchanged(another, signed, 'tx_output_missing')
    await assertPaid(one, [signed])
  })

  test(`${code}: one transaction pays two invoices when it has an output for each`, async () => {
    const bills = [await createBill(code), await createBill(code, { amount: 7 })]
    const signed = (await payer(code)).pay(bills[0] ?? assert.fail(), {
      outputs: bills.flatMap((each) => getOutputs(each)),
    })
    for (const each of bills) {
      assertAccepted(await submit(each, signed), [signed])
      await assertPaid(each, [signed])
    }
    for (const each of bills) assertAccepted(await submit(each, signed), [signed])
    for (const each of bills) await assertPaid(each, [signed])
  })
}

test('two invoices on one fixed address have different amounts, and one transaction with both outputs pays both', async (t) => {
  for (const code of coins.keys()) {
    await t.test(code, async () => {
      const shop = await service.anotherMerchant(`fixed-${code}`, [])
      const address = (await payer(code, [], { name: 'shop' })).address()
      await service.accounts.setDestination(shop.email, code, { address })
      const make = async () => {
        const { invoice } = await service.createInvoice({}, { token: shop.token })
        return { uid: invoice.uid, coin: code, template: await service.paymentRequest(invoice.uid, code) }
      }
      const bills = [await make(), await make(), await make()]
      assert.deepEqual(
        bills.map((each) => getAmountDue(each) - getAmountDue(bills[0] ?? assert.fail())),
        [0n, 1n, 2n],
      )
      assert.deepEqual(new Set(bills.map(({ template }) => template.outputs[0]?.address)), new Set([address]))

      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = bills
      const signed = (await payer(code)).pay(first, {
        outputs: [...getOutputs(first), ...getOutputs(second)],
      })
      await assertRejectedUnchanged(third, signed, 'tx_amount_mismatch', {
        expected: formatCoins(getAmountDue(third)),
        received: formatCoins(getAmountDue(second)),
      })
      for (const each of [second, first]) {
        assertAccepted(await submit(each, signed), [signed])
        await assertPaid(each, [signed])
      }
    })
  }
})

test('an output that paid another invoice is skipped, even if the amounts are equal', async () => {
  const shop = await service.anotherMerchant('passed-over', [])
  const address = (await payer('LTC', [], { name: 'passed-over' })).address()
  await service.accounts.setDestination(shop.email, 'LTC', { address })
  const make = async () => {
    const { invoice } = await service.createInvoice({}, { token: shop.token })
    return { uid: invoice.uid, coin: 'LTC', template: await service.paymentRequest(invoice.uid, 'LTC') }
  }
  const first = await make()
  const signed = (await payer('LTC')).pay(first)
  assertAccepted(await submit(first, signed), [signed])
  // The first invoice is paid, so its amount is free again.
  const second = await make()
  assert.equal(getAmountDue(second), getAmountDue(first))
  await assertRejectedUnchanged(second, signed, 'tx_output_missing')

  const twice = (await payer('LTC')).pay(second, { outputs: [...getOutputs(second), ...getOutputs(second)] })
  assertAccepted(await submit(second, twice), [twice])
  const third = await make()
  assertAccepted(await submit(third, twice), [twice])
  const fourth = await make()
  await assertRejectedUnchanged(fourth, twice, 'tx_output_missing')
})

test('the outputs of a payment that the network rejected can be used again', async () => {
  const bill = await createBill('DOGE')
  const wallet = await payer('DOGE')
  await service.rpc('DOGE', 'sandbox_fail', 'refuse', 1)
  const signed = wallet.pay(bill)
  assertPaymentRejected(await submit(bill, signed), 'tx_rejected')
  assert.deepEqual(await service.listMempool('DOGE').then((ids) => ids.includes(signed.txid)), false)
  assertAccepted(await submit(bill, signed), [signed])
  await assertPaid(bill, [signed])
})
