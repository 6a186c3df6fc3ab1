import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRevisionReader } from './revisions.ts'

/** A database with one invoice, which counts its reads. */
function createCounted(version: number | null) {
  const state = { version, revision: 1, reads: 0 }
  const read = createRevisionReader({
    commitVersion: () => state.version,
    revision: async (uid) => {
      state.reads++
      return uid === 'known' ? state.revision : null
    },
  })
  return { state, read }
}

test('while nothing is committed, a revision is read once, also of an invoice that does not exist', async () => {
  const { state, read } = createCounted(7)
  for (let round = 0; round < 3; round++)
    assert.deepEqual([await read('known'), await read('unknown')], [1, null])
  assert.equal(state.reads, 2)
})

test('after a commit every revision is read again', async () => {
  const { state, read } = createCounted(7)
  await read('known')
  Object.assign(state, { version: 8, revision: 2 })
  assert.equal(await read('known'), 2)
})

test('without a commit version every revision is read', async () => {
  const { state, read } = createCounted(null)
  await read('known')
  state.revision = 2
  assert.equal(await read('known'), 2)
})
