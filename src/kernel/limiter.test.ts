import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter } from './limiter.ts'

test('concurrency is limited, and queued work runs in order even if some of it fails', async () => {
  const runLimited = createLimiter(2)
  const [started, finishers]: [number[], (() => void)[]] = [[], []]
  const all = [0, 1, 2, 3].map((name) =>
    runLimited(async () => {
      started.push(name)
      await new Promise<void>((resolve) => finishers.push(resolve))
      if (name === 0) throw new Error('broken')
      return name
    }),
  )
  assert.deepEqual(started, [0, 1])
  finishers[0]?.()
  await assert.rejects(all[0] ?? assert.fail(), /broken/)
  assert.deepEqual(started, [0, 1, 2])
  finishers[1]?.()
  assert.equal(await all[1], 1)
  assert.deepEqual(started, [0, 1, 2, 3])
  for (const end of finishers) end()
  assert.deepEqual(await Promise.all(all.slice(1)), [1, 2, 3])
})
