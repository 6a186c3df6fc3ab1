import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxSliceMs, runInTimeSlice } from './time-slice.ts'

test('of several concurrent checks, each long one gets its own event loop iteration', async () => {
  let turn = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; turn++) await nextTurn()
  })()
  const longCheck = (): number => {
    const start = performance.now()
    while (performance.now() - start < maxSliceMs);
    return turn
  }

  const turns = await Promise.all(Array.from({ length: 8 }, () => runInTimeSlice(longCheck)))

  isOver = true
  await counting
  assert.equal(new Set(turns).size, turns.length, `turns ${turns}`)
})
