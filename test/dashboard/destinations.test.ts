import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { deriveAccountKeys } from '../../src/coins/codec/hdkey.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createPayoutWallets } from '../../src/dashboard/destinations/payout-wallets.ts'
import { createTextCipher } from '../../src/kernel/text-cipher.ts'
import { deriveAddress } from '../helpers/billing.ts'
import { getAlert, getField, openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { deriveXpub, startService } from '../helpers/service.ts'
import { testWallet } from '../helpers/wallet.ts'

const service = await startService(fileScope, { destinations: [] })
const { accounts, stores } = service

const path = '/dashboard/settings/destinations'
const password = 'lantern under the stairs'

/** A merchant with a password, signed in. */
async function createMerchant(name: string) {
  const email = `${name}@example.com`
  const { id } = await accounts.create({ email, password })
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  const set = async () => (await stores.accounts.listDestinations(id)).map(({ coin, value }) => [coin, value])
  return { id, email, browser, set }
}

/** The first step: the location of the second. */
const preview = (browser: TestBrowser, coin: string, destination: string): Promise<string> =>
  browser.submit(`${path}/${coin}`, { destination })

/** Both steps. */
async function choose(browser: TestBrowser, coin: string, destination: string): Promise<string> {
  const confirmPath = await preview(browser, coin, destination)
  const check = getField((await browser.get(confirmPath)).text, 'check') ?? assert.fail()
  return browser.submit(`${path}/${coin}/confirm`, { check, password })
}

const firstThree = (name: string, code: CoinCode): string[] =>
  [0, 1, 2].map((index) => deriveAddress(name, code, index))

const addressesOn = (page: string): string[] =>
  [...page.matchAll(/<code class="address" dir="ltr">([^<]+)<\/code>/g)].map(([, address = '']) => address)

test('each of the six coins shows whether it has a destination, and which', async () => {
  const { browser, email } = await createMerchant('looking')
  const before = (await browser.get(path)).text
  for (const [code, { name }] of coins) {
    assert.match(before, new RegExp(`Customers can’t pay you in ${name} yet`))
    assert.match(before, new RegExp(`href="${path}/${code}"`))
  }
  await accounts.setDestination(email, 'LTC', { xpub: deriveXpub('looking', 'LTC') })
  await accounts.advance(email, 'LTC', 1_234)
  const fixed = testWallet('DOGE', 'looking').address()
  await accounts.setDestination(email, 'DOGE', { address: fixed })
  const { text } = await browser.get(path)
  assert.deepEqual(addressesOn(text), [...firstThree('looking', 'LTC'), fixed])
  const { text: one } = await browser.get(`${path}/LTC`)
  assert.match(one, /Next index<\/dt><dd>1,234</)
  const keyId = coins.get('LTC')?.parseExtendedKey(deriveXpub('looking', 'LTC'), 'regtest').id
  assert.ok(one.includes(`title="${keyId}"`))
  assert.ok(!`${text}${one}`.includes(deriveXpub('looking', 'LTC')))
})

for (const code of coins.keys())
  test(`${code}: the first step shows the first addresses and changes nothing, the second asks for the password`, async () => {
    const { browser, set } = await createMerchant(`steps-${code}`)
    const xpub = deriveXpub(`steps-${code}`, code)
    const confirmPath = await preview(browser, code, xpub)
    assert.ok(confirmPath.startsWith(`${path}/${code}/confirm?check=`))
    const { text } = await browser.get(confirmPath)
    assert.deepEqual(addressesOn(text), firstThree(`steps-${code}`, code))
    assert.deepEqual(await set(), [])

    const check = getField(text, 'check') ?? assert.fail()
    const rejected = await browser.post(`${path}/${code}/confirm`, { check, password: 'not the password' })
    assert.equal(rejected.status, 400)
    assert.match(getAlert(rejected.text) ?? '', /password is wrong, and nothing was changed/)
    assert.deepEqual(addressesOn(rejected.text), firstThree(`steps-${code}`, code))
    assert.deepEqual(await set(), [])

    const confirmed = { check: getField(rejected.text, 'check') ?? assert.fail(), password }
    assert.equal(await browser.submit(`${path}/${code}/confirm`, confirmed), `${path}?set=${code}`)
    assert.deepEqual(await set(), [[code, xpub]])
    assert.match((await browser.get(`${path}?set=${code}`)).text, /role="status"/)

    const address = testWallet(code, 'fixed').address()
    const fixed = await preview(browser, code, address)
    assert.deepEqual(addressesOn((await browser.get(fixed)).text), [address])
    await choose(browser, code, address)
    assert.deepEqual(await set(), [[code, address]])
  })

test('whitespace around and within a pasted value is ignored', async () => {
  const { browser, set } = await createMerchant('pasting')
  const xpub = deriveXpub('pasting', 'BTC')
  await choose(browser, 'BTC', `\r\n  ${xpub.slice(0, 60)}\r\n${xpub.slice(60)}\t`)
  assert.deepEqual(await set(), [['BTC', xpub]])
})

test('anything but a destination of that coin and network gets 400 and is not echoed', async () => {
  const { browser, set } = await createMerchant('mistaken')
  const seed = createHash('sha256').update('secret').digest()
  const bitcoin = coins.get('BTC') ?? assert.fail()
  const regtest = deriveAccountKeys(seed, { coin: bitcoin, chain: 'regtest' })
  const address = testWallet('BTC', 'mistaken').address()
  for (const [submitted, sentence] of [
    [regtest.xprv, /private key/],
    [deriveAccountKeys(seed, { coin: bitcoin, chain: 'main' }).xpub, /another coin or network/],
    [
      `${regtest.xpub.slice(0, -1)}${regtest.xpub.endsWith('1') ? '2' : '1'}`,
      /extended public key is invalid/,
    ],
    ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', /isn’t an address/],
    [testWallet('DASH', 'mistaken').address().slice(1), /isn’t an address/],
    // A Cyrillic letter that looks like the Latin one, a zero-width space, a NUL.
    [address.replace('c', 'с'), /isn’t an address/],
    [`${address.slice(0, 9)}\u200b${address.slice(9)}`, /isn’t an address/],
    [`${address}\0`, /isn’t an address/],
    ['x'.repeat(5_000), /extended public key is invalid/],
    ['<script>alert(1)</script>', /isn’t an address/],
    ['', /isn’t an address/],
  ] as const) {
    const { status, text } = await browser.post(`${path}/BTC`, { destination: submitted })
    assert.equal(status, 400, submitted)
    assert.match(getAlert(text) ?? '', sentence)
    if (submitted.length > 10) assert.ok(!text.includes(submitted.slice(4, 24)), submitted)
  }
  assert.deepEqual(await set(), [])
})

test('the confirmed destination is the one shown: by that session, for that coin, and unchanged', async () => {
  const one = await createMerchant('sealed')
  const other = await createMerchant('sealed-other')
  const xpub = deriveXpub('sealed', 'BTC')
  const confirmPath = await preview(one.browser, 'BTC', xpub)
  assert.ok(!confirmPath.includes(xpub.slice(10, 30)))
  const check = new URL(confirmPath, 'http://x').searchParams.get('check') ?? assert.fail()
  const changed = `${check.slice(0, 40)}${check[40] === 'A' ? 'B' : 'A'}${check.slice(41)}`
  const second = openBrowser(service)
  await second.signIn(one.email, password)
  for (const [browser, coin, checkValue] of [
    [other.browser, 'BTC', check],
    [second, 'BTC', check],
    [one.browser, 'DASH', check],
    [one.browser, 'BTC', changed],
    [one.browser, 'BTC', ''],
  ] as const) {
    assert.equal((await browser.get(`${path}/${coin}/confirm?check=${checkValue}`)).status, 404)
    assert.equal((await browser.post(`${path}/${coin}/confirm`, { check: checkValue, password })).status, 404)
  }
  assert.deepEqual([await one.set(), await other.set()], [[], []])

  // A thief of the session submits another one before the owner confirms the earlier page: the owner's is still set.
  await preview(one.browser, 'BTC', deriveXpub('thief', 'BTC'))
  await one.browser.submit(`${path}/BTC/confirm`, { check, password })
  assert.deepEqual(await one.set(), [['BTC', xpub]])
})

test('a destination shown before a newer change can no longer be confirmed, and the page says so: payments never go back to an old one', async () => {
  const { id, browser, set } = await createMerchant('stale')
  const [older, newer, third] = ['stale', 'stale-newer', 'stale-third'].map((name) =>
    deriveXpub(name, 'DASH'),
  )
  const readCheck = async (key = '') => {
    const { text } = await browser.get(await preview(browser, 'DASH', key))
    return getField(text, 'check') ?? assert.fail()
  }
  const confirm = (check: string) => browser.post(`${path}/DASH/confirm`, { check, password })
  const [ofOlder, ofNewer] = [await readCheck(older), await readCheck(newer)]
  assert.equal((await confirm(ofOlder)).status, 303)
  const rejected = await confirm(ofNewer)
  assert.equal(rejected.status, 400)
  assert.match(getAlert(rejected.text) ?? '', /has changed since you opened this page/)
  assert.deepEqual(await set(), [['DASH', older]])

  assert.equal((await confirm(await readCheck(newer))).status, 303)
  assert.equal((await confirm(ofOlder)).status, 400)
  // Also when it was set, replaced and set again in between.
  const ofThird = await readCheck(third)
  assert.equal((await confirm(await readCheck(older))).status, 303)
  assert.equal((await confirm(await readCheck(newer))).status, 303)
  assert.equal((await confirm(ofThird)).status, 400)
  assert.deepEqual(await set(), [['DASH', newer]])

  // Pressing the button twice reports success twice.
  const twice = await readCheck(older)
  const responses = await Promise.all([confirm(twice), confirm(twice)])
  assert.deepEqual(
    responses.map(({ status }) => status),
    [303, 303],
  )
  assert.deepEqual(await set(), [['DASH', older]])
  assert.equal((await service.stores.accounts.listDestinations(id)).length, 1)
})

test('a session without the password gets ten guesses, then has to wait', async () => {
  const { browser, set } = await createMerchant('guessed')
  const confirmPath = await preview(browser, 'LTC', deriveXpub('thief', 'LTC'))
  const check = getField((await browser.get(confirmPath)).text, 'check') ?? assert.fail()
  const guess = (password: string) => browser.post(`${path}/LTC/confirm`, { check, password })
  for (let count = 0; count < 10; count++) assert.equal((await guess(`guess ${count}`)).status, 400)
  const { status, headers } = await guess(password)
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 0)
  assert.deepEqual(await set(), [])
})

