import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { messages } from '../../src/greenfield/connect/pages/translator.ts'
import { storePermissions } from '../../src/greenfield/permissions.ts'
import { languages } from '../../src/platform/web/language.ts'
import { getAlert, getField, openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { openGreenfield } from './shop.ts'

const smtp = await startSmtpServer(fileScope)
const shop = await openGreenfield(fileScope, { destinations: ['LTC'], settings: { SMTP_URL: smtp.url } })
const { service, call } = shop
const path = '/api-keys/authorize'
const password = 'lantern under the stairs'
const redirect = 'https://shop.example/?wc-api=callback&n=1'

/** The permissions that WooCommerce's plug-in requires, and those that it requests optionally. */
const wooRequired = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canmodifyinvoices',
]
const wooOptional = [
  'btcpay.store.cancreatenonapprovedpullpayments',
  'btcpay.store.webhooks.canmodifywebhooks',
]
const servedToWoo = [...wooRequired, 'btcpay.store.webhooks.canmodifywebhooks']

type Query = Readonly<Record<string, string>>

const getUrl = (permissions: readonly string[], fields: Query = {}): string =>
  `${path}?${new URLSearchParams([...permissions.map((each) => ['permissions', each] as [string, string]), ...Object.entries(fields)])}`

const wooUrl = (fields: Query = {}): string =>
  getUrl([...wooRequired, ...wooOptional], {
    applicationName: 'WooCommerce',
    strict: 'true',
    selectiveStores: 'true',
    redirect,
    ...fields,
  })

async function createMerchant(name: string) {
  const email = `${name}@example.com`
  const { id } = await service.accounts.create({ email, password })
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  return { id, email, browser, open, authorize }

  async function open(url: string) {
    const { status, text } = await browser.get(url)
    assert.equal(status, 200, text)
    return text
  }

  /** Submits the form of the page, as a browser without scripts does. */
  async function authorize(url: string, fields: Query = {}) {
    return browser.post(getAction(await open(url)), { password, ...fields })
  }
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))

/** The target of the form in the page's body that isn't for signing out. */
const getAction = (page: string): string =>
  unescaped(/class="form" method="post" action="([^"]+)"/.exec(page)?.[1] ?? '')

/** The hidden fields of the page, in order. */
const hiddenFields = (page: string): [string, string][] =>
  [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)],
  )

const getFormAction = (headers: Readonly<Record<string, unknown>>): string | undefined =>
  /form-action ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]

test('a signed-out visitor signs in first and comes back with the whole query', async () => {
  const { id, email } = await createMerchant('visitor')
  const browser = openBrowser(service)
  const url = wooUrl()
  const { status, headers } = await browser.get(url)
  assert.equal(status, 303)
  const login = String(headers.location)
  assert.match(login, /^\/login\?next=/)
  const next = getField((await browser.get(login)).text, 'next') ?? assert.fail()
  const target = await browser.submit('/login', { email, password, next })
  assert.equal(target, url)
  const { text } = await browser.get(target)
  assert.ok(text.includes(`<bdi dir="ltr">${id}</bdi>`))
})

test('the page says which plug-in requests which permissions, for which account, and where the key is sent', async () => {
  const { email, id, open } = await createMerchant('reading')
  const page = await open(wooUrl())
  for (const shown of [
    'WooCommerce',
    '>shop.example<',
    email,
    `>${id}<`,
    'Create invoices',
    'Change and cancel invoices',
  ])
    assert.ok(page.includes(shown), shown)
  assert.match(
    page,
    /key won’t include them[\s\S]*<code dir="ltr">btcpay.store.cancreatenonapprovedpullpayments<\/code>/,
  )
  assert.ok(!/won’t include them/.test(await open(getUrl(wooRequired))))
  assert.equal(await open(wooUrl().replace('?', '/?')).then(getAction), getAction(page))
})

test('every served permission is described in words', async () => {
  const { open } = await createMerchant('words')
  const page = await open(getUrl(storePermissions))
  assert.ok(!page.includes('<code dir="ltr">btcpay'))
  const [list = ''] = (page.split('<h2>')[1] ?? '').split('</ul>')
  assert.equal(list.match(/<li>/g)?.length, storePermissions.length)
})

