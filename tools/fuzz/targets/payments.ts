import assert from 'node:assert/strict'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { JsonError, readJson } from '../../../src/kernel/json.ts'
import { runToEnd } from '../../../src/kernel/steps.ts'
import type { WalletPost } from '../../../src/payment-requests/dialects/dialect.ts'
import { parsePost } from '../../../src/payment-requests/dialects/index.ts'
import { parseSubmission } from '../../../src/payments/parse.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const isInvalid = (error: unknown): boolean => error instanceof JsonError
const isInvalidPayment = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'body_invalid' || error.code === 'tx_count')

/** The request body of a payment, in every JSON dialect. */
export const payments: Target = {
  initialInputs: [
    '{"currency":"BTC","transactions":["0102"]}',
    '{"currency":"LTC","transactions":["00","01","02","03"],"memo":null,"number":-1.5e3}',
    '{"currency":"DOGE","transactions":["ab","AB"]}',
    `{"currency":"BCH","transactions":[${Array.from({ length: 17 }, (_, index) => `"${(16 + index).toString(16)}"`)}]}`,
    '{"currency":"BTC","currency":"BCH"}',
    String.raw`{"a\"":{"b":[1,2,{}]},"\u0000\ud800":true}`,
    '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
    '{"__proto__":1}',
    'null',
  ].map(encodeText),
  words: [
    '"currency"',
    '"transactions"',
    '"BTC"',
    '["',
    '"]',
    '"00"',
    ':',
    ',',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '\\u',
    '1e9',
    'null',
    '{"a\\\\":1,',
    '"b":"\\\\",',
  ],

  run(input) {
    const text = decodeText(input)
    const body = getResultOrNull(() => readJson(text), isInvalid)
    if (!body) return
    assert.equal(JSON.stringify(body.value), JSON.stringify(JSON.parse(text)))
    assert.deepEqual(body.numbers, parseNumbers(text))
    for (const mediaType of jsonTypes)
      assertParsed({
        mediaType,
        pathCoin: null,
        headers: {},
        body: new Uint8Array(),
        parseJson: () => body.value,
      })
    for (const mediaType of binaryTypes)
      assertParsed({ mediaType, pathCoin: null, headers: {}, body: input, parseJson: () => assert.fail() })
  },
}

/** Returns the text of the numbers in the top-level object, as V8's parser reports it. */
function parseNumbers(text: string): ReadonlyMap<string, string> {
  const numbers: { holder: unknown; key: string; source: string }[] = []
  const outermost = JSON.parse(text, function (this: unknown, key, value, { source = '' }) {
    if (typeof value === 'number') numbers.push({ holder: this, key, source })
    return value
  })
  const direct = numbers.filter(({ holder }) => holder === outermost && !Array.isArray(outermost))
  return new Map(direct.map(({ key, source }) => [key, source]))
}

const jsonTypes = [
  'application/json',
  'application/payment',
  'application/payment-request',
  'application/payment-verification',
  'application/verify-payment',
  'application/bitcoinsv-payment',
]
const binaryTypes = ['application/bitcoin-payment', 'application/dash-verify-payment']

/** Asserts that a parsed payment is within its limits and echoed as it was sent, and that invalid hex is rejected when it is decoded. */
function assertParsed(post: WalletPost): void {
  const posted = getResultOrNull(() => parsePost(post), isInvalidPayment)
  if (!posted || posted.kind === 'request') return
  const transactions =
    posted.kind === 'payment' ? posted.submission.transactions : [posted.unsigned.transaction]
  assert(transactions.length >= 1 && transactions.length <= 16)
  if (!transactions.every((hex) => /^([0-9a-f]{2})*$/i.test(hex))) {
    assert.throws(() => runToEnd(parseSubmission({ coin: 'BTC', transactions }, null)), isInvalidPayment)
    return
  }
  if (posted.kind !== 'payment') return
  const { body } = posted.respond({ coin: 'BTC', transactions, txid: 'ff', memo: 'Thanks' })
  if (typeof body === 'string') for (const hex of transactions) assert(body.includes(hex))
}
