import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { createStores } from '../../src/composition/stores.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { createAttemptKey } from '../../src/sessions/attempt-limits.ts'
import { openBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'

const password = 'lantern under the stairs'
const start = Date.parse('2026-03-02T12:00:00.000Z')

const open = (t: TestContext, settings: Record<string, string> = {}) =>
  startService(t, { clock: createManualClock(start), destinations: ['LTC'], settings })

type Service = Awaited<ReturnType<typeof open>>

/** All at once, each from the network address and with the email address of its number. */
function flood(service: Service, path: string, count: number, getAddress: (index: number) => string) {
  const sendRequest = (index: number) =>
    openBrowser(service, { 'x-forwarded-for': getAddress(index) }).post(path, {
      email: `nobody${index}@example.com`,
      password: 'wrong and wrong again',
    })
  const all = Promise.all(Array.from({ length: count }, (_, index) => sendRequest(index)))
  let isOver = false
  const finished = all.then((replies) => {
    isOver = true
    return replies.map(({ status }) => status)
  })
  return { finished, isOver: () => isOver }
}

for (const path of ['/login', '/register', '/forgot']) {
  test(`payers are served while 400 forms to ${path} from a fresh address wait`, async (t) => {
    // No email is sent: nothing listens on that port.
    const service = await open(t, { SMTP_URL: 'smtp://127.0.0.1:9' })
    const { uid } = (await service.createInvoice()).invoice
    const { finished, isOver } = flood(service, path, 400, () => '203.0.113.7')
    const statuses = new Set<number>()
    while (!isOver()) {
      const payerRequests = Array.from({ length: 5 }, () =>
        service.request(`/invoices/${uid}`, { token: null }),
      )
      for (const { status } of await Promise.all(payerRequests)) statuses.add(status)
      await turnOfLoop()
    }
    assert.deepEqual([...statuses], [200])
    await finished
  })
}

test('an owner can sign in while someone tries passwords from hundreds of networks of one provider', async (t) => {
  const service = await open(t)
  const email = 'owner@example.com'
  await service.accounts.create({ email, password })
  const { finished } = flood(
    service,
    '/login',
    200,
    (index) => `2001:db8:${index % 4}:${index.toString(16)}::1`,
  )
  const owner = openBrowser(service, { 'x-forwarded-for': '2a02:908:1:1::5' })
  assert.equal((await owner.post('/login', { email, password })).status, 303)
  const neighbour = openBrowser(service, { 'x-forwarded-for': '198.51.100.4' })
  assert.equal((await neighbour.post('/login', { email, password })).status, 303)
  assert.ok((await finished).includes(503), 'no more waited than allowed')
})

test('known browsers and sessions have their own slots', async (t) => {
  const service = await open(t)
  const email = 'owner@example.com'
  await service.accounts.create({ email, password })
  const owner = openBrowser(service, { 'x-forwarded-for': '2a02:908:1:1::5' })
  await owner.signIn(email, password)
  const known = openBrowser(service, { 'x-forwarded-for': '2a02:908:1:1::6' })
  await known.signIn(email, password)
  await known.submit('/logout')
  // From everywhere: each stranger's slot is taken by a different network.
  const { finished } = flood(service, '/login', 200, (index) => `${11 + (index >> 8)}.${index & 255}.0.1`)
  assert.equal((await known.post('/login', { email, password })).status, 303)
  const fields = { old_password: password, new_password: 'another lantern, another stair' }
  assert.equal((await owner.post('/dashboard/settings/security/password', fields)).status, 303)
  assert.ok((await finished).includes(503), 'no more waited than allowed')
})

test('after a thousand wrong passwords from one customer network its unknown browsers get 429, and others are unaffected', async (t) => {
  const service = await open(t)
  const email = 'owner@example.com'
  await service.accounts.create({ email, password })
  const guess = async (address: string, credentials: { email: string; password: string }, cookie?: string) =>
    (
      await openBrowser(service, { 'x-forwarded-for': address, ...(cookie && { cookie }) }).post(
        '/login',
        credentials,
      )
    ).status
  const known = openBrowser(service, { 'x-forwarded-for': '2001:db8:7:1::1' })
  await known.signIn(email, password)
  const key = createAttemptKey('network', '2001:db8:7::/48')
  const now = service.clock.now()
  await service.database.transact(async (sql) => {
    const { attemptLimits } = createStores(sql)
    await attemptLimits.lock(key, now)
    await attemptLimits.write(key, { count: 999, since: now, blockedUntil: now })
  })
  const wrong = { email: 'nobody@example.com', password: 'wrong and wrong again' }
  assert.equal(await guess('2001:db8:7:a::1', wrong), 400)
  assert.equal(await guess('2001:db8:7:b::1', { email, password }), 429)
  assert.equal(await guess('2001:db8:8:b::1', { email, password }), 303)
  assert.equal(await guess('2001:db8:7:c::1', { email, password }, `known=${known.jar.get('known')}`), 303)
})
