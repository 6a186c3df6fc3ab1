import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSomeInSteps } from './some-in-steps.ts'
import { createStepRunner } from './steps.ts'

const numbers = Array.from({ length: 5_000 }, (_, index) => index)

test('the search stops at the first match', async () => {
  const visited: number[] = []
  assert.equal(await createSomeInSteps(createStepRunner())(numbers, (one) => visited.push(one) === 3), true)
  assert.deepEqual(visited, [0, 1, 2])
  assert.equal(await createSomeInSteps(createStepRunner())(numbers, () => false), false)
})

test('other work runs after every two thousand items', async () => {
  const turns: number[] = []
  let visited = 0
  const recordTurn = () => {
    turns.push(visited)
    if (visited < numbers.length) setImmediate(recordTurn)
  }
  setImmediate(recordTurn)
  await createSomeInSteps(createStepRunner())(numbers, () => visited++ < 0)
  assert.deepEqual(turns, [2_000, 4_000])
})

test('many short lists block the event loop no longer than one long list', async () => {
  const turns: number[] = []
  let visited = 0
  const recordTurn = () => {
    turns.push(visited)
    if (visited < 5_000) setImmediate(recordTurn)
  }
  setImmediate(recordTurn)
  const some = createSomeInSteps(createStepRunner())
  for (let list = 0; list < 10; list++) await some(numbers.slice(0, 500), () => visited++ < 0)
  assert.deepEqual(turns, [2_000, 4_000])
})

test('concurrent searches take turns, one step per event loop iteration', async () => {
  const runSteps = createStepRunner()
  const turns: number[] = []
  let visited = 0
  const recordTurn = () => {
    turns.push(visited)
    if (visited < 15_000) setImmediate(recordTurn)
  }
  setImmediate(recordTurn)
  await Promise.all([1, 2, 3].map(() => createSomeInSteps(runSteps)(numbers, () => visited++ < 0)))
  assert.deepEqual(turns.slice(0, 4), [6_000, 8_000, 10_000, 12_000])
})
