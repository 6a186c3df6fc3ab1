import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStepRunner, runToEnd, type Steps } from './steps.ts'

/** Turns of an event loop that the test runs itself. */
function createManualLoop() {
  const queued: (() => void)[] = []
  return {
    next: (work: () => void) => void queued.push(work),
    run: () => queued.shift()?.(),
    count: () => queued.length,
  }
}

function* countSteps(name: string, count: number, log: string[]): Steps<string> {
  for (let step = 1; step < count; step++) {
    log.push(`${name}${step}`)
    yield
  }
  log.push(`${name}${count}`)
  return name
}

test('tasks take turns, one step per event loop iteration', async () => {
  const loop = createManualLoop()
  const log: string[] = []
  const run = createStepRunner(loop.next)
  const first = run(countSteps('a', 3, log))
  const second = run(countSteps('b', 2, log))
  assert.deepEqual(log, ['a1', 'b1'])
  for (const expected of ['a2', 'b2', 'a3']) {
    assert.equal(loop.count(), 1)
    loop.run()
    assert.equal(log.at(-1), expected)
  }
  assert.deepEqual(await Promise.all([first, second]), ['a', 'b'])
  assert.equal(loop.count(), 0)
})

test('a task with a single step doesn’t wait', async () => {
  const loop = createManualLoop()
  const log: string[] = []
  const run = createStepRunner(loop.next)
  const long = run(countSteps('a', 2, log))
  assert.equal(await run(countSteps('b', 1, log)), 'b')
  loop.run()
  assert.equal(await long, 'a')
})

test('a failing task doesn’t affect the others', async () => {
  const loop = createManualLoop()
  const run = createStepRunner(loop.next)
  const failing = run(
    (function* (): Steps<never> {
      yield
      throw new Error('broken')
    })(),
  )
  const other = run(countSteps('a', 3, []))
  const failed = assert.rejects(failing, /broken/)
  for (let turn = 0; turn < 3; turn++) loop.run()
  await failed
  assert.equal(await other, 'a')
})

test('steps can be run synchronously', () => {
  const log: string[] = []
  assert.equal(runToEnd(countSteps('a', 3, log)), 'a')
  assert.deepEqual(log, ['a1', 'a2', 'a3'])
})
