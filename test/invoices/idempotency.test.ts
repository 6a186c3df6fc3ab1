import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, day, hour } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, type Reply, type Service, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const clock = createManualClock(Date.UTC(2026, 2, 1))
const service = await startService(fileScope, { clock })
const other = await service.anotherMerchant('other')

interface Post {
  readonly at?: Service
  readonly token?: string
}

/** `POST /invoices` with an Idempotency-Key. */
const post = (
  key: string,
  body: unknown,
  { at = service, token = at.merchant.token }: Post = {},
): Promise<Reply> =>
  at.request('/invoices', { method: 'POST', body, token, headers: { 'idempotency-key': key } })

const count = async (externalId: string): Promise<number> => {
  const rows = await service.database.read.query
    .selectFrom('invoices')
    .where('external_id', '=', externalId)
    .select('uid')
    .execute()
  return rows.length
}

test('a body with more than 1 000 values cannot be compared with a later one', async () => {
  const body = (count: number) => ({
    amount: 12.5,
    external_id: 'large',
    ignored: Array.from({ length: count }, () => [0]),
  })
  assert.equal((await post('large', body(498))).status, 200)
  assertRejected(await post('larger', body(500)), 400, 'body_invalid')
  assert.equal(await count('large'), 1)
})

test('the same key and body get the first response again, byte for byte, even if the invoice has changed since', async () => {
  const body = { amount: 12.5, external_id: 'replayed' }
  const first = await post('again', body)
  assert.equal(first.status, 200)
  const { uid } = JSON.parse(first.text).invoice
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  const repeat = await post('again', body)
  assert.equal(repeat.status, 200)
  assert.equal(repeat.text, first.text)
  assert.equal(repeat.headers['content-type'], first.headers['content-type'])
  assert.equal(await count('replayed'), 1)
})

test('bodies are the same if they are equal JSON values, whatever the order, spaces, escapes and number format', async () => {
  const first = await post('equal', '{"amount":12.5,"memo":"a","metadata":{"x":"1","y":"2"}}')
  for (const body of [
    '{ "memo" : "a", "amount" : 12.50, "metadata" : { "y" : "2", "x" : "1" } }',
    '{"metadata":{"x":"1","y":"2"},"memo":"\\u0061","amount":1.25e1}',
  ]) {
    assert.equal((await post('equal', body)).text, first.text)
  }
})

test('the same key with another body is 422', async () => {
  await post('changed', { amount: 12.5, external_id: 'changed' })
  for (const body of [
    { amount: 12.51, external_id: 'changed' },
    { amount: 12.5, external_id: 'Changed' },
    { amount: 12.5 },
    { amount: 12.5, external_id: 'changed', memo: null },
    { amount: 12.5, external_id: 'changed', unknown: 1 },
    { amount: 12.5, external_id: 'changed', currency: 'USD' },
  ]) {
    assertRejected(await post('changed', body), 422, 'idempotency_mismatch')
  }
  assert.equal(await count('changed'), 1)
})

test('amounts that a float cannot distinguish are different bodies', async () => {
  assert.equal((await post('exact', '{"amount":8007199254740.99,"currency":"JPY"}')).status, 400)
  await post('exact', '{"amount":10,"x":9007199254740993}')
  assertRejected(await post('exact', '{"amount":10,"x":9007199254740992}'), 422, 'idempotency_mismatch')
})

test('a key is scoped to its account', async () => {
  const body = { amount: 3 }
  const mine = await post('shared', body)
  const theirs = await post('shared', body, { token: other.token })
  assert.equal(theirs.status, 200)
  assert.notEqual(theirs.text, mine.text)
  assert.equal((await post('shared', { amount: 4 }, { token: other.token })).status, 422)
})

test('the key belongs to the account, not to one of its tokens', async () => {
  const { token } = await service.accounts.createToken('shop@example.com', { name: 'second' })
  const first = await post('two tokens', { amount: 3 })
  assert.equal((await post('two tokens', { amount: 3 }, { token })).text, first.text)
})

test('400 when the key is empty or longer than 255 characters; any content is allowed', async () => {
  for (const key of ['', 'k'.repeat(256)]) {
    assertRejected(await post(key, { amount: 1, external_id: 'no key' }), 400, 'header_invalid')
  }
  assert.equal(await count('no key'), 0)
  for (const key of ['k'.repeat(255), 'é ü', '{}', "' or 1=1", '0', '"quoted"']) {
    const first = await post(key, { amount: 1 })
    assert.equal(first.status, 200)
    assert.equal((await post(key, { amount: 1 })).text, first.text)
  }
})

test('only a 200 is stored: after an error the key can be used for a corrected body', async () => {
  assertRejected(await post('retried', { amount: -1 }), 400, 'amount_invalid')
  assertRejected(await post('retried', { amount: 1, currency: 'CHF' }), 503, 'rates_unavailable')
  assertRejected(await post('retried', '{"amount":'), 400, 'json_invalid')
  assert.equal((await post('retried', { amount: 1 })).status, 200)
})

test('401 comes first: an unauthenticated caller learns nothing about keys', async () => {
  await post('secret', { amount: 1 })
  const reply = await post('secret', { amount: 2 }, { token: 'qt_wrong' })
  assertRejected(reply, 401, 'unauthorized')
})

test('fifty concurrent requests with one key create one invoice; each gets its response, or 409 while the first runs', async () => {
  const body = { amount: 7, external_id: 'fifty' }
  const replies = await Promise.all(Array.from({ length: 50 }, () => post('fifty', body)))
  const responses = replies.filter(({ status }) => status === 200)
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    assertRejected(reply, 409, 'idempotency_conflict')
    assert.match(String(reply.headers['retry-after']), /^\d+$/)
  }
  assert.ok(responses.length > 0)
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
  assert.equal((await post('fifty', body)).text, responses[0]?.text)
  assert.equal(await count('fifty'), 1)
})

test('a key works across all processes on the database, concurrently and after the process that responded has ended', async (t) => {
  const otherProcess = await startService(t, { clock, sharedStorage: service.storage })
  const body = { amount: 8, external_id: 'twins' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post('twins', body, { at: index % 2 ? service : otherProcess })),
  )
  const responses = replies.filter(({ status }) => status === 200)
  assert.ok(replies.every(({ status }) => status === 200 || status === 409))
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
  assert.equal(await count('twins'), 1)
  await otherProcess.close()
  assert.equal((await post('twins', body)).text, responses[0]?.text)
})

test('responses are stored for 72 h', async (t) => {
  const first = await post('old', { amount: 9 })
  clock.advance(72 * hour)
  assert.equal((await post('old', { amount: 9 })).text, first.text)
  clock.advance(day)
  // Pruning runs at the start, and hourly in a running service.
  const next = await startService(t, { clock, sharedStorage: service.storage })
  await until(async () => (await post('old', { amount: 10 }, { at: next })).status === 200)
})
