import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStepRunner } from './steps.ts'
import { createTurns } from './turns.ts'

const numbers = Array.from({ length: 5_000 }, (_, index) => index)

test('the search stops at the first match', async () => {
  const looked: number[] = []
  assert.equal(await createTurns(createStepRunner())(numbers, (one) => looked.push(one) === 3), true)
  assert.deepEqual(looked, [0, 1, 2])
  assert.equal(await createTurns(createStepRunner())(numbers, () => false), false)
})

test('other work gets a turn after two thousand items', async () => {
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

test('many short lists block the event loop no longer than one long list', async () => {
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

test('concurrent searches take turns, one per turn of the event loop', async () => {
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
