import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRevisionReader } from './revisions.ts'

/** A database with one invoice, which records its reads. */
function createRecorded(version: number | null) {
  const state = { version, revision: 1, reads: [] as string[] }
  const read = createRevisionReader({
    getCommitVersion: () => state.version,
    async listRevisions(uids) {
      state.reads.push(uids.join())
      return new Map(uids.includes('known') ? [['known', state.revision]] : [])
    },
  })
  return { state, read }
}

test('while nothing is committed, a revision is read once, even for an invoice that does not exist', async () => {
  const { state, read } = createRecorded(7)
  for (let round = 0; round < 3; round++)
    assert.deepEqual([await read('known'), await read('unknown')], [1, null])
  assert.deepEqual(state.reads, ['known', 'unknown'])
})

test('after a commit every revision is read again', async () => {
  const { state, read } = createRecorded(7)
  await read('known')
  Object.assign(state, { version: 8, revision: 2 })
  assert.equal(await read('known'), 2)
})

test('without a commit version every revision is read; those requested in one event loop iteration are read together', async () => {
  const { state, read } = createRecorded(null)
  assert.deepEqual(await Promise.all(['known', 'unknown', 'known'].map(read)), [1, null, 1])
  state.revision = 2
  assert.equal(await read('known'), 2)
  assert.deepEqual(state.reads, ['known,unknown', 'known'])
})

test('a revision is correct even if it is read together with as many others as the cache can hold', async () => {
  const { read } = createRecorded(7)
  await read('known')
  const others = Array.from({ length: 10_000 }, (_, index) => `unknown ${index}`)
  const [revision] = await Promise.all(['known', ...others].map(read))
  assert.equal(revision, 1)
})
