import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { basic, type Service, startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { type Message, numbered, openEvents, openSocket } from '../helpers/streams.ts'

/** Two processes of the service on one database. */
async function startTwoProcesses(t: Parameters<typeof startService>[0]) {
  const processA = await startService(t, { listen: true })
  const processB = await startService(t, { listen: true, sharedStorage: processA.storage })
  return { processA, processB }
}

async function grant(service: Service, email: string): Promise<number> {
  const { status, json } = await service.request('/api/v1/account/links', { method: 'POST', body: { email } })
  assert.equal(status, 200)
  return Number(json.id)
}

test('a socket receives the events of another process, once and in the order of the log', async (t) => {
  const { processA, processB } = await startTwoProcesses(t)
  const sockets = [await openSocket(t, processA.baseUrl), await openSocket(t, processB.baseUrl)]
  for (const socket of sockets) await socket.subscribe({ token: processA.merchant.token })
  const created: Promise<unknown>[] = []
  for (let count = 0; count < 20; count++) created.push(processA.createInvoice(), processB.createInvoice())
  await Promise.all(created)
  const [mine, theirs] = await Promise.all(sockets.map((socket) => socket.some(40)))
  assert.deepEqual(mine, theirs)
  assert.equal(new Set(mine?.map(({ id }) => id)).size, 40)
})

test('a cursor of one process works in the other', async (t) => {
  const { processA, processB } = await startTwoProcesses(t)
  const first = await openSocket(t, processA.baseUrl)
  await first.subscribe({ token: processA.merchant.token })
  for (let count = 0; count < 6; count++) await (count % 2 ? processA : processB).createInvoice()
  const messages = await first.some(6)
  const reconnected = await openSocket(t, processB.baseUrl)
  await reconnected.subscribe({ token: processB.merchant.token, after: messages[1]?.cursor })
  assert.deepEqual(await reconnected.some(4), messages.slice(2))
  const authorization = basic(processA.merchant.token)
  const events = await openEvents(t, `${processB.baseUrl}/events`, {
    authorization,
    'last-event-id': String(messages[4]?.cursor),
  })
  await events.readNext()
  assert.deepEqual((await events.readNext()).data, messages[5])
})

test('when one process deletes a link, the other closes its sockets with 4403, and delivers no later event', async (t) => {
  const { processA, processB } = await startTwoProcesses(t)
  const viewer = await processA.anotherMerchant('viewer')
  const link = await grant(processA, viewer.email)
  await numbered(processA)
  const subscription = { token: viewer.token, account: processA.merchant.id }
  const [live, own] = [await openSocket(t, processB.baseUrl), await openSocket(t, processB.baseUrl)]
  await live.subscribe(subscription)
  await own.subscribe({ token: viewer.token })
  const followed = `${processB.baseUrl}/events?account=${processA.merchant.id}`
  const events = await openEvents(t, followed, { authorization: basic(viewer.token) })
  const before = await processA.createInvoice()
  assert.equal((await live.readNext()).subject, `invoice/${before.invoice.uid}`)

  await processA.request(`/api/v1/account/links/${link}`, { method: 'DELETE' })
  for (let count = 0; count < 10; count++) await processA.createInvoice()
  const { type, code } = await live.readNext()
  assert.deepEqual([type, code], ['error', 'link_removed'])
  assert.deepEqual(await live.closed, { code: 4403, reason: 'link_removed' })
  assert.deepEqual(live.waiting, [])
  await events.ended
  assert.deepEqual(events.waiting.filter(({ data }) => data !== null).length, 1)
  // The viewer's own stream stays open.
  const messages = await own.some(2)
  assert.deepEqual(
    messages.map((message) => message.type),
    ['account.link.removed', 'account.link.inbound.removed'],
  )

  const late = await openSocket(t, processB.baseUrl)
  late.send({ type: 'subscribe', ...subscription, after: 'c0' })
  assert.equal((await late.readNext()).code, 'unauthorized')
})

test('a bookkeeper removed in one process loses the open streams in every process, and gets no later event', async (t) => {
  const { processA, processB } = await startTwoProcesses(t)
  const { id: accountId } = processA.merchant
  const bookkeeper = await processA.anotherMerchant('bookkeeper')
  const id = await addStaff(processA, { accountId, memberId: bookkeeper.id, role: 'bookkeeper' })
  await numbered(processA)
  const streams = await Promise.all(
    [processA, processB].map(({ baseUrl }) =>
      openEvents(t, `${baseUrl}/events?account=${accountId}`, { authorization: basic(bookkeeper.token) }),
    ),
  )
  const owner = await openSignedInBrowser(processA, accountId)
  await owner.submit(`/dashboard/people/staff/${id}/end`)
  await streams[0]?.ended
  await processA.createInvoice()
  for (const stream of streams) {
    await stream.ended
    assert.ok(!JSON.stringify(stream.waiting).includes('invoice.created'))
  }
})

test('if a link is deleted during a replay, no later event is delivered', async (t) => {
  const { processA, processB } = await startTwoProcesses(t)
  const viewer = await processA.anotherMerchant('viewer')
  for (let round = 0; round < 8; round++) {
    const link = await grant(processA, viewer.email)
    for (let count = 0; count < 5; count++) await processA.createInvoice()
    const sockets = await Promise.all(Array.from({ length: 6 }, () => openSocket(t, processB.baseUrl)))
    const removing = processA.request(`/api/v1/account/links/${link}`, { method: 'DELETE' })
    for (const { send } of sockets) {
      send({ type: 'subscribe', token: viewer.token, account: processA.merchant.id, after: 'c0' })
    }
    await removing
    const behind = await processA.createInvoice()
    for (const { socket, waiting, closed, readNext } of sockets) {
      let last: Message = {}
      while (last.type !== 'error') {
        last = await readNext()
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
  const { processA, processB } = await startTwoProcesses(t)
  const { id, token } = await processA.accounts.createToken(processA.merchant.email, { name: 'stolen' })
  const [stolen, mine] = [await openSocket(t, processB.baseUrl), await openSocket(t, processB.baseUrl)]
  await stolen.subscribe({ token })
  await mine.subscribe({ token: processA.merchant.token })
  await processA.accounts.revokeToken(id)
  const { type, code } = await stolen.readNext()
  assert.deepEqual([type, code], ['error', 'unauthorized'])
  assert.deepEqual(await stolen.closed, { code: 4401, reason: 'unauthorized' })
  await processA.createInvoice()
  assert.equal((await mine.readNext()).type, 'invoice.created')
})

test('an event that was committed before its process died reaches the sockets of the others', async (t) => {
  const { processA, processB } = await startTwoProcesses(t)
  const socket = await openSocket(t, processB.baseUrl)
  await socket.subscribe({ token: processA.merchant.token })
  const { invoice } = await processA.createInvoice()
  await processA.close()
  assert.equal((await socket.readNext()).subject, `invoice/${invoice.uid}`)
})