test('WooCommerce gets a key with exactly the served permissions that it asks for, posted to its address', async () => {
  const { id, email, authorize } = await createMerchant('woo')
  const { status, headers, text } = await authorize(wooUrl())
  assert.equal(status, 200)
  assert.equal(getAction(text), redirect)
  assert.match(text, /<form class="form" method="post" action="[^"]+" data-submit>/)
  assert.match(text, /<script type="module" src="\/assets\/submit\.[0-9a-f]+\.js">/)
  assert.equal(getFormAction(headers), "'self' https://shop.example")
  assert.equal(headers['cache-control'], 'no-store')
  const [[, key = ''] = [], ...others] = hiddenFields(text)
  assert.match(key, /^qt_[\w-]{43}$/)
  const permissions = servedToWoo.map((each) => `${each}:${id}`)
  assert.deepEqual(hiddenFields(text), [
    ['apiKey', key],
    ['userId', String(id)],
    ...permissions.map((each) => ['permissions[]', each]),
  ])
  assert.equal(others.length, 1 + permissions.length)
  const current = await call('GET', '/api/v1/api-keys/current', { token: key })
  assert.deepEqual(current.json, { apiKey: key, label: 'WooCommerce · shop.example', permissions })
  const stores = await call('GET', '/api/v1/stores', { token: key })
  assert.equal(stores.status, 200)

  const [token] = await service.accounts.listTokens(email)
  assert.equal(token?.expiresAt, null)
  const [entry] = await createAuditStore(service.database.read).listByAccount(id, 1)
  assert.equal(entry?.action, 'token.created')
  assert.match(entry?.actor ?? '', /^ses_/)
  assert.partialDeepStrictEqual(entry?.detail, { scope: 'greenfield', permissions: permissions.join(',') })
  assert.ok(!service.logged.join().includes(key))
})

test('no other page lets a form be sent to the shop', async () => {
  const { browser } = await createMerchant('policy')
  assert.equal(getFormAction((await browser.get(wooUrl())).headers), "'self'")
  const rejected = await browser.post(wooUrl(), { password: 'wrong' })
  assert.equal(getFormAction(rejected.headers), "'self'")
  const shown = await browser.post(getUrl(wooRequired), { password })
  assert.equal(getFormAction(shown.headers), "'self'")
})

test('other plug-ins get exactly what they ask for', async () => {
  const { id, authorize } = await createMerchant('others')
  const presta = [
    'btcpay.store.canmodifystoresettings',
    'btcpay.store.webhooks.canmodifywebhooks',
    'btcpay.store.canviewstoresettings',
    'btcpay.store.cancreateinvoice',
    'btcpay.store.canviewinvoices',
    'btcpay.store.canmodifyinvoices',
  ]
  for (const permissions of [presta, [...presta].slice(1).reverse(), ['btcpay.store.cancreateinvoice']]) {
    const { text } = await authorize(getUrl([...permissions, ...permissions], { redirect }))
    const granted = hiddenFields(text).filter(([name]) => name === 'permissions[]')
    assert.deepEqual(
      granted.map(([, value]) => value),
      permissions.map((each) => `${each}:${id}`),
    )
  }
})

test('without a redirect the page shows the key once', async () => {
  const { authorize } = await createMerchant('presta')
  const { status, text } = await authorize(getUrl(wooRequired, { applicationName: 'PrestaShop' }))
  assert.equal(status, 200)
  const key = /value="(qt_[\w-]{43})"/.exec(text)?.[1] ?? assert.fail(text)
  assert.ok(text.includes(`data-copy="${key}"`))
  assert.equal(getAction(text), '')
  assert.equal((await call('GET', '/api/v1/api-keys/current', { token: key })).json.label, 'PrestaShop')
})

test('a wrong password creates no key: 400, and the form keeps its choices', async () => {
  const { email, authorize } = await createMerchant('wrong')
  const { status, text } = await authorize(wooUrl(), { password: 'wrong', allow_frame: 'on' })
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /password is wrong/)
  assert.match(text, /name="allow_frame" value="on" checked/)
  assert.equal(getAction(text).includes('redirect='), true)
  assert.deepEqual(await service.accounts.listTokens(email), [])
})

