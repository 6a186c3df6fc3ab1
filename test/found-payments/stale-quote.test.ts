import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hour, minute, second } from '../../src/kernel/clock.ts'
import { startNodes } from '../faults/nodes.ts'
import { type AnyWalletInvoice, createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

/** A service that is restarted later, when prices have halved. */
async function startWithFallingPrices(t: TestContext) {
  const clock = createShiftedClock()
  const settings = { RATES: 'fixed:BTC/USD=96000,LTC/USD=80,DOGE/USD=0.1' }
  const before = await startPaying(t, { clock, settings })
  return { ...before, ...createAddressPayer(before), clock, restartAfter }

  async function restartAfter(ms: number) {
    await before.close()
    clock.advance(ms)
    const halved = { RATES: 'fixed:BTC/USD=48000,LTC/USD=40,DOGE/USD=0.05' }
    const service = await startPaying(t, { clock, sharedStorage: before.storage, settings: halved })
    const countPayments = async (uid: string) => (await listPayments(service, uid)).length
    return { ...service, ...createAddressPayer(service), countPayments }
  }
}

const readValue = ({ status, received }: AnyWalletInvoice) => [
  status,
  Math.round(Number(received?.value) * 1_000),
]

test('a payment that arrives when no quote is valid is valued at the current rate', async (t) => {
  const { createInvoice, restartAfter } = await startWithFallingPrices(t)
  const { uid, address, amount } = await createInvoice('BTC', { expires_in: 86_400 })
  const { send, readInvoice, countPayments } = await restartAfter(30 * minute)
  await send('BTC', address, toUnits(amount))
  await until(async () => (await countPayments(uid)) > 0)
  assert.deepEqual(readValue(await readInvoice(uid)), ['unpaid', 6_250])
})

test('so is one that is first seen in a block, if it would have been seen earlier', async (t) => {
  const { createInvoice, restartAfter, clock } = await startWithFallingPrices(t)
  const { uid, address, amount } = await createInvoice('BTC', { expires_in: 86_400 })
  const { send, mine, readInvoice, countPayments } = await restartAfter(13 * minute)
  // The mempool is read every second.
  await sleep(3 * second)
  clock.advance(10 * minute)
  await send('BTC', address, toUnits(amount))
  await mine('BTC')
  await until(async () => (await countPayments(uid)) > 0)
  assert.deepEqual(readValue(await readInvoice(uid)), ['unpaid', 6_250])
})

test('a reversed invoice is not restored at an old price', async (t) => {
  const service = await startWithFallingPrices(t)
  const { createInvoice, readAddress, send, waitFor, restartAfter } = service
  const { uid, address, amount } = await createInvoice('BTC')
  const other = await readAddress(uid, 'LTC')
  const first = await send('BTC', address, toUnits(amount), { sequence: 0 })
  await waitFor(uid, ({ status }) => status === 'paid')
  await service.rpc('BTC', 'sandbox_replace', first)
  await service.mine('BTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
  const later = await restartAfter(480 * hour)
  await later.send('LTC', other.address, toUnits(other.amount))
  await until(async () => (await later.countPayments(uid)) > 1)
  assert.equal((await later.readInvoice(uid)).status, 'reversed')
})

test('an invoice that stays open after its end, because a payment does not count yet, is not paid at an old price', async (t) => {
  const { createInvoice, send, waitFor, restartAfter } = await startWithFallingPrices(t)
  const { uid, address, amount } = await createInvoice('DOGE', { expires_in: 600 })
  await send('DOGE', address, 1_000_000n, { feeRate: 200_000n })
  await waitFor(uid, ({ received }) => received !== null)
  const later = await restartAfter(20 * hour)
  await later.send('DOGE', address, toUnits(amount))
  await until(async () => (await later.countPayments(uid)) > 1)
  assert.deepEqual(readValue(await later.readInvoice(uid)), ['unpaid', 6_250])
})

test('a quote without the coin, from an outage of its node, does not bring back an older price', async (t) => {
  const { createInvoice, rpc, restartAfter } = await startWithFallingPrices(t)
  const { uid, address, amount } = await createInvoice('BTC', { expires_in: 2_592_000 })
  await rpc('BTC', 'sandbox_fail', 'down')
  const later = await restartAfter(240 * hour)
  const { payment_options } = await later.getInvoice(uid)
  assert.ok(!payment_options.some(({ currency }) => currency === 'BTC'))
  await later.rpc('BTC', 'sandbox_fail', 'none', 0)
  await until(() => later.isOffered('BTC'))
  await later.send('BTC', address, toUnits(amount))
  await until(async () => (await later.countPayments(uid)) > 0)
  assert.deepEqual(readValue(await later.readInvoice(uid)), ['unpaid', 6_250])
})

test('a payment that its node received while the quote was valid is paid, although the service was down until later', async (t) => {
  const nodes = await startNodes(t)
  const clock = createShiftedClock()
  const settings = { LTC_NODE: nodes.getUrl('LTC'), NODE_POLL_SECONDS: '1' }
  const before = await startPaying(t, {
    clock,
    settings: { ...settings, RATES: 'fixed:LTC/USD=80' },
    destinations: ['LTC'],
  })
  await until(() => before.isOffered('LTC'))
  const { uid, address, amount } = await createAddressPayer(before).createInvoice('LTC')
  await before.close()
  const wallet = await createFundedWallet(nodes.baseUrl, 'LTC', '1')
  const outputs = [{ address, amount: Number(toUnits(amount)) }]
  const { hex } = wallet.sign({ inputs: wallet.utxos, outputs, feeRate: 200_000n })
  await wallet.sandbox.call('sendrawtransaction', [hex])
  clock.advance(20 * minute)
  const service = await startPaying(t, {
    clock,
    sharedStorage: before.storage,
    settings: { ...settings, RATES: 'fixed:LTC/USD=40' },
    destinations: ['LTC'],
  })
  await createAddressPayer(service).waitFor(uid, ({ status }) => status === 'paid')
})
