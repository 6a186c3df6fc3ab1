import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEvent } from '../../test/helpers/event-log.ts'
import { buildGreenfieldBody, type ReportedPayment, toGreenfieldMessages } from './greenfield-events.ts'
import { createWebhookBody } from './webhook.ts'

const payment = {
  currency: 'BTC',
  amount: '0.00025',
  txid: 'ab',
  confirmed_at: null,
}
const output = {
  coin: 'BTC',
  txid: 'ab',
  vout: 3,
  isCurrent: true,
  amount: '0.00025',
  exceptionIds: [] as string[],
  receivedAt: Date.parse('2026-11-26T10:00:00.999Z'),
  address: 'bc1q',
}

function createMessages(
  type: string,
  more: object = {},
  hasExpired = false,
  outputs = [output],
  reportedPayments: readonly ReportedPayment[] = [],
) {
  const invoice = { metadata: { big: JSON.rawJSON('12345678901234567890.10') }, payment }
  const data = JSON.stringify({ uid: 'u', invoice, payment, ...more })
  const event = { id: 'evt', type, time: '', subject: 'invoice/u', sequence: 2, position: 1, data }
  const expirySequence = hasExpired ? 1 : null
  return toGreenfieldMessages(
    { ...event, accountId: 7, otherAccountId: null },
    { expirySequence, isMarked: false, outputs, reportedPayments },
  )
}
const getTypes = (...args: Parameters<typeof createMessages>) =>
  createMessages(...args).map(({ type }) => type)

test('a payment and its settlement produce the messages that shops expect, in order; replacements, rejections and surpluses produce none', () => {
  const sequence = ['invoice.created', 'payment.accepted', 'invoice.paid', 'payment.confirmed']
  assert.deepEqual(
    sequence.flatMap((type) => getTypes(type)),
    [
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ],
  )
  for (const type of ['payment.replaced', 'payment.rejected', 'payment.surplus'])
    assert.deepEqual(getTypes(type), [])
})

test('a payment after expiry is late', () => {
  assert.deepEqual(
    ['payment.accepted', 'invoice.paid', 'payment.confirmed'].flatMap((type) => getTypes(type, {}, true)),
    ['InvoiceReceivedPayment', 'InvoicePaidAfterExpiration', 'InvoicePaymentSettled', 'InvoiceSettled'],
  )
  const [received] = createMessages('payment.accepted', {}, true)
  assert.partialDeepStrictEqual(JSON.parse(received?.payload ?? ''), {
    storeId: '7',
    invoiceId: 'u',
    afterExpiration: true,
    paymentMethodId: 'BTC-CHAIN',
    payment: { id: 'ab-3', receivedDate: 1_795_687_200, value: '0.00025', fee: '0', status: 'Processing' },
  })
})

test('a payment is named by its transaction and output, and has the address that it paid', () => {
  const paymentIn = (outputs: (typeof output)[]) =>
    JSON.parse(createMessages('payment.confirmed', {}, false, outputs)[0]?.payload ?? '').payment
  const replaced = { ...output, txid: 'aa', vout: 1, isCurrent: false }
  const all = { receivedDate: 1_795_687_200, value: '0.00025', fee: '0', status: 'Settled' }
  assert.deepEqual(paymentIn([replaced, output]), { ...all, id: 'ab-3', destination: 'bc1q' })
  // The transaction of the event may have been replaced since, by one that pays another output.
  assert.equal(paymentIn([replaced, { ...output, txid: 'cd', vout: 0 }]).id, 'cd-0')
  assert.deepEqual(paymentIn([]), { ...all, id: 'ab-0', receivedDate: 0, destination: '' })
})

test('each part of a payment from any wallet is settled with a message of its own', () => {
  const parts = [0, 3].map((vout) => ({ currency: 'BTC', amount: `0.0001${vout}`, txid: 'ab', vout }))
  const messages = createMessages('payment.confirmed', { payment: { ...payment, parts } }, false, [
    output,
    { ...output, vout: 0 },
  ])
  assert.deepEqual(
    messages.map(({ type, payload }) => [
      type,
      JSON.parse(payload).payment?.id,
      JSON.parse(payload).payment?.value,
    ]),
    [
      ['InvoicePaymentSettled', 'ab-0', '0.00010'],
      ['InvoicePaymentSettled', 'ab-3', '0.00013'],
      ['InvoiceSettled', undefined, undefined],
    ],
  )
})

