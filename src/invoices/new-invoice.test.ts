import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear, combiningMarks } from '../../test/helpers/linear-time.ts'
import { hour, minute } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import { readMetadata } from './metadata.ts'
import { listSearchWords, type NewInvoiceBody, readNewInvoice, splitWords } from './new-invoice.ts'

const rules = {
  currency: 'USD',
  listRatedCurrencies: () => ['EUR', 'USD'],
  defaultLifetimeMs: 24 * hour,
  allowPrivateWebhooks: false,
}
const read = (body: NewInvoiceBody, amount: string | undefined = '1') => readNewInvoice(body, amount, rules)

test('missing fields are null, and currency and lifetime have their defaults', () => {
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
    coins: null,
    confirmations: null,
    checkout: null,
    acceptsAnyWallet: null,
    lifetimeMs: 24 * hour,
  })
  assert.deepEqual(read({ currency: null, memo: null, expires_in: null, metadata: null }), read({}))
})

test('expires_in is in seconds', () => {
  assert.equal(read({ expires_in: 60 }).lifetimeMs, minute)
})

test('an amount is read from its text, with the decimals of its currency', () => {
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

test('an amount that is invalid, not positive, too large or too precise is rejected with the reason', () => {
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

test('an unknown currency is rejected with the list of supported ones', () => {
  for (const currency of ['', 'usd', 'XAU', 'BTC', 'UЅD'])
    assert.throws(() => read({ currency }), { code: 'currency_invalid', message: /one of EUR, USD/ })
})

test('text that a database cannot store is rejected in every field', () => {
  for (const bad of ['\0', '\ud800', 'a\udc00b']) {
    for (const body of [{ memo: bad }, { external_id: bad }, { business_id: bad }])
      assert.throws(() => read(body), { code: 'body_invalid' })
    for (const metadata of [{ k: bad }, { [bad]: 'v' }, { list: [{ k: bad }] }])
      assert.throws(() => readMetadata(JSON.stringify(metadata)), { code: 'body_invalid' })
  }
  assert.equal(read({ memo: '😀\t\n' }).memo, '😀\t\n')
})

test('search words are the letters and digits of memo and metadata values, case-folded and unique', () => {
  assert.deepEqual(
    listSearchWords({ memo: 'Two coffees, two CAKES!', metadata: { table: 'no. 7', key: 'Zoë’s' } }),
    ['two', 'coffees', 'cakes', 'no', '7', 'zoë', 's'],
  )
  assert.deepEqual(listSearchWords({ memo: null, metadata: null }), [])
})

test('compatible forms of a letter are equal: full-width, ligatures, composed and decomposed', () => {
  assert.deepEqual(splitWords('ＡＢＣ ﬁne ℡ Zoë'), ['abc', 'fine', 'tel', 'zoë'])
  assert.deepEqual(splitWords('-- !? …'), [])
  assert.deepEqual(splitWords('x'.repeat(300)), ['x'.repeat(100)])
})

test('text with any number of combining marks is split into words in linear time', async () => {
  await assertLinear('marks', 32_000, (size) =>
    assert.deepEqual(splitWords(`a${combiningMarks(size)}b`).length, 2),
  )
})

test('so is text with letters that normalisation turns into combining marks', async () => {
  const letters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => !/\p{M}/u.test(letter) && /^\p{M}+$/u.test(letter.normalize('NFKC')),
  )
  assert.ok(letters.length > 0)
  for (const letter of letters)
    await assertLinear(letter, 32_000, (size) => {
      const count = Math.ceil(size / 62)
      splitWords(`a${`${'\u0345'.repeat(30)}${letter}`.repeat(count)}${letter.repeat(31 * count)}b`)
    })
})

test('an invoice has at most 500 search words', () => {
  const memo = Array.from({ length: 600 }, (_, number) => number).join(' ')
  assert.equal(listSearchWords({ memo, metadata: null }).length, 500)
})
