import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope, type TestScope } from '../helpers/databases.ts'
import { basic, startService } from '../helpers/service.ts'
import { openEvents, openSocket } from '../helpers/streams.ts'

const service = await startService(fileScope, { listen: true, destinations: [] })
const { accounts, baseUrl } = service
const password = 'lantern under the stairs'

/** An account with a token, and a browser in which it is signed in. */
async function createMerchant(name: string) {
  const email = `${name}@example.com`
  await accounts.create({ email, password })
  const { token } = await accounts.createToken(email, { name: 'shop' })
  return { token, browser: await signIn(email), another: () => signIn(email), triggerEvent }

  /** Triggers an event. */
  async function triggerEvent(): Promise<void> {
    const body = { email: service.merchant.email }
    const { status } = await service.request('/api/v1/account/links', { method: 'POST', token, body })
    assert.equal(status, 200)
  }
}

async function signIn(email: string): Promise<TestBrowser> {
  const browser = openBrowser(service)
  await browser.signIn(email, password)
  return browser
}

/** An open Server-Sent Events stream, and with a token also a subscribed socket: browsers have none. */
async function follow(t: TestScope, headers: Readonly<Record<string, string>>) {
  const events = await openEvents(t, `${baseUrl}/events`, headers)
  assert.equal((await events.readNext()).data, null)
  const socket = 'authorization' in headers ? await openSocket(t, baseUrl, { headers }) : null
  await socket?.subscribe({})
  return { assertEnded, assertAlive }

  /** Also checks that nothing was sent about later events. */
  async function assertEnded(): Promise<void> {
    await events.ended
    assert.deepEqual(events.waiting, [])
    if (!socket) return
    const { type, code } = await socket.readNext()
    assert.deepEqual([type, code], ['error', 'unauthorized'])
    assert.deepEqual(await socket.closed, { code: 4401, reason: 'unauthorized' })
    assert.deepEqual(socket.waiting, [])
  }

  async function assertAlive(): Promise<void> {
    assert.equal((await events.readNext()).data?.type, 'account.linked')
    if (socket) assert.equal((await socket.readNext()).type, 'account.linked')
  }
}

const byCookie = (browser: TestBrowser) => ({ cookie: browser.cookieHeader() })

test('revoking a token ends its open streams before any further event, and no other token’s', async (t) => {
  const { token, browser, triggerEvent } = await createMerchant('token')
  const tokenPage = await browser.submit('/dashboard/settings/tokens', {
    name: 'stolen',
    scope: 'read',
    expires: 'never',
    password,
  })
  const secret = /qt_[\w-]{43}/.exec((await browser.get(tokenPage)).text)?.[0] ?? assert.fail()
  const stolen = await follow(t, { authorization: basic(secret) })
  const own = await follow(t, { authorization: basic(token) })
  const page = await follow(t, byCookie(browser))
  await browser.submit(`${tokenPage}/revoke`, { password })
  await triggerEvent()
  await stolen.assertEnded()
  await own.assertAlive()
  await page.assertAlive()
})

test('signing out, and ending a session from another browser, end its open streams too', async (t) => {
  const { token, browser, another, triggerEvent } = await createMerchant('session')
  const [phone, lost] = [await another(), await another()]
  const streams = [await follow(t, byCookie(phone)), await follow(t, byCookie(lost))]
  const [own, tokens] = [await follow(t, byCookie(browser)), await follow(t, { authorization: basic(token) })]
  await phone.submit('/logout')
  const { text } = await browser.get('/dashboard/settings/sessions')
  // Newest first: the lost device signed in last.
  const [newest = assert.fail()] = [...text.matchAll(/sessions\/(ses_\w+)\/end/g)].map(([, id]) => id)
  await browser.submit(`/dashboard/settings/sessions/${newest}/end`)
  await triggerEvent()
  for (const stream of streams) await stream.assertEnded()
  await own.assertAlive()
  await tokens.assertAlive()
})

test('a password change ends the streams of every browser; those of tokens continue', async (t) => {
  const { token, browser, another, triggerEvent } = await createMerchant('password')
  const streams = [await follow(t, byCookie(browser)), await follow(t, byCookie(await another()))]
  const tokens = await follow(t, { authorization: basic(token) })
  const path = '/dashboard/settings/security/password'
  await browser.submit(path, { old_password: password, new_password: 'another lantern, another stair' })
  await triggerEvent()
  for (const stream of streams) await stream.assertEnded()
  await tokens.assertAlive()
})

test('a socket that was upgraded with a token opens no stream once the token is revoked, by any process', async (t) => {
  const { id, token } = await accounts.createToken(service.merchant.email, { name: 'early' })
  const socket = await openSocket(t, baseUrl, { headers: { authorization: basic(token) } })
  await accounts.revokeToken(id)
  socket.send({ type: 'subscribe' })
  const { type, code } = await socket.readNext()
  assert.deepEqual([type, code], ['error', 'unauthorized'])
})
