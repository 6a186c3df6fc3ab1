import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPeer, type PeerMessage } from './peer.ts'

/** Two ends of a channel; messages cross it as JSON. */
function connect() {
  const copy = (message: PeerMessage) => JSON.parse(JSON.stringify(message)) as PeerMessage
  const supervisor = createPeer((message) => worker.receive(copy(message)))
  const worker: ReturnType<typeof createPeer> = createPeer((message) => supervisor.receive(copy(message)))
  return { supervisor, worker }
}

test('each side responds to the other’s queries, several of them concurrently', async () => {
  const { supervisor, worker } = connect()
  supervisor.handle('double', async (body) => Number(body) * 2)
  worker.handle('number', () => 7)
  assert.deepEqual(await Promise.all([1, 2, 3].map((count) => worker.sendQuery('double', count))), [2, 4, 6])
  assert.equal(await supervisor.sendQuery('number'), 7)
})

test('a query fails when its handler throws, when nobody handles it, and when the channel closes', async () => {
  const { supervisor, worker } = connect()
  supervisor.handle('broken', () => {
    throw new Error('broken')
  })
  supervisor.handle('hangs', () => new Promise(() => {}))
  await assert.rejects(worker.sendQuery('broken'), /didn't respond to the query broken/)
  await assert.rejects(worker.sendQuery('unknown'), /didn't respond to the query unknown/)
  const hanging = worker.sendQuery('hangs')
  worker.close()
  await assert.rejects(hanging, /didn't respond to the query hangs/)
})

test('a query fails when the other process hangs', async () => {
  const worker = createPeer(() => {}, 1)
  await assert.rejects(worker.sendQuery('anything'), /didn't respond to the query anything/)
})
