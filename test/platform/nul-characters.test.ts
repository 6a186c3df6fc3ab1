import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope)
const { request } = service
const description = service.app.server.swagger() as unknown as Description
const nul = 'a%00b'

/** Every operation of the API and of the pages. */
const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods ?? {}).map(([method, operation]) => ({
    path,
    method: method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE',
    parameters: (operation.parameters ?? []) as readonly { in: string; name: string }[],
    fields: getFields(operation.requestBody),
  })),
)

/** The media type of an operation's body, and its field names. */
function getFields(body: unknown): { type: string; names: readonly string[] } | null {
  const { content = {} } = (body ?? {}) as { content?: Record<string, { schema?: { properties?: object } }> }
  const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(content)
  return type === '' ? null : { type, names: Object.keys(schema?.properties ?? {}) }
}

const allNames = [
  ...new Set(
    operations.flatMap(({ parameters }) =>
      parameters.flatMap((each) => (each.in === 'query' ? [each.name] : [])),
    ),
  ),
]
const browser = await openSignedInBrowser(service, service.merchant.id)
const fillPath = (path: string, value = 'x') => path.replaceAll(/\{\w+\}/g, value)

const faults: string[] = []
function assertRejected(status: number, what: string): void {
  if (status >= 500) faults.push(`${what}: ${status}`)
}

test('a NUL in any parameter is the caller’s error', async () => {
  let requestCount = 0
  for (const { path, method, parameters } of operations) {
    const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
    const addresses = names.map((name) => `${fillPath(path)}?${name}=${nul}`)
    if (path.includes('{')) addresses.push(fillPath(path, nul))
    // Pages may read parameters that they don't describe.
    if (method === 'GET')
      addresses.push(`${fillPath(path)}?${allNames.map((name) => `${name}=${nul}`).join('&')}`)
    for (const address of addresses) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      for (const reply of [
        await request(address, { method, ...body }),
        await request(address, { method, token: null, ...body }),
        await (method === 'GET' ? browser.get(address) : browser.post(address)),
      ])
        assertRejected(reply.status, `${method} ${address}`)
      requestCount++
    }
  }
  assert.deepEqual(faults, [])
  assert(requestCount > 60, `${requestCount}`)
})

test('a NUL in any field of a body is not an internal error', async () => {
  let sent = 0
  for (const { path, method, fields } of operations) {
    if (!fields) continue
    for (const name of fields.names) {
      const value = 'a\0b'
      const reply = fields.type.includes('urlencoded')
        ? await browser.post(fillPath(path), { [name]: value })
        : await request(fillPath(path), {
            method,
            body: { amount: 1, url: 'https://example.com', [name]: value },
          })
      assertRejected(reply.status, `${method} ${path} ${name}`)
      sent++
    }
  }
  assert.deepEqual(faults, [])
  assert(sent > 50, `${sent}`)
})
