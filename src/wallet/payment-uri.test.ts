import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PayError } from './pay-error.ts'
import { parsePaymentUri } from './payment-uri.ts'

const url = 'https://pay.example/r/0abc'

const assertRejected = (text: string, sentence: RegExp) =>
  assert.throws(
    () => parsePaymentUri(text),
    (fault) => fault instanceof PayError && fault.code === 'uri_invalid' && sentence.test(fault.message),
  )

test('a URI with the parameter r is a payment request, whatever its scheme', () => {
  for (const scheme of [
    'pay',
    'bitcoin',
    'bitcoincash',
    'dash',
    'litecoin',
    'dogecoin',
    'PAY',
    'x-anything',
    'a+b.c',
  ])
    assert.equal(parsePaymentUri(`${scheme}:?r=${url}`).href, url)
})

test('r can be percent-encoded, once', () => {
  assert.equal(parsePaymentUri(`pay:?r=${encodeURIComponent(url)}`).href, url)
  assert.equal(
    parsePaymentUri(`pay:?r=https://pay.example/i?x%3D1%26y%3D2`).href,
    'https://pay.example/i?x=1&y=2',
  )
  assert.equal(parsePaymentUri('pay:?r=https://pay.example/a+b').href, 'https://pay.example/a+b')
})

test('r is found after an address and among other parameters', () => {
  assert.equal(
    parsePaymentUri(`bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1&r=${url}&label=R`).href,
    url,
  )
  assert.equal(parsePaymentUri(`bitcoin://?r=${url}#top`).href, url)
})

test('the URL of a payment request is accepted directly', () => {
  assert.equal(parsePaymentUri(`  ${url}\n`).href, url)
  assert.equal(parsePaymentUri('https://shop.example/pay?r=7').href, 'https://shop.example/pay?r=7')
  assert.equal(parsePaymentUri(`https://wallet.example/open?r=${url}`).href, url)
})

test('plain http is accepted for localhost only', () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '127.9.0.1', '[::1]:3000', 'shop.localhost'])
    assert.equal(parsePaymentUri(`pay:?r=http://${host}/r/1`).host, host)
  for (const host of ['pay.example', '10.0.0.1', '127.0.0.1.example', 'localhost.example', '[::2]'])
    assertRejected(`pay:?r=http://${host}/r/1`, /https/)
})

test('anything else is rejected with a clear error', () => {
  assertRejected('', /scheme/)
  assertRejected('hello', /scheme/)
  assertRejected('bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1', /parameter r is missing/)
  assertRejected(`pay:?R=${url}`, /parameter r is missing/)
  assertRejected('pay:?r=', /not a URL/)
  assertRejected('pay:?r=javascript:alert(1)', /not a URL/)
  assertRejected('pay:?r=file:///etc/passwd', /not a URL/)
  assertRejected('pay:?r=%E0%A4%A', /percent-encoded/)
  assertRejected(`pay:?r=${url}&r=${url}`, /two payment requests/)
  assertRejected('pay:?r=https://user:secret@pay.example/r/1', /user or password/)
  assertRejected(`pay:?r=${url}&req-proof=1`, /does not support/)
  assertRejected(`pay:?r=${url}${'x'.repeat(5_000)}`, /too long/)
})

test('the URL of a payment URI is parsed for every scheme, percent-encoded or not', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const scheme = fc
    .tuple(
      fc.constantFrom(...letters),
      fc.string({ unit: fc.constantFrom(...letters, '+', '.', '-', '7'), maxLength: 12 }),
    )
    .map((parts) => parts.join(''))
    .filter((scheme) => !/^https?$/.test(scheme))
  const word = fc.string({
    unit: fc.constantFrom(...letters, '0', '9', '-', '_', '~'),
    minLength: 1,
    maxLength: 20,
  })
  const address = fc
    .tuple(
      fc.constantFrom('https://pay.example', 'https://a.b.example:8443', 'http://localhost:3000'),
      fc.array(word),
    )
    .map(([origin, path]) => [origin, ...path].join('/'))
  fc.assert(
    fc.property(scheme, address, fc.boolean(), (scheme, address, encoded) => {
      const uri = encoded ? `${scheme}:?r=${encodeURIComponent(address)}` : `${scheme}:?r=${address}`
      assert.equal(parsePaymentUri(uri).href, new URL(address).href)
    }),
  )
})

test('any text is parsed or rejected without another error', () => {
  const parts = fc.constantFrom(
    'pay',
    ':',
    '?',
    '&',
    'r',
    '=',
    '%',
    '#',
    url,
    'http://',
    '%2',
    '[',
    '@',
    'req-x',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(parts).map((parts) => parts.join('')),
      ),
      (text) => {
        try {
          assert.match(parsePaymentUri(text).protocol, /^https?:$/)
        } catch (fault) {
          assert.ok(fault instanceof PayError)
        }
      },
    ),
  )
})
