import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { deriveAddress } from '../helpers/billing.ts'
import { getField, openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { deriveXpub, startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { numbered } from '../helpers/streams.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

const smtp = await startSmtpServer(fileScope)
const service = await startService(fileScope, {
  destinations: [],
  settings: { SMTP_URL: smtp.url, WEBHOOK_ALLOW_PRIVATE: 'true' },
})
const { accounts } = service

const path = '/dashboard/settings/destinations'
const password = 'lantern under the stairs'

async function createMerchant(name: string) {
  const email = `${name}@example.com`
  const { id } = await accounts.create({ email, password })
  const { token } = await accounts.createToken(email, { name: 'first' })
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  const listEmails = () => smtp.emails.filter(({ to }) => to.includes(email))
  return { id, email, token, browser, listEmails, events: () => listEvents(token) }
}

interface Announcement {
  readonly type: string
  readonly subject: string
  readonly sequence: number
  readonly data: object
}

async function listEvents(token: string, query = ''): Promise<Announcement[]> {
  await numbered(service)
  const { status, text } = await service.request(`/api/v1/events${query}`, { token })
  assert.equal(status, 200, text)
  return (JSON.parse(text) as { events: Announcement[] }).events
}

async function choose(browser: TestBrowser, coin: string, destination: string): Promise<void> {
  const confirmPath = await browser.submit(`${path}/${coin}`, { destination })
  const check = getField((await browser.get(confirmPath)).text, 'check') ?? assert.fail()
  await browser.submit(`${path}/${coin}/confirm`, { check, password })
}

const getKeyId = (name: string) =>
  coins.get('LTC')?.parseExtendedKey(deriveXpub(name, 'LTC'), 'regtest').id ?? assert.fail()

test('a changed destination creates an account event and an email, neither with an extended key', async () => {
  const shop = await createMerchant('told')
  const xpub = deriveXpub('told', 'LTC')
  await choose(shop.browser, 'LTC', xpub)
  const fixed = testWallet('LTC', 'told').address()
  await choose(shop.browser, 'LTC', fixed)
  const about = { account_id: shop.id, coin: 'LTC' }
  const common = { type: 'account.destination.changed', subject: `account/${shop.id}` }
  const events = await shop.events()
  assert.partialDeepStrictEqual(events, [
    { ...common, sequence: 1, data: { ...about, kind: 'xpub', address: null, key_id: getKeyId('told') } },
    { ...common, sequence: 2, data: { ...about, kind: 'address', address: fixed, key_id: null } },
  ])
  assert.equal(events.length, 2)
  await smtp.nextTo(shop.email, 2)
  const [first, second] = shop.listEmails()
  assert.equal(first?.subject, 'Your payout wallet was changed')
  assert.match(first?.text ?? '', /Litecoin \(LTC\) payments to your account told@example\.com/)
  assert.ok(first?.text.includes(deriveAddress('told', 'LTC', 0)))
  assert.ok(second?.text.includes(fixed))
  assert.ok(!JSON.stringify([events, shop.listEmails()]).includes(xpub.slice(4, 40)))
})

test('the email is in the language of the page', async () => {
  const shop = await createMerchant('deutsch')
  await shop.browser.get(`${path}?lang=de`)
  await choose(shop.browser, 'LTC', deriveXpub('deutsch', 'LTC'))
  assert.equal((await smtp.nextTo(shop.email)).subject, 'Ihre Auszahlungs-Wallet wurde geändert')
})

test('setting the same destination again, or with a wrong password, sends no notification', async () => {
  const shop = await createMerchant('same')
  const xpub = deriveXpub('same', 'LTC')
  await choose(shop.browser, 'LTC', xpub)
  await choose(shop.browser, 'LTC', xpub)
  const confirmPath = await shop.browser.submit(`${path}/LTC`, { destination: deriveXpub('thief', 'LTC') })
  const check = getField((await shop.browser.get(confirmPath)).text, 'check') ?? assert.fail()
  assert.equal((await shop.browser.post(`${path}/LTC/confirm`, { check, password: 'wrong' })).status, 400)
  // The next email is that of the next change.
  await choose(shop.browser, 'DOGE', testWallet('DOGE', 'same').address())
  await smtp.nextTo(shop.email, 2)
  assert.deepEqual(
    shop.listEmails().map(({ text }) => /^(\w+) \(\w+\) payments/.exec(text)?.[1]),
    ['Litecoin', 'Dogecoin'],
  )
  assert.equal((await shop.events()).length, 2)
})

test('an address in another notation is the same destination', async () => {
  const shop = await createMerchant('notation')
  const wallet = testWallet('BCH', 'notation').address()
  await accounts.setDestination(shop.email, 'BCH', { address: wallet })
  const [, withoutPrefix = ''] = wallet.split(':')
  const again = await accounts.setDestination(shop.email, 'BCH', {
    address: withoutPrefix || wallet.toUpperCase(),
  })
  assert.equal(again.isChange, false)
  assert.equal((await shop.events()).length, 1)
})

test('a change submitted concurrently in two processes is made once', async (t) => {
  const secondProcess = await startService(t, {
    sharedStorage: service.storage,
    settings: { SMTP_URL: smtp.url },
  }).catch(() => service)
  const shop = await createMerchant('twice')
  const extendedKey = { xpub: deriveXpub('twice', 'LTC') }
  const set = await Promise.all(
    [service, secondProcess, service, secondProcess].map((each) =>
      each.accounts.setDestination(shop.email, 'LTC', extendedKey),
    ),
  )
  assert.equal(set.filter(({ isChange }) => isChange).length, 1)
  assert.equal((await shop.events()).length, 1)
})

test('subscribed endpoints of the account receive the event, but not those of a viewer', async () => {
  const shop = await createMerchant('hearing')
  const guest = await createMerchant('guest')
  const link = await service.request('/api/v1/account/links', {
    method: 'POST',
    token: shop.token,
    body: { email: guest.email },
  })
  assert.equal(link.status, 200)
  const createEndpoint = async (token: string, types: string[]) => {
    const body = { url: 'http://127.0.0.1:9/hook', types }
    const { status, json, text } = await service.request('/api/v1/webhooks', { method: 'POST', token, body })
    assert.equal(status, 200, text)
    return json.id
  }
  const subscribed = await createEndpoint(shop.token, ['account.destination.changed'])
  await createEndpoint(shop.token, ['invoice.*'])
  await createEndpoint(guest.token, [])
  await choose(shop.browser, 'LTC', deriveXpub('hearing', 'LTC'))

  const changed = async (token: string) => {
    const { text } = await service.request('/api/v1/webhooks/deliveries', { token })
    const { deliveries } = JSON.parse(text) as { deliveries: { event: string; endpoint_id: string }[] }
    return deliveries.filter(({ event }) => event === 'account.destination.changed')
  }
  await until(async () => (await changed(shop.token)).length > 0)
  assert.deepEqual(
    (await changed(shop.token)).map(({ endpoint_id }) => endpoint_id),
    [subscribed],
  )
  assert.deepEqual(await changed(guest.token), [])
  const types = async (token: string, query = '') =>
    (await listEvents(token, query)).map(({ type }) => type).filter((type) => type.includes('destination'))
  assert.deepEqual(await types(shop.token), ['account.destination.changed'])
  assert.deepEqual(await types(guest.token), [])
  assert.deepEqual(await types(guest.token, `?account=${shop.id}`), [])
})

test('a change on the command line is reported too, and works without email', async () => {
  const shop = await createMerchant('by-hand')
  const { quittance } = createTerminal(service.storage.url)
  const set = (name: string, more = {}) =>
    quittance(
      `account set-destination --email By-Hand@Example.com --coin LTC --xpub ${deriveXpub(name, 'LTC')}`,
      '',
      { SMTP_URL: smtp.url, ...more },
    )
  const first = await set('by-hand')
  assert.equal(first.exit, 0, first.err)
  assert.match((await smtp.nextTo(shop.email)).text, /Litecoin \(LTC\) payments/)
  assert.equal((await set('by-hand')).exit, 0)
  const withoutEmail = await set('by-hand-2', { SMTP_URL: 'smtp://127.0.0.1:9' })
  assert.equal(withoutEmail.exit, 0)
  assert.match(withoutEmail.err, /was changed, but the notification email could not be sent/)
  assert.equal((await set('by-hand-3', { SMTP_URL: '' })).exit, 0)
  assert.equal(shop.listEmails().length, 1)
  assert.equal((await shop.events()).length, 3)
})
