import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toGreenfieldMessages } from './greenfield-events.ts'

const payment = {
  currency: 'BTC',
  amount: '0.00025',
  txid: 'ab',
  accepted_at: '2026-11-26T10:00:00.000Z',
  confirmed_at: null,
}

function messagesOf(type: string, more: object = {}, hasExpired = false) {
  const invoice = { metadata: { big: JSON.rawJSON('12345678901234567890.10') }, payment }
  const data = JSON.stringify({ uid: 'u', invoice, payment, ...more })
  const event = { id: 'evt', type, time: '', subject: 'invoice/u', sequence: 1, position: 1, data }
  return toGreenfieldMessages({ ...event, accountId: 7, otherAccountId: null }, hasExpired)
}
const typesOf = (...args: Parameters<typeof messagesOf>) => messagesOf(...args).map(({ type }) => type)

test('a payment, its settlement and its end have the messages that shops know, in their order', () => {
  const sequence = ['invoice.created', 'payment.accepted', 'invoice.paid', 'payment.confirmed']
  assert.deepEqual(
    sequence.flatMap((type) => typesOf(type)),
    [
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ],
  )
  for (const type of ['payment.replaced', 'payment.rejected', 'payment.surplus'])
    assert.deepEqual(typesOf(type), [])
})

test('a payment after expiry is late', () => {
  assert.deepEqual(
    ['payment.accepted', 'invoice.paid', 'payment.confirmed'].flatMap((type) => typesOf(type, {}, true)),
    ['InvoiceReceivedPayment', 'InvoicePaidAfterExpiration', 'InvoicePaymentSettled', 'InvoiceSettled'],
  )
  const [received] = messagesOf('payment.accepted', {}, true)
  assert.partialDeepStrictEqual(JSON.parse(received?.payload ?? ''), {
    storeId: '7',
    invoiceId: 'u',
    afterExpiration: true,
    paymentMethodId: 'BTC-CHAIN',
    payment: { id: 'ab', receivedDate: 1_795_687_200, value: '0.00025', fee: '0', status: 'Processing' },
  })
})

test('a payment from the network is reported when it is received, not again when it is accepted', () => {
  const network = { payment: { ...payment, via: 'network' } }
  assert.deepEqual(typesOf('payment.received', network), ['InvoiceReceivedPayment'])
  assert.deepEqual(typesOf('payment.accepted', network), [])
})

test('numbers in metadata keep their text', () => {
  assert.match(messagesOf('invoice.created')[0]?.payload ?? '', /"big":12345678901234567890\.10/)
})
