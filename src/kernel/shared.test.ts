import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sharedInTurn } from './shared.ts'

function counted() {
  const asked: string[] = []
  const ask = sharedInTurn(async (key: string) => asked.push(key))
  return { asked, ask }
}

test('who asks for the same in one turn of the event loop shares the answer', async () => {
  const { asked, ask } = counted()

  assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('b')]), [1, 1, 2])
  assert.deepEqual(asked, ['a', 'b'])
})

test('in the next turn it is asked anew, also after a failure', async () => {
  let attempts = 0
  const ask = sharedInTurn(async () => {
    attempts++
    if (attempts === 1) throw new Error('away')
    return attempts
  })

  await assert.rejects(Promise.all([ask('a'), ask('a')]), /away/)
  await nextTurn()
  assert.equal(await ask('a'), 2)
})
