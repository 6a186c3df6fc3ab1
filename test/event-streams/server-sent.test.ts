import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventPruneStore } from '../../src/events/prune-store.ts'
import { assertRejected, basic, startService } from '../helpers/service.ts'
import { numbered, openEvents } from '../helpers/streams.ts'

const listen = { listen: true } as const

test('any origin can follow an invoice without credentials, in the public form', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice({ external_id: 'mine' })
  await numbered(service)
  const events = await openEvents(t, `${service.baseUrl}/events?invoice=${invoice.uid}`)
  assert.equal(events.status, 200)
  assert.match(String(events.headers['content-type']), /^text\/event-stream/)
  assert.equal(events.headers['cache-control'], 'no-store')
  assert.equal(events.headers['access-control-allow-origin'], '*')
  const start = await events.readNext()
  assert.equal(start.data, null)
  await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  const { id, data } = await events.readNext()
  assert.equal(data?.cursor, id)
  assert.equal(data?.type, 'invoice.cancelled')
  assert.ok(!JSON.stringify(data).includes('external_id'))
})

test('an event is an id line and a data line, without an event line', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice()
  const { response } = await openEvents(t, `${service.baseUrl}/events?invoice=${invoice.uid}&after=c0`)
  let text = ''
  response.on('data', (part: string) => {
    text += part
  })
  await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  while (!text.includes('invoice.cancelled')) await new Promise((resolve) => setTimeout(resolve, 5))
  const blocks = text.split('\n\n').filter((block) => block.includes('data:'))
  assert.equal(blocks.length, 2)
  for (const block of blocks) assert.match(block, /^id: c[0-9a-z]+\ndata: \{.*\}$/)
})

test('reconnecting with Last-Event-ID resumes without gaps or duplicates', async (t) => {
  const service = await startService(t, listen)
  const authorization = basic(service.merchant.token)
  const first = await openEvents(t, `${service.baseUrl}/events`, { authorization })
  await first.readNext()
  await service.createInvoice()
  const { id } = await first.readNext()
  first.response.destroy()
  const missed = [await service.createInvoice(), await service.createInvoice()]
  const reconnected = await openEvents(t, `${service.baseUrl}/events?after=c0`, {
    authorization,
    'last-event-id': id,
  })
  assert.deepEqual(await reconnected.readNext(), { id, data: null })
  missed.push(await service.createInvoice())
  for (const { invoice } of missed) {
    assert.equal((await reconnected.readNext()).data?.subject, `invoice/${invoice.uid}`)
  }
})

test('an account that grants access can be followed, and others cannot', async (t) => {
  const service = await startService(t, listen)
  const viewer = await service.anotherMerchant('viewer')
  const url = `${service.baseUrl}/events?account=${service.merchant.id}`
  const authorization = basic(viewer.token)
  assert.equal((await openEvents(t, url, { authorization })).status, 404)
  await service.request('/api/v1/account/links', { method: 'POST', body: { email: viewer.email } })
  const events = await openEvents(t, url, { authorization })
  await events.readNext()
  await service.createInvoice()
  assert.equal((await events.readNext()).data?.type, 'invoice.created')
})

test('invalid requests are rejected before the stream starts', async (t) => {
  const service = await startService(t)
  const { token } = service.merchant
  assertRejected(await service.request('/events', { token: null }), 401, 'unauthorized')
  assertRejected(await service.request('/events', { token: 'qt_wrong' }), 401, 'unauthorized')
  assertRejected(await service.request(`/events?token=${token}`, { token: null }), 400, 'query_invalid')
  assertRejected(await service.request('/events?invoice=unknown', { token: null }), 404, 'invoice_not_found')
  assertRejected(await service.request('/events?after=nonsense'), 400, 'cursor_invalid')
  assertRejected(
    await service.request('/events', { headers: { 'last-event-id': 'c99' } }),
    400,
    'cursor_invalid',
  )
  assert.equal((await service.request('/events', { method: 'HEAD' })).status, 405)
})

test('a cursor into the pruned range is 410, with the oldest stored position', async (t) => {
  const service = await startService(t)
  await service.createInvoice()
  await numbered(service)
  await service.database.transact((sql) =>
    createEventPruneStore(sql).prune({ before: Date.now() + 1_000, beforePosition: null, limit: 10 }),
  )
  const reply = await service.request('/events', { headers: { 'last-event-id': 'c0' } })
  assertRejected(reply, 410, 'cursor_expired')
  assert.equal(reply.json.oldest, 'c1')
})

test('when the service stops, the streams end and do not delay the process', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice()
  const url = `${service.baseUrl}/events?invoice=${invoice.uid}`
  const events = await openEvents(t, url)
  const unresponsive = await openEvents(t, url)
  unresponsive.response.pause()
  await service.close()
  await events.ended
})
