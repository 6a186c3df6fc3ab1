import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { languages } from '../../src/platform/web/language.ts'
import { fileScope } from '../helpers/databases.ts'
import { basic, startService } from '../helpers/service.ts'
import { browse, getStatus, getWords, readPage } from './pages.ts'

const service = await startService(fileScope, {})

async function createInvoice(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await service.createInvoice(more)).invoice.uid
}

test('the page is not cached, sends no Referer, and loads and runs nothing from other origins', async () => {
  const { headers } = await browse(service, `/checkout/${await createInvoice()}`)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' ws://localhost:3000; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('the page needs no more than its policy allows: it has no inline style, script or handler', async () => {
  for (const query of ['', '?coin=BTC', '?lang=ar']) {
    const page = await readPage(
      service,
      await createInvoice({ redirect_url: 'https://shop.example/' }),
      query,
    )
    assert.doesNotMatch(page, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)|javascript:/i)
    const loaded = [...page.matchAll(/<(?:link|script|img)[^>]*?(?:href|src)="([^"]*)"/g)].map(([, to]) => to)
    assert.ok(loaded.length > 5)
    for (const address of loaded) assert.match(String(address), /^\/(assets|coins)\//)
  }
})

test('a page with all its assets is under 60 kB compressed', async () => {
  const path = `/checkout/${await createInvoice({ memo: 'A book, and its cover.' })}?coin=BTC`
  const seen = new Set<string>()
  let bytes = 0
  const addSize = async (address: string): Promise<string> => {
    if (seen.has(address)) return ''
    seen.add(address)
    const headers = { 'accept-encoding': 'br', accept: '*/*', 'accept-language': 'ar' }
    const response = await service.app.server.inject({ url: address, headers })
    assert.equal(response.statusCode, 200, address)
    bytes += response.rawPayload.length
    const coded = response.headers['content-encoding'] === 'br'
    return (coded ? brotliDecompressSync(response.rawPayload) : response.rawPayload).toString()
  }
  const page = await addSize(path)
  for (const [, address = ''] of page.matchAll(/(?:href|src)="(\/(?:assets|coins)\/[^"]+)"/g)) {
    const text = await addSize(address)
    if (!address.endsWith('.css')) continue
    for (const [, file] of text.matchAll(/url\("?([\w.-]+)"?\)/g)) await addSize(`/assets/${file}`)
  }
  assert.ok(
    [...seen].some((address) => address.endsWith('.woff2')),
    'the font counts too',
  )
  assert.ok(bytes < 60_000, `${bytes} bytes in ${seen.size} files`)
})

test('assets are cached forever under a name with their hash, and come compressed or plain', async () => {
  const page = await readPage(service, await createInvoice())
  const [, sheet = ''] = /href="([^"]+\.css)"/.exec(page) ?? []
  assert.match(sheet, /^\/assets\/quittance\.[0-9a-f]{12}\.css$/)
  const sendRequest = (coding: string) =>
    service.app.server.inject({ url: sheet, headers: coding === '' ? {} : { 'accept-encoding': coding } })
  const plain = await sendRequest('')
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['content-type'], 'text/css; charset=utf-8')
  assert.equal(plain.headers.vary, 'Accept-Encoding')
  assert.equal(gunzipSync((await sendRequest('gzip, deflate')).rawPayload).toString(), plain.payload)
  assert.equal(
    brotliDecompressSync((await sendRequest('gzip, br;q=0.9')).rawPayload).toString(),
    plain.payload,
  )
  assert.equal((await sendRequest('br;q=0, identity')).payload, plain.payload)
  for (const path of ['/assets/quittance.css', '/assets/..%2fassets.ts', '/assets/%2e%2e%2fpage.ts'])
    assert.equal((await browse(service, path)).status, 404, path)
})

test('Accept-Language sets the language, ?lang= overrides it, and Arabic is right to left', async () => {
  const uid = await createInvoice()
  const inLanguage = async (header: string | undefined, query = '') => {
    const headers = header === undefined ? {} : { 'accept-language': header }
    const { text } = await service.request(`/checkout/${uid}${query}`, { token: null, headers })
    return /<html lang="(\w+)" dir="(\w+)">/.exec(text)?.slice(1).join(' ')
  }
  assert.equal(await inLanguage(undefined), 'en ltr')
  assert.equal(await inLanguage('de-AT,de;q=0.9,en;q=0.5'), 'de ltr')
  assert.equal(await inLanguage('sv, ar;q=0.4, de;q=0.3'), 'ar rtl')
  assert.equal(await inLanguage('pt-BR,pt;q=0.9,en;q=0.8'), 'pt ltr')
  assert.equal(await inLanguage('ja-JP'), 'ja ltr')
  assert.equal(await inLanguage('de;q=0, *'), 'en ltr')
  assert.equal(await inLanguage('de', '?lang=ar'), 'ar rtl')
  assert.equal(await inLanguage(';;q=,=,'), 'en ltr')
  assert.equal(getStatus(await readPage(service, uid, '?lang=de')), 'Warten auf Zahlung')
  assert.match(getWords(await readPage(service, uid, '?lang=de&coin=LTC')), /1 LTC = 100,00 \$/)
  const page = await readPage(service, uid, '?lang=ar&coin=LTC')
  for (const language of languages.filter((each) => each !== 'ar'))
    assert.ok(page.includes(`href="/checkout/${uid}?coin=LTC&#38;lang=${language}"`), language)
})

test('text from merchants and strangers stays text everywhere', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>\`{amount}&amp;`
  await service.accounts.change(service.merchant.email, { name: hostile })
  const uid = await createInvoice({ memo: hostile, redirect_url: `https://shop.example/?a="><script>b` })
  await service.pay(uid, 'LTC')
  const other = await createInvoice({ memo: hostile, redirect_url: `https://shop.example/?a='><script>b` })
  const encodedText = encodeURIComponent(hostile)
  for (const page of [
    await readPage(service, uid),
    await readPage(service, other, `?coin=${encodedText}&lang=${encodedText}&embed=${encodedText}`),
    await readPage(service, other, '?part=panel'),
    (await browse(service, `/checkout/${encodedText}`)).text,
  ]) {
    assert.doesNotMatch(page, /<script>|<img src=x|alert\(1\)'/)
    assert.doesNotMatch(page.replace(/<script src="[^"]*" type="module">/, ''), /<script/)
  }
  assert.ok(getWords(await readPage(service, other)).includes('alert(1)'))
  await service.accounts.change(service.merchant.email, { name: service.merchant.email })
})

test("an account without a name doesn't show its email address to payers", async () => {
  const page = await readPage(service, await createInvoice())
  assert.ok(!page.includes(service.merchant.email))
})

test('the page ignores credentials, and shows only public data', async () => {
  const uid = await createInvoice({
    external_id: 'owners-own',
    webhook_url: 'https://hooks.example/owners-own',
  })
  for (const token of [service.merchant.token, 'qt_wrong']) {
    const headers = { authorization: basic(token) }
    const { status, text } = await browse(service, `/checkout/${uid}`, { headers })
    assert.equal(status, 200)
    assert.ok(!text.includes('owners-own'))
  }
})
