import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { openGreenfield } from './shop.ts'
import { shopWebhooks } from './shop-webhooks.ts'
import { shops } from './shops.ts'

/** Fields of the events of a payment, with the types that plug-ins expect. */
const eventMembers = {
  deliveryId: 'string',
  webhookId: 'string',
  originalDeliveryId: 'string',
  isRedelivery: 'boolean',
  timestamp: 'number',
  storeId: 'string',
  invoiceId: 'string',
  metadata: 'object',
}
const paymentMembers = {
  afterExpiration: 'boolean',
  paymentMethodId: 'string',
  'payment.id': 'string',
  'payment.receivedDate': 'number',
  'payment.value': 'string',
  'payment.fee': 'string',
  'payment.status': 'string',
  'payment.destination': 'string',
}
/** The events of a paid and confirmed invoice, in order. */
const paidEvents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  InvoiceCreated: eventMembers,
  InvoiceReceivedPayment: { ...eventMembers, ...paymentMembers },
  InvoiceProcessing: { ...eventMembers, overPaid: 'boolean' },
  InvoicePaymentSettled: { ...eventMembers, ...paymentMembers },
  InvoiceSettled: { ...eventMembers, overPaid: 'boolean', manuallyMarked: 'boolean' },
}
/** Also of a cancelled invoice. */
const allEvents: typeof paidEvents = {
  ...paidEvents,
  InvoiceInvalid: { ...eventMembers, manuallyMarked: 'boolean' },
}

interface Webhook {
  readonly id: string
  readonly secret: string
  readonly authorizedEvents: { readonly everything: boolean; readonly specificEvents: readonly string[] }
}

for (const [name, { permissions, connect, order }] of Object.entries(shops))
  test(`with exactly the permissions that it requests, ${name} connects, creates an invoice and sees it paid: each call is a 200 with the fields that it reads, and so is each event`, async (t) => {
    const { call, createKey, service, store } = await openGreenfield(t, { listen: true })
    const receiver = await openReceiver(t)
    const token = await createKey(permissions)
    const calls = [...connect, ...(shopWebhooks[name] ?? []), ...order]
    let [invoice, cancelled, isPaid]: [string, string | null, boolean] = ['', null, false]
    let webhook: Webhook | undefined
    const fillIn = (text: string) =>
      text
        .replace('{store}', store)
        .replace('{invoice}', invoice)
        .replace('{webhook}', webhook?.id ?? '')
        .replace('{receiver}', receiver.url)
    for (const { method, path, body, reads, afterPayment } of calls) {
      if (afterPayment && !isPaid) {
        assert.equal((await service.pay(invoice, 'LTC')).reply.status, 200)
        isPaid = true
      }
      const sent = { token, ...(body !== undefined && { body: JSON.parse(fillIn(JSON.stringify(body))) }) }
      const { status, text } = await call(method, fillIn(path), sent)
      assert.equal(status, 200, `${method} ${path} ${text}`)
      const response = JSON.parse(text)
      assertMembers(response, reads, `${method} ${path}`)
      if (path.endsWith('/invoices') && method === 'POST') invoice = String(response.id)
      if (path.endsWith('/webhooks') && method === 'POST') webhook = response
      if (path.endsWith('/current'))
        assert.deepEqual(
          response.permissions,
          permissions.map((each) => `${each}:${store}`),
        )
      if (path.endsWith('/status')) {
        assert.equal(response.status, 'Invalid')
        cancelled = invoice
      }
      if (sent.body?.secret) assert.equal(response.secret, sent.body.secret)
    }
    assert.ok(isPaid)
    if (!webhook) return
    await service.rpc('LTC', 'generatetoaddress', 6, testWallet('LTC', 'miner').address())
    const { everything, specificEvents } = webhook.authorizedEvents
    const filterEvents = (types: readonly string[]) =>
      types.filter((type) => everything || specificEvents.includes(type))
    const expectedPaid = filterEvents(Object.keys(paidEvents))
    const expectedCancelled = cancelled === null ? [] : filterEvents(['InvoiceCreated', 'InvoiceInvalid'])
    await until(async () => receiver.received.length === expectedPaid.length + expectedCancelled.length)
    const events = receiver.received.map(({ body }) => JSON.parse(body))
    const listTypes = (uid: string | null) =>
      events.filter(({ invoiceId }) => invoiceId === uid).map(({ type }) => type)
    assert.deepEqual(listTypes(invoice), expectedPaid)
    assert.deepEqual(listTypes(cancelled), expectedCancelled)
    for (const [index, event] of events.entries()) {
      assertMembers(event, allEvents[event.type] ?? assert.fail(event.type), event.type)
      assert.deepEqual([event.storeId, event.webhookId], [store, webhook.id])
      const { body, headers } = receiver.received[index] ?? assert.fail()
      const signature: string = createHmac('sha256', webhook.secret).update(body, 'utf8').digest('hex')
      assert.equal(headers['btcpay-sig'], `sha256=${signature}`)
    }
  })

function assertMembers(value: unknown, members: Readonly<Record<string, string>>, where: string): void {
  for (const [member, type] of Object.entries(members))
    assert.equal(getType(read(value, member)), type, `${where}: ${member}`)
}

const read = (value: unknown, path: string): unknown =>
  path.split('.').reduce((part: unknown, name) => Object(part)[name], value)

const getType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
