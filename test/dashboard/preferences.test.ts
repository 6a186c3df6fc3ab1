import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { getAlert, getField, openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const path = '/dashboard/settings/preferences'
const service = await startService(fileScope, { destinations: ['BTC', 'LTC', 'DOGE'] })
const { merchant, accounts, stores } = service
const browser = await openSignedInBrowser(service, merchant.id)

/** The form values of the page, as a browser would submit them. */
async function shownForm(): Promise<Record<string, string>> {
  const { text } = await browser.get(path)
  const selects = [...text.matchAll(/<select[^>]* name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)]
  const chosen = selects.map(([, name = '', options = '']) => {
    const [, value = ''] = /value="([^"]*)" selected/.exec(options) ?? []
    return [name, value]
  })
  const ticked = [...text.matchAll(/<input type="checkbox" name="([^"]+)"(?: value="on")? checked>/g)].map(
    ([, name]) => [name, 'on'],
  )
  const [, origins = ''] = /<textarea[^>]*name="frame_origins"[^>]*>([^<]*)</.exec(text) ?? []
  const inputs = ['name', 'hold_minutes', 'order', 'any_wallet_shown', 'underpaid_percent']
  const plain = inputs.map((name) => [name, getField(text, name) ?? ''])
  return Object.fromEntries([...chosen, ...ticked, ...plain, ['frame_origins', origins]])
}

/** The account's last change in the audit log. */
async function lastChange(): Promise<{ actor: string; detail: unknown } | undefined> {
  const row = await service.database.read.query
    .selectFrom('audit_log')
    .where('action', '=', 'account.changed')
    .orderBy('number', 'desc')
    .limit(1)
    .select(['actor', 'detail'])
    .executeTakeFirst()
  return row && { actor: row.actor, detail: JSON.parse(row.detail) }
}

test('submitting the form unchanged changes and records nothing', async () => {
  const before = await stores.accounts.getStoredAccount(merchant.id)
  assert.equal(await browser.submit(path, await shownForm()), `${path}?done=saved`)
  assert.deepEqual(await stores.accounts.getStoredAccount(merchant.id), before)
  assert.equal(await lastChange(), undefined)
})

test('saved values are shown again, and the audit log names the changes and the session', async () => {
  const newPreferences = {
    name: 'Corner Bakery',
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    hold_minutes: '10',
    frame_origins: 'https://shop.example\r\nhttps://www.shop.example',
    confirmations_LTC: '3',
  }
  await browser.submit(path, { ...(await shownForm()), ...newPreferences })

  const { text } = await browser.get(`${path}?done=saved`)
  assert.match(text, /role="status">[\s\S]*Preferences saved/)
  assert.partialDeepStrictEqual(await shownForm(), {
    ...newPreferences,
    frame_origins: 'https://shop.example\nhttps://www.shop.example',
  })
  const recorded = await lastChange()
  assert.match(recorded?.actor ?? '', /^ses_/)
  assert.deepEqual(recorded?.detail, {
    name: 'Corner Bakery',
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    hold_seconds: 600,
    confirmations: '{"LTC":3}',
    frame_origins: 'https://shop.example https://www.shop.example',
  })
})

