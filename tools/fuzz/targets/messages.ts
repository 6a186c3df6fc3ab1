import assert from 'node:assert/strict'
import { parseSubscribeMessage } from '../../../src/event-streams/message.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const isRejected = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'message_invalid' || error.code === 'cursor_invalid')

/** A client's message over a WebSocket. */
export const messages: Target = {
  initialInputs: [
    '{"type":"subscribe","invoice":"0abc","after":"c1"}',
    '{"type":"subscribe","token":"qt_x","account":7}',
    '{"type":"subscribe","token":null,"account":9007199254740993,"after":null,"x":[{}]}',
    '{"type":"subscribe","invoice":"a","token":"b"}',
    '[]',
    '{"type":"ping"}',
  ].map(encodeText),
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
    const subscription = getResultOrNull(() => parseSubscribeMessage(decodeText(input)), isRejected)
    if (!subscription) return
    if ('account' in subscription && subscription.account !== null)
      assert(Number.isSafeInteger(subscription.account) && subscription.account > 0)
    assert(subscription.after === null || typeof subscription.after === 'string')
    assert.deepEqual(
      parseSubscribeMessage(JSON.stringify({ type: 'subscribe', ...subscription })),
      subscription,
    )
  },
}
