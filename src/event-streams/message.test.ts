import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../kernel/api-error.ts'
import { parseSubscribeMessage } from './message.ts'

const read = (message: unknown) => parseSubscribeMessage(JSON.stringify(message))

test('a client subscribes to an invoice, to its own account, or to an account that grants it view access', () => {
  assert.deepEqual(read({ type: 'subscribe', invoice: 'a' }), { invoice: 'a', after: null })
  assert.deepEqual(read({ type: 'subscribe', token: 'qt_x' }), { token: 'qt_x', account: null, after: null })
  assert.deepEqual(read({ type: 'subscribe', token: 'qt_x', account: 7, after: 'c1' }), {
    token: 'qt_x',
    account: 7,
    after: 'c1',
  })
})

test('the token can also come with the upgrade request', () => {
  assert.deepEqual(read({ type: 'subscribe' }), { token: null, account: null, after: null })
})

test('null counts as a missing member, and unknown members are ignored', () => {
  const message = { type: 'subscribe', invoice: null, token: null, account: null, after: null, colour: 'red' }
  assert.deepEqual(read(message), { token: null, account: null, after: null })
})

test('an invalid subscription is rejected', () => {
  const messages = [
    '',
    'subscribe',
    '[]',
    '1',
    'null',
    '{"type":"subscribe","type":"subscribe"}',
    '{"type":"ping"}',
    '{"invoice":"a"}',
    '{"type":"subscribe","invoice":1}',
    '{"type":"subscribe","invoice":{}}',
    '{"type":"subscribe","token":5}',
    '{"type":"subscribe","invoice":"a","token":"qt_x"}',
    '{"type":"subscribe","invoice":"a","account":1}',
    '{"type":"subscribe","account":"1"}',
    '{"type":"subscribe","account":0}',
    '{"type":"subscribe","account":1.5}',
    '{"type":"subscribe","account":1e300}',
  ]
  for (const message of messages)
    assert.throws(() => parseSubscribeMessage(message), { code: 'message_invalid' }, message)
})

test('a cursor must be a string', () => {
  for (const after of [1, {}, false]) {
    assert.throws(() => read({ type: 'subscribe', after }), { code: 'cursor_invalid' })
  }
})

test('any message is either parsed or rejected', () => {
  const member = fc.constantFrom('type', 'invoice', 'token', 'account', 'after', '__proto__')
  const message = fc.dictionary(member, fc.jsonValue())
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        message.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        try {
          parseSubscribeMessage(text)
        } catch (error) {
          assert.ok(error instanceof ApiError)
        }
      },
    ),
  )
})
