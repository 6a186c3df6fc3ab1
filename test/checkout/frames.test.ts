import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFrameOrigins } from '../../src/accounts/storefront.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { browse } from './pages.ts'

const service = await startService(fileScope, {})
const { email } = service.merchant

async function readFrames(query = ''): Promise<{ ancestors: string; options: unknown; page: string }> {
  const { uid } = (await service.createInvoice()).invoice
  const { headers, text: page } = await browse(service, `/checkout/${uid}${query}`)
  const [, ancestors = ''] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
  return { ancestors, options: headers['x-frame-options'], page }
}

test('no page may embed the checkout in a frame unless the account lists its origin', async () => {
  assert.deepEqual(await readFrames().then(({ ancestors, options }) => [ancestors, options]), [
    "'none'",
    'DENY',
  ])
  await service.accounts.change(email, { frameOrigins: 'https://shop.example, http://localhost:8080' })
  const { ancestors, options } = await readFrames()
  assert.equal(ancestors, 'https://shop.example http://localhost:8080')
  assert.equal(options, undefined)
})

test('the page’s state is sent only to listed origins', async () => {
  await service.accounts.change(email, { frameOrigins: 'https://shop.example' })
  const { page } = await readFrames('?embed=https://shop.example')
  assert.match(page, /data-embed="https:\/\/shop\.example"/)
  assert.match(page, /<body class="checkout embedded">/)
  for (const other of ['https://evil.example', 'https://shop.example.evil.example', '*', 'null', ''])
    assert.doesNotMatch((await readFrames(`?embed=${other}`)).page, /data-embed/, other)
})

test('an origin is https, or http on localhost, without a path; an empty list removes all', async () => {
  assert.deepEqual(parseFrameOrigins(' https://a.example,https://b.example/ https://a.example:8443 '), [
    'https://a.example',
    'https://b.example',
    'https://a.example:8443',
  ])
  assert.deepEqual(parseFrameOrigins('http://127.0.0.1:3001'), ['http://127.0.0.1:3001'])
  assert.deepEqual(parseFrameOrigins(' '), [])
  for (const wrong of [
    'http://shop.example',
    'https://shop.example/pay',
    '*',
    'https://*.shop.example',
    'shop.example',
    "https://a.example;script-src 'unsafe-inline'",
    'https://u:p@a.example',
    'https://a.example?x',
    'javascript:alert(1)',
  ])
    assert.throws(() => parseFrameOrigins(wrong), { code: 'account_invalid' }, wrong)
  assert.throws(
    () => parseFrameOrigins(Array.from({ length: 21 }, (_, at) => `https://a${at}.example`).join()),
    { code: 'account_invalid' },
  )
  await service.accounts.change(email, { frameOrigins: '' })
  assert.equal((await readFrames()).ancestors, "'none'")
})

test('account set --frame-origins saves the list, prints it, and records it in the audit log', async () => {
  const { quittance } = createTerminal(service.storage.url)
  const set = (origins: string) => quittance(`account set --email ${email} --frame-origins ${origins} --json`)
  const done = await set('https://shop.example,https://www.shop.example')
  assert.equal(done.exit, 0, done.err)
  assert.partialDeepStrictEqual(done.json, {
    frame_origins: ['https://shop.example', 'https://www.shop.example'],
  })
  assert.equal((await readFrames()).ancestors, 'https://shop.example https://www.shop.example')
  assert.equal((await set('https://shop.example/path')).exit, 1)
  const rows = await service.database.read.query
    .selectFrom('audit_log')
    .where('action', '=', 'account.changed')
    .select('detail')
    .execute()
  assert.ok(rows.some(({ detail }) => detail.includes('https://www.shop.example')))
  await service.accounts.change(email, { frameOrigins: '' })
})

test('/checkout.js can be loaded from any origin', async () => {
  const { status, headers, text } = await browse(service, '/checkout.js')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.ok(text.includes('Quittance'))
})
