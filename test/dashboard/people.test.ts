import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour } from '../../src/kernel/clock.ts'
import { getAlert, getField, openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'

const path = '/dashboard/people'
const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const smtp = await startSmtpServer(fileScope)
const service = await startService(fileScope, {
  clock,
  destinations: [],
  settings: { SMTP_URL: smtp.url },
})

/** The readable text of a page. */
const getText = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')

/** A new merchant for a test, signed in. */
async function open(name: string) {
  const merchant = await service.anotherMerchant(name, [])
  return { ...merchant, browser: await openSignedInBrowser(service, merchant.id) }
}

const idIn = (location: string): string => /link=(\d+)/.exec(location)?.[1] ?? assert.fail(location)

test('a merchant grants access by email, and the page says in one line who sees what', async () => {
  const [shop, guest] = [await open('grants'), await open('accountant')]
  const location = await shop.browser.submit(path, { email: ' Accountant@Example.com ' })
  assert.match(location, /^\/dashboard\/people\?done=granted&link=\d+$/)
  const page = getText((await shop.browser.get(location)).text)
  const sentence =
    /accountant@example\.com can view your invoices, payments and statistics, but can’t change anything\./g
  // It was done and has taken effect.
  assert.equal(page.match(sentence)?.length, 2)

  const inbound = (await guest.browser.get(path)).text
  assert.match(
    getText(inbound),
    /You can view the invoices, payments and statistics of grants@example\.com , but can’t change anything\./,
  )
  assert.ok(inbound.includes(`href="/dashboard?account=${shop.id}"`))
  assert.equal((await guest.browser.get(`/dashboard?account=${shop.id}`)).status, 200)
})

test('names are not unique: the account number is shown next to the name, in the list and on its pages', async () => {
  const [shop, guest] = [await open('poses'), await open('poses-guest')]
  await service.accounts.change(shop.email, { name: 'Lantern Bank' })
  await shop.browser.submit(path, { email: guest.email })
  const listed = getText((await guest.browser.get(path)).text)
  assert.match(listed, new RegExp(`of Lantern Bank , but can’t change anything\\. Account ${shop.id} ·`))
  const looking = getText((await guest.browser.get(`/dashboard?account=${shop.id}`)).text)
  assert.match(looking, new RegExp(`Read-only: Lantern Bank · Account ${shop.id} `))
})

test('granting the same access again keeps the link', async () => {
  const [shop, guest] = [await open('twice'), await open('twice-guest')]
  const first = await shop.browser.submit(path, { email: guest.email })
  const second = await shop.browser.submit(path, { email: guest.email })
  assert.equal(idIn(second), idIn(first))
  assert.equal((await service.stores.links.listByAccount(shop.id)).length, 1)
})

for (const [who, word] of [
  ['granted', 'Remove access'],
  ['received', 'Decline access'],
] as const)
  test(`the account that has ${who} a link removes it with ${word}, and the viewer loses access`, async () => {
    const [shop, guest] = [await open(`ends-${who}`), await open(`ended-${who}`)]
    const id = idIn(await shop.browser.submit(path, { email: guest.email }))
    const { browser } = who === 'granted' ? shop : guest
    const page = (await browser.get(path)).text
    assert.match(page, new RegExp(`action="${path}/${id}/end"><button[^>]*>${word}</button>`))
    assert.equal(await browser.submit(`${path}/${id}/end`), `${path}?done=ended`)
    assert.match(getText((await browser.get(`${path}?done=ended`)).text), /Access removed\./)
    assert.equal((await guest.browser.get(`/dashboard?account=${shop.id}`)).status, 404)
    assert.equal((await browser.post(`${path}/${id}/end`)).status, 404)
  })

test('other accounts’ links are neither shown nor removable: 404, and they remain', async () => {
  const [shop, guest, stranger] = [await open('own'), await open('own-guest'), await open('prying')]
  const id = idIn(await shop.browser.submit(path, { email: guest.email }))
  for (const wrong of [id, '0', '-1', '1.5', '9223372036854775808', 'x'])
    assert.equal((await stranger.browser.post(`${path}/${wrong}/end`)).status, 404, wrong)
  const page = (await stranger.browser.get(`${path}?done=granted&link=${id}`)).text
  assert.ok(!page.includes('own-guest'))
  assert.equal((await service.stores.links.listByAccount(shop.id)).length, 1)
})

test('a rejected address stays in the form with the error', async () => {
  const shop = await open('refused')
  for (const [email, sentence] of [
    ['nobody-here@example.com', /^No account here uses this email address\..*\/register/],
    ['no address', /^Enter an email address/],
    [shop.email, /^This is your own email address/],
  ] as const) {
    const { status, text } = await shop.browser.post(path, { email })
    assert.equal(status, 400, email)
    assert.match(getAlert(text) ?? '', sentence)
    assert.equal(getField(text, 'email'), email)
  }
  assert.deepEqual(await service.stores.links.listByAccount(shop.id), [])
})

test('after ten unknown addresses an hour, counting page and API together, the next gets 429', async () => {
  const shop = await open('curious')
  const sendRequest = (index: number) => `nobody-${index}@example.com`
  for (let index = 0; index < 5; index++) {
    assert.equal((await shop.browser.post(path, { email: sendRequest(index) })).status, 400)
    const body = { email: sendRequest(index + 5) }
    const { status } = await service.request('/api/v1/account/links', {
      method: 'POST',
      token: shop.token,
      body,
    })
    assert.equal(status, 404)
  }
  const { status, text, headers } = await shop.browser.post(path, { email: sendRequest(11) })
  assert.equal(status, 429)
  assert.equal(headers['retry-after'], '3600')
  assert.match(getAlert(text) ?? '', /Too many of the addresses you entered .* Try again in 60 minutes\./)
  clock.advance(1 * hour)
  assert.equal((await shop.browser.post(path, { email: sendRequest(11) })).status, 400)
})

test('the viewer of a new link gets one email, in the language of the page', async () => {
  const [shop, guest] = [await open('writes'), await open('written-to')]
  await service.accounts.change(shop.email, { name: 'Buch & Tee' })
  const location = await shop.browser.submit(`${path}?lang=de`, { email: guest.email })
  await shop.browser.submit(path, { email: guest.email })
  const { subject, text } = await smtp.nextTo(guest.email)
  assert.equal(subject, 'Sie können jetzt ein anderes Konto ansehen')
  assert.match(text, new RegExp(`^Konto ${shop.id} \\(„Buch & Tee“\\) lässt Sie`))
  assert.ok(text.includes(`http://localhost:3000/dashboard?account=${shop.id}\n`))
  assert.ok(text.includes('http://localhost:3000/dashboard/people'))

  // However often access changes, a viewer gets ten emails an hour.
  let id = idIn(location)
  for (let round = 0; round < 12; round++) {
    await shop.browser.submit(`${path}/${id}/end`)
    id = idIn(await shop.browser.submit(path, { email: guest.email }))
  }
  const other = await open('written-last')
  await shop.browser.submit(path, { email: other.email })
  await smtp.nextTo(other.email)
  assert.ok(smtp.emails.filter(({ to }) => to.includes(guest.email)).length <= 10)
})

test('a name with a web or email address appears in no email to others: the account number is used instead', async () => {
  const shop = await open('phishes')
  const deceptive = [
    'Quittance security: sign in at https://evil.invalid/login',
    'Call www.evil',
    'Go to evil.invalid now',
    'Go to ｅｖｉｌ．ｉｎｖａｌｉｄ',
    'At 192.0.2.1',
    'At evil❤.invalid',
    'security@evil',
  ]
  // The sign-in address was confirmed, and is used until a name is chosen.
  for (const [index, name] of [...deceptive, 'Dr. Müller & Sons Ltd. No. 2', shop.email].entries()) {
    await service.accounts.change(shop.email, { name })
    const guest = await open(`posed-to-${index}`)
    await shop.browser.submit(path, { email: guest.email })
    const { text } = await smtp.nextTo(guest.email)
    const [first = ''] = text.split(' lets you view')
    const named = `Account ${shop.id} (“${name}”)`
    assert.equal(first, index < deceptive.length ? `Account ${shop.id}` : named)
    assert.ok(!text.includes('evil'))
  }
})

test("a mail server that rejects emails doesn't prevent a link", async () => {
  const [shop, guest] = [await open('unposted'), await open('unposted-guest')]
  smtp.behave('refuses')
  await shop.browser.submit(path, { email: guest.email })
  smtp.behave('takes')
  assert.equal((await service.stores.links.listByAccount(shop.id)).length, 1)
})

test('without links the page explains what they are for', async () => {
  const shop = await open('alone')
  const page = getText((await shop.browser.get(path)).text)
  assert.match(page, /Only you/)
  assert.match(page, /When another merchant grants access to alone@example\.com/)
})

test('a long list is paginated, newest first, without missing anyone', async () => {
  const [shop, many] = [await open('popular'), 60]
  await service.database.transact(async ({ query }) => {
    for (let index = 0; index < many; index++) {
      const at = new Date(clock.now()).toISOString()
      const name = `reader${String(index).padStart(2, '0')}`
      const { id } = await query
        .insertInto('accounts')
        .values({ email: `${name}@example.com`, name, currency: 'USD', operator: 0, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await query
        .insertInto('account_links')
        .values({ source: shop.id, target: id, created_at: at })
        .execute()
      await query
        .insertInto('account_links')
        .values({ source: id, target: shop.id, created_at: at })
        .execute()
    }
  })
  for (const name of ['guests', 'opened'] as const) {
    const section = (page: string) =>
      new RegExp(`data-live="${name}">[\\s\\S]*?</section>`).exec(page)?.[0] ?? assert.fail()
    const people = (page: string) =>
      [...section(page).matchAll(/<strong><bdi[^>]*>(reader\d\d)/g)].map(([, found]) => found)
    const first = (await shop.browser.get(path)).text
    assert.equal(people(first).length, 50)
    assert.equal(people(first)[0], 'reader59')
    const [, next = assert.fail()] = /rel="next" href="([^"]+)"/.exec(section(first)) ?? []
    const second = (await shop.browser.get(next)).text
    assert.equal(new Set([...people(first), ...people(second)]).size, many)
    assert.ok(!section(second).includes('rel="next"'))
  }
})