test('a redirect URL that is not https, or is our own, gets an error page and no key', async () => {
  const { email, browser } = await createMerchant('redirects')
  for (const wrong of [
    'http://shop.example/',
    'shop.example/callback',
    '/callback',
    '//shop.example/',
    'https:shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@shop.example/',
    'https://shop.example;script-src/',
    "https://shop.example'/",
    'https://shop.example\\@evil.example/',
    `https://shop.example/${'x'.repeat(2_048)}`,
    `https://${'x'.repeat(300)}.example/`,
    `${service.baseUrl}/dashboard/settings/webhooks`,
  ]) {
    for (const response of [
      await browser.get(wooUrl({ redirect: wrong })),
      await browser.post(wooUrl({ redirect: wrong }), { password }),
    ]) {
      assert.equal(response.status, 400, wrong)
      assert.match(getAlert(response.text) ?? '', /full https:\/\/ URL of your shop/)
      assert.equal(getFormAction(response.headers), "'self'")
    }
  }
  assert.deepEqual(await service.accounts.listTokens(email), [])
})

test('a shop on localhost may use http', async () => {
  const { authorize } = await createMerchant('local')
  const local = 'http://localhost:8080/callback'
  const { headers, text } = await authorize(wooUrl({ redirect: local }))
  assert.equal(getAction(text), local)
  assert.equal(getFormAction(headers), "'self' http://localhost:8080")
})

test('values that are too long, repeated or in the wrong format get an error page', async () => {
  const { email, browser } = await createMerchant('bounds')
  const many = Array.from({ length: 31 }, (_, index) => `btcpay.store.n${index}`)
  for (const url of [
    wooUrl({ applicationName: 'x'.repeat(101) }),
    wooUrl({ applicationName: 'Woo\u202ecommerce' }),
    wooUrl({ applicationIdentifier: 'x'.repeat(101) }),
    wooUrl({ strict: 'x'.repeat(11) }),
    wooUrl({ selectiveStores: 'x'.repeat(11) }),
    `${wooUrl()}&applicationName=other`,
    getUrl([...wooRequired, `btcpay.store.${'x'.repeat(100)}`]),
    getUrl([...wooRequired, 'a b']),
    getUrl([...wooRequired, ...many]),
  ]) {
    assert.equal((await browser.get(url)).status, 400, url)
    assert.equal((await browser.post(url, { password })).status, 400, url)
  }
  for (const url of [path, getUrl(['btcpay.server.canmodifyserversettings'])]) {
    const { status, text } = await browser.get(url)
    assert.equal(status, 400)
    assert.match(getAlert(text) ?? '', /no permission that this service offers/)
  }
  assert.deepEqual(await service.accounts.listTokens(email), [])
})

test('values of maximum length work: name, host and redirect URL', async () => {
  const { email, authorize } = await createMerchant('longest')
  const longest = {
    applicationName: 'ä'.repeat(100),
    applicationIdentifier: 'x'.repeat(100),
    redirect: `https://${`${'x'.repeat(60)}.`.repeat(4)}example/${'y'.repeat(1_750)}`,
  }
  const { status, text } = await authorize(getUrl(wooRequired, longest))
  assert.equal(status, 200, text)
  assert.equal(getAction(text), longest.redirect)
  const [token] = await service.accounts.listTokens(email)
  assert.equal([...(token?.name ?? '')].length, 100)
})

test('connecting the same shop again creates another key, and both pages say so', async () => {
  const { email, open, authorize } = await createMerchant('again')
  const url = wooUrl({ applicationIdentifier: 'woo-1' })
  const first = await authorize(url)
  assert.ok(!first.text.includes('This is a new key'))
  const [token] = await service.accounts.listTokens(email)
  const warned = await open(url)
  assert.match(warned, /already has a key/)
  assert.ok(warned.includes(`/dashboard/settings/tokens/${token?.id}"`))
  for (const other of [
    wooUrl({ applicationIdentifier: 'woo-2' }),
    wooUrl({ redirect: 'https://other.example/' }),
  ])
    assert.ok(!(await open(other)).includes('already has a key'))
  const second = await authorize(url)
  assert.match(second.text, /This is a new key/)
  const keys = [first, second].map(({ text }) => hiddenFields(text)[0]?.[1] ?? '')
  assert.notEqual(keys[0], keys[1])
  for (const key of keys)
    assert.equal((await call('GET', '/api/v1/api-keys/current', { token: key })).status, 200)
  for (const { id } of await service.accounts.listTokens(email)) await service.accounts.revokeToken(id)
  assert.ok(!(await open(url)).includes('already has a key'))
})

