import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, minute } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import { type NewInvoiceBody, readNewInvoice, searchWords, wordsOf } from './new-invoice.ts'

const rules = {
  currency: 'USD',
  rated: () => ['EUR', 'USD'],
  defaultLifeMs: 24 * hour,
  allowPrivateWebhooks: false,
}
const read = (body: NewInvoiceBody, amount: string | undefined = '1') => readNewInvoice(body, amount, rules)

test('what is not given is null, the denomination and the life are the usual ones', () => {
  assert.deepEqual(read({}, '12.50'), {
    amount: { digits: 125n, scale: 1 },
    currency: 'USD',
    businessId: null,
    locationId: null,
    registerId: null,
    redirectUrl: null,
    webhookUrl: null,
    externalId: null,
    memo: null,
    metadata: null,
    lifeMs: 24 * hour,
  })
  assert.deepEqual(read({ currency: null, memo: null, expires_in: null, metadata: null }), read({}))
})

test('expires_in is in seconds', () => {
  assert.equal(read({ expires_in: 60 }).lifeMs, minute)
})

test('an amount is read by its text, with the decimals that its currency has', () => {
  for (const [text, currency, plain] of [
    ['0.01', 'USD', '0.01'],
    ['1.10', 'USD', '1.1'],
    ['1e2', 'JPY', '100'],
    ['10.0', 'JPY', '10'],
    ['1.005', 'KWD', '1.005'],
    ['1000000000000000', 'USD', '1000000000000000'],
  ] as const) {
    assert.equal(formatDecimal(read({ currency }, text).amount), plain)
  }
})

test('an amount that is none, not above zero, too large or too fine is refused with the reason', () => {
  const fails = (text: string | undefined, message: RegExp, currency = 'USD') =>
    assert.throws(() => readNewInvoice({ currency }, text, rules), { code: 'amount_invalid', message })
  fails(undefined, /it must be a JSON number/)
  for (const text of ['0', '0.000', '-0', '-5', '-1e999']) fails(text, /greater than zero/)
  fails('1000000000000000.01', /above 1000000000000000/)
  fails('1e99999', /out of range/)
  fails('0.001', /USD has 2 decimals/)
  fails('0.1', /JPY has no decimals/, 'JPY')
  fails('0.0001', /KWD has 3 decimals/, 'KWD')
})

test('a currency that is none is refused with a list of those that have rates', () => {
  for (const currency of ['', 'usd', 'XAU', 'BTC', 'UЅD'])
    assert.throws(() => read({ currency }), { code: 'currency_invalid', message: /one of EUR, USD/ })
})

test('texts that a database cannot hold are refused, wherever they stand', () => {
  for (const bad of ['\0', '\ud800', 'a\udc00b']) {
    for (const body of [
      { memo: bad },
      { external_id: bad },
      { business_id: bad },
      { metadata: { k: bad } },
      { metadata: { [bad]: 'v' } },
    ])
      assert.throws(() => read(body), { code: 'body_invalid' })
  }
  assert.equal(read({ memo: '😀\t\n' }).memo, '😀\t\n')
})

test('words for the search: letters and digits of memo and the values of metadata, without case, each once', () => {
  assert.deepEqual(
    searchWords({ memo: 'Two coffees, two CAKES!', metadata: { table: 'no. 7', key: 'Zoë’s' } }),
    ['two', 'coffees', 'cakes', 'no', '7', 'zoë', 's'],
  )
  assert.deepEqual(searchWords({ memo: null, metadata: null }), [])
})

test('forms of a letter that read alike are one: wide, ligatures, composed and not', () => {
  assert.deepEqual(wordsOf('ＡＢＣ ﬁne ℡ Zoë'), ['abc', 'fine', 'tel', 'zoë'])
  assert.deepEqual(wordsOf('-- !? …'), [])
  assert.deepEqual(wordsOf('x'.repeat(300)), ['x'.repeat(100)])
})
