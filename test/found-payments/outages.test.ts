import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createWatchCleanup } from '../../src/found-payments/stop-watching.ts'
import { day, hour, minute } from '../../src/kernel/clock.ts'
import { startNodes } from '../faults/nodes.ts'
import { type AnyWalletInvoice, createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { testedKind } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

test('payments that arrive while the service is down for 300 blocks are found when it is back', async (t) => {
  const nodes = await startNodes(t)
  const settings = { LTC_NODE: nodes.getUrl('LTC'), NODE_POLL_SECONDS: '1' }
  const service = await startPaying(t, { settings, destinations: ['LTC'] })
  await until(() => service.isOffered('LTC'))
  const { createInvoice } = createAddressPayer(service)
  const [first, second] = [await createInvoice('LTC'), await createInvoice('LTC')]
  await service.close()

  const wallet = await createFundedWallet(nodes.baseUrl, 'LTC', ['1', '1'])
  const mine = (blocks: number) => wallet.sandbox.call('generatetoaddress', [blocks, wallet.address()])
  for (const [index, { address, amount }] of [first, second].entries()) {
    const { hex } = wallet.sign({
      inputs: wallet.utxos.slice(index, index + 1),
      outputs: [{ address, amount: Number(toUnits(amount)) }],
      feeRate: 200_000n,
    })
    await wallet.sandbox.call('sendrawtransaction', [hex])
    await mine(150)
  }

  const again = await startService(t, { sharedStorage: service.storage, settings })
  for (const [{ uid }, blocks] of [
    [first, 300],
    [second, 150],
  ] as const) {
    const readInvoice = async () => (await again.getInvoice(uid)).invoice as unknown as AnyWalletInvoice
    await until(
      async () =>
        (await readInvoice()).status === 'paid' && (await readInvoice()).payment.confirmed_at !== null,
    )
    await until(async () => (await readInvoice()).payment.confirmations === blocks)
    assert.equal((await readInvoice()).payment.via, 'network')
  }
})

test('two processes find every payment once', {
  skip: testedKind === 'sqlite' && 'about postgres',
}, async (t) => {
  const service = await startPaying(t)
  await startService(t, { sharedStorage: service.storage })
  const { createInvoice, send, waitFor, listExceptions } = createAddressPayer(service)
  for (let round = 0; round < 8; round++) {
    const { uid, address, amount } = await createInvoice('LTC')
    const part = toUnits(amount) / 3n
    const txids = await Promise.all([part, part, part + 2n].map((each) => send('LTC', address, each)))
    if (round % 2 === 0) await service.mine('LTC')
    const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
    assert.deepEqual(payment.txids.toSorted(), txids.toSorted())
    assert.deepEqual(await listExceptions(uid), [])
  }
})

test('of a payment found in the same second as a submission, one pays and the other is a surplus', async (t) => {
  const service = await startPaying(t)
  const { createInvoice, prepare, waitFor, listExceptions } = createAddressPayer(service)
  const payers = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { uid, address, amount } = await createInvoice('LTC')
    const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
    const submitted = (await service.payer('LTC')).pay(bill)
    const { signed: sent } = await prepare('LTC', address, toUnits(amount))
    await service.rpc('LTC', 'sendrawtransaction', sent.hex)
    await new Promise((resolve) => setTimeout(resolve, round * 90))
    const reply = await service.submit(bill, submitted)
    const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
    await service.mine('LTC')
    await service.waitUntilFollowed('LTC')
    payers.add(payment.via)
    if (payment.via === 'protocol') service.assertAccepted(reply, [submitted])
    // The other one completed the amount while this one was being broadcast.
    const isOvertaken = reply.json.code === 'broadcast_unknown'
    assert.equal((await listExceptions(uid)).length, reply.status === 200 || isOvertaken ? 1 : 0)
    assert.equal(payment.parts.length, 1)
  }
  assert.ok(payers.has('network'), 'the submission was always first')
})

test('an invoice expires at its end: a partial payment becomes an exception, and an uncounted payment delays the expiry', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock })
  const { createInvoice, send, waitFor, listExceptions } = createAddressPayer(service)
  const partly = await createInvoice('LTC', { expires_in: 600 })
  const cheap = await createInvoice('DOGE', { expires_in: 600 })
  const part = await send('LTC', partly.address, toUnits(partly.amount) / 2n)
  await send('DOGE', cheap.address, toUnits(cheap.amount), { feeRate: 200_000n })
  for (const { uid } of [partly, cheap]) await waitFor(uid, ({ received }) => received !== null)
  clock.advance(12 * minute)
  await waitFor(partly.uid, ({ status }) => status === 'expired')
  assert.deepEqual(
    (await listExceptions(partly.uid)).map(({ kind, txid }) => [kind, txid]),
    [['partial', part]],
  )
  assert.equal((await createAddressPayer(service).readInvoice(cheap.uid)).status, 'unpaid')
  clock.advance(25 * hour)
  await waitFor(cheap.uid, ({ status }) => status === 'expired')
})

test('addresses are watched for 30 days after their invoice closes, and longer while an exception is open', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock })
  const { createInvoice, send, waitFor, listExceptions } = createAddressPayer(service)
  const [settled, open] = [await createInvoice('LTC'), await createInvoice('LTC')]
  await send('LTC', settled.address, toUnits(settled.amount))
  await send('LTC', open.address, 2n * toUnits(open.amount))
  for (const { uid } of [settled, open]) await waitFor(uid, ({ status }) => status === 'paid')
  const transact = createTransact(service.database)
  const stopOldWatches = createWatchCleanup({ transact, watchMs: service.config.watchMs, clock })
  clock.advance(30 * day)
  await stopOldWatches()
  clock.advance(2 * day)
  await stopOldWatches()
  for (const { address } of [settled, open]) await send('LTC', address, 400_000n)
  await service.mine('LTC')
  await service.waitUntilFollowed('LTC')
  const readKinds = async (uid: string) => (await listExceptions(uid)).map(({ kind }) => kind)
  assert.deepEqual([await readKinds(settled.uid), await readKinds(open.uid)], [[], ['excess', 'surplus']])
})
