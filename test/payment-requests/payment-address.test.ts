import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minute } from '../../src/kernel/clock.ts'
import { createAddressPayer } from '../helpers/any-wallet.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const addressPath = (uid: string, coin = 'LTC') => `/invoices/${uid}/address/${coin}`

test('HEAD on an address responds like GET, but issues neither an address nor a quote', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock })
  const head = (path: string) => service.request(path, { method: 'HEAD', token: null })
  const { uid } = (await service.createInvoice({ any_wallet: true })).invoice
  const plain = (await service.createInvoice()).invoice
  clock.advance(16 * minute)
  const readStored = async () => ({
    addresses: await service.stores.invoices.listAddresses(uid),
    quote: (await service.stores.invoices.find(uid))?.quote,
  })
  const before = await readStored()
  assert.deepEqual(before.addresses, [])
  const stale = await head(addressPath(uid))
  assert.deepEqual([stale.status, stale.text, stale.headers['cache-control']], [503, '', 'no-store'])
  assert.deepEqual(await readStored(), before)
  clock.advance(-16 * minute)
  assert.equal((await head(addressPath(uid))).status, 200)
  assert.deepEqual(await readStored(), before)
  for (const [path, status] of [
    [addressPath(plain.uid), 404],
    [addressPath(uid, 'BSV'), 404],
    [addressPath(uid, 'XYZ'), 400],
    [addressPath('01m00000000000000000000000'), 404],
  ] as const)
    assert.equal((await head(path)).status, status, path)
})

test('while the node of a coin does not respond, no address and no quote is issued for it', async (t) => {
  const clock = createShiftedClock()
  const service = await startPaying(t, { clock })
  const { readAddress } = createAddressPayer(service)
  const { uid } = (await service.createInvoice({ any_wallet: true })).invoice
  const { uid: known } = (await service.createInvoice({ any_wallet: true })).invoice
  await readAddress(known, 'LTC')
  const sendRequest = async (of: string) => {
    const { status, json, headers } = await service.request(addressPath(of), { token: null })
    return [status, json.code, headers['retry-after']]
  }
  const unavailable = [503, 'rates_unavailable', '30']
  await service.rpc('LTC', 'sandbox_fail', 'down', 0)
  // Not even before the next check of the node.
  assert.deepEqual(await sendRequest(uid), unavailable)
  await until(async () => (await sendRequest(known))[0] === 503)
  const { quote } = (await service.stores.invoices.find(uid)) ?? assert.fail()
  clock.advance(16 * minute)
  assert.deepEqual(await sendRequest(uid), unavailable)
  assert.deepEqual((await service.stores.invoices.find(uid))?.quote, quote)
  assert.deepEqual(await service.stores.invoices.listAddresses(uid), [])
  // The response stays the same after the invoice has ended.
  assert.equal((await service.request(`/invoices/${known}`, { method: 'DELETE' })).status, 200)
  assert.deepEqual((await sendRequest(known)).slice(0, 2), [400, 'invoice_cancelled'])
  await service.rpc('LTC', 'sandbox_fail', 'none', 0)
  await until(async () => (await sendRequest(uid))[0] === 200)
})
