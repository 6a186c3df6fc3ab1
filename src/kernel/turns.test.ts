import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

test('concurrent callers each get their own event loop iteration, in order', async () => {
  const takeTurn = createTurns()
  let turn = 0
  const countTurn = () => {
    turn++
    next = setImmediate(countTurn)
  }
  let next = setImmediate(countTurn)
  const turns: number[] = []
  const work = async () => {
    await takeTurn()
    turns.push(turn)
    await takeTurn()
    turns.push(turn)
  }
  await Promise.all([work(), work(), work()])
  clearImmediate(next)
  assert.equal(new Set(turns).size, 6, String(turns))
  assert.deepEqual(
    turns,
    turns.toSorted((one, other) => one - other),
  )
})
