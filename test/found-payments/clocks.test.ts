import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hour, minute, second } from '../../src/kernel/clock.ts'
import { startNodes } from '../faults/nodes.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { addCleanup } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

/** A rate source whose price and delay can change. */
async function startRateSource(t: TestContext) {
  const state = { price: '80', delayMs: 0 }
  const server = createServer(async (request, response) => {
    await sleep(state.delayMs)
    const coin = new URL(request.url ?? '', 'http://localhost').searchParams.get('currency')
    if (coin !== 'LTC') return void response.writeHead(400).end('{"errors":[]}')
    response.end(`{"data":{"currency":"LTC","rates":{"USD":"${state.price}"}}}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  addCleanup(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { state, setting: `coinbase:http://127.0.0.1:${port}` }
}

/** A service whose clock differs from its node's, and an invoice with a signed transaction of its amount. */
async function startWithClock(t: TestContext, skewMs: number) {
  const nodes = await startNodes(t)
  const source = await startRateSource(t)
  const clock = createShiftedClock()
  clock.advance(skewMs)
  const options = {
    clock,
    settings: {
      LTC_NODE: nodes.getUrl('LTC'),
      NODE_POLL_SECONDS: '1',
      RATE_CURRENCIES: 'USD',
      RATE_QUORUM: '1',
      RATE_POLL_SECONDS: '1',
      RATES: source.setting,
    },
    destinations: ['LTC'] as const,
  }
  const service = await startPaying(t, options)
  await until(() => service.isOffered('LTC'))
  const invoice = await createAddressPayer(service).createInvoice('LTC', { expires_in: 86_400 })
  const wallet = await createFundedWallet(nodes.baseUrl, 'LTC', '1')
  const outputs = [{ address: invoice.address, amount: Number(toUnits(invoice.amount)) }]
  const { hex } = wallet.sign({ inputs: wallet.utxos, outputs, feeRate: 200_000n })
  const call = (method: string, ...params: (string | number)[]) => wallet.sandbox.call(method, params)
  return {
    service,
    ...createAddressPayer(service),
    uid: invoice.uid,
    clock,
    source,
    sendSigned: () => call('sendrawtransaction', hex),
    mine: () => call('generatetoaddress', 1, wallet.address()),
    restart: () => startPaying(t, { ...options, sharedStorage: service.storage }),
  }
}

for (const [name, skewMs] of [
  ['before the quote', 90 * second],
  ['in the future', -20 * minute],
] as const)
  test(`a payment in a block whose time is ${name} is valued at the quote that is valid when the block is found`, async (t) => {
    const { uid, source, sendSigned, mine, waitFor } = await startWithClock(t, skewMs)
    source.state.price = '60'
    // The mempool has been read, and so has the price.
    await sleep(3 * second)
    await sendSigned()
    await mine()
    await waitFor(uid, ({ status }) => status === 'paid')
  })

test('a quote still applies after the clock was set back', async (t) => {
  const { service, uid, clock, source, sendSigned, readInvoice } = await startWithClock(t, 0)
  source.state.price = '60'
  await sleep(3 * second)
  clock.advance(-hour)
  await sendSigned()
  await until(async () => (await listPayments(service, uid)).length > 0)
  assert.equal((await readInvoice(uid)).status, 'paid')
})

test('a payment that is found before the rate sources have responded is not valued at an expired quote', async (t) => {
  const { service: before, uid, clock, source, sendSigned, restart } = await startWithClock(t, -20 * hour)
  await before.close()
  clock.advance(20 * hour)
  await sendSigned()
  Object.assign(source.state, { price: '40', delayMs: 1_500 })
  const service = await restart()
  await until(async () => (await listPayments(service, uid)).length > 0)
  const { status, received } = await createAddressPayer(service).readInvoice(uid)
  assert.deepEqual([status, received?.value], ['unpaid', '6.25'])
})
