import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { eventTypes } from '../../src/events/event.ts'
import { wholeFile } from '../helpers/databases.ts'
import { basic, startService } from '../helpers/service.ts'
import { openEvents, openSocket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'

interface Document {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly $ref: string }>> }>
  >
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name: string }>>
  }
}

const service = await startService(wholeFile, { listen: true, destinations: ['LTC'] })
const document: Document = JSON.parse((await service.request('/asyncapi.json')).text)
const ajv = new Ajv({ strict: false, logger: false })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
ajv.addSchema(document, 'asyncapi')

/** Fails unless one message of the channel describes the value; returns its name. */
function matchMessage(channel: string, value: unknown): string {
  const type = String(Object(value).type)
  const keys = Object.keys(document.channels[channel]?.messages ?? {}).filter(
    (key) => document.components.messages[key]?.name === type,
  )
  assert.equal(keys.length, 1, `${channel} has one message ${type}`)
  const validate = ajv.compile({ $ref: `asyncapi#/components/messages/${keys[0]}/payload` })
  assert.ok(validate(value), `${channel} ${type}: ${ajv.errorsText(validate.errors)}`)
  return type
}

test('the description of messages is valid AsyncAPI 3', () => {
  const specification = 'node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json'
  const validate = new Ajv({ strict: false, logger: false }).compile(
    JSON.parse(readFileSync(specification, 'utf8')),
  )
  assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 3)))
})

test('every channel of events has every type', () => {
  for (const channel of ['stream', 'socket', 'exchange', 'webhooks']) {
    const names = Object.keys(document.channels[channel]?.messages ?? {}).map(
      (key) => document.components.messages[key]?.name,
    )
    for (const type of eventTypes) assert.ok(names.includes(type), `${channel} ${type}`)
  }
})

test('real messages on the stream, on the socket and in webhooks are as described', async (t) => {
  const { baseUrl, merchant } = service
  const authorization = basic(merchant.token)
  const events = await openEvents(t, `${baseUrl}/events?after=c0`, { authorization })
  const socket = await openSocket(t, baseUrl)
  const subscribe = { type: 'subscribe', token: merchant.token, after: 'c0' }
  matchMessage('socket', subscribe)
  socket.send(subscribe)
  socket.send({ type: 'subscribe', token: 'qt_wrong' })

  const paid = (await service.createInvoice({ metadata: { size: 'L' } })).invoice.uid
  await service.pay(paid, 'LTC')
  const { uid } = (await service.createInvoice()).invoice
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  await service.anotherMerchant('guest', [])
  const body = { email: 'guest@example.com' }
  const link = await service.request('/api/v1/account/links', { method: 'POST', body })
  await service.request(`/api/v1/account/links/${link.json.id}`, { method: 'DELETE' })

  const expected = [
    'account.link.created',
    'account.link.outbound.removed',
    'account.link.removed',
    'account.linked',
    'invoice.cancelled',
    'invoice.created',
    'invoice.paid',
    'payment.accepted',
  ]
  const [streamed, sent] = [new Set<string>(), new Set<string>()]
  while (!expected.every((type) => streamed.has(type))) {
    const { data } = await events.next()
    if (data !== null) {
      streamed.add(matchMessage('stream', data))
      matchMessage('exchange', data)
    }
  }
  while (![...expected, 'subscribed', 'error'].every((type) => sent.has(type)))
    sent.add(matchMessage('socket', await socket.next()))
})

test('real webhooks are as described', async () => {
  const hooks = '/api/v1/webhooks'
  const body = { url: 'http://127.0.0.1:1/hook' }
  await service.request(hooks, { method: 'POST', body })
  await service.createInvoice()
  await until(async () => (await service.request(`${hooks}/deliveries`)).text.includes('invoice.created'))
  const rows = await service.database.read.query.selectFrom('webhook_messages').select('body').execute()
  assert.ok(rows.length > 0)
  for (const row of rows) matchMessage('webhooks', JSON.parse(row.body))
})
