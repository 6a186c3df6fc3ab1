import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { shareInFlight, shareWithinTick } from './share-calls.ts'

function counted() {
  const calls: string[] = []
  const ask = shareWithinTick(async (key: string) => calls.push(key))
  return { calls, ask }
}

test('identical calls in one turn of the event loop share a result', async () => {
  const { calls, ask } = counted()

  assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('b')]), [1, 1, 2])
  assert.deepEqual(calls, ['a', 'b'])
})

test('in the next turn the call is made again, also after a failure', async () => {
  let attempts = 0
  const ask = shareWithinTick(async () => {
    attempts++
    if (attempts === 1) throw new Error('away')
    return attempts
  })

  await assert.rejects(Promise.all([ask('a'), ask('a')]), /away/)
  await nextTurn()
  assert.equal(await ask('a'), 2)
})

test('callers with the same key share a pending call across turns, then it starts again', async () => {
  const started: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = shareInFlight(
    ({ id }: { id: string }) => id,
    async ({ id }) => {
      started.push(id)
      await promise
      return started.length
    },
  )
  const first = [ask({ id: 'a' }), ask({ id: 'b' })]
  await nextTurn()
  const late = ask({ id: 'a' })
  resolve()
  assert.deepEqual(await Promise.all([...first, late]), [2, 2, 2])
  assert.equal(await ask({ id: 'a' }), 3)
  assert.deepEqual(started, ['a', 'b', 'a'])
})

test('a pending call’s failure reaches everyone who shares it, and the next caller starts again', async () => {
  let attempts = 0
  const ask = shareInFlight(
    (key: string) => key,
    async () => {
      if (++attempts === 1) throw new Error('away')
      return attempts
    },
  )
  const both = await Promise.allSettled([ask('a'), ask('a')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await ask('a'), 2)
})
