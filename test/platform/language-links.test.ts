import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { test } from 'node:test'
import { getAlert, openBrowser, openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope, { destinations: [] })

/** The target of the page's link for each language. */
const languageLinks = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<a href="([^"]+)"[^>]* (?:hreflang|lang)="(\w\w)"/g)].map(
      ([, href = '', language = '']) => [language, href.replaceAll('&#38;', '&')],
    ),
  )

/** The Referer that a browser sends from the form's page. */
const from = (path: string) => ({ referer: `${service.baseUrl}${path}` })

test("after a rejected form, the language links lead to the form's page", async () => {
  const visitor = openBrowser(service)
  const formPath = '/login?next=%2Fdashboard%2Fsettings%2Fsessions'
  const { status, text } = await visitor.post(
    '/login',
    { email: 'a@b.example', password: 'wrong' },
    from(formPath),
  )
  assert.equal(status, 400)
  const { de = assert.fail(text) } = languageLinks(text)
  assert.equal(de, `${formPath}&lang=de`)
  const again = await visitor.get(de)
  assert.equal(again.status, 200)
  assert.match(again.text, /<html lang="de"/)
})

test('the language links also work if a form posts to a URL that is not a page', async () => {
  const browser = await openSignedInBrowser(service, service.merchant.id)
  const formPath = '/dashboard/settings/security'
  const wrong = { old_password: 'wrong', new_password: 'wrong' }
  const { text } = await browser.post(`${formPath}/password`, wrong, from(`${formPath}?done=password`))
  assert.notEqual(getAlert(text), null)
  for (const [language, link] of Object.entries(languageLinks(text))) {
    assert.equal(link, `${formPath}?done=password&lang=${language}`)
    assert.equal((await browser.get(link)).status, 200)
  }
})

test('without one of our pages in the Referer they lead to the home page, never to another site', async () => {
  const visitor = openBrowser(service)
  const wrong = { email: 'a@b.example', password: 'wrong' }
  for (const referer of [
    '',
    'https://elsewhere.example/login',
    `${service.baseUrl}.elsewhere.example/login`,
    // A link to `//elsewhere.example` leads to that host.
    `${service.baseUrl}//elsewhere.example/login`,
  ]) {
    const { text } = await visitor.post('/login', wrong, { referer })
    assert.equal(languageLinks(text).de, '/?lang=de', referer)
  }
})

test('the language links keep a query, even one that cannot be decoded, unless it is longer than any of ours', async () => {
  const linkAt = async (query: string) =>
    languageLinks((await openBrowser(service).get(`/login?${query}`)).text).de
  assert.equal(await linkAt('next=%2Fdashboard&%80=%&lang=ar'), '/login?next=%2Fdashboard&%80=%&lang=de')
  assert.equal(await linkAt('%80&'.repeat(250)), `/login?${'%80&'.repeat(250)}lang=de`)
  assert.equal(await linkAt('%80&'.repeat(3_850)), '/login?lang=de')
})

test('a request line that names another host leads to the home page', async (t) => {
  const { baseUrl } = await startService(t, { destinations: [], listen: true })
  const sent = request(baseUrl, { path: 'http://elsewhere.example/login' })
  sent.end()
  const [response] = await once(sent, 'response')
  assert.equal(languageLinks(await readText(response)).de, '/?lang=de')
})
