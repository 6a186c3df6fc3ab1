import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basic, type Service, startService } from '../helpers/service.ts'
import { type Message, numbered, openEvents, openSocket } from '../helpers/streams.ts'

/** Two processes of the service on one database. */
async function startTwo(t: Parameters<typeof startService>[0]) {
  const here = await startService(t, { listen: true })
  const there = await startService(t, { listen: true, beside: here.storage })
  return { here, there }
}

async function grant(service: Service, email: string): Promise<number> {
  const { status, json } = await service.request('/api/v1/account/links', { method: 'POST', body: { email } })
  assert.equal(status, 200)
  return Number(json.id)
}

test('a socket receives the events of another process, once and in the order of the log', async (t) => {
  const { here, there } = await startTwo(t)
  const sockets = [await openSocket(t, here.baseUrl), await openSocket(t, there.baseUrl)]
  for (const socket of sockets) await socket.subscribe({ token: here.merchant.token })
  const created: Promise<unknown>[] = []
  for (let count = 0; count < 20; count++) created.push(here.createInvoice(), there.createInvoice())
  await Promise.all(created)
  const [mine, theirs] = await Promise.all(sockets.map((socket) => socket.some(40)))
  assert.deepEqual(mine, theirs)
  assert.equal(new Set(mine?.map(({ id }) => id)).size, 40)
})

test('a cursor of one process works in the other', async (t) => {
  const { here, there } = await startTwo(t)
  const first = await openSocket(t, here.baseUrl)
  await first.subscribe({ token: here.merchant.token })
  for (let count = 0; count < 6; count++) await (count % 2 ? here : there).createInvoice()
  const heard = await first.some(6)
  const again = await openSocket(t, there.baseUrl)
  await again.subscribe({ token: there.merchant.token, after: heard[1]?.cursor })
  assert.deepEqual(await again.some(4), heard.slice(2))
  const authorization = basic(here.merchant.token)
  const events = await openEvents(t, `${there.baseUrl}/events`, {
    authorization,
    'last-event-id': String(heard[4]?.cursor),
  })
  await events.next()
  assert.deepEqual((await events.next()).data, heard[5])
})

test('when one process deletes a link, the other closes its sockets with 4403, and delivers no later event', async (t) => {
  const { here, there } = await startTwo(t)
  const viewer = await here.anotherMerchant('viewer')
  const link = await grant(here, viewer.email)
  await numbered(here)
  const wanted = { token: viewer.token, account: here.merchant.id }
  const [live, own] = [await openSocket(t, there.baseUrl), await openSocket(t, there.baseUrl)]
  await live.subscribe(wanted)
  await own.subscribe({ token: viewer.token })
  const followed = `${there.baseUrl}/events?account=${here.merchant.id}`
  const events = await openEvents(t, followed, { authorization: basic(viewer.token) })
  const before = await here.createInvoice()
  assert.equal((await live.next()).subject, `invoice/${before.invoice.uid}`)

  await here.request(`/api/v1/account/links/${link}`, { method: 'DELETE' })
  for (let count = 0; count < 10; count++) await here.createInvoice()
  const { type, code } = await live.next()
  assert.deepEqual([type, code], ['error', 'link_removed'])
  assert.deepEqual(await live.closed, { code: 4403, reason: 'link_removed' })
  assert.deepEqual(live.waiting, [])
  await events.ended
  assert.deepEqual(events.waiting.filter(({ data }) => data !== null).length, 1)
  // The viewer's own stream stays open.
  const told = await own.some(2)
  assert.deepEqual(
    told.map((message) => message.type),
    ['account.link.removed', 'account.link.inbound.removed'],
  )

  const late = await openSocket(t, there.baseUrl)
  late.send({ type: 'subscribe', ...wanted, after: 'c0' })
  assert.equal((await late.next()).code, 'unauthorized')
})

test('whenever a link is deleted during a replay, no later event is delivered', async (t) => {
  const { here, there } = await startTwo(t)
  const viewer = await here.anotherMerchant('viewer')
  for (let round = 0; round < 8; round++) {
    const link = await grant(here, viewer.email)
    for (let count = 0; count < 5; count++) await here.createInvoice()
    const sockets = await Promise.all(Array.from({ length: 6 }, () => openSocket(t, there.baseUrl)))
    const removing = here.request(`/api/v1/account/links/${link}`, { method: 'DELETE' })
    for (const { send } of sockets) {
      send({ type: 'subscribe', token: viewer.token, account: here.merchant.id, after: 'c0' })
    }
    await removing
    const behind = await here.createInvoice()
    for (const { socket, waiting, closed, next } of sockets) {
      let last: Message = {}
      while (last.type !== 'error') {
        last = await next()
        assert.notEqual(last.subject, `invoice/${behind.invoice.uid}`)
      }
      if (last.code === 'link_removed') assert.equal((await closed).code, 4403)
      else assert.equal(last.code, 'unauthorized')
      assert.deepEqual(waiting, [])
      socket.terminate()
    }
  }
})

test('a token revoked by one process ends the sockets of the other within seconds', async (t) => {
  const { here, there } = await startTwo(t)
  const { id, token } = await here.accounts.createToken(here.merchant.email, { name: 'stolen' })
  const [stolen, mine] = [await openSocket(t, there.baseUrl), await openSocket(t, there.baseUrl)]
  await stolen.subscribe({ token })
  await mine.subscribe({ token: here.merchant.token })
  await here.accounts.revokeToken(id)
  const { type, code } = await stolen.next()
  assert.deepEqual([type, code], ['error', 'unauthorized'])
  assert.deepEqual(await stolen.closed, { code: 4401, reason: 'unauthorized' })
  await here.createInvoice()
  assert.equal((await mine.next()).type, 'invoice.created')
})

test('an event that was committed before its process died reaches the sockets of the others', async (t) => {
  const { here, there } = await startTwo(t)
  const socket = await openSocket(t, there.baseUrl)
  await socket.subscribe({ token: here.merchant.token })
  const { invoice } = await here.createInvoice()
  await here.close()
  assert.equal((await socket.next()).subject, `invoice/${invoice.uid}`)
})
