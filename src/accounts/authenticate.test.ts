import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../kernel/clock.ts'
import { digestOf, newToken } from '../kernel/ids.ts'
import { createAuthentication } from './authenticate.ts'

const start = Date.UTC(2026, 2, 1)
const token = newToken()
const caller = { accountId: 1, tokenId: 'tok_1', scope: 'full' as const, currency: 'USD' }

/** Tokens by their digests, and what was noted of their use. */
function open() {
  const clock = createManualClock(start)
  const callers = new Map([[digestOf(token), caller]])
  const touched: (readonly [string, number])[] = []
  const asked: string[] = []
  const findCaller = async (digest: string) => {
    asked.push(digest)
    return callers.get(digest) ?? null
  }
  const use = createAuthentication({ findCaller }, (id, at) => touched.push([id, at]), clock)
  const optional = async (request: Parameters<typeof use.authenticate>[0]) =>
    (await use.authenticate(request))?.caller ?? null
  return { ...use, optional, clock, callers, touched, asked }
}

const basic = (user: string, password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

test('no header: nobody; a token as the user name of Basic, under either name: its account', async () => {
  const { optional } = open()
  assert.equal(await optional({ headers: {} }), null)
  assert.deepEqual(await optional({ headers: { authorization: basic(token) } }), caller)
  assert.deepEqual(await optional({ headers: { authentication: basic(token, 'x') } }), caller)
  const both = { authorization: basic(token), authentication: basic(token) }
  assert.deepEqual(await optional({ headers: both }), caller)
})

test('both headers with different tokens: credentials_conflict, and neither is looked up', async () => {
  const { optional, asked } = open()
  const both = { authorization: basic(token), authentication: basic(newToken()) }
  await assert.rejects(optional({ headers: both }), { code: 'credentials_conflict' })
  assert.deepEqual(asked, [])
})

test('credentials that were sent and are wrong are refused, where none are needed too', async () => {
  const { optional } = open()
  for (const authorization of [
    '',
    'Basic',
    'Basic x y',
    `Bearer ${token}`,
    token,
    basic(''),
    basic(newToken()),
    basic(digestOf(token)),
  ])
    await assert.rejects(optional({ headers: { authorization } }), { code: 'unauthorized' }, authorization)
})

test('what cannot be a token is not looked up: no prefix, no Basic, more than 1024 characters', async () => {
  const { optional, asked } = open()
  for (const authorization of [basic('user'), `Bearer ${token}`, basic(`qt_${'x'.repeat(1_000)}`), 'Basic %'])
    await assert.rejects(optional({ headers: { authorization } }))
  assert.deepEqual(asked, [])
})

test('each request asks the store: a revoked token is of no use at once', async () => {
  const { optional, callers } = open()
  const headers = { authorization: basic(token) }
  assert.deepEqual(await optional({ headers }), caller)
  callers.clear()
  await assert.rejects(optional({ headers }), { code: 'unauthorized' })
})

test('the use of a token is noted at most once a minute', async () => {
  const { optional, clock, touched } = open()
  const headers = { authorization: basic(token) }
  await optional({ headers })
  clock.advance(minute - 1)
  await optional({ headers })
  clock.advance(1)
  await optional({ headers })
  assert.deepEqual(touched, [
    ['tok_1', start],
    ['tok_1', start + minute],
  ])
})
