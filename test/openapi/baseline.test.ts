import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { findBreakingChanges, findBreakingMessages } from '../../tools/api/breaking-changes.ts'
import { format } from '../../tools/client/generate-types.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: [], settings: { GREENFIELD: 'true' } })

for (const [name, find] of [
  ['openapi', findBreakingChanges],
  ['asyncapi', findBreakingMessages],
] as const) {
  test(`/${name}.json breaks no client of the last release, unless CHANGELOG.md says so; UPDATE_API=1 updates the baseline`, async () => {
    const path = `docs/api/${name}.json`
    const current = comparable(JSON.parse((await service.request(`/${name}.json`)).text))
    if (process.env.UPDATE_API === '1') writeFileSync(path, await format(JSON.stringify(current), path))
    const changes = find(JSON.parse(readFileSync(path, 'utf8')), current)
    const announced = readFileSync('CHANGELOG.md', 'utf8')
    assert.deepEqual(
      changes.filter((change) => !announced.includes(`**Breaking: \`${change}\`.**`)),
      [],
    )
  })
}

/** Without the address of this service, and without pages for browsers, which are not part of the API. */
function comparable({ servers: _, ...document }: Record<string, unknown>): Record<string, unknown> {
  if (!('paths' in document)) return document
  const paths = Object.entries(Object(document.paths)).map(([path, operations]) => {
    const kept = Object.entries(Object(operations)).filter(
      ([, operation]) => Object(operation).tags[0] !== 'Pages',
    )
    return [path, Object.fromEntries(kept)] as const
  })
  return { ...document, paths: Object.fromEntries(paths.filter(([, kept]) => Object.keys(kept).length > 0)) }
}

const invoice = {
  properties: { uid: { type: 'string' }, memo: { type: 'string' }, status: { enum: ['paid'] } },
  required: ['uid'],
}
const createContent = (schema: object) => ({ content: { 'application/json': { schema } } })
const newInvoice = { properties: { amount: { type: 'number' } }, required: ['amount'] }
const list = {
  parameters: [{ name: 'q', schema: { type: 'string' } }],
  responses: { 200: createContent({ anyOf: [{ properties: { total: { type: 'integer' } } }] }) },
}
const create = { requestBody: createContent({ $ref: '#/components/schemas/NewInvoice' }) }
const schemas = { Invoice: invoice, NewInvoice: newInvoice, Page: {} }
const earlier = { paths: { '/invoices': { get: list, post: create } }, components: { schemas } }
const withSchemas = (changed: object) => ({ ...earlier, components: { schemas: { ...schemas, ...changed } } })
const withInvoice = (schema: object) => withSchemas({ Invoice: schema })
const withList = (changed: object) => ({
  ...earlier,
  paths: { '/invoices': { get: { ...list, ...changed }, post: create } },
})
const withCreate = (requestBody: object) => ({
  ...earlier,
  paths: { '/invoices': { get: list, post: { requestBody } } },
})

test('what is removed, changed or newly required breaks clients', () => {
  const rows: readonly (readonly [object, string])[] = [
    [{ ...earlier, paths: { '/invoices': { get: earlier.paths['/invoices'].get } } }, 'POST /invoices'],
    [{ ...earlier, components: { schemas: { Invoice: invoice, NewInvoice: newInvoice } } }, 'Page'],
    [withList({ parameters: [] }), 'GET /invoices q'],
    [withList({ parameters: [{ name: 'q', schema: { type: 'integer' } }] }), 'GET /invoices q'],
    [withList({ parameters: [{ ...list.parameters[0], required: true }] }), 'GET /invoices q'],
    [withList({ parameters: [...list.parameters, { name: 'n', required: true }] }), 'GET /invoices n'],
    [withList({ responses: {} }), 'GET /invoices 200'],
    [withList({ responses: { 200: {} } }), 'GET /invoices 200'],
    [withList({ responses: { 200: createContent({ type: 'string' }) } }), 'GET /invoices 200'],
    [withCreate(createContent({ type: 'string' })), 'POST /invoices body'],
    [withCreate({ ...create.requestBody, required: true }), 'POST /invoices body'],
    [withSchemas({ NewInvoice: { ...newInvoice, required: ['amount', 'memo'] } }), 'NewInvoice.memo'],
    [
      withInvoice({ ...invoice, properties: { ...invoice.properties, uid: { type: 'integer' } } }),
      'Invoice.uid',
    ],
    [withInvoice({ ...invoice, required: ['uid', 'memo'] }), 'Invoice.memo'],
    [withInvoice({ ...invoice, required: [] }), 'Invoice.uid'],
    [
      withInvoice({ ...invoice, properties: { ...invoice.properties, status: { enum: ['open'] } } }),
      'Invoice.status',
    ],
  ]
  for (const [later, change] of rows) assert.deepEqual(findBreakingChanges(earlier, later), [change])
})

test('additions and changed descriptions break nothing', () => {
  const properties = {
    ...invoice.properties,
    uid: { type: 'string', description: 'Its id' },
    status: { enum: ['paid', 'open'] },
    note: { type: 'string' },
  }
  assert.deepEqual(
    findBreakingChanges(earlier, withInvoice({ ...invoice, properties, required: ['uid', 'note'] })),
    [],
  )
  const total = { properties: { total: { type: 'integer' }, unit: { type: 'string' } } }
  const parameters = [...list.parameters, { name: 'n', schema: { type: 'integer' } }]
  const responses = { 200: createContent({ anyOf: [total, { type: 'null' }] }), 304: {} }
  assert.deepEqual(findBreakingChanges(earlier, withList({ parameters, responses })), [])
  const extended = { channels: { stream: { address: '/events', messages: { one: {}, two: {} } } } }
  const base = { channels: { stream: { address: '/events', messages: { one: {} } } } }
  assert.deepEqual(findBreakingMessages(base, extended), [])
  assert.deepEqual(findBreakingMessages(extended, base), ['channel stream two'])

  const messages = (type: string) => ({ components: { messages: { subscribe: { payload: { type } } } } })
  assert.deepEqual(findBreakingMessages(messages('object'), messages('object')), [])
  assert.deepEqual(findBreakingMessages(messages('object'), messages('string')), ['message subscribe'])
})
