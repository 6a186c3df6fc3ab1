import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { deriveXpub, startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: ['LTC'] })
const password = 'lantern under the stairs'
const email = 'fields@example.com'
await service.accounts.create({ email, password })
const browser = openBrowser(service)
await browser.signIn(email, password)
const visitor = openBrowser(service)

const settings = '/dashboard/settings'
const token = await browser.submit(`${settings}/tokens`, {
  name: 'Shop',
  scope: 'read',
  expires: '7',
  password,
})
const [endpoint] = (await browser.submit(`${settings}/webhooks`, { url: 'https://shop.example/hook' })).split(
  '?',
)
await service.accounts.setDestination(email, 'LTC', { xpub: deriveXpub('fields', 'LTC') })
const preferences = { order: 'LTC', offer_LTC: 'on' }

type InvalidForm = readonly [
  form: string,
  path: string,
  fields: Record<string, string>,
  ids: readonly string[],
]

const invalidForms: readonly InvalidForm[] = [
  ['registration', '/register', { email: 'nobody', password }, ['email']],
  ['registration', '/register', { email: 'new@example.com', password: 'short' }, ['password']],
  [
    'password',
    `${settings}/security/password`,
    { old_password: 'x', new_password: password },
    ['old_password'],
  ],
  [
    'password',
    `${settings}/security/password`,
    { old_password: password, new_password: 'short' },
    ['new_password'],
  ],
  ['codes', `${settings}/security/codes`, { code: '000000', password }, ['code']],
  ['passkey', `${settings}/security/passkeys/options`, { name: '' }, ['name']],
  ['token', `${settings}/tokens`, { name: '', scope: 'read', expires: '7', password }, ['name']],
  ['token', `${settings}/tokens`, { name: 'x', scope: 'all', expires: '7', password }, ['scope']],
  ['token', `${settings}/tokens`, { name: 'x', scope: 'read', expires: '8', password }, ['expires']],
  ['token', `${settings}/tokens`, { name: 'x', scope: 'read', expires: '7', password: 'x' }, ['password']],
  ['revocation', `${token}/revoke`, { password: 'x' }, ['password']],
  ['destination', `${settings}/destinations/BTC`, { destination: 'xpub' }, ['destination']],
  ['skipped addresses', `${settings}/destinations/LTC/skip`, { count: '0', password }, ['count']],
  ['skipped addresses', `${settings}/destinations/LTC/skip`, { count: '1', password: 'x' }, ['password']],
  ['test keys', `${settings}/destinations/test-keys`, { password: 'x' }, ['password']],
  ['webhook secret', `${endpoint}/secret`, { password: 'x' }, ['secret-password']],
  ['viewer', '/dashboard/people', { email }, ['email']],
  ['viewer', '/dashboard/people', { email: 'nobody' }, ['email']],
  ['preferences', `${settings}/preferences`, { name: 'x'.repeat(101) }, ['name']],
  [
    'preferences',
    `${settings}/preferences`,
    { ...preferences, time_zone: 'Mars', hold_minutes: '0', frame_origins: 'shop' },
    ['time_zone', 'hold_minutes', 'frame_origins'],
  ],
  ['preferences', `${settings}/preferences`, { currency: 'XXX' }, ['currency']],
  ['preferences', `${settings}/preferences`, { underpaid_percent: 'a lot' }, ['underpaid_percent']],
]

for (const [form, path, fields, ids] of invalidForms)
  test(`${form}: an error about ${ids.join(', ')} is shown at its field, as its description, marked invalid and announced`, async () => {
    const { status, text } = await createSender(path).post(path, fields)
    assert.equal(status, 400, text)
    for (const id of ids) assertErrorAt(text, id)
    assert.equal(text.match(/role="alert"/g)?.length, ids.length, text)
  })

const createSender = (path: string): TestBrowser => (path === '/register' ? visitor : browser)

function assertErrorAt(text: string, id: string): void {
  const control = new RegExp(`<(?:input|select|textarea)[^>]* id="${id}"[^>]*>`).exec(text)?.[0] ?? ''
  assert.match(control, new RegExp(`aria-describedby="${id}-error[ "]`))
  assert.match(control, /aria-invalid="true"/)
  assert.match(text, new RegExp(`<div class="field-error" id="${id}-error" role="alert"><p>.+</p>`))
}

test('preferences: errors about the coins are shown at their table, and its controls refer to them', async () => {
  for (const [fields, id, control] of [
    [{ order: 'LTC' }, 'offers', /<input type="checkbox" name="offer_LTC"[^>]*>/],
    [{ ...preferences, confirmations_LTC: '7' }, 'confirmations', /<select id="confirmations_LTC"[^>]*>/],
  ] as const) {
    const { status, text } = await browser.post(`${settings}/preferences`, fields)
    assert.equal(status, 400)
    assert.match(text, new RegExp(`<div class="field-error" id="${id}-error" role="alert"><p>.+</p>`))
    assert.match(control.exec(text)?.[0] ?? '', new RegExp(`aria-describedby="${id}-error"`))
    assert.equal(text.match(/role="alert"/g)?.length, 1)
  }
})

test('an error about no particular field stays above its form', async () => {
  const { status, text } = await visitor.post('/login', { email, password: 'wrong' })
  assert.equal(status, 400)
  assert.match(text, /<div class="notice bad" role="alert">/)
  assert.doesNotMatch(text, /aria-invalid/)
})
