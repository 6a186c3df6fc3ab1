import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createExpirySweep } from '../../src/invoices/expire.ts'
import { day, hour, minute } from '../../src/kernel/clock.ts'
import { systemTimers } from '../../src/kernel/timers.ts'
import { startNodes } from '../faults/nodes.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

for (const downtime of [25 * hour, 4 * day])
  test(`a payment that arrived while the service was down for ${downtime / hour} hours pays an invoice that expired in the meantime`, (t) =>
    testDowntime(t, downtime))

async function testDowntime(t: TestContext, downtime: number): Promise<void> {
  const nodes = await startNodes(t)
  const settings = { LTC_NODE: nodes.getUrl('LTC'), NODE_POLL_SECONDS: '1' }
  const service = await startPaying(t, { settings, destinations: ['LTC'] })
  await until(() => service.isOffered('LTC'))
  const { createInvoice } = createAddressPayer(service)
  const invoices = [await createInvoice('LTC'), await createInvoice('LTC')]
  await service.close()
  const wallet = await createFundedWallet(nodes.baseUrl, 'LTC', ['1', '1'])
  for (const [index, { address, amount }] of invoices.entries()) {
    const { hex } = wallet.sign({
      inputs: wallet.utxos.slice(index, index + 1),
      outputs: [{ address, amount: Number(toUnits(amount)) }],
      feeRate: 200_000n,
    })
    await wallet.sandbox.call('sendrawtransaction', [hex])
    // The first one is in a block, the second one in the mempool.
    if (index === 0) await wallet.sandbox.call('generatetoaddress', [1, wallet.address()])
  }
  const clock = createShiftedClock()
  clock.advance(downtime)
  const again = await startService(t, { sharedStorage: service.storage, settings, clock })
  const readStatus = async (uid: string) => (await again.getInvoice(uid)).invoice.status
  for (const { uid } of invoices) {
    await until(async () => (await readStatus(uid)) !== 'unpaid')
    assert.equal(await readStatus(uid), 'paid')
  }
}

test('an invoice with an issued address expires once its node can be read, and after 24 hours anyway', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock })
  const { createInvoice, readInvoice, send, waitFor } = createAddressPayer(service)
  const [paid, open] = [await createInvoice('LTC'), await createInvoice('LTC')]
  const lost = await createInvoice('DOGE')
  const { uid: unissued } = (await service.createInvoice({ any_wallet: true })).invoice
  for (const coin of ['LTC', 'DOGE']) await service.rpc(coin, 'sandbox_fail', 'down')
  await send('LTC', paid.address, toUnits(paid.amount))
  clock.advance(25 * hour)
  await waitFor(unissued, ({ status }) => status === 'expired')
  for (const { uid } of [paid, open, lost]) assert.equal((await readInvoice(uid)).status, 'unpaid')
  await service.rpc('LTC', 'sandbox_fail', 'none', 0)
  await waitFor(paid.uid, ({ status }) => status === 'paid')
  await waitFor(open.uid, ({ status }) => status === 'expired')
  assert.equal((await readInvoice(lost.uid)).status, 'unpaid')
  clock.advance(24 * hour)
  // As if the service had tried to read the coin for that long.
  await service.database.transact(({ query }) =>
    query
      .updateTable('unread_coins')
      .set({ unread_ms: 24 * hour })
      .where('coin', '=', 'DOGE')
      .execute(),
  )
  await waitFor(lost.uid, ({ status }) => status === 'expired')
})

/** An invoice that has expired while its node is down. Each sweep is that of a process that has just started. */
async function createUnread(t: TestContext) {
  const service = await startPaying(t)
  const { createInvoice, readInvoice } = createAddressPayer(service)
  const { uid } = await createInvoice('DOGE', { expires_in: 600 })
  await service.rpc('DOGE', 'sandbox_fail', 'down')
  const clock = createShiftedClock()
  clock.advance(12 * minute)
  let now = 0
  const startSweep = () =>
    createExpirySweep({
      transact: createTransact(service.database),
      ...service.stores.invoices,
      ...service.stores.unreadCoins,
      readPayments: async () => false,
      recordPartialPayment: async () => {},
      view: { baseUrl: service.config.baseUrl, getTipHeight: () => null },
      clock,
      timers: { now: () => now },
      graceMs: minute,
    })
  /** A process that runs that long. */
  const run = async (ms: number) => {
    const sweep = startSweep()
    await sweep()
    now += ms
    await sweep()
  }
  return { clock, run, startSweep, readStatus: async () => (await readInvoice(uid)).status }
}

test('a restart does not begin the 24 hours again for which an expiry waits for a coin that cannot be read', async (t) => {
  const { clock, run, startSweep, readStatus } = await createUnread(t)
  clock.advance(25 * hour)
  for (let restarts = 0; restarts < 3; restarts++) await run(7 * hour)
  assert.equal(await startSweep()(), 0)
  await run(7 * hour)
  assert.equal(await startSweep()(), 1)
  assert.equal(await readStatus(), 'expired')
})

test('an invoice whose coin cannot be read does not expire early because the system clock jumps forwards', async (t) => {
  const { clock, run, startSweep, readStatus } = await createUnread(t)
  const sweep = startSweep()
  await sweep()
  clock.advance(3 * day)
  assert.equal(await sweep(), 0)
  await run(hour)
  assert.equal(await readStatus(), 'unpaid')
})

test('uncounted payments that keep arriving delay the expiry by 24 hours at most', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock })
  const { createInvoice, readInvoice, send, waitFor } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('DOGE', { expires_in: 600 })
  const sendUncounted = () => send('DOGE', address, toUnits(amount) / 10n, { feeRate: 200_000n })
  await sendUncounted()
  await waitFor(uid, ({ received }) => received?.payments.length === 1)
  clock.advance(23 * hour)
  await sendUncounted()
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  assert.equal((await readInvoice(uid)).status, 'unpaid')
  clock.advance(2 * hour)
  await waitFor(uid, ({ status }) => status === 'expired')
})

test('an uncounted payment that is recorded while the sweep runs delays the expiry', async (t) => {
  const service = await startPaying(t)
  const { createInvoice, readInvoice, send, waitFor } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('DOGE', { expires_in: 600 })
  const clock = createShiftedClock()
  clock.advance(12 * minute)
  const sweep = createExpirySweep({
    transact: createTransact(service.database),
    async findOverdue() {
      await send('DOGE', address, toUnits(amount), { feeRate: 200_000n })
      await waitFor(uid, ({ received }) => received !== null)
      return [uid]
    },
    findOverdueCoins: async () => [],
    findUnread: async () => new Map(),
    readPayments: async () => true,
    recordPartialPayment: async () => {},
    view: { baseUrl: service.config.baseUrl, getTipHeight: () => null },
    clock,
    timers: systemTimers,
    graceMs: minute,
  })
  assert.equal(await sweep(), 0)
  assert.equal((await readInvoice(uid)).status, 'unpaid')
})
