import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, type Service, startService } from '../helpers/service.ts'
import { testWallet } from '../helpers/wallet.ts'

const service = await startService(fileScope)

const sendRequest = (at: Service, coin: string) =>
  at.request(`/sandbox/${coin}`, { method: 'POST', token: null, body: { id: 1, method: 'getblockcount' } })

test('each sandbox chain serves JSON-RPC at POST /sandbox/{coin}, with a case-insensitive code', async () => {
  for (const code of coins.keys()) {
    assert.deepEqual((await sendRequest(service, code)).json, { result: 0, error: null, id: 1 })
    assert.equal((await sendRequest(service, code.toLowerCase())).status, 200)
  }
  assertRejected(await sendRequest(service, 'ETH'), 404, 'not_found')
})

test('a setting turns the route off', async (t) => {
  const closed = await startService(t, { settings: { SANDBOX_CONTROL: 'false' }, destinations: ['LTC'] })
  assertRejected(await sendRequest(closed, 'LTC'), 404, 'not_found')
  await closed.createInvoice()
})

test('the route exists only for coins whose node is sandbox:', async (t) => {
  const mixed = await startService(t, {
    settings: { LTC_NODE: 'http://user:password@127.0.0.1:1' },
    destinations: ['DOGE'],
  })
  assertRejected(await sendRequest(mixed, 'LTC'), 404, 'not_found')
  assert.equal((await sendRequest(mixed, 'DOGE')).status, 200)
})

test('the chains are stored in the database and survive a restart', async (t) => {
  const address = testWallet('DASH', 'miner').address()
  await service.rpc('DASH', 'generatetoaddress', 3, address)
  const hash = await service.rpc('DASH', 'getblockhash', 3)
  const next = await startService(t, { sharedStorage: service.storage })
  assert.equal(await next.rpc('DASH', 'getblockhash', 3), hash)
})

test('a sandbox mines only on request', async () => {
  const { invoice } = await service.createInvoice()
  assert.equal((await service.pay(invoice.uid, 'BSV')).reply.status, 200)
  const height = await service.rpc('BSV', 'getblockcount')
  assert.equal(Object(await service.rpc('BSV', 'getrawmempool')).length, 1)
  assert.equal(await service.rpc('BSV', 'getblockcount'), height)
})
