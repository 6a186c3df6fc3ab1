import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only } from '../../test/helpers/databases.ts'
import { createEvent, openOutbox, start } from '../../test/helpers/outbox.ts'
import { recordQueryPlans } from '../../test/helpers/query-plans.ts'
import { createOutboxReportStore } from './outbox-report-store.ts'

test('the outbox is pruned for every transport, oldest first, up to a limit per call', async (t) => {
  const { append, rows, storage, transact } = await openOutbox(t, ['a', 'b', 'c'])
  await append(createEvent(1, 1), createEvent(2, 1), createEvent(3, 1))
  const left = async () => (await rows()).map(({ transport, subject }) => `${transport} ${subject}`).sort()
  await storage.database.transact(({ query }) =>
    query.deleteFrom('events').where('subject', '<>', 'account/3').execute(),
  )
  const prune = (limit: number) => transact(({ outbox }) => outbox.prune(start + 1, limit))
  assert.equal(await prune(3), 3)
  const remaining = ['a account/3', 'b account/3', 'c account/3']
  assert.deepEqual(await left(), ['b account/2', 'c account/1', 'c account/2', ...remaining].sort())
  assert.equal(await prune(10), 3)
  assert.deepEqual(await left(), remaining)
})

test('pruning uses the primary key of the outbox for each transport', {
  skip: only('sqlite'),
}, async (t) => {
  const { append, storage } = await openOutbox(t, ['a'])
  await append(createEvent(1, 1))
  const plans = await storage.database.transact((read) => {
    const { sql, explainPlans } = recordQueryPlans({ ...storage.database, read })
    return explainPlans(() => createOutboxReportStore(sql).prune(start + 1, 10))
  })
  const searches = plans.flat().filter((step) => / (outbox|old) USING /.test(step) || step.startsWith('SCAN'))
  const key = 'sqlite_autoindex_outbox_1'
  assert.deepEqual(searches, [
    `SEARCH outbox USING COVERING INDEX ${key} (transport>?)`,
    `SEARCH outbox USING COVERING INDEX ${key} (transport=? AND event_id=?)`,
    `SEARCH old USING COVERING INDEX ${key} (transport=? AND event_id<?)`,
    `SEARCH outbox USING COVERING INDEX ${key} (transport>?)`,
  ])
})