test('each output of one transaction has an id of its own, also if they pay the same amount', () => {
  const outputs = [
    { ...output, vout: 5, amount: '0.0001' },
    { ...output, vout: 4, amount: '0.0002', exceptionIds: ['pex_b'] },
    { ...output, vout: 2, amount: '0.0001', exceptionIds: ['pex_a'] },
    // Another payment had this output, until a transaction replaced it that is no longer on the network.
    { ...output, vout: 2, amount: '0.0001', isCurrent: false },
  ]
  const getId = (type: string, data: object) =>
    JSON.parse(createMessages(type, data, false, outputs)[0]?.payload ?? '').payment.id
  // Messages are built after all three have been found.
  const parts = ['0.0001', '0.0002', '0.0001'].map((amount) => ({ currency: 'BTC', amount, txid: 'ab' }))
  assert.deepEqual(
    parts.map((part, index) =>
      getId('payment.received', { payment: part, payments: parts.slice(0, index + 1) }),
    ),
    ['ab-2', 'ab-4', 'ab-5'],
  )
  assert.deepEqual(
    ['pex_a', 'pex_b'].map((id) => {
      const late = { id, kind: 'late', currency: 'BTC', amount: '0.0001', txid: 'ab' }
      return getId('payment.exception', { payment: late, exception: late })
    }),
    ['ab-2', 'ab-4'],
  )
})

test('money that arrives late is reported, unless the network has replaced it since', () => {
  const exception = { kind: 'late' }
  assert.deepEqual(getTypes('payment.exception', { exception }), ['InvoiceReceivedPayment'])
  assert.deepEqual(getTypes('payment.exception', { exception: { ...exception, status: 'void' } }), [])
  assert.deepEqual(getTypes('payment.exception', { exception: { kind: 'partial' } }), [])
})

test('a payment from the network is reported when it is received, not again when it is accepted', () => {
  const network = { payment: { ...payment, via: 'network' } }
  assert.deepEqual(getTypes('payment.received', network), ['InvoiceReceivedPayment'])
  assert.deepEqual(getTypes('payment.accepted', network), [])
})

test('a payment is reported once, even if it is received before its invoice expires and counts afterwards', () => {
  const received = { sequence: 1, txid: 'ab', amount: '0.00025', exceptionId: null }
  const getNew = (type: string, more: object, reported: readonly ReportedPayment[]) =>
    createMessages(type, more, false, [output], reported).map((message) => message.type)
  const late = { exception: { id: 'pex_1', kind: 'late' } }
  const asException = { ...received, exceptionId: 'pex_1' }
  assert.deepEqual(getNew('payment.exception', late, [received]), [])
  assert.deepEqual(getNew('payment.exception', late, [asException]), [])
  assert.deepEqual(getNew('payment.accepted', {}, [asException]), [])
  for (const other of [
    { ...received, txid: 'cd' },
    { ...received, amount: '1' },
    { ...asException, exceptionId: 'pex_2' },
    { ...received, sequence: 2 },
  ])
    assert.deepEqual(getNew('payment.exception', late, [other]), ['InvoiceReceivedPayment'])
})

test('numbers in metadata keep their text', () => {
  assert.match(createMessages('invoice.created')[0]?.payload ?? '', /"big":12345678901234567890\.10/)
})

test('long metadata is not stored with each delivery, and sent as it was received', () => {
  const metadata = `{"orderId":"7","a":[1.0${',1'.repeat(15_000)}]}`
  const data = `{"uid":"a","invoice":{"metadata":${metadata},"payment":null},"payment":null}`
  const event = createEvent({ position: 1, data })
  const [message = assert.fail()] = toGreenfieldMessages(event, {
    expirySequence: null,
    isMarked: false,
    outputs: [],
    reportedPayments: [],
  })
  assert.ok(message.payload.length < 1_024)
  const delivery = { id: 'whd_1', number: 1, endpointId: 'whe_1' }
  const stored = { payload: message.payload, body: createWebhookBody(event) }
  const body = buildGreenfieldBody(delivery, stored, 0)
  assert.ok(body.endsWith(`"invoiceId":"a","metadata":${metadata}}`))
})
