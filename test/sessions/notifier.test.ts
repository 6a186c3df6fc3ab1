import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { createManualClock, hour } from '../../src/kernel/clock.ts'
import { openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

const password = 'lantern under the stairs'
const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const smtp = await startSmtpServer(fileScope)
const service = await startService(fileScope, {
  clock,
  destinations: [],
  settings: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' },
})
const { accounts, request } = service

const people = '/dashboard/people'
const hooks = '/dashboard/settings/webhooks'
const preferences = '/dashboard/settings/preferences'
const url = 'https://shop.example.com/hooks/secret-path'

let visits = 0

async function createMerchant(name: string, headers: Readonly<Record<string, string>> = {}) {
  const email = `${name}@example.com`
  const { id } = await accounts.create({ email, password })
  const { token } = await accounts.createToken(email, { name: 'first' })
  const address = `203.0.113.${++visits}`
  const browser = openBrowser(service, { 'x-forwarded-for': address, ...headers })
  await browser.signIn(email, password)
  const listEmails = () => smtp.emails.filter(({ to }) => to.includes(email))
  /** When no other work is pending, the next email is that of a change that is always reported. */
  const nextEmail = async () => {
    await browser.submit('/dashboard/settings/security/password', {
      old_password: password,
      new_password: password,
    })
    await until(async () => listEmails().some(({ subject }) => subject === 'Your password was changed'))
    return listEmails().filter(({ subject }) => subject !== 'Your password was changed')
  }
  const call = (path: string, method: 'GET' | 'PATCH' | 'POST', body?: object) =>
    request(path, { method, token, ...(body && { body }), headers: { 'x-forwarded-for': address } })
  return { id, email, token, address, browser, listEmails, nextEmail, call }
}

const ifNot = /If this wasn’t you, reset your password now:\n\nhttp:\/\/localhost:3000\/forgot\n/

test('granting view access, on the page or by token, emails the owner: when, from where, and what to do', async () => {
  const [shop, guest] = [await createMerchant('grants'), await createMerchant('sees')]
  await shop.browser.submit(people, { email: ' Sees@Example.com ' })
  const sentEmail = await smtp.nextTo(shop.email)
  assert.equal(sentEmail.subject, 'Someone can now view your account')
  assert.match(sentEmail.text, /^sees@example\.com can now view the invoices/)
  assert.match(sentEmail.text, /your account grants@example\.com/)
  assert.match(sentEmail.text, ifNot)
  assert.match(sentEmail.text, /revoke any access tokens[\s\S]*http:\/\/localhost:3000\/dashboard\/people\n/)
  assert.ok(sentEmail.text.endsWith(`\nTime: 2026-03-02 12:00:00 UTC\nFrom: ${shop.address}`), sentEmail.text)
  // Granting the same access again sends nothing.
  await shop.browser.submit(people, { email: guest.email })
  const another = await createMerchant('sees-too')
  assert.equal((await shop.call('/api/v1/account/links', 'POST', { email: another.email })).status, 200)
  const second = await smtp.nextTo(shop.email, 2)
  assert.match(second.text, /^sees-too@example\.com can now view/)
  assert.match(second.text, new RegExp(`From: ${shop.address.replaceAll('.', '\\.')}$`))
  assert.ok(!JSON.stringify(shop.listEmails()).includes(shop.token))
  assert.equal((await shop.nextEmail()).length, 2)
})

test('adding or redirecting a webhook, on the page or by token, emails the owner with the host only', async () => {
  const shop = await createMerchant('hooked')
  const location = (await shop.browser.submit(hooks, { url })).replace(/\?.*/, '')
  const added = await smtp.nextTo(shop.email)
  assert.equal(added.subject, 'A webhook was added')
  assert.match(added.text, /your account hooked@example\.com\. It sends events to shop\.example\.com\./)
  assert.match(added.text, ifNot)
  assert.ok(added.text.includes(`http://localhost:3000${location}\n`))
  assert.ok(added.text.endsWith(`From: ${shop.address}`))

  await shop.browser.submit(location, { url, description: 'The shop' })
  await shop.browser.submit(`${location}/disable`)
  await shop.browser.submit(location, { url: 'https://elsewhere.example/hooks/secret-path' })
  const redirectEmail = await smtp.nextTo(shop.email, 2)
  assert.equal(redirectEmail.subject, 'A webhook URL was changed')
  assert.match(redirectEmail.text, /to elsewhere\.example\. The previous host was shop\.example\.com\./)

  const { json } = await shop.call('/api/v1/webhooks', 'POST', { url })
  assert.equal((await smtp.nextTo(shop.email, 3)).subject, 'A webhook was added')
  await shop.call(`/api/v1/webhooks/${json.id}`, 'PATCH', { types: ['invoice.paid'] })
  await shop.call(`/api/v1/webhooks/${json.id}`, 'PATCH', { url: `${url}/2` })
  assert.match((await smtp.nextTo(shop.email, 4)).text, /to shop\.example\.com\. The previous host was shop/)

  const all = JSON.stringify(await shop.nextEmail())
  assert.equal(JSON.parse(all).length, 4)
  for (const hidden of ['secret-path', String(json.secret), shop.token]) assert.ok(!all.includes(hidden))
})

test('rotating a webhook secret emails the owner; revealing one is recorded in the audit log', async () => {
  const shop = await createMerchant('secrets')
  const { json } = await shop.call('/api/v1/webhooks', 'POST', { url })
  await smtp.nextTo(shop.email)
  const secrets = [`/api/v1/webhooks/${json.id}/secret`, '/api/v1/webhooks/secret']
  const results = []
  for (const [nth, secret] of secrets.entries()) {
    results.push((await shop.call(secret, 'POST')).json.secret)
    const { subject, text } = await smtp.nextTo(shop.email, 2 + nth)
    assert.equal(subject, 'A webhook secret was rotated')
    assert.match(text, ifNot)
    assert.equal((await shop.call(secret, 'GET')).json.secret, results[nth])
  }
  const location = `${hooks}/${json.id}`
  await shop.browser.get(await shop.browser.submit(`${location}/secret`, { password }))
  const rows = await createAuditStore(service.database.read).listByAccount(shop.id, 5)
  const version = 2
  assert.partialDeepStrictEqual(rows, [
    { action: 'webhook.endpoint.secret.shown', detail: { endpoint: json.id, version } },
    { action: 'webhook.secret.shown', detail: { version } },
    { action: 'webhook.secret.rotated' },
    { action: 'webhook.endpoint.secret.shown' },
    { action: 'webhook.endpoint.secret.rotated' },
  ])
  assert.match(rows[0]?.actor ?? '', /^ses_/)
  assert.match(rows[1]?.actor ?? '', /^tok_/)
  const all = JSON.stringify([await shop.nextEmail(), rows])
  for (const hidden of results) assert.ok(!all.includes(String(hidden)))
  await shop.call('/api/v1/webhooks/secret', 'GET')
  assert.equal((await shop.nextEmail()).length, 3)
})

test('payment-related preferences are reported in one email with old and new values', async () => {
  const shop = await createMerchant('prefers')
  await shop.browser.submit(preferences, { name: 'Corner Bakery', time_zone: 'Europe/Berlin' })
  await shop.browser.submit(preferences, {
    hold_minutes: '60',
    frame_origins: 'https://thief.example',
    order: 'BTC LTC',
    offer_LTC: 'on',
    confirmations_LTC: '0',
    any_wallet_shown: 'yes',
    any_wallet: 'on',
    underpaid_percent: '5',
  })
  const { subject, text } = await smtp.nextTo(shop.email)
  assert.equal(subject, 'Your account preferences were changed')
  const listed = [
    'Coins: LTC (was: default)',
    'Confirmations: LTC 0 (was: default)',
    'Price validity in minutes: 60 (was: default)',
    'Accept payments from any wallet: on (was: off)',
    'Accepted shortfall, %: 5 (was: 0)',
    'Sites that may embed your checkout: https://thief.example (was: none)',
  ]
  assert.ok(text.includes(`prefers@example.com were changed:\n\n${listed.join('\n')}\n\n`), text)
  assert.match(text, ifNot)
  assert.ok(text.endsWith(`From: ${shop.address}`))
  await shop.browser.submit(preferences, { hold_minutes: '2.5' })
  const next = await smtp.nextTo(shop.email, 2)
  assert.match(next.text, /changed:\n\nPrice validity in minutes: 2\.5 \(was: 60\)\n\nIf/)
  await shop.browser.submit(preferences, { hold_minutes: '2.5', name: 'Bakery' })
  assert.equal((await shop.nextEmail()).length, 2)
})

test('the emails are in the language of the page', async () => {
  const shop = await createMerchant('deutsch', { 'accept-language': 'de' })
  await shop.browser.submit(hooks, { url })
  assert.equal((await smtp.nextTo(shop.email)).subject, 'Ein Webhook wurde hinzugefügt')
  await shop.browser.submit(preferences, { hold_minutes: '60', any_wallet_shown: 'yes', any_wallet: 'on' })
  const { text } = await smtp.nextTo(shop.email, 2)
  assert.match(text, /: 60 \(vorher: Standard\)/)
  assert.match(text, /Zahlungen von jeder Wallet annehmen: ein \(vorher: aus\)/)
  assert.match(text, /Zeit: 2026-03-02 12:00:00 UTC\nVon: 203\.0\.113\.\d+$/)
})

test('during a flood, five emails of one kind are sent per hour, the fifth says that more follow in the audit log, and other kinds are still sent', async () => {
  const shop = await createMerchant('flooded')
  for (let i = 0; i < 30; i++)
    assert.equal(
      (await shop.call('/api/v1/webhooks', 'POST', { url: `https://flood-${i}.example/` })).status,
      200,
    )
  const { text } = await smtp.nextTo(shop.email, 5)
  const fifth = shop
    .listEmails()
    .filter((sentEmail) => /won’t send another email about this kind of change/.test(sentEmail.text))
  assert.equal(fifth.length, 1, text)
  assert.match(fifth[0]?.text ?? '', /audit log:\n\nhttp:\/\/localhost:3000\/dashboard\/settings\/audit$/)
  await shop.browser.submit(preferences, { hold_minutes: '60' })
  assert.match((await smtp.nextTo(shop.email, 6)).subject, /preferences were changed$/)
  clock.advance(hour)
  await shop.call('/api/v1/webhooks', 'POST', { url })
  assert.equal((await smtp.nextTo(shop.email, 7)).subject, 'A webhook was added')
  assert.equal((await shop.nextEmail()).length, 7)
})

test('a mail server that rejects emails prevents no change', async (t) => {
  const shop = await createMerchant('unsent')
  smtp.behave('refuses')
  t.after(() => smtp.behave('takes'))
  await shop.browser.submit(hooks, { url })
  assert.equal((await service.stores.webhookEndpoints.listByAccount(shop.id)).length, 1)
  await until(async () => service.logged.some((line) => line.includes('background work failed')))
})

test('preferences changed on the command line are reported too', async () => {
  const shop = await createMerchant('by-hand-prefers')
  const { quittance } = createTerminal(service.storage.url)
  const set = (assignment: string) =>
    quittance(`account set --email By-Hand-Prefers@Example.com ${assignment}`, '', { SMTP_URL: smtp.url })
  assert.equal((await set('--name Bakery')).exit, 0)
  const { exit, err } = await set('--confirmations LTC=0')
  assert.equal(exit, 0, err)
  const { text } = await smtp.nextTo(shop.email)
  assert.match(text, /changed:\n\nConfirmations: LTC 0 \(was: default\)\n/)
  assert.match(text, /From: the command line of the server$/)
  assert.equal((await shop.nextEmail()).length, 1)
})
