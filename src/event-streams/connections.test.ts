import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConnectionRegistry } from './connections.ts'

const quiet = { sendHeartbeat: () => {}, close: () => {} }

test('the total number of connections is limited', (t) => {
  const connections = startConnectionRegistry({ maxConnections: 2 })
  t.after(connections.stop)
  const close = connections.add(quiet)
  connections.add(quiet)
  assert.equal(connections.hasRoom(), false)
  assert.throws(() => connections.add(quiet), { code: 'unavailable' })
  close()
  close()
  assert.equal(connections.count(), 1)
  connections.add(quiet)
  assert.throws(() => connections.add(quiet), { code: 'unavailable' })
})

test('one address gets a quarter of the connections; exempt addresses can use all', (t) => {
  const connections = startConnectionRegistry({ maxConnections: 8 })
  t.after(connections.stop)
  const close = connections.add(quiet, '203.0.113.7')
  connections.add(quiet, '203.0.113.7')
  assert.equal(connections.hasRoom('203.0.113.7'), false)
  assert.throws(() => connections.add(quiet, '203.0.113.7'), { code: 'too_many_requests' })
  connections.add(quiet, '203.0.113.8')
  close()
  close()
  connections.add(quiet, '203.0.113.7')
  assert.throws(() => connections.requireRoom('203.0.113.7'), { code: 'too_many_requests' })
  while (connections.hasRoom()) connections.add(quiet)
  assert.equal(connections.count(), 8)
  assert.throws(() => connections.requireRoom('203.0.113.7'), { code: 'unavailable' })
})

test('each connection has one heartbeat per interval, and heartbeats are spread over time', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const connections = startConnectionRegistry({ maxConnections: 100, heartbeatMs: 3_000 })
  t.after(connections.stop)
  const beats = Array.from({ length: 60 }, () => 0)
  for (const index of beats.keys()) {
    const sendHeartbeat = () => {
      beats[index] = (beats[index] ?? 0) + 1
    }
    connections.add({ ...quiet, sendHeartbeat })
  }
  t.mock.timers.tick(100)
  assert.equal(beats.filter((count) => count > 0).length, 2)
  t.mock.timers.tick(2_900)
  assert.deepEqual(new Set(beats), new Set([1]))
  t.mock.timers.tick(3_000)
  assert.deepEqual(new Set(beats), new Set([2]))
})

test('on shutdown every connection is closed and new ones are rejected', () => {
  const connections = startConnectionRegistry({ maxConnections: 10 })
  let left = 0
  for (let count = 0; count < 5; count++)
    connections.add({ sendHeartbeat: () => {}, close: () => void left++ })
  connections.stop()
  assert.equal(left, 5)
  assert.throws(() => connections.add(quiet), { code: 'unavailable' })
})
