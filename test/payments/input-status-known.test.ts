import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, getOutputs, type Payer, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, listMempool, mine, assertRejectedUnchanged, assertAccepted, assertPaid } =
  service
const send = (coin: string, { hex }: Signed) => service.rpc(coin, 'sendrawtransaction', hex)

/** An account with one fixed address for that coin, and its invoices. */
async function fixedShop(coin: string, name: string) {
  const shop = await service.anotherMerchant(name, [])
  const owner = await payer(coin, [], { name })
  await service.accounts.setDestination(shop.email, coin, { address: owner.address() })
  return { owner, newBill, cancel }

  async function newBill(): Promise<Bill> {
    const { invoice } = await service.createInvoice({}, { token: shop.token })
    return { uid: invoice.uid, coin, template: await service.paymentRequest(invoice.uid, coin) }
  }

  async function cancel({ uid }: Bill): Promise<void> {
    const { status } = await service.request(`/invoices/${uid}`, { method: 'DELETE', token: shop.token })
    assert.equal(status, 200)
  }
}

for (const code of coins.keys()) {
  test(`${code}: a transaction that is already in the node’s mempool is accepted`, async () => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill)
    await send(code, signed)
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  })

  test(`${code}: a transaction mined since the address was issued is accepted with its block`, async () => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill)
    await send(code, signed)
    await mine(code, 2)
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
    const { payment } = (await service.getInvoice(bill.uid)).invoice
    assert.deepEqual([payment?.confirmations, payment?.replaceable], [2, false])
    assert.deepEqual(await service.listEvents(bill.uid), [
      'invoice.created',
      'payment.accepted',
      'invoice.paid',
      'payment.confirmed',
    ])
  })

  test(`${code}: a mined transaction whose outputs have all been spent since is accepted with its block`, async () => {
    const shop = await fixedShop(code, `sweeping-${code}`)
    const bill = await shop.newBill()
    const wallet = await payer(code, [], { name: `sweeping-${code}` })
    await wallet.fund(code === 'DOGE' ? '500' : '1')
    const signed = wallet.pay(bill)
    await send(code, signed)
    await mine(code)
    const swept = wallet.pay(bill, {
      inputs: [...wallet.own(signed)],
      outputs: [{ script: wallet.script(), amount: 2_000_000n }],
    })
    await send(code, swept)
    await mine(code)
    assertAccepted(await submit(bill, signed), [signed])
    assert.equal((await service.getInvoice(bill.uid)).invoice.payment?.confirmations, 2)
  })

  test(`${code}: several transactions are ordered ancestors first, and the last one pays`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const chain = signChain(wallet, bill, 3)
    await assertRejectedUnchanged(bill, chain.toReversed(), 'tx_output_missing')
    const [first = assert.fail(), second = assert.fail(), last = assert.fail()] = chain
    await assertRejectedUnchanged(bill, [second, first, last], 'tx_inputs_unknown')
    await assertRejectedUnchanged(bill, [second, last], 'tx_inputs_unknown')
    assertAccepted(await submit(bill, chain), chain)
    await assertPaid(bill, chain)
    const txids = await listMempool(code)
    assert.deepEqual(
      chain.map(({ txid }) => txids.includes(txid)),
      [true, true, true],
    )
  })

  test(`${code}: some of several transactions may already be in the mempool or mined`, async () => {
    for (const [mined, inMempool] of [
      [0, 1],
      [0, 3],
      [1, 1],
      [2, 2],
      [2, 3],
      [3, 3],
    ] as const) {
      const bill = await createBill(code)
      const chain = signChain(await payer(code), bill, 3)
      for (const signed of chain.slice(0, mined)) await send(code, signed)
      if (mined > 0) await mine(code)
      for (const signed of chain.slice(mined, inMempool)) await send(code, signed)
      assertAccepted(await submit(bill, chain), chain)
      await assertPaid(bill, chain)
      // The payment has the block of its last transaction.
      const { payment } = (await service.getInvoice(bill.uid)).invoice
      assert.equal(payment?.confirmations, mined === 3 ? 1 : 0, `${mined} mined`)
    }
  })

  test(`${code}: a chain that is mined block by block is accepted completely, even if its outputs are spent`, async () => {
    const bill = await createBill(code)
    const chain = signChain(await payer(code), bill, 3)
    for (const signed of chain) {
      await send(code, signed)
      await mine(code)
    }
    assertAccepted(await submit(bill, chain), chain)
    await assertPaid(bill, chain)
    assert.equal((await service.getInvoice(bill.uid)).invoice.payment?.confirmations, 1)
  })

  test(`${code}: an ancestor may be mined before the address was issued`, async (t) => {
    for (const state of ['unknown', 'inMempool', 'mined']) {
      await t.test(`the last is ${state}`, async () => {
        const wallet = await payer(code)
        const parent = wallet.pay(await createBill(code), { outputs: [] })
        await send(code, parent)
        await mine(code)
        const bill = await createBill(code)
        const last = wallet.pay(bill, { inputs: wallet.own(parent) })
        if (state !== 'unknown') await send(code, last)
        if (state === 'mined') await mine(code)
        assertAccepted(await submit(bill, [parent, last]), [parent, last])
        await assertPaid(bill, [parent, last])
      })
    }
  })

  test(`${code}: a payment that got no response is found, even if every output of an ancestor that was mined early is spent`, async () => {
    const wallet = await payer(code)
    const early = await createBill(code)
    const grandparent = wallet.pay(early, { outputs: [] })
    const parent = wallet.pay(early, { inputs: wallet.own(grandparent), outputs: [] })
    for (const signed of [grandparent, parent]) await send(code, signed)
    await mine(code)
    await service.waitUntilFollowed(code)
    const bill = await createBill(code)
    const chain = [grandparent, parent, wallet.pay(bill, { inputs: wallet.own(parent) })]
    await service.rpc(code, 'sandbox_fail', 'cut', 1)
    assert.equal((await submit(bill, chain)).json.code, 'broadcast_unknown')
    assertAccepted(await submit(bill, chain), chain)
    await assertPaid(bill, chain)
  })

  test(`${code}: two transactions of one submission that spend the same output are tx_inputs_spent`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
    const last = wallet.pay(bill, { inputs: [...wallet.utxos, ...wallet.own(parent).slice(-1)] })
    await assertRejectedUnchanged(bill, [parent, last], 'tx_inputs_spent')
  })
}

