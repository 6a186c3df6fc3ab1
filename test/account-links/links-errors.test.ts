import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute, toIsoString } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { linksPath as path, startLinking } from '../helpers/links.ts'
import { assertRejected, type Merchant } from '../helpers/service.ts'

const clock = createManualClock(Date.now())
const { database, request, merchant, createAccounts, link, unlink, linked, readList } = await startLinking(
  fileScope,
  { clock },
)

test('400 for your own email address, in any notation', async () => {
  const [merchant] = await createAccounts(1)
  for (const email of [merchant.email, merchant.email.toUpperCase(), ` ${merchant.email} `])
    assertRejected(await link(merchant, { email }), 400, 'link_to_self')
})

test('400 for an invalid email address', async () => {
  for (const email of [
    '',
    ' ',
    'books',
    '@',
    'books@',
    '@example.com',
    'books@example@com',
    'bo oks@example.com',
    'books@exam\tple.com',
    'books@example.com\nBcc: x@example.com',
    'bo\u0000oks@example.com',
    'books@example.com\u0000',
    'books\u202e@example.com',
    'books\ud800@example.com',
  ])
    assertRejected(await link(merchant, { email }), 400, 'link_email_invalid')
})

test('400 when the email address is missing or not a JSON string', async () => {
  for (const body of [
    {},
    { email: null },
    { email: 1 },
    { email: true },
    { email: ['books@example.com'] },
    { email: { toString: 'books@example.com' } },
    { Email: 'books@example.com' },
    [],
    ['books@example.com'],
    'books@example.com',
    null,
  ])
    assertRejected(await link(merchant, JSON.stringify(body)), 400, 'body_invalid')
})

