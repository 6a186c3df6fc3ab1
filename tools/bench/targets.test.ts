import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measured } from './rounds.ts'
import type { Row } from './table.ts'
import { judgeExportMemory, judgeRows, judgeSockets, judgeStart } from './targets.ts'

const measured: Measured = {
  name: '1 000 invoices',
  role: 'service',
  size: 'thousand',
  logsRequests: false,
  rates: [4_000],
  rate: 4_000,
  p50Ms: 1,
  p99Ms: 2,
  loopDelayMs: 1,
  rssBytes: 1e8,
  userMicros: 100,
  systemMicros: 20,
  failed: 0,
}
const row: Row = {
  kind: 'sqlite',
  route: 'GET /r/{uid}',
  measured,
  ofBare: 0.55,
  ofAlone: 0.1,
  ofThousand: null,
}

test('each measurement of a service is compared with its target', () => {
  assert.deepEqual(
    judgeRows([row, { ...row, ofBare: 0.6 }, { ...row, route: 'GET /r/{uid}, the first time' }]),
    [
      'missed        sqlite: GET /r/{uid}, 1 000 invoices: 0.55 of bare, wanted 0.60',
      'reached       sqlite: GET /r/{uid}, 1 000 invoices: 0.60 of bare, wanted 0.60',
      'missed        sqlite: GET /r/{uid}, the first time, 1 000 invoices: 4000 requests/s, wanted 5000',
    ],
  )
})

test('a large database must not slow a route down', () => {
  const large = { ...row, route: 'GET /invoices (50)', ofThousand: 0.8, ofBare: null }
  assert.deepEqual(judgeRows([large]), [
    'missed        sqlite: GET /invoices (50), 1 000 invoices: 0.80 of a thousand invoices, wanted 0.85',
  ])
})

test('the bare-routes baseline, and services with a request log, have no target', () => {
  assert.deepEqual(
    judgeRows([
      { ...row, measured: { ...measured, role: 'bare' } },
      { ...row, measured: { ...measured, logsRequests: true } },
    ]),
    [],
  )
})

test('start and memory are compared as well', () => {
  assert.deepEqual(judgeStart('sqlite', { readyMs: 480, megabytes: 150 }), [
    'reached       sqlite: ready after 480 ms, wanted 500',
    'missed        sqlite: 150 MB two seconds later, wanted 120',
  ])
})

test('the number of sockets, their delay, memory and lost events are compared as well', () => {
  assert.deepEqual(judgeSockets('sqlite', { sockets: 19_000 }, { p99Ms: 109, maxMegabytes: 533, lost: 1 }), [
    'missed        sqlite: 19000 sockets, wanted 100000',
    'reached       sqlite: event to socket p99 109 ms, wanted 250',
    'reached       sqlite: at most 533 MB, wanted 1000',
    'missed        sqlite: 1 events lost',
  ])
})

test('the memory of exports is compared as well', () => {
  assert.deepEqual(
    [64, 65].map((megabytes) => judgeExportMemory('sqlite', '1 000 invoices', megabytes)),
    [
      'reached       sqlite: exports of 1 000 invoices add 64 MB, wanted at most 64',
      'missed        sqlite: exports of 1 000 invoices add 65 MB, wanted at most 64',
    ],
  )
})
