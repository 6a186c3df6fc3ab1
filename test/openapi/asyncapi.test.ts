import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { eventTypes } from '../../src/events/event.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { basic } from '../helpers/service.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { openEvents, openSocket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'
import { causeEveryEvent } from './every-event.ts'

interface Document {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly $ref: string }>> }>
  >
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name: string }>>
  }
}

const clock = createShiftedClock()
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const service = await startPaying(fileScope, { listen: true, destinations: ['LTC'], clock, settings })
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

test('every event channel has every type', () => {
  for (const channel of ['stream', 'socket', 'exchange', 'webhooks']) {
    const names = Object.keys(document.channels[channel]?.messages ?? {}).map(
      (key) => document.components.messages[key]?.name,
    )
    for (const type of eventTypes) assert.ok(names.includes(type), `${channel} ${type}`)
  }
})

test('real events of every type are as described, on the stream, on the socket and in webhooks', async (t) => {
  const { baseUrl, merchant } = service
  const authorization = basic(merchant.token)
  const events = await openEvents(t, `${baseUrl}/events?after=c0`, { authorization })
  const socket = await openSocket(t, baseUrl)
  const subscribe = { type: 'subscribe', token: merchant.token, after: 'c0' }
  matchMessage('socket', subscribe)
  socket.send(subscribe)
  socket.send({ type: 'subscribe', token: 'qt_wrong' })
  const receiver = await openReceiver(t)
  await addEndpoint({ url: receiver.url })
  const gone = await openReceiver(t, respondWith(410))
  await addEndpoint({ url: gone.url, types: ['account.destination.changed'] })

  await causeEveryEvent(service, clock)

  const [streamed, sent] = [new Set<string>(), new Set<string>()]
  while (!eventTypes.every((type) => streamed.has(type))) {
    const { data } = await events.readNext()
    if (data !== null) {
      streamed.add(matchMessage('stream', data))
      matchMessage('exchange', data)
    }
  }
  while (![...eventTypes, 'subscribed', 'error'].every((type) => sent.has(type)))
    sent.add(matchMessage('socket', await socket.readNext()))
  const posted = () => receiver.received.map(({ body }): { readonly type: string } => JSON.parse(body))
  await until(async () => {
    const types = new Set(posted().map(({ type }) => type))
    return eventTypes.every((type) => types.has(type))
  })
  for (const body of posted()) matchMessage('webhooks', body)
})

async function addEndpoint(body: object) {
  const { status, text } = await service.request('/api/v1/webhooks', { method: 'POST', body })
  assert.equal(status, 200, text)
}
