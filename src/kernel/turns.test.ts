import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStepRunner } from './steps.ts'
import { createTurns } from './turns.ts'

const numbers = Array.from({ length: 5_000 }, (_, index) => index)

test('it looks no further than the first that is so', async () => {
  const looked: number[] = []
  assert.equal(await createTurns(createStepRunner())(numbers, (one) => looked.push(one) === 3), true)
  assert.deepEqual(looked, [0, 1, 2])
  assert.equal(await createTurns(createStepRunner())(numbers, () => false), false)
})

test('others have their turn between two thousand items and the next', async () => {
  const turns: number[] = []
  let looked = 0
  const note = () => {
    turns.push(looked)
    if (looked < numbers.length) setImmediate(note)
  }
  setImmediate(note)
  await createTurns(createStepRunner())(numbers, () => looked++ < 0)
  assert.deepEqual(turns, [2_000, 4_000])
})

test('many short lists hold the event loop no longer than a long one', async () => {
  const turns: number[] = []
  let looked = 0
  const note = () => {
    turns.push(looked)
    if (looked < 5_000) setImmediate(note)
  }
  setImmediate(note)
  const some = createTurns(createStepRunner())
  for (let list = 0; list < 10; list++) await some(numbers.slice(0, 500), () => looked++ < 0)
  assert.deepEqual(turns, [2_000, 4_000])
})

test('of many that look at the same time one has its turn', async () => {
  const runSteps = createStepRunner()
  const turns: number[] = []
  let looked = 0
  const note = () => {
    turns.push(looked)
    if (looked < 15_000) setImmediate(note)
  }
  setImmediate(note)
  await Promise.all([1, 2, 3].map(() => createTurns(runSteps)(numbers, () => looked++ < 0)))
  assert.deepEqual(turns.slice(0, 4), [6_000, 8_000, 10_000, 12_000])
})
