import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import { measureEventLoop } from './event-loop.ts'

const worst = '{quantile="1"} '

/** Blocks the event loop for that long, then yields. */
async function blockEventLoop(ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end);
  for (let turn = 0; turn < 3; turn++) await nextTurn()
}

/** Blocks the event loop until that is reported: Node measures from its first sample after a report, which a block may precede. */
async function reportBlock(registry: Registry): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await blockEventLoop(200)
    const line = (await delayLines(registry)).find((each) => each.includes(worst))
    if (line && Number(line.split(' ')[1]) >= 0.1) return
  }
  assert.fail('no delay was reported')
}

async function delayLines(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('quittance_'))
}

test('the maximum delay is reported once, and nothing after measuring has ended', async (t) => {
  const registry = new Registry()
  const { stop } = measureEventLoop(registry)
  t.after(stop)
  await blockEventLoop(30)
  await delayLines(registry)
  await reportBlock(registry)
  assert.deepEqual(await delayLines(registry), [])

  stop()
  await blockEventLoop(100)
  assert.deepEqual(await delayLines(registry), [])
})