test('a destination set in the browser has an entry in the audit log with its session', async () => {
  const { id, browser } = await createMerchant('audited')
  const xpub = deriveXpub('audited', 'LTC')
  await choose(browser, 'LTC', xpub)
  const [entry] = await createAuditStore(service.database.read).listByAccount(id, 1)
  const expectedKeyId = coins.get('LTC')?.parseExtendedKey(xpub, 'regtest').id
  assert.deepEqual(
    [entry?.action, entry?.detail],
    ['destination.set', { coin: 'LTC', kind: 'xpub', where: expectedKeyId }],
  )
  assert.match(entry?.actor ?? '', /^ses_/)
})

test('an address derived for an invoice is rejected as a destination', async () => {
  const shop = await service.anotherMerchant('deriving', ['LTC'])
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  const [output] = (await service.paymentRequest(invoice.uid, 'LTC')).outputs
  const { browser, set } = await createMerchant('derived')
  const confirmPath = await preview(browser, 'LTC', output?.address ?? '')
  const check = getField((await browser.get(confirmPath)).text, 'check') ?? assert.fail()
  const { status, text } = await browser.post(`${path}/LTC/confirm`, { check, password })
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /derived from an extended public key/)
  assert.deepEqual(await set(), [])
})

test('skipping addresses asks for the password and takes 1 to 10,000 at once', async () => {
  const { id, email, browser } = await createMerchant('skipping')
  const skip = (count: string, secret = password, coin = 'LTC') =>
    browser.post(`${path}/${coin}/skip`, { count, password: secret })
  assert.equal((await skip('5')).status, 400)
  await accounts.setDestination(email, 'LTC', { xpub: deriveXpub('skipping', 'LTC') })
  const rejected = await skip('5', 'wrong')
  assert.equal(rejected.status, 400)
  assert.equal(getField(rejected.text, 'count'), '5')
  for (const count of ['0', '-1', '1.5', '10001', '1e3', '', '99999999999999999999'])
    assert.match(getAlert((await skip(count)).text) ?? '', /whole number/, count)
  const { status, headers } = await skip(' 20 ')
  assert.deepEqual([status, headers.location], [303, `${path}?skipped=LTC`])
  const keyId = coins.get('LTC')?.parseExtendedKey(deriveXpub('skipping', 'LTC'), 'regtest').id ?? ''
  assert.equal(await stores.accounts.getNextIndex('LTC', keyId), 20)
  assert.equal(
    (await createAuditStore(service.database.read).listByAccount(id, 1))[0]?.action,
    'destination.advanced',
  )
})