test('payers see the name, invoices without a currency use the account’s, and times are in its time zone', async () => {
  await browser.submit(path, {
    ...(await shownForm()),
    name: 'Corner <Bakery>',
    currency: 'EUR',
    time_zone: 'Asia/Tokyo',
  })
  const { invoice } = await service.createInvoice({ currency: undefined })
  assert.equal(invoice.currency, 'EUR')
  const { text } = await service.request(`/checkout/${invoice.uid}`, { token: null })
  assert.match(text, /Corner &#60;Bakery&#62;/)
  const { timeZone } = await stores.credentials.getById(merchant.id)
  assert.equal(timeZone, 'Asia/Tokyo')
})

test("an empty name is no name, and payers don't see the email address instead", async () => {
  await browser.submit(path, { ...(await shownForm()), name: ' ' })
  assert.equal((await stores.accounts.getStorefront(merchant.id)).name, null)
  assert.equal((await shownForm()).name, '')
})

test("changing a coin's position moves it past the others", async () => {
  const moves = [
    { place_DOGE: '1', order: 'DOGE BTC BCH BSV DASH LTC' },
    { place_BTC: '6', order: 'DOGE BCH BSV DASH LTC BTC' },
    { place_LTC: '2', order: 'DOGE LTC BCH BSV DASH BTC' },
  ]
  for (const { order, ...moved } of moves) {
    await browser.submit(path, { ...(await shownForm()), ...moved })
    assert.equal((await shownForm()).order, order)
  }
})

test("all coins in the default order don't count as a preference, so a coin added in a later release is offered too", async () => {
  const { offer_BTC: _, ...form } = await shownForm()
  await browser.submit(path, form)
  const { coins } = await stores.accounts.getStoredAccount(merchant.id)
  assert.deepEqual(coins?.split(' ').includes('BTC'), false)
  await browser.submit(path, { ...(await shownForm()), offer_BTC: 'on', ...defaultPlaces })
  assert.equal((await stores.accounts.getStoredAccount(merchant.id)).coins, null)
})

const defaultPlaces = {
  order: 'BTC BCH BSV DASH LTC DOGE',
  ...Object.fromEntries(
    ['BTC', 'BCH', 'BSV', 'DASH', 'LTC', 'DOGE'].map((code, at) => [`place_${code}`, `${at + 1}`]),
  ),
}

test('payments from any wallet are off until the merchant turns them on, and off again when the box is cleared', async () => {
  const { any_wallet: initially, ...form } = await shownForm()
  assert.deepEqual([initially, form.underpaid_percent], [undefined, '0'])
  await browser.submit(path, { ...form, any_wallet: 'on', underpaid_percent: '0,50' })
  assert.partialDeepStrictEqual(await stores.accounts.getStoredAccount(merchant.id), {
    any_wallet: true,
    underpaid_percent: '0.5',
  })
  assert.deepEqual((await lastChange())?.detail, { any_wallet: true, underpaid_percent: '0.5' })
  assert.partialDeepStrictEqual(await shownForm(), { any_wallet: 'on', underpaid_percent: '0.5' })

  await browser.submit(path, { ...form, underpaid_percent: ' ' })
  assert.deepEqual((await lastChange())?.detail, { any_wallet: false, underpaid_percent: '0' })
  assert.deepEqual((await shownForm()).any_wallet, undefined)
})

test("a form that doesn't contain the box leaves payments from any wallet as they are, after an error too", async () => {
  await accounts.change(merchant.email, { acceptsAnyWallet: true, underpaidPercent: '1.25' })
  await browser.submit(path, { name: 'Corner Bakery' })
  const kept = { any_wallet: true, underpaid_percent: '1.25' }
  assert.partialDeepStrictEqual(await stores.accounts.getStoredAccount(merchant.id), kept)
  const { status, text } = await browser.post(path, { hold_minutes: '0' })
  assert.equal(status, 400)
  assert.match(text, /<input type="checkbox" name="any_wallet" value="on" checked>/)
  assert.equal(getField(text, 'underpaid_percent'), '1.25')
})

test('after an error the box is as it was submitted', async () => {
  await accounts.change(merchant.email, { acceptsAnyWallet: true })
  const { any_wallet: _, ...form } = await shownForm()
  const box = async (more: Record<string, string>) =>
    /<input[^>]* name="any_wallet"[^>]*>/.exec(
      (await browser.post(path, { ...form, hold_minutes: '0', ...more })).text,
    )?.[0] ?? assert.fail()
  assert.doesNotMatch(await box({}), / checked/)
  assert.match(await box({ any_wallet: 'on' }), / checked/)
  assert.equal((await stores.accounts.getStoredAccount(merchant.id)).any_wallet, true)
  await accounts.change(merchant.email, { acceptsAnyWallet: false, underpaidPercent: '0' })
})

test('the page names the coins that any wallet can pay', async () => {
  const { text } = await browser.get(path)
  assert.match(text, /BTC, BCH, DASH, LTC, DOGE<\/bdi>\. The coin’s payout wallet must be an extended/)
})

const invalidInputs: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ['a hold of less than a minute', { hold_minutes: '0.5' }, /from 1 to 1,440/],
  ['a hold of more than a day', { hold_minutes: '1441' }, /from 1 to 1,440/],
  ['a hold that is not a number', { hold_minutes: 'ten' }, /from 1 to 1,440/],
  ['seven confirmations', { confirmations_LTC: '7' }, /from 0 to 6/],
  ['negative confirmations', { confirmations_LTC: '-1' }, /from 0 to 6/],
  ['half a confirmation', { confirmations_LTC: '0.5' }, /from 0 to 6/],
  ['an unknown currency', { currency: 'XXX' }, /Choose a currency/],
  ['an unknown time zone', { time_zone: 'Mars/Olympus' }, /Choose a time zone/],
  ['an offset as a time zone', { time_zone: '+02:00' }, /Choose a time zone/],
  ['an origin with a path', { frame_origins: 'https://shop.example/cart' }, /without a path/],
  ['a wildcard origin', { frame_origins: 'https://*.shop.example' }, /without a path/],
  ['a shortfall above 5%', { underpaid_percent: '5.01' }, /percentage from 0 to 5/],
  ['a negative shortfall', { underpaid_percent: '-1' }, /percentage from 0 to 5/],
  ['a shortfall with a percent sign', { underpaid_percent: '1%' }, /percentage from 0 to 5/],
  ['a shortfall with seven decimals', { underpaid_percent: '0.0000001' }, /at most 6 decimals/],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, /at most 100 characters/],
  ['a name that changes text direction', { name: 'shop\u202e' }, /at most 100 characters/],
]

