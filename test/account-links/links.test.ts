import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { linksPath as path, startLinking } from '../helpers/links.ts'
import { assertRejected } from '../helpers/service.ts'

const { request, createAccounts, link, unlink, linked, readList, listEvents } = await startLinking(fileScope)

const created = ['account.link.created', 'account.link.received', 'account.linked']
const removed = ['account.link.inbound.removed', 'account.link.outbound.removed', 'account.link.removed']
const both = [...created, ...removed].sort()

test('a link has an id, a source and a target, and no other field', async () => {
  const [source, target] = await createAccounts(2)
  const { status, headers, json } = await link(source, { email: target.email })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^application\/json\b/)
  assert.ok(Number.isSafeInteger(json.id) && Number(json.id) > 0)
  assert.deepEqual(json, { id: json.id, source: source.id, target: target.id })
})

test('creating the same link again returns 200 with the same link and emits no event', async () => {
  const { source, target, id } = await linked()
  const { status, json } = await link(source, { email: target.email })
  assert.equal(status, 200)
  assert.deepEqual(json, { id, source: source.id, target: target.id })
  assert.deepEqual(await listEvents(id), created)
})

test('concurrent requests for the same link create it once', async () => {
  const [source, target] = await createAccounts(2)
  const replies = await Promise.all(Array.from({ length: 8 }, () => link(source, { email: target.email })))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  assert.deepEqual(await listEvents(Number(replies[0]?.json.id)), created)
})

test('emails are case-insensitive', async () => {
  const { source, target, id } = await linked()
  for (const email of [target.email.toUpperCase(), `  ${target.email}\n`])
    assert.deepEqual((await link(source, { email })).json, { id, source: source.id, target: target.id })
})

test('source, target and id in the body are ignored: the new link always starts at the caller', async () => {
  const [caller, target, third] = await createAccounts(3)
  const body = { email: target.email, source: third.id, target: caller.id, id: 4_711 }
  const { json } = await link(caller, body)
  assert.deepEqual(json, { id: json.id, source: caller.id, target: target.id })
  assert.notEqual(json.id, 4_711)
  assert.deepEqual(await readList(third), [])
})

test('GET returns your outbound and inbound links, and no others', async () => {
  const [one, other, third] = await createAccounts(3)
  assert.deepEqual(await readList(one), [])
  const { json: outbound } = await link(one, { email: other.email })
  const { json: inbound } = await link(third, { email: one.email })
  const { json: foreign } = await link(third, { email: other.email })
  assert.deepEqual(await readList(one), [outbound, inbound])
  assert.deepEqual(await readList(other), [outbound, foreign])
  assert.deepEqual(await readList(third), [inbound, foreign])
})

for (const side of ['source', 'target'] as const) {
  test(`DELETE by the ${side} returns 204 without a body; a second one returns 404`, async () => {
    const { id, ...sides } = await linked()
    const { status, text, headers } = await unlink(sides[side], id)
    assert.deepEqual([status, text, headers['content-type']], [204, '', undefined])
    assert.deepEqual([await readList(sides.source), await readList(sides.target)], [[], []])
    assert.deepEqual(await listEvents(id), both)
    for (const each of [sides.source, sides.target])
      assertRejected(await unlink(each, id), 404, 'link_not_found')
  })
}

test('when both sides delete a link concurrently, one gets 204, and its events are emitted once', async () => {
  const { source, target, id } = await linked()
  const replies = await Promise.all([source, target, source, target].map((each) => unlink(each, id)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 404, 404, 404])
  assert.deepEqual(await listEvents(id), both)
})

test('404 for a link of another account, an unknown link, and an invalid link id', async () => {
  const { source, id } = await linked()
  const [stranger] = await createAccounts(1)
  assertRejected(await unlink(stranger, id), 404, 'link_not_found')
  for (const unknown of [
    999_999,
    0,
    -1,
    1.5,
    2n ** 31n,
    2n ** 53n,
    2n ** 63n,
    2n ** 64n + BigInt(id),
    '9'.repeat(400),
    'x',
    `${id}x`,
    `0${id}`,
    `+${id}`,
    `%20${id}`,
    `${id}.0`,
    `${id}e0`,
    'NaN',
    'null',
    '%00',
  ])
    assertRejected(await unlink(source, unknown), 404, 'link_not_found')
  assert.equal((await unlink(source, '')).status, 404)
  assert.partialDeepStrictEqual(await readList(source), [{ id }])
})

test('an id is never reused', async () => {
  const { source, target, id } = await linked()
  await unlink(target, id)
  const { json } = await link(source, { email: target.email })
  assert.ok(Number(json.id) > id)
  assert.deepEqual(await listEvents(Number(json.id)), created)
})

test('A→B and B→A are separate links and are deleted separately', async () => {
  const { source: one, target: other, id } = await linked()
  const { json: back } = await link(other, { email: one.email })
  assert.deepEqual(back, { id: back.id, source: other.id, target: one.id })
  assert.notEqual(back.id, id)
  await unlink(other, id)
  assert.deepEqual(await readList(one), [back])
  assert.deepEqual(await readList(other), [back])
})

test('405 with Allow for any other method', async () => {
  for (const [method, address, allowed] of [
    ['DELETE', path, 'GET, HEAD, POST'],
    ['PUT', path, 'GET, HEAD, POST'],
    ['GET', `${path}/1`, 'DELETE'],
    ['POST', `${path}/1`, 'DELETE'],
    ['PATCH', `${path}/1`, 'DELETE'],
  ] as const) {
    const rejected = await request(address, { method })
    assertRejected(rejected, 405, 'method_not_allowed')
    assert.equal(rejected.headers.allow, allowed)
  }
})