test('an unknown coin gets 404; a write for another account gets 403', async () => {
  const { browser, set } = await createMerchant('elsewhere')
  for (const coin of ['ETH', 'ltc', '..%2f', 'constructor'])
    assert.equal((await browser.get(`${path}/${coin}`)).status, 404, coin)
  assert.equal((await browser.post(`${path}/ETH`, { destination: 'x' })).status, 404)
  const body = { destination: deriveXpub('elsewhere', 'LTC') }
  assert.equal((await browser.post(`${path}/LTC?account=${service.merchant.id}`, body)).status, 403)
  assert.deepEqual(await set(), [])
})

test('on regtest one button with the password sets test keys for all coins without a destination, and asks to compare no addresses', async () => {
  const { browser, set, email } = await createMerchant('trying')
  await accounts.setDestination(email, 'LTC', { xpub: deriveXpub('trying', 'LTC') })
  const own = await set()
  assert.match((await browser.get(path)).text, /Use test keys for all coins/)
  const rejected = await browser.post(`${path}/test-keys`, { password: 'wrong' })
  assert.equal(rejected.status, 400)
  assert.ok(getAlert(rejected.text))
  assert.deepEqual(await set(), own)

  assert.equal(await browser.submit(`${path}/test-keys`, { password }), `${path}?set=test`)
  const after = await set()
  assert.deepEqual(after.map(([coin]) => coin).sort(), [...coins.keys()].sort())
  assert.deepEqual(
    after.filter(([coin]) => coin === 'LTC'),
    own,
  )
  const { text } = await browser.get(`${path}?set=test`)
  assert.match(text, /Test keys added for all coins/)
  assert.doesNotMatch(text, /Use test keys/)

  const parts = { read: { accounts: stores.accounts }, cipher: createTextCipher(new Uint8Array(32)) }
  const litecoin = [...coins.values()].find(({ code }) => code === 'LTC') ?? assert.fail()
  const keys = ['regtest', 'main', 'test'].map((chain) =>
    createPayoutWallets({ ...parts, chain: chain as 'main' }).createTestKey(litecoin),
  )
  assert.deepEqual(keys.slice(1), [null, null])
  assert.notEqual(keys[0], createPayoutWallets({ ...parts, chain: 'regtest' }).createTestKey(litecoin))
})
