import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { openGreenfield } from './shop.ts'

const { call, store, service } = await openGreenfield(fileScope)
const path = `/api/v1/stores/${store}/invoices`

async function create(metadata?: object): Promise<string> {
  const { json, text, status } = await call('POST', path, {
    body: { amount: '10', currency: 'USD', metadata },
  })
  assert.equal(status, 200, text)
  return String(json.id)
}

async function listIds(query: string): Promise<readonly string[]> {
  const { text } = await call('GET', `${path}?${query}`)
  return JSON.parse(text).map(({ id }: { id: string }) => id)
}

const readExternalId = async (uid: string) => (await service.stores.invoices.find(uid))?.externalId

test('an invoice whose metadata is replaced is found, and shown, by its new order id only', async () => {
  const id = await create({ orderId: 'Cart-0041', itemDesc: 'Tea' })
  const { json } = await call('PUT', `${path}/${id}`, { body: { metadata: { orderId: 'Order-0077' } } })
  assert.deepEqual(json.metadata, { orderId: 'Order-0077' })
  assert.deepEqual(await listIds('orderId=Order-0077'), [id])
  assert.deepEqual(await listIds('orderId=Cart-0041'), [])
  assert.deepEqual([await listIds('textSearch=77'), await listIds('textSearch=41')], [[id], []])
  assert.equal(await readExternalId(id), 'Order-0077')
  await call('PUT', `${path}/${id}`, { body: { metadata: { orderId: 12345678901234567890n.toString() } } })
  assert.equal(await readExternalId(id), '12345678901234567890')
  await call('PUT', `${path}/${id}`, { body: { metadata: {} } })
  assert.equal(await readExternalId(id), null)
  assert.deepEqual(await listIds('orderId=Order-0077'), [])
})

test('replacing metadata without an order id keeps the external id of an invoice from our own API', async () => {
  const { uid } = (await service.createInvoice({ external_id: 'till-7', metadata: { a: '1' } })).invoice
  await call('PUT', `${path}/${uid}`, { body: { metadata: { b: '2' } } })
  assert.equal(await readExternalId(uid), 'till-7')
})

test('a PUT without metadata, or with null, keeps it', async () => {
  const metadata = { orderId: 'kept' }
  const id = await create(metadata)
  for (const body of [{}, { metadata: null }]) {
    const { status, json } = await call('PUT', `${path}/${id}`, { body })
    assert.deepEqual([status, json.metadata], [200, metadata])
  }
  assert.deepEqual(await listIds('orderId=kept'), [id])
})

test('our own API changes metadata without the external id', async () => {
  const id = await create({ orderId: 'ours' })
  const body = { metadata: { orderId: 'other' } }
  assert.equal((await service.request(`/invoices/${id}`, { method: 'PATCH', body })).status, 200)
  assert.equal(await readExternalId(id), 'ours')
})
