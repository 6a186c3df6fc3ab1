import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTransports, parseTransports, transports } from './index.ts'

test('any subset of the transports can be named, in any order', () => {
  assert.deepEqual(parseTransports(defaultTransports), ['in-memory', 'websockets'])
  assert.deepEqual(parseTransports(' websockets , in-memory '), ['websockets', 'in-memory'])
  assert.deepEqual(parseTransports([...transports.keys()].join()), [...transports.keys()])
})

test('an empty text names none', () => {
  assert.deepEqual(parseTransports(''), [])
  assert.deepEqual(parseTransports(' '), [])
})

test('an unknown name and a name given twice are refused in one clear line', () => {
  assert.throws(
    () => parseTransports('kafka'),
    /^Error: unknown transport "kafka": use .*in-memory, websockets/,
  )
  assert.throws(() => parseTransports('in-memory,Websockets'), /unknown transport "Websockets"/)
  assert.throws(() => parseTransports('in-memory,websockets,in-memory'), /^Error: in-memory is listed twice$/)
})
