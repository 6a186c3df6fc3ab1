import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import {
  createThreeExchanges,
  formatAgreement,
  formatRate,
  service,
  start,
} from '../../test/helpers/rates.ts'
import { createManualClock, hour, second } from '../kernel/clock.ts'
import { parseQuorum } from './settings.ts'
import { parseSnapshotBody, type SnapshotStore, serialiseSnapshotBody } from './snapshot.ts'
import { createFixedSource } from './sources/fixed.ts'
import { createSnapshotStore } from './store.ts'

test('a snapshot is reused while nothing changes, for up to a minute', async (t) => {
  const { clock: theirs, sources, says } = createThreeExchanges()
  const { pollOnce, getCurrent, clock, feeRates } = await service(t, sources)
  await pollOnce()
  const first = getCurrent('USD')
  await pollOnce()
  clock.advance(59 * second)
  assert.equal(getCurrent('USD'), first)
  clock.advance(second)
  const changed = getCurrent('USD')
  assert.notEqual(changed.id, first.id)

  feeRates.set('LTC', 2_000n)
  const third = getCurrent('USD')
  assert.notEqual(third.id, changed.id)
  assert.equal(changed.feeRates.get('LTC'), 1_000n, 'a snapshot never changes')
  feeRates.delete('DOGE')
  assert.ok(!getCurrent('USD').feeRates.has('DOGE'))

  theirs.set(clock.now())
  for (const one of says) one['BTC/USD'] = '50001'
  const before = getCurrent('USD')
  await pollOnce()
  assert.deepEqual([formatRate(before, 'BTC'), formatRate(getCurrent('USD'), 'BTC')], ['50000', '50001'])
})

test('a snapshot with an expired rate is replaced by one without it', async (t) => {
  const { sources } = createThreeExchanges()
  const { pollOnce, getCurrent, clock } = await service(t, sources, { maxAgeMs: 30 * second })
  await pollOnce()
  const first = getCurrent('USD')
  clock.advance(30 * second + 1)
  assert.notEqual(getCurrent('USD').id, first.id)
  assert.equal(formatAgreement(getCurrent('USD').rates.get('BTC') ?? assert.fail()), 'its rates are too old')
})

test('why a coin had no rate is stored as a code, and texts that earlier builds stored are read', () => {
  const reasons = {
    BTC: { code: 'too_few_sources', count: 1, required: 2 },
    LTC: { code: 'disagreement' },
    DOGE: { code: 'outdated' },
    DASH: { code: 'no_source' },
  } as const
  const parse = (missing: Record<string, object>) => {
    const body = { currency: 'USD', rates: missing, fee_rates: {} }
    return parseSnapshotBody('snap', start, JSON.stringify(body))
  }
  const earlier = parse({
    BTC: { missing: 'only 1 of 2 required sources' },
    LTC: { missing: 'its sources disagree' },
    DOGE: { missing: 'its rates are too old' },
    DASH: { missing: 'no source has a rate' },
  })
  const stored = JSON.parse(serialiseSnapshotBody(earlier))
  assert.deepEqual(stored.rates.BTC, { missing: 'too_few_sources', count: 1, required: 2 })
  assert.deepEqual(stored.rates.LTC, { missing: 'disagreement' })
  for (const snapshot of [earlier, parse(stored.rates)])
    for (const [coin, reason] of Object.entries(reasons))
      assert.deepEqual(snapshot.rates.get(coin as keyof typeof reasons), { isAgreed: false, reason })
})

test('a snapshot is stored once, however many invoices use it', async (t) => {
  const { sources } = createThreeExchanges()
  const { pollOnce, storeCurrent, listRows } = await service(t, sources)
  await pollOnce()
  assert.equal(await listRows(), 0, 'nothing is written until it is needed')
  const all = await Promise.all(Array.from({ length: 50 }, () => storeCurrent('USD')))
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  await storeCurrent('USD')
  assert.equal(await listRows(), 1)
  await storeCurrent('EUR')
  assert.equal(await listRows(), 2)
})

test('a quote finds its snapshot unchanged, also in another process', async (t) => {
  const { sources, says } = createThreeExchanges()
  for (const [index, one] of says.entries()) one['DOGE/USD'] = `0.1234567890123456789${index}`
  const { pollOnce, storeCurrent, find, elsewhere, feeRates } = await service(t, sources)
  feeRates.delete('BSV')
  await pollOnce()
  const snapshot = await storeCurrent('USD')
  assert.equal(await find(snapshot.id), snapshot)
  assert.deepEqual(await elsewhere.find(snapshot.id), snapshot)
  assert.equal(await find('nothing'), null)
  assert.equal(await elsewhere.find('nothing'), null)
})

test('a snapshot that could not be stored is stored by the next caller', async (t) => {
  const { sources } = createThreeExchanges()
  let failures = 2
  const { database } = await openTestDatabase(t)
  const { pollOnce, storeCurrent, find } = await service(t, sources, {
    transact: async (work) => {
      if (failures-- > 0) throw new Error('disk full')
      return database.transact((sql) => work({ snapshots: createSnapshotStore(sql) }))
    },
    snapshots: createSnapshotStore(database.read),
  })
  await pollOnce()
  const together = await Promise.allSettled([storeCurrent('USD'), storeCurrent('USD')])
  assert.deepEqual(
    together.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await assert.rejects(storeCurrent('USD'), /disk full/)
  const snapshot = await storeCurrent('USD')
  assert.ok(await find(snapshot.id))
})

test('at most a thousand snapshots are cached', async (t) => {
  const readIds: string[] = []
  const store: Pick<SnapshotStore, 'find'> = {
    async find(id) {
      readIds.push(id)
      return { id, takenAt: start, currency: 'USD', rates: new Map(), feeRates: new Map() }
    },
  }
  const { find } = await service(t, [], { snapshots: store })
  for (let id = 0; id < 1_000; id++) await find(`${id}`)
  await find('0')
  assert.equal(readIds.length, 1_000)
  await find('1000')
  await find('0')
  assert.equal(readIds.length, 1_001, 'the last used snapshot is kept')
  await find('1')
  assert.equal(readIds.length, 1_002)
})

test('a failed lookup is not cached', async (t) => {
  let failures = 1
  const store: Pick<SnapshotStore, 'find'> = {
    async find(id) {
      if (failures-- > 0) throw new Error('database gone')
      return { id, takenAt: start, currency: 'USD', rates: new Map(), feeRates: new Map() }
    },
  }
  const { find } = await service(t, [], { snapshots: store })
  await assert.rejects(find('x'), /database gone/)
  assert.equal((await find('x'))?.id, 'x')
})

test('fixed rates are never too old, however long the time between polls', async (t) => {
  const clock = createManualClock(start)
  const source = createFixedSource({ clock, argument: 'BTC/USD=50000' })
  const {
    start: begin,
    stop,
    storeCurrent,
    listRows,
  } = await service(t, [source], { clock, quorum: parseQuorum('2') })
  await begin()
  t.after(stop)
  const first = await storeCurrent('USD')
  clock.advance(24 * hour)
  const later = await storeCurrent('USD')
  assert.equal(formatRate(later, 'BTC', clock.now()), '50000')
  assert.deepEqual([first.takenAt, later.takenAt], [start, start + 24 * hour])
  await storeCurrent('USD')
  assert.equal(await listRows(), 2)
})