test('the application and the host recognise an earlier key, whatever the names of the key and the plug-in', async () => {
  const { id, open, authorize } = await createMerchant('renamed')
  const isRecognised = async (url: string) => (await open(url)).includes('already has a key')
  const identifier = 'x'.repeat(90)
  const url = wooUrl({ applicationIdentifier: identifier })
  await authorize(url)
  await service.database.transact(({ query }) =>
    query.updateTable('access_tokens').set({ name: 'Till' }).where('account_id', '=', id).execute(),
  )
  assert.match(await open(url), /already has a key.*<bdi>Till<\/bdi>/)
  for (const same of [
    wooUrl({ applicationIdentifier: identifier, applicationName: 'Woo 2' }),
    wooUrl({ applicationIdentifier: identifier, redirect: 'https://shop.example/another/page' }),
    getUrl(wooRequired, { applicationIdentifier: identifier, redirect }),
  ])
    assert.ok(await isRecognised(same), same)
  for (const other of [
    wooUrl({ applicationIdentifier: `${identifier}y` }),
    wooUrl(),
    wooUrl({ applicationIdentifier: identifier, redirect: 'https://shop.example:8443/' }),
    getUrl(wooRequired, { applicationIdentifier: identifier }),
    getUrl(wooRequired, { redirect }),
  ])
    assert.ok(!(await isRecognised(other)), other)
})

test('a plug-in without an identifier is recognised by its name; one without either is not', async () => {
  const { open, authorize } = await createMerchant('nameless')
  for (const [fields, isRecognised] of [
    [{ applicationName: 'PrestaShop' }, true],
    [{ applicationName: 'WooCommerce', redirect }, true],
    [{}, false],
  ] as const) {
    const url = getUrl(wooRequired, fields)
    await authorize(url)
    assert.equal((await open(url)).includes('already has a key'), isRecognised, url)
  }
})

test('the shop may embed the checkout only if the owner ticks the box, and the owner is notified', async () => {
  const { id, email, open, authorize } = await createMerchant('frames')
  const origins = async () => (await service.stores.accounts.getStorefront(id)).frameOrigins
  await authorize(wooUrl())
  assert.deepEqual(await origins(), [])
  await authorize(wooUrl({ redirect: 'https://second.example/callback' }), { allow_frame: 'on' })
  const notice = await smtp.nextTo(email)
  assert.match(notice.text, /embed your checkout: https:\/\/second\.example \(was: none\)/)
  await authorize(wooUrl(), { allow_frame: 'on' })
  assert.deepEqual(await origins(), ['https://second.example', 'https://shop.example'])
  assert.ok(!(await open(wooUrl())).includes('name="allow_frame"'))
  assert.ok(!(await open(getUrl(wooRequired))).includes('name="allow_frame"'))
})

test('a form from another site, or for another account, creates no key', async () => {
  const { email, browser, id } = await createMerchant('foreign')
  const url = wooUrl()
  const elsewhere = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }
  assert.equal((await browser.post(url, { password }, elsewhere)).status, 403)
  const viewer = await createMerchant('viewing')
  assert.equal((await viewer.browser.post(`${url}&account=${id}`, { password })).status, 403)
  assert.equal((await openBrowser(service).post(url, { password })).status, 303)
  assert.deepEqual(await service.accounts.listTokens(email), [])
  assert.deepEqual(await service.accounts.listTokens(viewer.email), [])
})

const findPlaceholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

for (const language of languages)
  test(`${language}: the page has every message, with the same placeholders`, () => {
    assert.deepEqual(Object.keys(messages[language]), Object.keys(messages.en))
    for (const [name, text] of Object.entries(messages[language]))
      assert.deepEqual(
        findPlaceholders(text),
        findPlaceholders(messages.en[name as keyof typeof messages.en]),
        name,
      )
  })

test('the page is in the language of the browser', async () => {
  const { browser } = await createMerchant('languages')
  for (const [language, title] of [
    ['de', 'Shop verbinden'],
    ['ar', 'ربط متجر'],
  ] as const) {
    const { text } = await browser.get(`${wooUrl()}&lang=${language}`)
    assert.ok(text.includes(title))
    assert.ok(text.includes(`${path}?permissions=`), 'links to the other languages keep the query')
  }
})

test('the page exists only with GREENFIELD=true', async (t) => {
  const plain = await startService(t, { destinations: [] })
  for (const url of [wooUrl(), wooUrl().replace('?', '/?')])
    assert.equal((await plain.request(url, { token: null })).status, 404)
})
