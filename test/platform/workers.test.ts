import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { superviseWorkers } from '../../src/platform/workers/supervisor.ts'

const hasExited = (pid: number): boolean => /\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

test('the supervisor survives a worker that dies before it gets a response', async () => {
  cluster.setupPrimary({ exec: `${import.meta.dirname}/worker-program.ts`, execArgv: [] })
  const stop = new AbortController()
  const exits: (number | string)[] = []
  await superviseWorkers({
    count: 1,
    handlers: {
      kill: (pid) => {
        process.kill(Number(pid), 'SIGKILL')
        // The event loop doesn't turn, so this process doesn't learn of it before it sends the response.
        const end = performance.now() + 5_000
        while (!hasExited(Number(pid)) && performance.now() < end);
      },
    },
    stopSignal: stop.signal,
    onReady: async () => {},
    onWorkerExit: ({ reason }) => {
      exits.push(reason)
      stop.abort()
    },
  })
  assert.deepEqual(exits, ['SIGKILL'])
})

test('no worker is replaced after a failed start', async () => {
  cluster.setupPrimary({ exec: `${import.meta.dirname}/worker-program.ts`, execArgv: [] })
  const exits: (number | string)[] = []
  const ended = Promise.withResolvers<void>()
  cluster.once('exit', () => ended.resolve())
  const supervising = superviseWorkers({
    count: 1,
    handlers: { kill: () => {} },
    stopSignal: new AbortController().signal,
    onReady: () => Promise.reject(new Error('the start failed')),
    onWorkerExit: ({ reason }) => exits.push(reason),
  })
  await assert.rejects(supervising, /the start failed/)
  await ended.promise
  assert.deepEqual(exits, [])
})