for (const [mistake, fields, sentence] of invalidInputs)
  test(`${mistake} is rejected with an error, the typed values stay, and nothing changes`, async () => {
    const before = await stores.accounts.getStoredAccount(merchant.id)
    const form = { ...(await shownForm()), hold_minutes: '20', ...fields }
    const { status, text } = await browser.post(path, form)
    assert.equal(status, 400)
    assert.match(getAlert(text) ?? '', sentence)
    if (fields.hold_minutes === undefined) assert.equal(getField(text, 'hold_minutes'), '20')
    assert.deepEqual(await stores.accounts.getStoredAccount(merchant.id), before)
  })

test("selecting no coin is rejected, because the account couldn't receive payments", async () => {
  const ticks = Object.entries(await shownForm()).filter(([name]) => !name.startsWith('offer_'))
  const { status, text } = await browser.post(path, Object.fromEntries(ticks))
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /at least one coin/)
  assert.equal(text.includes(' checked'), false)
})

test('two errors are shown at once, each at its field', async () => {
  const { text } = await browser.post(path, {
    ...(await shownForm()),
    hold_minutes: '0',
    time_zone: 'Nowhere',
  })
  assert.match(text, /id="time_zone-error" role="alert"><p>Choose a time zone/)
  assert.match(text, /id="hold_minutes-error" role="alert"><p>[^<]*minutes/)
})

test('a coin without a destination is marked as such, with a link to add one', async () => {
  const { text } = await browser.get(path)
  assert.equal(text.match(/No payout wallet/g)?.length, 3)
  assert.match(text, /href="\/dashboard\/settings\/destinations"><span class="badge"/)
})

test('the command line changes the same preferences, and resets one with the word "usual"', async () => {
  const { email } = merchant
  const change = { coins: ['LTC', 'BTC'], holdSeconds: 90, confirmations: { BTC: 0 } }
  const account = await accounts.change(email, { ...change, timeZone: 'Asia/Kolkata' })
  assert.deepEqual(account.coins, ['LTC', 'BTC'])
  assert.partialDeepStrictEqual(await shownForm(), {
    hold_minutes: '1.5',
    time_zone: 'Asia/Kolkata',
    confirmations_BTC: '0',
  })
  // A hold in seconds that is not whole minutes survives the form.
  await browser.submit(path, await shownForm())
  assert.equal((await stores.accounts.getStoredAccount(merchant.id)).hold_seconds, 90)
  await accounts.change(email, { coins: null, holdSeconds: null, confirmations: {} })
  assert.partialDeepStrictEqual(await shownForm(), { hold_minutes: '', confirmations_BTC: '' })
})

test('an existing invoice keeps its currency', async () => {
  const { invoice } = await service.createInvoice({ currency: 'GBP', expires_in: hour / 1000 })
  await browser.submit(path, { ...(await shownForm()), currency: 'JPY' })
  assert.equal((await service.getInvoice(invoice.uid)).invoice.currency, 'GBP')
})
