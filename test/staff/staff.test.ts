import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, day, hour, minute } from '../../src/kernel/clock.ts'
import { getAlert, openBrowser, openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { addStaff } from '../helpers/staff.ts'

const password = 'lantern under the stairs'
const people = '/dashboard/people'
const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const smtp = await startSmtpServer(fileScope)
const service = await startService(fileScope, {
  clock,
  destinations: [],
  settings: { SMTP_URL: smtp.url },
})

/** The readable text of a page. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')

/** A new merchant for a test, signed in. */
async function open(name: string) {
  const merchant = await service.anotherMerchant(name, [])
  return { ...merchant, browser: await openSignedInBrowser(service, merchant.id) }
}

/** The path of the link in an email. */
function linkIn(text: string): string {
  const [, path = assert.fail(text)] = /^http:\/\/localhost:3000(\/\S+)$/m.exec(text) ?? []
  return path
}

const invite = (shop: Awaited<ReturnType<typeof open>>, email: string, role = 'cashier') =>
  shop.browser.submit(`${people}/staff`, { email, role })

/** The id of the only invitation on the owner's page. */
async function findInvitation(shop: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { text } = await shop.browser.get(people)
  return /invitations\/(\d+)\/revoke/.exec(text)?.[1] ?? assert.fail(textOf(text))
}

test('an invited person chooses a password and can use the till immediately, and the link can be used once', async () => {
  const shop = await open('hires')
  assert.equal(await invite(shop, ' New-Cashier@Example.com '), `${people}?done=staff_invited`)
  const { subject, text } = await smtp.nextTo('new-cashier@example.com')
  assert.equal(subject, 'You’re invited to join a shop')
  assert.match(
    text,
    /^Account \d+ \(“hires@example\.com”\) invites you to join its team\. Role: Cashier\. Open this link within 7 days/,
  )
  const path = linkIn(text)
  const person = openBrowser(service)
  const page = await person.get(path)
  assert.match(textOf(page.text), /invites new-cashier@example\.com to join its team\. Role: Cashier/)
  const short = await person.post(path, { password: 'short' })
  assert.equal(short.status, 400)
  assert.match(getAlert(short.text) ?? '', /8 to 128 characters/)
  assert.equal(await person.submit(path, { password }), `/dashboard/till?account=${shop.id}`)
  assert.equal((await person.get(`/dashboard/till?account=${shop.id}`)).status, 200)
  assert.equal((await person.get(path)).status, 410)
  assert.equal((await person.post(path, { password })).status, 410)
  const later = openBrowser(service)
  const start = await later.get(await later.signIn('new-cashier@example.com', password))
  assert.match(textOf(start.text), /Cashier at hires@example\.com/)
  assert.ok(start.text.includes(`class="button" href="/dashboard/till?account=${shop.id}"`))
  assert.match(textOf((await shop.browser.get(people)).text), /new-cashier@example\.com : Cashier Since/)
})

test('an invitation is accepted only as the invited address, whatever the form says', async () => {
  const [shop, invited, other] = [await open('binds'), await open('invited'), await open('other')]
  await invite(shop, invited.email, 'bookkeeper')
  const path = linkIn((await smtp.nextTo(invited.email)).text)
  const page = await other.browser.get(path)
  assert.match(textOf(page.text), /You’re signed in as other@example\.com ?\. Sign out/)
  const stolen = await other.browser.post(`${path}/accept`, {
    email: invited.email,
    role: 'cashier',
    account: String(other.id),
  })
  assert.equal(stolen.status, 403)
  assert.equal((await other.browser.get(`/dashboard?account=${shop.id}`)).status, 404)
  // Registering with the link fails as any registration of a taken address does.
  const taken = await openBrowser(service).post(path, { password })
  assert.equal(taken.status, 400)
  assert.match(getAlert(taken.text) ?? '', /If it’s yours, sign in/)

  assert.equal(
    await invited.browser.submit(`${path}/accept`, { role: 'owner' }),
    `/dashboard?account=${shop.id}`,
  )
  const audit = textOf((await shop.browser.get('/dashboard/settings/audit')).text)
  assert.match(audit, /Staff member joined Role: Bookkeeper invited@example\.com/)
})

test('an unknown role is rejected, and neither members nor strangers can invite or promote', async () => {
  const [shop, cashier] = [await open('roles'), await open('ambitious')]
  for (const role of ['owner', 'viewer', 'operator', '', 'cashier,bookkeeper'])
    assert.equal((await shop.browser.post(`${people}/staff`, { email: 'x@example.com', role })).status, 400)
  const id = await addStaff(service, { accountId: shop.id, memberId: cashier.id, role: 'cashier' })
  const promote = await cashier.browser.post(`${people}/staff/${id}/role`, { role: 'bookkeeper' })
  assert.equal(promote.status, 404)
  const promoted = await cashier.browser.post(`${people}/staff/${id}/role?account=${shop.id}`, {
    role: 'bookkeeper',
  })
  assert.equal(promoted.status, 403)
  assert.equal((await cashier.browser.get(`/dashboard?account=${shop.id}`)).status, 404)
  await shop.browser.submit(`${people}/staff/${id}/role`, { role: 'bookkeeper' })
  assert.equal((await cashier.browser.get(`/dashboard?account=${shop.id}`)).status, 200)
  assert.equal((await cashier.browser.get(`/dashboard/till?account=${shop.id}`)).status, 404)
})

test('the response to an invitation is the same whether or not the address has an account', async () => {
  const [shop, known] = [await open('asks'), await open('known')]
  const pages: string[] = []
  for (const email of [known.email, 'unknown@example.com']) {
    const location = await invite(shop, email)
    const { text } = await shop.browser.get(location)
    pages.push(textOf(text).replaceAll(email, 'EMAIL'))
    await shop.browser.submit(`${people}/invitations/${await findInvitation(shop)}/revoke`)
    const link = linkIn((await smtp.nextTo(email)).text)
    assert.equal((await openBrowser(service).get(link)).status, 410)
  }
  assert.equal(pages[0], pages[1])
})

test('the page of an invitation does not say whether the address has an account', async () => {
  const [shop, known] = [await open('shows'), await open('shown')]
  const pages: string[] = []
  for (const email of [known.email, 'not-shown@example.com']) {
    await invite(shop, email)
    const link = linkIn((await smtp.nextTo(email)).text)
    pages.push(
      (await openBrowser(service).get(link)).text
        .replaceAll(email, 'E')
        .replaceAll(link, 'L')
        .replaceAll(encodeURIComponent(link), 'L'),
    )
  }
  assert.equal(pages[0], pages[1])
})

test('a resent invitation replaces the link, an expired or revoked one no longer works', async () => {
  const shop = await open('resends')
  await invite(shop, 'slow@example.com')
  const first = linkIn((await smtp.nextTo('slow@example.com')).text)
  clock.advance(7 * day - minute)
  const visitor = openBrowser(service)
  assert.equal((await visitor.get(first)).status, 200)
  clock.advance(minute)
  assert.equal((await visitor.get(first)).status, 410)
  shop.browser = await openSignedInBrowser(service, shop.id)
  const id = await findInvitation(shop)
  assert.match(textOf((await shop.browser.get(people)).text), /Invited\. The link expired on/)
  await shop.browser.submit(`${people}/invitations/${id}/resend`)
  const second = linkIn((await smtp.nextTo('slow@example.com', 2)).text)
  assert.equal((await visitor.get(first)).status, 410)
  assert.equal((await visitor.get(second)).status, 200)
  await shop.browser.submit(`${people}/invitations/${id}/revoke`)
  assert.equal((await visitor.post(second, { password })).status, 410)
  await assert.rejects(service.accounts.find('slow@example.com'))
})

test('the secret of an invitation is stored only as a digest', async () => {
  const shop = await open('hashes')
  await invite(shop, 'digest@example.com')
  const secret =
    linkIn((await smtp.nextTo('digest@example.com')).text)
      .split('/')
      .at(-1) ?? ''
  const rows = await service.database.read.query.selectFrom('staff_invitations').selectAll().execute()
  assert.ok(rows.length > 0)
  assert.ok(!JSON.stringify(rows).includes(secret))
})

test('one address gets at most five invitation emails an hour from all accounts together, and senders cannot tell', async () => {
  const count = () => smtp.emails.filter(({ to }) => to.includes('bombed@example.com')).length
  for (let index = 0; index < 7; index++) {
    const shop = await open(`bomber-${index}`)
    assert.equal(await invite(shop, 'bombed@example.com'), `${people}?done=staff_invited`)
  }
  await invite(await open('marker'), 'marked@example.com')
  await smtp.nextTo('marked@example.com')
  assert.equal(count(), 5)
})

test('an account sends at most 30 invitations an hour, and has at most 50 members and open invitations', async () => {
  const shop = await open('crowd')
  const ask = (index: number) =>
    shop.browser.post(`${people}/staff`, { email: `crowd-${index}@example.com`, role: 'cashier' })
  for (let index = 0; index < 30; index++) assert.equal((await ask(index)).status, 303)
  assert.equal((await ask(30)).status, 429)
  clock.advance(hour)
  for (let index = 30; index < 50; index++) assert.equal((await ask(index)).status, 303)
  const full = await ask(50)
  assert.equal(full.status, 400)
  assert.match(getAlert(full.text) ?? '', /maximum number of staff/)
})

test('a removed member loses access immediately, and the log says who removed whom', async () => {
  const [shop, member] = [await open('removes'), await open('removed')]
  const id = await addStaff(service, { accountId: shop.id, memberId: member.id, role: 'bookkeeper' })
  const paths = [
    `/dashboard?account=${shop.id}`,
    `/dashboard/invoices?account=${shop.id}`,
    `/invoices.csv?account=${shop.id}`,
  ]
  for (const path of paths) {
    const { status, headers } = await member.browser.get(path)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
  }
  await shop.browser.submit(`${people}/staff/${id}/end`)
  for (const path of paths) assert.equal((await member.browser.get(path)).status, 404)
  const audit = textOf((await shop.browser.get('/dashboard/settings/audit')).text)
  assert.match(audit, /Staff member removed Person: removed@example\.com/)
})

test('a member can leave, and strangers cannot end a membership', async () => {
  const [shop, member, stranger] = [await open('left'), await open('leaves'), await open('meddles')]
  const id = await addStaff(service, { accountId: shop.id, memberId: member.id, role: 'cashier' })
  assert.equal((await stranger.browser.post(`${people}/staff/${id}/end`)).status, 404)
  assert.match(textOf((await member.browser.get(people)).text), /You’re a cashier at left@example\.com/)
  await member.browser.submit(`${people}/staff/${id}/end`)
  assert.equal((await member.browser.get(`/dashboard/till?account=${shop.id}`)).status, 404)
  const audit = textOf((await shop.browser.get('/dashboard/settings/audit')).text)
  assert.match(audit, /Staff member left Role: Cashier leaves@example\.com/)
})

test('staff membership creates no account link, and a viewer who joins has the permissions of both', async () => {
  const [shop, member] = [await open('both'), await open('twice')]
  await addStaff(service, { accountId: shop.id, memberId: member.id, role: 'cashier' })
  const { text } = await service.request('/api/v1/account/links', { token: shop.token })
  assert.equal(text, '[]')
  await shop.browser.submit(people, { email: member.email })
  assert.equal((await member.browser.get(`/dashboard?account=${shop.id}`)).status, 200)
  const till = await member.browser.get(`/dashboard/till?account=${shop.id}`)
  assert.equal(till.status, 200)
  assert.match(textOf(till.text), /Cashier at both@example\.com · Account \d+/)
})

test('without email the owner gets the link once, and REGISTRATION decides whether it can create an account', async (t) => {
  const plain = await startService(t, { destinations: [], settings: { REGISTRATION: 'invitation' } })
  const [merchant, operator] = [await plain.anotherMerchant('merchant', []), plain.merchant]
  for (const { inviter, mayRegister } of [
    { inviter: operator, mayRegister: true },
    { inviter: merchant, mayRegister: false },
  ]) {
    const owner = await openSignedInBrowser(plain, inviter.id)
    const { status, text } = await owner.post(`${people}/staff`, {
      email: `of-${inviter.id}@example.com`,
      role: 'cashier',
    })
    assert.equal(status, 200)
    const [, path = assert.fail(text)] =
      /data-copy="http:\/\/localhost:3000(\/invitation\/[\w-]+)"/.exec(text) ?? []
    assert.ok(!(await owner.get(people)).text.includes(path))
    const person = openBrowser(plain)
    assert.equal((await person.get(path)).text.includes('name="password"'), mayRegister)
    assert.equal((await person.post(path, { password })).status, mayRegister ? 303 : 403)
  }
})

test('accounts that invitations create count as registrations, unless the operator invites', async (t) => {
  const plain = await startService(t, { destinations: [] })
  const merchant = await plain.anotherMerchant('merchant', [])
  async function join(inviterId: number, name: string): Promise<number> {
    const owner = await openSignedInBrowser(plain, inviterId)
    const { text } = await owner.post(`${people}/staff`, { email: `${name}@example.com`, role: 'cashier' })
    const [, path = assert.fail(text)] =
      /data-copy="http:\/\/localhost:3000(\/invitation\/[\w-]+)"/.exec(text) ?? []
    return (await openBrowser(plain).post(path, { password })).status
  }
  const results: number[] = []
  for (let index = 0; index < 11; index++) results.push(await join(merchant.id, `joins-${index}`))
  assert.deepEqual(results, [...Array(10).fill(303), 429])
  await assert.rejects(plain.accounts.find('joins-10@example.com'))
  assert.equal((await openBrowser(plain).post('/register', { email: 'x@example.com', password })).status, 429)
  assert.equal(await join(plain.merchant.id, 'hired'), 303)
})
