import assert from 'node:assert/strict'
import { readNewInvoice } from '../../../src/invoices/new-invoice.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { getMinorUnits } from '../../../src/kernel/currencies.ts'
import {
  compareDecimals,
  computeCoinAmount,
  type Decimal,
  formatDecimal,
  parseDecimal,
} from '../../../src/kernel/money.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const codes = [
  'amount_invalid',
  'currency_invalid',
  'redirect_url_invalid',
  'webhook_url_invalid',
  'body_invalid',
]
const isRejected = (error: unknown): boolean => error instanceof ApiError && codes.includes(error.code)
const rules = {
  currency: 'USD',
  listRatedCurrencies: () => ['EUR', 'USD'],
  defaultLifetimeMs: 1_000,
  allowPrivateWebhooks: false,
}
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A request to create an invoice, line by line: amount, currency, memo, both URLs, and a rate. */
export const amounts: Target = {
  initialInputs: [
    '12.5\nUSD',
    '0.1\nKWD\nmemo\nhttps://shop.example/thanks\nhttps://shop.example/hook\n3',
    '1e-2\nEUR\nmemo\nhttp://localhost/x\nhttp://127.0.0.1/\n0.00001',
    '1E+15\nJPY\n\nhttps://a@b/\nhttps://[::1]:443/#@\n12345.678',
    '9007199254740993\nXXX',
    '-0',
    '0',
    '1e309\nUSD\n\n\n\n1e14',
  ].map(encodeText),
  words: [
    'e',
    'E-',
    '.',
    '0',
    '9999999999',
    'JPY',
    'USD',
    'KWD',
    'https://',
    'http://',
    '@',
    '[::1]',
    '127.1',
    '\n',
    '#',
    '\\',
    '\0',
  ],

  run(input) {
    const [amount = '', currency = '', memo = '', redirect = '', webhook = '', rate = ''] =
      decodeText(input).split('\n')
    const decimal = readDecimal(amount)
    const other = readDecimal(rate)
    if (decimal && other && other.digits > 0n) assertAmountDue(decimal, other)
    // Its callers pass the text of a JSON number.
    if (!jsonNumber.test(amount)) return
    const body = {
      currency: currency || null,
      memo,
      redirect_url: redirect || null,
      webhook_url: webhook || null,
    }
    const invoice = getResultOrNull(() => readNewInvoice(body, amount, rules), isRejected)
    if (!invoice) return
    assert(
      invoice.amount.digits > 0n && compareDecimals(invoice.amount, { digits: 10n ** 15n, scale: 0 }) <= 0,
    )
    assert(invoice.amount.scale <= (getMinorUnits(invoice.currency) ?? -1))
    assert.deepEqual(invoice.amount, decimal)
    for (const url of [invoice.redirectUrl, invoice.webhookUrl])
      assert.match(url ?? 'https://x', /^https?:\/\/[^/]/i)
    assert(memo.isWellFormed() && !memo.includes('\0'))
  },
}

/** Parses an amount. Its text must parse to the same value again, and the value must match the float. */
function readDecimal(text: string): Decimal | null {
  const value = parseDecimal(text)
  if (!value) return null
  assert(jsonNumber.test(text.replace(/^0+(?=\d)/, '')), text)
  const plain = formatDecimal(value)
  assert.match(plain, /^(0|[1-9]\d*)(\.\d*[1-9])?$/)
  assert.deepEqual(parseDecimal(plain.length <= 60 ? plain : text), value)
  const [near, float] = [Number(plain), Number(text)]
  assert(near === float || Math.abs(near - float) <= Math.abs(float) * 1e-12, text)
  return value
}

/** Asserts that the amount due is exact to the base unit. */
function assertAmountDue(fiat: Decimal, rate: Decimal): void {
  const due = computeCoinAmount(fiat, rate)
  const getFiatValue = (units: bigint): Decimal => ({ digits: units * rate.digits, scale: rate.scale + 8 })
  assert(compareDecimals(getFiatValue(due), fiat) >= 0)
  assert(due === 0n ? fiat.digits === 0n : compareDecimals(getFiatValue(due - 1n), fiat) < 0)
}