test('an email address has at most 254 characters', async () => {
  const email = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`
  assertRejected(await link(merchant, { email: email(255) }), 400, 'body_invalid')
  assertRejected(await link(merchant, { email: email(254) }), 404, 'account_not_found')
})

test('404 for an email address without an account, ten times an hour; then 429 until an hour after the first', async () => {
  const [caller, other, target] = await createAccounts(3)
  const sendRequest = (merchant: Merchant, n: number) => link(merchant, { email: `nobody-${n}@example.com` })
  for (let n = 0; n < 10; n++) {
    assertRejected(await sendRequest(caller, n), 404, 'account_not_found')
    // Neither existing accounts nor malformed addresses count.
    assert.equal((await link(caller, { email: target.email })).status, 200)
    assertRejected(await link(caller, { email: 'nobody' }), 400, 'link_email_invalid')
    clock.advance(minute)
  }
  const rejected = await sendRequest(caller, 0)
  assertRejected(rejected, 429, 'too_many_lookups')
  assert.equal(rejected.headers['retry-after'], String((50 * minute) / 1_000))
  assertRejected(await sendRequest(other, 0), 404, 'account_not_found')
  // A 429 doesn't count, so it doesn't extend the hour.
  clock.advance(50 * minute - 1)
  assertRejected(await sendRequest(caller, 1), 429, 'too_many_lookups')
  clock.advance(1)
  assertRejected(await sendRequest(caller, 1), 404, 'account_not_found')
  const limited = await sendRequest(caller, 2)
  assertRejected(limited, 429, 'too_many_lookups')
  assert.equal(limited.headers['retry-after'], String(minute / 1_000))
})

test('concurrent requests with unknown addresses get at most ten 404 responses', async () => {
  const [caller] = await createAccounts(1)
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => link(caller, { email: `nobody-${n}@example.com` })),
  )
  assert.deepEqual(
    [404, 429].map((expected) => replies.filter(({ status }) => status === expected).length),
    [10, 20],
  )
})

test('after ten unknown addresses in an hour, every address without a link gets 429, so the responses don’t reveal which ones have accounts', async () => {
  const [caller, friend, stranger] = await createAccounts(3)
  const made = await link(caller, { email: friend.email })
  for (let n = 0; n < 10; n++)
    assertRejected(await link(caller, { email: `nobody-${n}@example.com` }), 404, 'account_not_found')
  const known = await link(caller, { email: stranger.email })
  const unknown = await link(caller, { email: 'nobody@example.com' })
  assertRejected(known, 429, 'too_many_lookups')
  assert.deepEqual([known.text, known.headers['retry-after']], [unknown.text, unknown.headers['retry-after']])
  // Linked accounts and your own are known to exist.
  const repeat = await link(caller, { email: friend.email })
  assert.deepEqual([repeat.status, repeat.json], [200, made.json])
  assertRejected(await link(caller, { email: caller.email }), 400, 'link_to_self')
  clock.advance(60 * minute)
  assert.equal((await link(caller, { email: stranger.email })).status, 200)
})

test('an account has at most 1 000 outbound and 10 000 inbound links: an existing one is still found, and a removed one makes room', async () => {
  const [owner, guest, stranger] = await createAccounts(3)
  const others = await insertAccounts(owner.id, 10_000)
  const fill = async (links: readonly { source: number; target: number }[]) => {
    for (let from = 0; from < links.length; from += 1_000) {
      const rows = links
        .slice(from, from + 1_000)
        .map((each) => ({ ...each, created_at: toIsoString(clock.now()) }))
      await database.transact(({ query }) => query.insertInto('account_links').values(rows).execute())
    }
  }
  await fill(others.slice(0, 999).map((target) => ({ source: owner.id, target })))
  const last = await link(owner, { email: guest.email })
  assert.equal(last.status, 200)
  assertRejected(await link(owner, { email: stranger.email }), 400, 'link_too_many')
  // The limit reveals no account.
  assertRejected(await link(owner, { email: 'nobody@example.com' }), 400, 'link_too_many')
  assert.deepEqual((await link(owner, { email: guest.email })).json, last.json)
  await unlink(owner, last.json.id)
  assert.equal((await link(owner, { email: stranger.email })).status, 200)

  await fill(others.slice(1).map((source) => ({ source, target: guest.id })))
  const callers = await createAccounts(6)
  const replies = await Promise.all(callers.map((caller) => link(caller, { email: guest.email })))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1, 'concurrent calls count each other')
  assertRejected(await link(stranger, { email: guest.email }), 400, 'link_too_many')
  assert.equal((await link(guest, { email: stranger.email })).status, 200)
  assert.equal(Object((await readList(guest)) as unknown[]).length, 10_001)
})

/** Copies of an account; their ids. */
async function insertAccounts(id: number, count: number): Promise<number[]> {
  const { id: _id, ...row } = await database.read.query
    .selectFrom('accounts')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let from = 0; from < count; from += 500) {
    const copies = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
      ...row,
      email: `copy-${from + index}@example.com`,
    }))
    const inserted = await database.transact(({ query }) =>
      query.insertInto('accounts').values(copies).returning('id').execute(),
    )
    ids.push(...inserted.map((each) => Number(each.id)))
  }
  return ids
}

test('401 without a token or with an invalid one, before the body is read', async () => {
  const { id } = await linked()
  for (const token of [null, 'qt_wrong']) {
    assertRejected(await request(path, { method: 'POST', token, body: '{' }), 401, 'unauthorized')
    assertRejected(await request(path, { token }), 401, 'unauthorized')
    const rejected = await request(`${path}/${id}`, { method: 'DELETE', token })
    assertRejected(rejected, 401, 'unauthorized')
    assert.match(String(rejected.headers['www-authenticate']), /^Basic /)
  }
})

test('an account creates at most sixty links an hour, to all targets together: then 429 until the hour is over, and no more lookups', async () => {
  const [source, target, other] = await createAccounts(3)
  const createLink = async (email: string) => {
    const { status, json } = await link(source, { email })
    if (status === 200) await request(`${path}/${json.id}`, { method: 'DELETE', token: source.token })
    return status
  }
  const seen: number[] = []
  for (let times = 0; times < 60; times++) seen.push(await createLink(times % 2 ? target.email : other.email))
  assert.deepEqual(new Set(seen), new Set([200]))
  // The response doesn't reveal whether the account exists.
  for (const email of [target.email, 'nobody@example.com'])
    assertRejected(await link(source, { email }), 429, 'too_many_requests')
  clock.advance(60 * minute)
  assert.equal(await createLink(target.email), 200)
})
