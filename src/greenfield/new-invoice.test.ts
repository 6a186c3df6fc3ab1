import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Destination } from '../accounts/destination.ts'
import { translateNewInvoice } from './new-invoice.ts'

const rules = {
  currency: 'USD',
  listRatedCurrencies: () => ['USD'],
  defaultLifetimeMs: 1_000,
  allowPrivateWebhooks: false,
}
const destinations: readonly Destination[] = []

const translate = (redirectURL: string, orderId: string) =>
  translateNewInvoice(
    { amount: '1', checkout: { redirectURL } },
    { uid: 'uid', amount: undefined, metadata: JSON.stringify({ orderId }) },
    rules,
    destinations,
  ).redirectUrl

test('placeholders are replaced by the encoded ids', () => {
  assert.equal(
    translate('https://shop.example/{OrderId}?i={InvoiceId}&o={OrderId}', 'a/ä'),
    'https://shop.example/a%2F%C3%A4?i=uid&o=a%2F%C3%A4',
  )
})

test('a URL that would become too long is rejected before a long order id is repeated in it', (t) => {
  const replaceAll = t.mock.method(String.prototype, 'replaceAll')
  for (const [count, orderId] of [
    [1, 'x'.repeat(2_100)],
    [220, 'ä'.repeat(10_000)],
  ] as const)
    assert.throws(() => translate(`https://shop.example/${'{OrderId}'.repeat(count)}`, orderId), {
      code: 'field_invalid',
      message: /longer than 2048 characters/,
    })
  for (const { result } of replaceAll.mock.calls) assert.ok(String(result).length < 10_000)
})
