import assert from 'node:assert/strict'
import { PayError } from '../../../src/wallet/pay-error.ts'
import { isSecureUrl, parsePaymentUri } from '../../../src/wallet/payment-uri.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const isInvalidUri = (error: unknown): boolean => error instanceof PayError && error.code === 'uri_invalid'

/** A wallet's input: a payment URI of any scheme, or a web address. */
export const paymentUris: Target = {
  initialInputs: [
    'pay:?r=https://pay.example/r/0abc',
    'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1&r=https%3A%2F%2Fpay.example%2Fr%2F1&label=a+b',
    'https://pay.example/i?r=http://localhost:3000/r/1#top',
    'http://[::1]:3000/r/1',
    'pay:?req-x=1&r=https://pay.example',
    'pay:?r=https://a:b@pay.example&r=x',
    'pay:?r=%zz',
    'dogecoin:',
  ].map(encodeText),
  words: [
    'r=',
    '&r=',
    '?',
    '&',
    '=',
    '#',
    '%',
    '%3A',
    '%00',
    'req-',
    'https://',
    'http://',
    'localhost',
    '127.0.0.1',
    '@',
    ':',
    '//',
    '[::1]',
  ],

  run(input) {
    const url = getResultOrNull(() => parsePaymentUri(decodeText(input)), isInvalidUri)
    if (!url) return
    assert(isSecureUrl(url) && url.hash === '')
    assert.equal(new URL(url.href).href, url.href)
    if (/[?&#=%\s]/.test(url.href) || url.href.length > 4_000) return
    assert.equal(parsePaymentUri(`pay:?r=${url.href}`).href, url.href)
  },
}
