import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnyEvent, eventSchemas, webhookSchemas } from '../../src/event-streams/event-schemas.ts'
import { eventTypes } from '../../src/events/event.ts'
import { startService } from '../helpers/service.ts'

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Record<string, unknown> } }>>
  readonly webhooks: Readonly<Record<string, { readonly post: unknown }>>
  readonly components: { readonly schemas: Readonly<Record<string, Record<string, unknown>>> }
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('the description has a schema for every type of event, and of its webhook', async (t) => {
  const service = await startService(t)
  const { paths, webhooks, components }: Document = JSON.parse((await service.request('/openapi.json')).text)
  const { schemas } = components

  assert.deepEqual(Object.keys(eventSchemas), eventTypes)
  assert.deepEqual(Object.keys(webhookSchemas), [...eventTypes, 'webhook.test'])
  assert.deepEqual(Object.keys(webhooks), [...eventTypes, 'webhook.test'])
  assert.deepEqual(schemas.Event?.discriminator, {
    propertyName: 'type',
    mapping: Object.fromEntries(
      Object.entries(eventSchemas).map(([type, schema]) => [
        type,
        `#/components/schemas/${'title' in schema && schema.title}`,
      ]),
    ),
  })
  assert.equal(AnyEvent.anyOf.length, eventTypes.length)
  assert.deepEqual(schemas.EventPage?.properties, {
    events: { type: 'array', items: reference('Event') },
    next_cursor: { type: 'string', description: 'Never null' },
  })
  assert.match(
    JSON.stringify(paths['/events']?.get.responses),
    /"contentSchema":\{"\$ref":"#\/components\/schemas\/Event"\}/,
  )
  assert.match(
    JSON.stringify(webhooks['invoice.paid']),
    /"schema":\{"\$ref":"#\/components\/schemas\/InvoicePaidWebhook"\}/,
  )
})

test('every reference in the description can be resolved', async (t) => {
  const service = await startService(t, { destinations: [] })
  const { text } = await service.request('/openapi.json')
  const { components }: Document = JSON.parse(text)
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  assert.deepEqual(
    names.filter((name) => !(name in components.schemas)),
    [],
  )
})
