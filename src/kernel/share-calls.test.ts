import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchWithinTick, shareInFlight, shareWithinTick } from './share-calls.ts'

function createCountedCall() {
  const calls: string[] = []
  const call = shareWithinTick(async (key: string) => calls.push(key))
  return { calls, call }
}

test('identical calls in one event loop iteration share a result', async () => {
  const { calls, call } = createCountedCall()

  assert.deepEqual(await Promise.all([call('a'), call('a'), call('b')]), [1, 1, 2])
  assert.deepEqual(calls, ['a', 'b'])
})

test('in the next iteration the call is made again, even after a failure', async () => {
  let attempts = 0
  const call = shareWithinTick(async () => {
    attempts++
    if (attempts === 1) throw new Error('unavailable')
    return attempts
  })

  await assert.rejects(Promise.all([call('a'), call('a')]), /unavailable/)
  await nextTurn()
  assert.equal(await call('a'), 2)
})

test('calls in one iteration share one load, and those in the next share another, even after a failure', async () => {
  const loads: string[] = []
  const call = batchWithinTick(async (keys: readonly string[]) => {
    loads.push(keys.join())
    if (loads.length === 1) throw new Error('unavailable')
    return new Map(keys.map((key) => [key, key.toUpperCase()]))
  })

  const failed = await Promise.allSettled([call('a'), call('b')])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(await Promise.all([call('a'), call('b'), call('a')]), ['A', 'B', 'A'])
  assert.deepEqual(loads, ['a,b', 'a,b'])
})

test('callers with the same key share a pending call across iterations; after that, the next caller starts a new one', async () => {
  const started: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const call = shareInFlight(
    ({ id }: { id: string }) => id,
    async ({ id }) => {
      started.push(id)
      await promise
      return started.length
    },
  )
  const first = [call({ id: 'a' }), call({ id: 'b' })]
  await nextTurn()
  const late = call({ id: 'a' })
  resolve()
  assert.deepEqual(await Promise.all([...first, late]), [2, 2, 2])
  assert.equal(await call({ id: 'a' }), 3)
  assert.deepEqual(started, ['a', 'b', 'a'])
})

test('a pending call’s failure reaches everyone who shares it, and the next caller starts again', async () => {
  let attempts = 0
  const call = shareInFlight(
    (key: string) => key,
    async () => {
      if (++attempts === 1) throw new Error('unavailable')
      return attempts
    },
  )
  const both = await Promise.allSettled([call('a'), call('a')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await call('a'), 2)
})
