import assert from 'node:assert/strict'
import { JsonInvalid, readJson } from '../../src/kernel/json.ts'
import { Refused } from '../../src/kernel/refused.ts'
import type { Dialect } from '../../src/payment-requests/dialects/dialect.ts'
import * as dialects from '../../src/payment-requests/dialects/registry.ts'
import { bytesOf, orRefused, type Target, textOf } from '../target.ts'

const isInvalid = (error: unknown): boolean => error instanceof JsonInvalid
const isNoPayment = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 'body_invalid' || error.code === 'tx_count')

/** The body of a payment, as a server gets it, in every dialect that reads JSON. */
export const payments: Target = {
  beginnings: [
    '{"currency":"BTC","transactions":["0102"]}',
    '{"currency":"LTC","transactions":["00","01","02","03"],"memo":null,"number":-1.5e3}',
    '{"currency":"DOGE","transactions":["ab","AB"]}',
    `{"currency":"BCH","transactions":[${Array.from({ length: 17 }, (_, place) => `"${(16 + place).toString(16)}"`)}]}`,
    '{"currency":"BTC","currency":"BCH"}',
    String.raw`{"a\"":{"b":[1,2,{}]},"\u0000\ud800":true}`,
    '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
    '{"__proto__":1}',
    'null',
  ].map(bytesOf),
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
    const text = textOf(input)
    const body = orRefused(() => readJson(text), isInvalid)
    if (!body) return
    assert.equal(JSON.stringify(body.value), JSON.stringify(JSON.parse(text)))
    assert.deepEqual(body.numbers, numbersOf(text))
    for (const dialect of Object.values<Dialect>(dialects))
      if (dialect.pays('application/json')) assertPayment(dialect, body.value)
  },
}

/** The text of the numbers directly in the outermost object, as V8's own reader tells it. */
function numbersOf(text: string): ReadonlyMap<string, string> {
  const numbers: { holder: unknown; key: string; source: string }[] = []
  const outermost = JSON.parse(text, function (this: unknown, key, value, { source = '' }) {
    if (typeof value === 'number') numbers.push({ holder: this, key, source })
    return value
  })
  const direct = numbers.filter(({ holder }) => holder === outermost && !Array.isArray(outermost))
  return new Map(direct.map(({ key, source }) => [key, source]))
}

/** What is read is within its limits, and the same when it is written and read again. */
function assertPayment(dialect: Dialect, body: unknown): void {
  const payment = orRefused(() => dialect.payment(body), isNoPayment)
  if (!payment) return
  const { coin: currency, transactions } = payment
  assert(transactions.length >= 1 && transactions.length <= 16)
  for (const hex of transactions) assert.match(hex, /^([0-9a-f]{2})+$/i)
  const again = readJson(JSON.stringify({ currency, transactions })).value
  assert.deepEqual(dialect.payment(again), payment)
}
