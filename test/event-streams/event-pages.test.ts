import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventPruneStore } from '../../src/events/prune-store.ts'
import { assertRejected, type Service, startService } from '../helpers/service.ts'
import { type Message, numbered } from '../helpers/streams.ts'

interface Page {
  readonly events: readonly Message[]
  readonly next_cursor: string
}

async function readPage(service: Service, query = '', token?: string): Promise<Page> {
  const { status, text } = await service.request(
    `/api/v1/events${query}`,
    token === undefined ? {} : { token },
  )
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

test('the owner reads its events from the oldest stored one, page by page', async (t) => {
  const service = await startService(t)
  const other = await service.anotherMerchant('other')
  const mine: string[] = []
  for (let count = 0; count < 5; count++) {
    mine.push((await service.createInvoice({ external_id: `${count}` })).invoice.uid)
    await service.createInvoice({}, { token: other.token })
  }
  await numbered(service)
  const read: Message[] = []
  let cursor = ''
  for (let more = true; more; ) {
    const { events, next_cursor } = await readPage(service, `?limit=2${cursor && `&after=${cursor}`}`)
    read.push(...events)
    more = events.length > 0
    cursor = next_cursor
  }
  assert.deepEqual(
    read.map(({ subject }) => subject),
    mine.map((uid) => `invoice/${uid}`),
  )
  assert.partialDeepStrictEqual(read[3]?.data, { invoice: { external_id: '3' } })
})

test('a page of large events is shorter than its limit, and the next pages have the rest', async (t) => {
  const service = await startService(t)
  const metadata = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`note ${index}`, '€'.repeat(500)]),
  )
  const mine: string[] = []
  for (let count = 0; count < 300; count++) mine.push((await service.createInvoice({ metadata })).invoice.uid)
  await numbered(service)
  const pages: number[] = []
  const read: unknown[] = []
  let cursor = 'c0'
  for (let more = true; more; ) {
    const { events, next_cursor } = await readPage(service, `?limit=1000&after=${cursor}`)
    const bytes = Buffer.byteLength(JSON.stringify(events))
    assert.ok(bytes < 8_300_000, `${bytes} bytes`)
    pages.push(events.length)
    read.push(...events.map(({ subject }) => subject))
    more = events.length > 0
    cursor = next_cursor
  }
  assert.deepEqual(
    read,
    mine.map((uid) => `invoice/${uid}`),
  )
  const [first = 0, second = 0, ...rest] = pages
  assert.ok(first > 200 && second > 0, `${pages}`)
  assert.deepEqual([first + second, rest], [300, [0]])
})

test('next_cursor is never null, and resumes after the last event read', async (t) => {
  const service = await startService(t)
  const before = await readPage(service)
  assert.deepEqual(before, { events: [], next_cursor: 'c0' })
  await service.createInvoice()
  await numbered(service)
  const { events, next_cursor } = await readPage(service, `?after=${before.next_cursor}`)
  assert.equal(events[0]?.cursor, next_cursor)
  assert.deepEqual(await readPage(service, `?after=${next_cursor}`), { events: [], next_cursor })
})

test('a page’s cursor also works for sockets and Server-Sent Events: one log, one position', async (t) => {
  const service = await startService(t)
  await service.createInvoice()
  await numbered(service)
  const { events } = await readPage(service)
  assert.deepEqual(Object.keys(events[0] ?? {}), [
    'id',
    'type',
    'time',
    'subject',
    'sequence',
    'cursor',
    'data',
  ])
})

test('an account that grants access can be read, but only its invoices and payments', async (t) => {
  const service = await startService(t)
  const viewer = await service.anotherMerchant('viewer')
  const query = `?account=${service.merchant.id}`
  assertRejected(
    await service.request(`/api/v1/events${query}`, { token: viewer.token }),
    404,
    'account_not_visible',
  )
  const { json } = await service.request('/api/v1/account/links', {
    method: 'POST',
    body: { email: viewer.email },
  })
  await service.createInvoice()
  await numbered(service)
  const { events } = await readPage(service, query, viewer.token)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invoice.created'],
  )
  await service.request(`/api/v1/account/links/${json.id}`, { method: 'DELETE' })
  const after = await service.request(`/api/v1/events${query}`, { token: viewer.token })
  assertRejected(after, 404, 'account_not_visible')
})

test('invalid requests are rejected', async (t) => {
  const service = await startService(t)
  const path = '/api/v1/events'
  assertRejected(await service.request(path, { token: null }), 401, 'unauthorized')
  assertRejected(await service.request(path, { token: 'qt_wrong' }), 401, 'unauthorized')
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1e2',
    'limit=',
    'account=x',
    'colour=red',
    'after=c0&after=c0',
  ])
    assertRejected(await service.request(`${path}?${query}`), 400, 'query_invalid')
  for (const query of ['after=c1', 'after=', 'after=1', 'after=C0'])
    assertRejected(await service.request(`${path}?${query}`), 400, 'cursor_invalid')
})

test('a cursor into the pruned range is 410 with the oldest stored position; without a cursor, reading starts there', async (t) => {
  const service = await startService(t)
  await service.createInvoice()
  await numbered(service)
  await service.database.transact((sql) =>
    createEventPruneStore(sql).prune({ before: Date.now() + 1_000, beforePosition: null, limit: 10 }),
  )
  const { invoice } = await service.createInvoice()
  await numbered(service)
  const reply = await service.request('/api/v1/events?after=c0')
  assertRejected(reply, 410, 'cursor_expired')
  const expected = [`invoice/${invoice.uid}`]
  for (const query of ['', `?after=${reply.json.oldest}`]) {
    assert.deepEqual(
      (await readPage(service, query)).events.map(({ subject }) => subject),
      expected,
    )
  }
})
