import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected } from '../helpers/paying.ts'
import { assertRejected, startService } from '../helpers/service.ts'

const service = await startService(fileScope)

/** A lone continuation byte, a truncated sequence, an overlong one (RFC 3629 §3), half a surrogate pair, a code point above the maximum. */
const invalidUtf8 = [[0xff, 0xfe], [0x80], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]

/** JSON with these bytes in place of `@`. */
function jsonWith(text: string, bytes: readonly number[] | Buffer): Buffer {
  const [before = '', after = ''] = text.split('@')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}

test('a JSON body with invalid UTF-8 is a 400 that says so; valid UTF-8 is echoed unchanged', async () => {
  const post = (body: Buffer) => service.request('/invoices', { method: 'POST', body })
  for (const bytes of invalidUtf8) {
    for (const text of ['{"amount":1,"memo":"@"}', '{"amount":1,"metadata":{"@":"x"}}']) {
      const response = await post(jsonWith(text, bytes))
      assertRejected(response, 400, 'body_invalid')
      assert.match(response.text, /UTF-8/)
    }
  }
  const memo = 'é€😀\ufffd'
  const { status, text } = await post(jsonWith('{"amount":1,"memo":"@"}', Buffer.from(memo)))
  assert.equal(status, 200, text)
  assert.ok(text.includes(memo))
})

test('the same applies to payments in every JSON protocol', async () => {
  const { uid } = (await service.createInvoice()).invoice
  const bodies = [
    [`/payments/json/LTC/${uid}`, 'application/json', '{"currency":"LTC","transactions":["00"],"x":"@"}'],
    [`/r/${uid}`, 'application/payment', '{"currency":"LTC","transactions":["00"],"x":"@"}'],
    [
      `/r/${uid}`,
      'application/payment',
      '{"chain":"LTC","currency":"LTC","transactions":[{"tx":"00"}],"x":"@"}',
    ],
    [`/r/${uid}`, 'application/payment-request', '{"chain":"LTC","currency":"LTC","x":"@"}'],
    [`/r/${uid}`, 'application/bitcoinsv-payment', '{"transaction":"00","memo":"@"}'],
  ] as const
  for (const [path, type, text] of bodies) {
    const body = jsonWith(text, [0xff])
    const headers = { 'content-type': type }
    const response = await service.request(path, { method: 'POST', token: null, headers, body })
    assert.match(assertPaymentRejected(response, 'body_invalid'), /UTF-8/, type)
  }
})
