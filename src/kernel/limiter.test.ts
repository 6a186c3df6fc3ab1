import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter } from './limiter.ts'

test('concurrent work is limited, and the rest runs in order even when some fails', async () => {
  const limited = createLimiter(2)
  const [begun, ends]: [number[], (() => void)[]] = [[], []]
  const all = [0, 1, 2, 3].map((name) =>
    limited(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 0) throw new Error('broken')
      return name
    }),
  )
  assert.deepEqual(begun, [0, 1])
  ends[0]?.()
  await assert.rejects(all[0] ?? assert.fail(), /broken/)
  assert.deepEqual(begun, [0, 1, 2])
  ends[1]?.()
  assert.equal(await all[1], 1)
  assert.deepEqual(begun, [0, 1, 2, 3])
  for (const end of ends) end()
  assert.deepEqual(await Promise.all(all.slice(1)), [1, 2, 3])
})