/** A chain of that many transactions, the last of which pays. */
function signChain(wallet: Payer, bill: Bill, length: number): Signed[] {
  const chain: Signed[] = []
  let inputs: readonly Utxo[] = wallet.utxos
  while (chain.length < length) {
    const outputs =
      chain.length === length - 1 ? getOutputs(bill) : [{ script: wallet.script(), amount: 2_000_000n }]
    const next = wallet.pay(bill, { inputs, outputs })
    chain.push(next)
    inputs = wallet.own(next).slice(-1)
  }
  return chain
}

test('a transaction mined before the address was issued is tx_too_old', async () => {
  await Promise.all(
    [...coins.keys()].map(async (code) => {
      const shop = await fixedShop(code, `early-${code}`)
      const first = await shop.newBill()
      const signed = (await payer(code)).pay(first)
      await shop.cancel(first)
      await send(code, signed)
      await mine(code)
      const second = await shop.newBill()
      assert.deepEqual(second.template.outputs, first.template.outputs)
      await assertRejectedUnchanged(second, signed, 'tx_too_old')
    }),
  )
})

test('sixteen transactions are accepted, the longest possible submission', async () => {
  const bill = await createBill('BCH')
  const chain = signChain(await payer('BCH'), bill, 16)
  assertAccepted(await submit(bill, chain), chain)
  await assertPaid(bill, chain)
})

test('rejecting one of several transactions has no side effects', async () => {
  for (const code of ['BTC', 'DOGE']) {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const [parent = assert.fail()] = signChain(wallet, bill, 2)
    const bad = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1), flaw: 'wrong-signature' })
    await assertRejectedUnchanged(bill, [parent, bad], 'tx_signature_invalid')
    const good = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
    assertAccepted(await submit(bill, [parent, good]), [parent, good])
  }
})

test('an unconfirmed payment is replaceable: in BTC always, in LTC and DOGE if it signals so, elsewhere never', async () => {
  for (const [sequence, replaceable] of [
    [0xffff_ffff, ['BTC']],
    [0xffff_fffd, ['BTC', 'DOGE', 'LTC']],
  ] as const)
    await Promise.all(
      [...coins.keys()].map(async (code) => {
        const bill = await createBill(code)
        const signed = (await payer(code)).pay(bill, { sequence })
        assertAccepted(await submit(bill, signed), [signed])
        const readShown = async () => (await service.getInvoice(bill.uid)).invoice.payment
        assert.equal((await readShown())?.replaceable, replaceable.includes(code as never), code)
        await mine(code)
        await until(async () => (await readShown())?.confirmations === 1)
        assert.equal((await readShown())?.replaceable, false, code)
      }),
    )
})

test('an unconfirmed ancestor that signals replacement makes the payment replaceable', async () => {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC')
  const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }], sequence: 1 })
  await send('LTC', parent)
  const signed = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
  assertAccepted(await submit(bill, signed), [signed])
  assert.equal((await service.getInvoice(bill.uid)).invoice.payment?.replaceable, true)
})
