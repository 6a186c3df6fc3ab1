import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditEntry, commandLineActor, serviceActor } from '../../src/audit/entry.ts'
import { createStores } from '../../src/composition/stores.ts'
import { actionLabels } from '../../src/dashboard/audit/labels.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { deriveXpub, startService } from '../helpers/service.ts'

const path = '/dashboard/settings/audit'
const clock = createManualClock(Date.parse('2026-03-02T23:30:00.000Z'))
const service = await startService(fileScope, { clock, destinations: [] })

interface Row {
  readonly what: string
  readonly detail: string
  readonly who: string
  readonly when: string
}

/** Rows of the page in reading order, newest first. */
async function readRows(browser: TestBrowser, at = path): Promise<Row[]> {
  const { status, text } = await browser.get(at)
  assert.equal(status, 200)
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(text) ?? []
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => {
    const cells = [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      getPlainText(cell),
    )
    const [what = '', detail = '', who = '', when = ''] = cells
    return { what, detail, who, when }
  })
}

const getPlainText = (markup: string): string =>
  markup
    .replaceAll('</li>', '; ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
    .trim()

async function open(name: string) {
  const merchant = await service.anotherMerchant(name, [])
  return { ...merchant, browser: await openSignedInBrowser(service, merchant.id) }
}

const record = (entry: Partial<AuditEntry> & Pick<AuditEntry, 'accountId'>): Promise<void> =>
  service.database.transact((sql) =>
    createStores(sql).audit.record({
      at: clock.now(),
      actor: serviceActor,
      action: 'account.changed',
      detail: {},
      ...entry,
    }),
  )

test('the log shows what was done, to what, by whom and when, newest first', async () => {
  const { browser, email } = await open('logged')
  const guest = await open('logged-guest')
  await service.accounts.setDestination(email, 'LTC', { xpub: deriveXpub('logged', 'LTC') })
  await browser.submit('/dashboard/people', { email: guest.email })
  const rows = await readRows(browser)
  assert.deepEqual(
    rows.map(({ what, who }) => [what, who]),
    [
      ['Access granted', 'This browser'],
      ['Payout wallet set', 'Operator, on the command line'],
      ['Access token created', 'Operator, on the command line'],
      ['Account created', 'Operator, on the command line'],
    ],
  )
  assert.match(rows[0]?.detail ?? '', /Granted to: logged-guest@example\.com;/)
  assert.match(rows[1]?.detail ?? '', /^Coin: LTC; Type: Extended public key; Address or key ID: /)
})

test('an entry names the browser, the token or the part of the service that did it', async () => {
  const { browser, id: accountId, token, email } = await open('actors')
  const guest = await open('actors-guest')
  const other = await openSignedInBrowser(service, accountId)
  const secret = other.jar.get('session') ?? ''
  await other.submit('/dashboard/people', { email: guest.email })
  await service.request('/api/v1/account/links', {
    method: 'POST',
    token,
    body: { email: service.merchant.email },
  })
  await record({ accountId })
  await record({ accountId, actor: commandLineActor })
  await record({ accountId, actor: 'tok_of-nobody-here' })
  const [named] = await service.accounts.listTokens(email)
  const who = async () => (await readRows(browser)).slice(0, 5).map((row) => row.who)
  const first = ['tok_of-nobody-here', 'Operator, on the command line', 'Quittance']
  assert.deepEqual(await who(), [...first, `Token “${named?.name}”`, 'Unknown browser'])

  other.jar.set('session', secret)
  await other.submit('/logout')
  assert.equal((await who())[4], `Token “${named?.name}”`)
  assert.equal((await readRows(browser))[5]?.who, 'Signed-out browser')
})

test('times are in the account’s time zone, with UTC on hover', async () => {
  const { browser, id: accountId } = await open('zoned')
  await service.database.transact(({ query }) =>
    query.updateTable('accounts').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', accountId).execute(),
  )
  await record({ accountId, detail: { expires_at: '2026-07-01T22:00:00.000Z' } })
  const [row] = await readRows(browser)
  assert.equal(row?.when, 'Mar 3, 2026, 08:30')
  assert.equal(row?.detail, 'Expires: Jul 2, 2026, 07:00;')
  const { text } = await browser.get(path)
  assert.match(text, /<time datetime="2026-03-02T23:30:00\.000Z" title="Mar 2, 2026, 23:30 UTC">/)
})

test('a long log is paginated without missing or repeated entries', async () => {
  const { browser, id: accountId } = await open('long')
  for (let index = 0; index < 120; index++) await record({ accountId, detail: { name: `line ${index}` } })
  const read: string[] = []
  for (let at: string | undefined = path; at; ) {
    read.push(...(await readRows(browser, at)).map(({ detail }) => detail))
    at = /rel="next" href="([^"]+)"/.exec((await browser.get(at)).text)?.[1]
  }
  const lines = Array.from({ length: 120 }, (_, index) => `Name: line ${119 - index};`)
  assert.deepEqual(read.slice(0, 120), lines)
  assert.equal(read.length, 122)
  assert.match((await browser.get(`${path}?before=1`)).text, /No older entries/)
  for (const invalidCursor of ['0', '-1', 'x', '1e3', '99999999999999999999', '1&before=2'])
    assert.equal((await readRows(browser, `${path}?before=${invalidCursor}`)).length, 50, invalidCursor)
})

