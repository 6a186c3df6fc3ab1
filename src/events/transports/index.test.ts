import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTransports, parseTransports, transports } from './index.ts'

test('any subset of the transports can be listed, in any order', () => {
  assert.deepEqual(parseTransports(defaultTransports), ['in-memory', 'websockets'])
  assert.deepEqual(parseTransports(' websockets , in-memory '), ['websockets', 'in-memory'])
  assert.deepEqual(parseTransports([...transports.keys()].join()), [...transports.keys()])
})

test('an empty value selects none', () => {
  assert.deepEqual(parseTransports(''), [])
  assert.deepEqual(parseTransports(' '), [])
})

test('an unknown or repeated name is rejected with a one-line error', () => {
  assert.throws(
    () => parseTransports('kafka'),
    /^Error: unknown transport "kafka": use .*in-memory, websockets/,
  )
  assert.throws(() => parseTransports('in-memory,Websockets'), /unknown transport "Websockets"/)
  assert.throws(() => parseTransports('in-memory,websockets,in-memory'), /^Error: in-memory is listed twice$/)
})
