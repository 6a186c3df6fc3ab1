import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubmissionQueue } from './queue.ts'

/** A queue whose submissions count immediately. */
function createJoined() {
  const enter = createSubmissionQueue()
  return (uid: string) => {
    const queued = enter(uid)
    queued.join()
    return queued
  }
}

test('a submission that yields waits for the others of its invoice, until they leave or yield too', () => {
  const enter = createJoined()
  const [forged, honest, another] = [enter('one'), enter('one'), enter('one')]
  enter('two')
  forged.yieldToOthers()
  assert.equal(forged.hasOthers(), true)
  another.yieldToOthers()
  assert.equal(forged.hasOthers(), true)
  honest.remove()
  assert.equal(forged.hasOthers(), false)
})

test('yielding or leaving more than once counts once', () => {
  const enter = createJoined()
  const [first, second] = [enter('one'), enter('one')]
  first.yieldToOthers()
  first.yieldToOthers()
  first.remove()
  assert.equal(first.hasOthers(), true)
  second.remove()
  second.remove()
  assert.equal(first.hasOthers(), false)
})

test("a submission that doesn't pay the invoice doesn't block others, and one that has yielded is not counted again", () => {
  const enter = createSubmissionQueue()
  const [junk, unverified] = [enter('one'), enter('one')]
  unverified.join()
  unverified.yieldToOthers()
  assert.equal(unverified.hasOthers(), false)
  unverified.join()
  assert.equal(junk.hasOthers(), false)
  junk.join()
  assert.equal(unverified.hasOthers(), true)
})
