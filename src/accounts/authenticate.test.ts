import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../kernel/clock.ts'
import { generateToken, hashSecret } from '../kernel/ids.ts'
import type { Caller } from './access-token.ts'
import { createAuthentication } from './authenticate.ts'

const start = Date.UTC(2026, 2, 1)
const token = generateToken()
const caller: Caller = { accountId: 1, tokenId: 'tok_1', scope: 'full', currency: 'USD' }

/** Tokens by digest, and the recorded uses of each. */
function open() {
  const clock = createManualClock(start)
  const callers = new Map([[hashSecret(token), caller]])
  const touched: (readonly [string, number])[] = []
  const lookups: string[] = []
  const findCaller = async (digest: string) => {
    lookups.push(digest)
    return callers.get(digest) ?? null
  }
  const use = createAuthentication({ findCaller }, (id, at) => touched.push([id, at]), clock)
  const optional = async (request: Parameters<typeof use.authenticate>[0]) =>
    (await use.authenticate(request, 'events.read'))?.caller ?? null
  return { ...use, optional, clock, callers, touched, lookups }
}

const basic = (user: string, password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

test('without credentials there is no caller; a token works as Bearer token and as Basic username', async () => {
  const { optional } = open()
  assert.equal(await optional({ headers: {} }), null)
  assert.deepEqual(await optional({ headers: { authorization: basic(token) } }), caller)
  assert.deepEqual(await optional({ headers: { authentication: basic(token, 'x') } }), caller)
  const both = { authorization: basic(token), authentication: basic(token) }
  assert.deepEqual(await optional({ headers: both }), caller)
})

test('two different tokens in one request fail with credentials_conflict, and neither is looked up', async () => {
  const { optional, lookups } = open()
  const both = { authorization: basic(token), authentication: basic(generateToken()) }
  await assert.rejects(optional({ headers: both }), { code: 'credentials_conflict' })
  assert.deepEqual(lookups, [])
})

test('invalid credentials are rejected even where none are required', async () => {
  const { optional } = open()
  for (const authorization of [
    '',
    'Basic',
    'Basic x y',
    `Bearer ${token}`,
    token,
    basic(''),
    basic(generateToken()),
    basic(hashSecret(token)),
  ])
    await assert.rejects(optional({ headers: { authorization } }), { code: 'unauthorized' }, authorization)
})

test('a value that cannot be a token is not looked up: wrong prefix, malformed Basic, over 1024 characters', async () => {
  const { optional, lookups } = open()
  for (const authorization of [basic('user'), `Bearer ${token}`, basic(`qt_${'x'.repeat(1_000)}`), 'Basic %'])
    await assert.rejects(optional({ headers: { authorization } }))
  assert.deepEqual(lookups, [])
})

test('a revoked token stops working immediately, because every request queries the store', async () => {
  const { optional, callers } = open()
  const headers = { authorization: basic(token) }
  assert.deepEqual(await optional({ headers }), caller)
  callers.clear()
  await assert.rejects(optional({ headers }), { code: 'unauthorized' })
})

test('the last use of a token is recorded at most once a minute', async () => {
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

test('a Greenfield key is rejected even where no credentials are required, with the permission that it lacks', async () => {
  const { optional, callers } = open()
  callers.set(hashSecret(token), { ...caller, scope: 'greenfield' })
  await assert.rejects(optional({ headers: { authorization: basic(token) } }), {
    code: 'insufficient_scope',
    message:
      'This access token has the scope greenfield: use one with the scope full or read, which includes the permission events.read.',
  })
})
