import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExchange, createThreeExchanges, formatRate, service, start } from '../../test/helpers/rates.ts'
import { coins } from '../coins/index.ts'
import { createManualClock, hour, minute } from '../kernel/clock.ts'
import { parseQuorum } from './settings.ts'
import type { RateSnapshot } from './snapshot.ts'

test('a snapshot has every coin: its rate with sources and time, or the reason for none', async (t) => {
  const { sources } = createThreeExchanges()
  const { pollOnce, getCurrent } = await service(t, sources)
  await pollOnce()
  const snapshot = getCurrent('USD')
  assert.deepEqual([...snapshot.rates.keys()], [...coins.keys()])
  assert.deepEqual(snapshot.rates.get('BTC'), {
    isAgreed: true,
    value: { digits: 50_000n, scale: 0 },
    sources: ['a', 'b', 'c'],
    observedAt: start,
    validUntil: start + 5 * minute,
  })
  assert.equal(formatRate(snapshot, 'DOGE'), 'no source has a rate')
  assert.equal(snapshot.feeRates.get('BTC'), 1_000n)
})

test('when sources disagree about one coin only that coin is unavailable', async (t) => {
  const { sources, says } = createThreeExchanges()
  const { pollOnce, getCurrent } = await service(t, sources)
  says.forEach((one, index) => {
    one['BTC/USD'] = ['50000', '500000', '5000'][index] ?? ''
  })
  await pollOnce()
  assert.deepEqual(
    [formatRate(getCurrent('USD'), 'BTC'), formatRate(getCurrent('USD'), 'LTC')],
    ['its sources disagree', '80'],
  )
})

test('with one source down the others are enough; with two down there is no rate', async (t) => {
  const { clock: theirs, sources } = createThreeExchanges()
  const { pollOnce, getCurrent, clock } = await service(t, sources)
  await pollOnce()
  const down = (): Promise<never> => Promise.reject(new Error('down'))
  sources.forEach((source, index) => {
    if (index > 0) source.fetch = index === 1 ? source.fetch : down
  })
  clock.advance(6 * minute)
  theirs.advance(6 * minute)
  await pollOnce()
  assert.equal(formatRate(getCurrent('USD'), 'BTC', clock.now()), '50000')
  assert.deepEqual(rateSources(getCurrent('USD')), ['a', 'b'])

  for (const source of sources) source.fetch = down
  clock.advance(6 * minute)
  await pollOnce()
  assert.equal(formatRate(getCurrent('USD'), 'BTC', clock.now()), 'its rates are too old')
})

function rateSources(snapshot: RateSnapshot): readonly string[] {
  const rate = snapshot.rates.get('BTC')
  return rate?.isAgreed ? rate.sources : []
}

test('rates that stop updating are rejected once they are too old, and their age is shown', async (t) => {
  const { sources } = createThreeExchanges()
  const { pollOnce, getCurrent, clock, listAges } = await service(t, sources)
  clock.advance(5 * minute)
  await pollOnce()
  assert.equal(formatRate(getCurrent('USD'), 'BTC', clock.now()), '50000')
  clock.advance(1)
  await pollOnce()
  assert.equal(formatRate(getCurrent('USD'), 'BTC', clock.now()), 'its rates are too old')
  assert.deepEqual(listAges()[0], { source: 'a', pair: 'BTC/USD', seconds: 300 })
})

test('an age is never negative, even after the clock was set back', async (t) => {
  const { sources } = createThreeExchanges()
  const { pollOnce, getCurrent, clock, listAges } = await service(t, sources)
  await pollOnce()
  getCurrent('USD')
  clock.advance(-hour)
  assert.ok(listAges().every(({ seconds }) => seconds === 0))
  assert.equal(formatRate(getCurrent('USD'), 'BTC', clock.now()), 'no source has a rate')
})

test("a snapshot's rate is checked for age when it is offered", async (t) => {
  const { sources } = createThreeExchanges()
  const { pollOnce, getCurrent } = await service(t, sources)
  await pollOnce()
  const snapshot = getCurrent('USD')
  assert.equal(formatRate(snapshot, 'BTC', start + 5 * minute), '50000')
  assert.equal(formatRate(snapshot, 'BTC', start + 5 * minute + 1), 'its rates are too old')
})

test('a coin with a quorum of one is offered with a single source', async (t) => {
  const clock = createManualClock(start)
  const { source } = createExchange('a', { 'BSV/USD': '26', 'BTC/USD': '50000' }, clock)
  const { pollOnce, getCurrent } = await service(t, [source], { quorum: parseQuorum('2,BSV=1') })
  await pollOnce()
  assert.deepEqual(
    [formatRate(getCurrent('USD'), 'BSV'), formatRate(getCurrent('USD'), 'BTC')],
    ['26', 'only 1 of 2 required sources'],
  )
})

test('the supported currencies are those with a current rate for some coin', async (t) => {
  const { sources, says } = createThreeExchanges()
  const { pollOnce, listCurrencies } = await service(t, sources)
  assert.deepEqual(listCurrencies(), [])
  for (const one of says) one['LTC/EUR'] = '70'
  if (says[0]) says[0]['BTC/CHF'] = '45000'
  await pollOnce()
  assert.deepEqual(listCurrencies(), ['EUR', 'USD'])
})