test('each account sees only its own entries, operators included, and none contains a secret', async () => {
  const { browser, id: accountId, token } = await open('secretive')
  await record({ accountId, detail: { name: 'of-secretive' } })
  const operator = await openSignedInBrowser(service, service.merchant.id)
  for (const at of [path, `${path}?before=999999`])
    assert.ok(!(await operator.get(at)).text.includes('of-secretive'))
  assert.equal((await operator.get(`${path}?account=${accountId}`)).status, 404)
  const { text } = await browser.get(path)
  assert.ok(text.includes('of-secretive'))
  for (const secret of [token, browser.jar.get('session') ?? '-']) assert.ok(!text.includes(secret))
})

test('user-supplied text is shown as text, never as markup', async () => {
  const { browser, id: accountId } = await open('hostile')
  await record({
    accountId,
    detail: { name: '<script>alert(1)</script>', by: 'constructor', odd: '<b>' },
  })
  const [row] = await readRows(browser)
  assert.equal(row?.detail, 'Name: <script>alert(1)</script>; By: constructor; odd: <b>;')
  assert.ok(!(await browser.get(path)).text.includes('<script>alert'))
})

test('every changed preference has its label in each language', async () => {
  const { browser, email } = await open('labelled')
  await service.accounts.change(email, {
    name: 'Corner Bakery',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    coins: ['LTC'],
    holdSeconds: 60,
    confirmations: { LTC: 2 },
    frameOrigins: 'https://shop.example',
    acceptsAnyWallet: true,
    underpaidPercent: '0.5',
  })
  const [row] = await readRows(browser)
  assert.match(row?.detail ?? '', /Payments from any wallet: Yes; Accepted shortfall, %: 0\.5;/)
  for (const lang of ['en', 'de', 'ar']) {
    const detail = (await readRows(browser, `${path}?lang=${lang}`))[0]?.detail ?? ''
    assert.doesNotMatch(detail, /\w_\w/, lang)
    assert.equal(detail.match(/; |;$/g)?.length, 9, detail)
  }
})

test('a resolution, a shop’s token and a blocked sign-in are described in each language', async () => {
  const { browser, id: accountId } = await open('described')
  for (const limit of ['known', 'again']) await record({ accountId, detail: { limit } })
  await record({ accountId, detail: { scope: 'greenfield', permissions: 'btcpay.store.canviewinvoices:1' } })
  await record({ accountId, detail: { resolution: 'kept' } })
  const readDetails = async (lang: string) =>
    (await readRows(browser, `${path}?lang=${lang}`)).slice(0, 4).map(({ detail }) => detail)
  assert.deepEqual(await readDetails('en'), [
    'Resolution: Kept;',
    'Permissions: Shop plug-in; Shop permissions: btcpay.store.canviewinvoices:1;',
    'Method: password;',
    'Method: password;',
  ])
  for (const lang of ['de', 'ar'])
    for (const detail of await readDetails(lang))
      assert.doesNotMatch(detail, /kept|greenfield|permissions:|known|again/, lang)
})

test('every action has its text in each language', async () => {
  const { browser, id: accountId } = await open('every')
  const actions = Object.keys(actionLabels) as AuditEntry['action'][]
  for (const action of actions) await record({ accountId, action })
  for (const lang of ['en', 'de', 'ar']) {
    const rows = (await readRows(browser, `${path}?lang=${lang}`)).slice(0, actions.length)
    assert.equal(new Set(rows.map(({ what }) => what)).size >= actions.length - 2, true, lang)
    for (const { what } of rows) assert.ok(what !== '' && !/[a-z]\.[a-z]/.test(what), what)
  }
})
