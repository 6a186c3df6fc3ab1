import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { measureWaits, timeWait } from './wait-times.ts'

/** The resources that `work` waits for, as a request. */
async function recordWaits(work: () => Promise<unknown>): Promise<string[]> {
  let done: Promise<unknown> = Promise.resolve()
  const times = measureWaits(() => {
    done = work()
  })
  await done
  for (const ms of times.values()) assert.ok(ms > 0)
  return [...times.keys()]
}

test('waits of everything that a request starts are measured, also those that fail', async () => {
  const work = async () => {
    await turn()
    await timeWait('db', turn)
    await assert.rejects(timeWait('node', () => turn().then(() => Promise.reject(new Error('unreachable')))))
  }
  assert.deepEqual(await recordWaits(work), ['db', 'node'])
})

test('a wait within a wait is not counted again', async () => {
  assert.deepEqual(await recordWaits(() => timeWait('node', () => timeWait('db', turn))), ['node'])
})
