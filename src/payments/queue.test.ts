import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubmissionQueue } from './queue.ts'

/** A queue whose submissions are counted at once. */
function createJoined() {
  const enter = createSubmissionQueue()
  return (uid: string) => {
    const queued = enter(uid)
    queued.join()
    return queued
  }
}

test('a submission that gives way waits for the others of its invoice, until they leave or give way as well', () => {
  const enter = createJoined()
  const [forged, honest, another] = [enter('one'), enter('one'), enter('one')]
  enter('two')
  forged.giveWay()
  assert.equal(forged.hasOthers(), true)
  another.giveWay()
  assert.equal(forged.hasOthers(), true)
  honest.leave()
  assert.equal(forged.hasOthers(), false)
})

test('giving way and leaving again and again counts once', () => {
  const enter = createJoined()
  const [first, second] = [enter('one'), enter('one')]
  first.giveWay()
  first.giveWay()
  first.leave()
  assert.equal(first.hasOthers(), true)
  second.leave()
  second.leave()
  assert.equal(first.hasOthers(), false)
})

test('what does not pay the invoice keeps nobody waiting, and what gave way is not counted again', () => {
  const enter = createSubmissionQueue()
  const [junk, unverified] = [enter('one'), enter('one')]
  unverified.join()
  unverified.giveWay()
  assert.equal(unverified.hasOthers(), false)
  unverified.join()
  assert.equal(junk.hasOthers(), false)
  junk.join()
  assert.equal(unverified.hasOthers(), true)
})
