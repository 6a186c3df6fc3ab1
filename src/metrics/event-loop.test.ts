import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { measureEventLoop } from './event-loop.ts'

const worst = '{quantile="1"} '

/** Blocks the event loop for that long, then yields. */
async function blockEventLoop(ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end);
  for (let turn = 0; turn < 3; turn++) await nextTurn()
}

async function delayLines(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('quittance_'))
}

test('the maximum delay is reported once, and nothing after the end', async (t) => {
  const registry = new Registry()
  const { stop } = measureEventLoop(registry)
  t.after(stop)
  await blockEventLoop(30)
  await delayLines(registry)
  await blockEventLoop(200)
  const line = (await delayLines(registry)).find((line) => line.includes(worst)) ?? assert.fail()
  assert.ok(Number(line.split(' ')[1]) >= 0.1, line)
  assert.deepEqual(await delayLines(registry), [])

  stop()
  await blockEventLoop(100)
  assert.deepEqual(await delayLines(registry), [])
})
