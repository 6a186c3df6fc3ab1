import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStreamServer } from '../helpers/stream-server.ts'
import { openEvents, openSocket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'

const [uidA, uidB] = ['a'.repeat(36), 'b'.repeat(36)]
const small = { subject: `invoice/${uidA}` }
const large = { ...small, data: JSON.stringify({ text: 'x'.repeat(100_000) }) }
/** More than the kernel buffers for a connection whose reader has stopped. */
const flood = Array.from({ length: 160 }, () => large)
const shortStall = { limits: { stallMs: 50 } }

test('a socket that stops reading is closed, and its reader resumes from its cursor without missing events', async (t) => {
  const { baseUrl, write, connections } = await openStreamServer(t, shortStall)
  const slow = await openSocket(t, baseUrl)
  await slow.subscribe({ invoice: uidA })
  slow.socket.pause()
  write(...flood)
  await until(async () => connections.count() === 0)
  slow.socket.resume()
  await slow.closed
  const cursors = slow.waiting.map(({ cursor }) => cursor)
  assert.ok(cursors.length < flood.length)

  // On a busy machine the next socket may be considered slow too; it reconnects like any client.
  while (cursors.length < flood.length) {
    const reconnected = await openSocket(t, baseUrl)
    reconnected.send({ type: 'subscribe', invoice: uidA, after: cursors.at(-1) })
    await Promise.race([
      reconnected.closed,
      until(async () => reconnected.waiting.length > flood.length - cursors.length),
    ])
    cursors.push(...reconnected.waiting.slice(1).map(({ cursor }) => cursor))
    reconnected.socket.terminate()
  }
  assert.deepEqual(
    cursors,
    flood.map((_, index) => `c${(index + 1).toString(36)}`),
  )
})

test('other readers do not wait for a socket that stops reading', async (t) => {
  const { baseUrl, write } = await openStreamServer(t)
  const slow = await openSocket(t, baseUrl)
  await slow.subscribe({ invoice: uidA })
  slow.socket.pause()
  const quick = await openSocket(t, baseUrl)
  await quick.subscribe({ invoice: uidB })
  write(...flood, { subject: `invoice/${uidB}` })
  assert.equal((await quick.readNext()).subject, `invoice/${uidB}`)
})

test('a slow reader that keeps reading is not disconnected, however far behind it is', async (t) => {
  const { baseUrl, write, connections } = await openStreamServer(t, { limits: { bufferedBytes: 1_000 } })
  const slow = await openSocket(t, baseUrl)
  await slow.subscribe({ invoice: uidA })
  write(...flood)
  for (let count = 0; count < flood.length; count++) {
    slow.socket.pause()
    await new Promise((resolve) => setImmediate(resolve))
    slow.socket.resume()
    await slow.readNext()
  }
  assert.equal(connections.count(), 1)
})

test('a Server-Sent Events reader that stops reading is disconnected too', async (t) => {
  const { baseUrl, write, connections } = await openStreamServer(t, shortStall)
  const slow = await openEvents(t, `${baseUrl}/events?invoice=${uidA}`)
  await slow.readNext()
  slow.response.pause()
  write(...flood)
  await until(async () => connections.count() === 0)
})

test('events during shutdown cause no error', async (t) => {
  const { baseUrl, write, connections } = await openStreamServer(t)
  const socket = await openSocket(t, baseUrl)
  await socket.subscribe({ invoice: uidA })
  const events = await openEvents(t, `${baseUrl}/events?invoice=${uidA}`)
  await events.readNext()
  events.response.pause()
  write(...flood)
  const other = await openEvents(t, `${baseUrl}/events?invoice=${uidA}`)
  await other.readNext()
  connections.stop()
  write(small, small)
  assert.equal((await socket.closed).code, 1001)
  await until(async () => connections.count() === 0)
  events.response.resume()
  await events.ended
})

test('a client that responds to no ping is disconnected', async (t) => {
  const { baseUrl, connections } = await openStreamServer(t, { heartbeatMs: 60 })
  const alive = await openSocket(t, baseUrl)
  await alive.subscribe({ invoice: uidA })
  const silent = await openSocket(t, baseUrl, { autoPong: false })
  await silent.subscribe({ invoice: uidA })
  assert.equal((await silent.closed).code, 1006)
  await until(async () => connections.count() === 1)
  assert.equal(alive.socket.readyState, alive.socket.OPEN)
})

test('Server-Sent Events have a heartbeat that listeners do not see', async (t) => {
  const { baseUrl, write } = await openStreamServer(t, { heartbeatMs: 60 })
  const events = await openEvents(t, `${baseUrl}/events?invoice=${uidA}`)
  let comments = 0
  events.response.on('data', (part: string) => {
    if (part.includes(':\n\n')) comments++
  })
  await until(async () => comments > 1)
  write(small)
  assert.deepEqual(
    [await events.readNext(), (await events.readNext()).data?.cursor],
    [{ id: 'c0', data: null }, 'c1'],
  )
})

test('a socket that never subscribes is closed', async (t) => {
  const { baseUrl } = await openStreamServer(t, { limits: { firstSubscriptionMs: 50 } })
  const waiting = await openSocket(t, baseUrl)
  await waiting.subscribe({ invoice: uidA })
  const idle = await openSocket(t, baseUrl)
  const trying = await openSocket(t, baseUrl)
  trying.send({ type: 'subscribe', token: 'qt_wrong' })
  assert.deepEqual(await idle.closed, { code: 1008, reason: 'no subscription' })
  assert.deepEqual(await trying.closed, { code: 1008, reason: 'no subscription' })
  assert.equal(waiting.socket.readyState, waiting.socket.OPEN)
})

test('a client that sends without waiting, or whose subscriptions are always rejected, is closed', async (t) => {
  const { baseUrl } = await openStreamServer(t)
  const flooding = await openSocket(t, baseUrl)
  for (let count = 0; count < 50; count++) flooding.send({ type: 'subscribe', invoice: uidA })
  assert.deepEqual(await flooding.closed, { code: 1008, reason: 'too many messages' })
  const trying = await openSocket(t, baseUrl)
  const codes = []
  for (let count = 0; count < 21; count++) {
    trying.send({ type: 'subscribe', token: `qt_wrong${count}` })
    codes.push((await trying.readNext()).code)
  }
  assert.deepEqual(new Set(codes), new Set(['unauthorized']))
  assert.deepEqual(await trying.closed, { code: 1008, reason: 'too many rejected subscriptions' })
})

test('a thousand clients that vanish leak no resources', async (t) => {
  const { baseUrl, connections, write } = await openStreamServer(t)
  const sockets = await Promise.all(Array.from({ length: 500 }, () => openSocket(t, baseUrl)))
  await Promise.all(sockets.map((socket) => socket.subscribe({ invoice: uidA })))
  const streams = await Promise.all(
    Array.from({ length: 499 }, () => openEvents(t, `${baseUrl}/events?invoice=${uidA}`)),
  )
  await Promise.all(streams.map((events) => events.readNext()))
  assert.equal(connections.count(), 999)
  for (const { socket } of sockets) socket.terminate()
  for (const { response } of streams) response.socket.resetAndDestroy()
  write(small)
  await until(async () => connections.count() === 0)
})

test('a client that sends more than 120 messages, pings and pongs between two heartbeats is closed, and no longer read', async (t) => {
  const { baseUrl, connections } = await openStreamServer(t)
  const quiet = await openSocket(t, baseUrl)
  for (let count = 0; count < 100; count++) await quiet.subscribe({ invoice: uidA })
  const flooding = await openSocket(t, baseUrl)
  await flooding.subscribe({ invoice: uidA })
  for (let count = 0; count < 120; count++) flooding.socket.pong()
  assert.deepEqual(await flooding.closed, { code: 1008, reason: 'too many messages' })
  const subscribing = await openSocket(t, baseUrl)
  for (let count = 0; count < 120; count++) await subscribing.subscribe({ invoice: uidA })
  subscribing.send({ type: 'subscribe', invoice: uidA })
  assert.deepEqual(await subscribing.closed, { code: 1008, reason: 'too many messages' })
  assert.equal(quiet.socket.readyState, quiet.socket.OPEN)
  await until(async () => connections.count() === 1)
})

test('a heartbeat resets a client’s frame count', async (t) => {
  const { baseUrl } = await openStreamServer(t, { heartbeatMs: 60 })
  const socket = await openSocket(t, baseUrl)
  let pings = 0
  socket.socket.on('ping', () => pings++)
  for (let count = 0; count < 300; count++) {
    if (count % 60 === 0) {
      const before = pings
      await until(async () => pings > before)
    }
    await socket.subscribe({ invoice: uidA })
  }
  assert.equal(socket.socket.readyState, socket.socket.OPEN)
})
