import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(wholeFile, { destinations: [] })

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

test('/llms.txt names the descriptions, the client and every route', async () => {
  const { status, text, headers } = await service.request('/llms.txt', { token: null })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/plain/)
  assert.match(text, /^# Quittance\n\n> /)
  for (const part of ['/openapi.json', '/asyncapi.json', 'quittance/client', 'POST /invoices', 'webhook'])
    assert.ok(text.includes(part), part)
})
