import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, basic, type Reply, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const start = Date.UTC(2026, 2, 1)
const clock = createManualClock(start)
const service = await startService(fileScope, { clock })
const { token, email } = service.merchant

/** `POST /invoices` with only these credentials. */
const post = (headers: Record<string, string | string[]>): Promise<Reply> =>
  service.request('/invoices', { method: 'POST', token: null, headers, body: { amount: 1 } })

const encoded = (text: string): string => Buffer.from(text).toString('base64')

test('the access token is the HTTP Basic user name, in the specification’s header and in the standard one', async () => {
  assert.equal((await post({ authentication: basic(token) })).status, 200)
  assert.equal((await post({ authorization: basic(token) })).status, 200)
  assert.equal((await post({ authentication: basic(token), authorization: basic(token) })).status, 200)
})

test('both headers with the same token are one caller, whatever the passwords', async () => {
  const authorization = basic(token, 'password')
  assert.equal((await post({ authentication: basic(token), authorization })).status, 200)
  assert.equal((await post({ authentication: `BASIC ${encoded(token)}`, authorization })).status, 200)
})

test('400 when the two headers have different tokens', async () => {
  const other = await service.anotherMerchant('other')
  for (const [authentication, authorization] of [
    [basic(token), basic(other.token)],
    [basic(token), ''],
    [basic(token), basic('qt_wrong')],
  ] as const) {
    assertRejected(await post({ authentication, authorization }), 400, 'credentials_conflict')
  }
})

test('the password is ignored, and the scheme Basic is case-insensitive', async () => {
  for (const authorization of [
    basic(token, 'password'),
    basic(token, 'a:b:c'),
    `Basic ${encoded(token)}`,
    `basic ${encoded(`${token}:`)}`,
    `BASIC   ${encoded(`${token}:`)}`,
    `Basic ${encoded(`${token}:`).replace(/=+$/, '')}`,
    `Basic ${Buffer.from(`${token}:\xe9`, 'latin1').toString('base64')}`,
  ]) {
    assert.equal((await post({ authorization })).status, 200, authorization)
  }
})

test('a missing or invalid token gets 401 with WWW-Authenticate, always with the same body', async () => {
  const bodies = new Set<string>()
  const { id } = await service.accounts.createToken(email, { name: 'listed' })
  for (const headers of [
    {},
    { authorization: '' },
    { authorization: 'Basic' },
    { authorization: 'Basic ' },
    { authorization: 'Basic %%%' },
    { authorization: `Basic ${token}` },
    { authorization: `Bearer ${token}` },
    { authorization: basic('') },
    { authorization: basic('', token) },
    { authorization: basic('qt_') },
    { authorization: basic(id) },
    { authorization: basic(email) },
    { authorization: basic(token.slice(0, -1)) },
    { authorization: basic(token.toUpperCase()) },
    { authorization: basic(` ${token}`) },
    { authorization: basic(`${token}\0`) },
    { authorization: basic("qt_' or 1=1 --") },
    { authorization: `Basic ${Buffer.from([0xff, 0xfe, 0x00]).toString('base64')}` },
    { authorization: basic('x'.repeat(8_000)) },
    { authorization: `${basic(token)}, ${basic(token)}` },
    { authentication: 'Basic' },
    { authentication: basic('qt_wrong') },
    { 'x-access-token': token },
    { cookie: `session=${token}` },
  ]) {
    const reply = await post(headers)
    assertRejected(reply, 401, 'unauthorized')
    assert.match(String(reply.headers['www-authenticate']), /^Basic realm=/)
    bodies.add(reply.text)
  }
  assert.equal(bodies.size, 1)
})

test('a script on a page gets no Basic challenge, so the browser shows no password prompt; any other caller gets one', async () => {
  const challengeFor = async (destination: string) => {
    const reply = await service.request('/events', {
      token: null,
      headers: { 'sec-fetch-dest': destination },
    })
    assertRejected(reply, 401, 'unauthorized')
    return String(reply.headers['www-authenticate'])
  }
  assert.match(await challengeFor('empty'), /^Session realm=/)
  assert.match(await challengeFor('document'), /^Basic realm=/)
})

test('authentication comes before body validation: an anonymous caller learns nothing from the body’s errors', async () => {
  for (const body of ['{', '{"amount":-1}', 'x'.repeat(100_000)])
    assertRejected(
      await service.request('/invoices', { method: 'POST', token: null, body }),
      401,
      'unauthorized',
    )
  assertRejected(
    await service.request('/invoices', {
      method: 'POST',
      token: null,
      headers: { 'content-type': 'text/xml' },
    }),
    401,
    'unauthorized',
  )
})

test('a revoked token stops working immediately', async () => {
  const { id, token: brief } = await service.accounts.createToken(email, { name: 'brief' })
  assert.equal((await post({ authorization: basic(brief) })).status, 200)
  await service.accounts.revokeToken(id)
  assertRejected(await post({ authorization: basic(brief) }), 401, 'unauthorized')
})

test('a token has 256 bits, starts with qt_, and only its SHA-256 is stored', async () => {
  assert.match(token, /^qt_[\w-]{43}$/)
  const rows = await service.database.read.query.selectFrom('access_tokens').selectAll().execute()
  assert.doesNotMatch(
    JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    /qt_/,
  )
  for (const { digest, id } of rows) {
    assert.match(digest, /^[0-9a-f]{64}$/)
    // Nothing stored in the database works as a token.
    for (const found of [digest, id])
      assertRejected(await post({ authorization: basic(found) }), 401, 'unauthorized')
    assertRejected(await post({ authorization: basic(`qt_${digest}`) }), 401, 'unauthorized')
  }
})

test('/r and /payments ignore credentials', async () => {
  const { invoice } = await service.createInvoice()
  for (const authorization of ['Basic', basic('qt_wrong'), `Bearer ${token}`]) {
    const headers = { authorization, accept: 'application/payment-request', 'x-currency': 'LTC' }
    assert.equal((await service.request(`/r/${invoice.uid}`, { token: null, headers })).status, 200)
    const body = { currency: 'LTC', transactions: ['00'] }
    const path = `/payments/json/LTC/${invoice.uid}`
    const paid = await service.request(path, {
      method: 'POST',
      token: null,
      headers: { authorization },
      body,
    })
    assertRejected(paid, 400, 'tx_unparseable')
  }
})

test('the last use of a token is recorded, at most once a minute', async () => {
  const { id, token: used } = await service.accounts.createToken(email, { name: 'used' })
  const lastUse = async () =>
    (await service.accounts.listTokens(email)).find((each) => each.id === id)?.lastUsedAt
  assert.equal(await lastUse(), null)
  await post({ authorization: basic(used) })
  await until(async () => (await lastUse()) === start)
  clock.advance(59 * second)
  await post({ authorization: basic(used) })
  assert.equal(await lastUse(), start)
  clock.advance(second)
  await post({ authorization: basic(used) })
  await until(async () => (await lastUse()) === start + minute)
})

test('the log contains no token', async () => {
  await post({ authorization: basic(token) })
  await service.request(`/invoices?${token}`)
  const log = service.logged.join('')
  assert.match(log, /"route":"\/invoices"/)
  assert.ok(!log.includes(token) && !log.includes(encoded(`${token}:`)))
})
