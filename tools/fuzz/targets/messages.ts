import assert from 'node:assert/strict'
import { readSubscribe } from '../../../src/event-streams/message.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { bytesOf, orRefused, type Target, textOf } from '../target.ts'

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'message_invalid' || error.code === 'cursor_invalid')

/** A client's message over a WebSocket. */
export const messages: Target = {
  beginnings: [
    '{"type":"subscribe","invoice":"0abc","after":"c1"}',
    '{"type":"subscribe","token":"qt_x","account":7}',
    '{"type":"subscribe","token":null,"account":9007199254740993,"after":null,"x":[{}]}',
    '{"type":"subscribe","invoice":"a","token":"b"}',
    '[]',
    '{"type":"ping"}',
  ].map(bytesOf),
  words: [
    '"type"',
    '"subscribe"',
    '"invoice"',
    '"token"',
    '"account"',
    '"after"',
    ':',
    ',',
    '{',
    '}',
    '[',
    ']',
    'null',
    '1',
    '-1',
    '1e9',
    '"',
  ],

  run(input) {
    const wanted = orRefused(() => readSubscribe(textOf(input)), isRefused)
    if (!wanted) return
    if ('account' in wanted && wanted.account !== null)
      assert(Number.isSafeInteger(wanted.account) && wanted.account > 0)
    assert(wanted.after === null || typeof wanted.after === 'string')
    assert.deepEqual(readSubscribe(JSON.stringify({ type: 'subscribe', ...wanted })), wanted)
  },
}
