import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEvent } from '../../test/helpers/event-log.ts'
import { createEnvelope, formatEnvelope } from './envelope.ts'

const invoice =
  '{"amount":12345678901234567.25,"currency":"USD","uid":"a","memo":null,"webhook_url":"https://shop.example/hook","external_id":"42",' +
  '"business_id":"b","location_id":"l","register_id":"r","metadata":{"amount":"x"}}'
const event = createEvent({
  position: 36,
  type: 'invoice.paid',
  sequence: 2,
  data: `{"uid":"a","status":"paid","hash":"ff","invoice":${invoice},"payment":{"metadata":"kept"}}`,
})

test('an envelope has id, type, time, subject, sequence, cursor and data, in this order', () => {
  assert.deepEqual(Object.entries(JSON.parse(formatEnvelope(event, 'owner'))).slice(0, 6), [
    ['id', 'evt_36'],
    ['type', 'invoice.paid'],
    ['time', '2026-01-02T03:04:05.006Z'],
    ['subject', 'invoice/a'],
    ['sequence', 2],
    ['cursor', 'c10'],
  ])
})

test("the owner's envelope has the data byte for byte as written", () => {
  assert.ok(formatEnvelope(event, 'owner').endsWith(`,"data":${event.data}}`))
})

test("the public envelope leaves out the merchant's private fields", () => {
  const { data } = JSON.parse(formatEnvelope(event, 'public'))
  assert.deepEqual(Object.keys(data.invoice), ['amount', 'currency', 'uid', 'memo'])
  assert.deepEqual(Object.keys(data), ['uid', 'status', 'hash', 'invoice', 'payment'])
  assert.deepEqual(data.payment, { metadata: 'kept' })
})

test('an amount keeps its digits in the public envelope', () => {
  assert.match(formatEnvelope(event, 'public'), /"amount":12345678901234567\.25,/)
})

test('the public envelope is built without parsing metadata, because anyone can request it many times a second', (t) => {
  const numbers = `[1.0${',1'.repeat(15_000)}]`
  const data = event.data.replace('{"amount":"x"}', `{"metadata":{"a":${numbers}}}`)
  const { mock } = t.mock.method(JSON, 'rawJSON')
  assert.equal(formatEnvelope({ ...event, data }, 'public'), formatEnvelope(event, 'public'))
  assert.ok(mock.callCount() < 10, `${mock.callCount()} numbers`)
})

test('an envelope is serialised once for all readers', () => {
  const { getText } = createEnvelope(event)
  assert.equal(getText('public'), getText('public'))
  assert.equal(getText('owner'), formatEnvelope(event, 'owner'))
})
