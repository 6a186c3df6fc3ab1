import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { type Service, startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: [] })

test('/docs shows every route of the API, and runs no inline script', async () => {
  const { status, text, headers } = await service.request('/docs', { token: null })
  assert.equal(status, 200)
  assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'self'/)
  assert.doesNotMatch(text, /<script|<style|\sstyle=|\son[a-z]+=/)
  for (const route of ['POST /invoices', 'GET /events', 'POST /payments/json/{currency}/{uid}', 'GET /docs'])
    assert.ok(text.includes(`<h3><code>${route}</code></h3>`), route)
  assert.doesNotMatch(text, /\/dashboard\/settings\/tokens/)
  const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
  assert.deepEqual(
    anchors.filter((id) => !text.includes(`id="${id}"`)),
    [],
  )
})

test('/docs is sent in the encoding of the request, always with the same ETag', async () => {
  const get = async (headers: Record<string, string>) => service.request('/docs', { token: null, headers })
  const plain = await get({ 'accept-encoding': 'identity' })
  for (const encoding of ['br', 'gzip'])
    for (let count = 0; count < 2; count++) {
      const { headers } = await get({ 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding)
      assert.equal(headers.etag, plain.headers.etag)
    }
})

test('/llms.txt names the descriptions, the client and every route', async () => {
  const { status, text, headers } = await service.request('/llms.txt', { token: null })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain/)
  assert.match(text, /^# Quittance\n\n> /)
  for (const part of ['/openapi.json', '/asyncapi.json', 'quittance/client', 'POST /invoices', 'webhook'])
    assert.ok(text.includes(part), part)
})

test('/docs and /llms.txt contain the Greenfield routes if the service has them, with an example each', async (t) => {
  const shop = await startService(t, { destinations: [], settings: { GREENFIELD: 'true' } })
  const { paths } = JSON.parse((await shop.request('/openapi.json')).text) as Description
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => isDeepStrictEqual(tags, ['Greenfield']))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  assert.ok(routes.includes('POST /api/v1/stores/{storeId}/invoices'))
  const read = async (from: Service, path: string) => (await from.request(path, { token: null })).text
  const [docs, models] = [await read(shop, '/docs'), await read(shop, '/llms.txt')]
  const [otherDocs, otherModels] = [await read(service, '/docs'), await read(service, '/llms.txt')]
  for (const text of [docs, models]) assert.ok(text.includes('docs/greenfield.md'))
  for (const text of [otherDocs, otherModels]) assert.doesNotMatch(text, /greenfield/i)
  for (const route of routes) {
    const [heading, link] = [`<h3><code>${route}</code></h3>`, `- [${route}](`]
    const [, section = ''] = docs.split(heading)
    assert.match(section.split('</article>', 1)[0] ?? '', /<h4>Example<\/h4>/, route)
    assert.ok(models.includes(link), route)
    assert.ok(!otherDocs.includes(heading) && !otherModels.includes(link), route)
  }
  const ids = [...docs.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('the amount of a new invoice has a type: a number, or a string too in the Greenfield API', async (t) => {
  const shop = await startService(t, { destinations: [], settings: { GREENFIELD: 'true' } })
  const { text } = await shop.request('/openapi.json', { token: null })
  const { components, paths } = JSON.parse(text)
  assert.partialDeepStrictEqual(components.schemas.NewInvoice.properties.amount, {
    type: 'number',
    exclusiveMinimum: 0,
  })
  const { schema } = paths['/api/v1/stores/{storeId}/invoices'].post.requestBody.content['application/json']
  assert.deepEqual(schema.properties.amount.anyOf, [{ type: 'string' }, { type: 'number' }])
  assert.doesNotMatch(text, /x-described-as/)
})
