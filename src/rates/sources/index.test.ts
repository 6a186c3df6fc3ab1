import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../kernel/clock.ts'
import { createSources, defaultSources, parseSources, rateSources } from './index.ts'

test('RATES names sources, each with an argument after its colon', () => {
  assert.deepEqual(parseSources('kraken, coinbase:https://proxy.example/cb'), [
    { name: 'kraken', argument: '' },
    { name: 'coinbase', argument: 'https://proxy.example/cb' },
  ])
})

test('the argument of fixed: is itself a list', () => {
  assert.deepEqual(parseSources('fixed:'), [{ name: 'fixed', argument: '' }])
  assert.deepEqual(parseSources('fixed:BTC/USD=50000,LTC/EUR=80.5'), [
    { name: 'fixed', argument: 'BTC/USD=50000,LTC/EUR=80.5' },
  ])
  assert.deepEqual(parseSources('kraken,fixed:BTC/USD=1,LTC/EUR=2,bitfinex'), [
    { name: 'kraken', argument: '' },
    { name: 'fixed', argument: 'BTC/USD=1,LTC/EUR=2' },
    { name: 'bitfinex', argument: '' },
  ])
})

test('an unknown, missing or repeated source is rejected', () => {
  assert.throws(() => parseSources('kraken,mtgox'), /"mtgox" is not a rate source: use .*kraken/)
  assert.throws(() => parseSources(''), /"" is not a rate source/)
  assert.throws(() => parseSources('kraken,bitfinex,kraken'), /"kraken" is listed twice/)
  assert.throws(() => parseSources('BTC/USD=50000'), /not a rate source/)
})

test("a source's name in the registry matches the name on its rates", () => {
  const clock = createManualClock(0)
  for (const [name, open] of rateSources) assert.equal(open({ clock }).name, name)
})

test('outside the sandbox every source except the fixed one is enabled by default', () => {
  const names = createSources(parseSources(defaultSources), createManualClock(0)).map(({ name }) => name)
  assert.deepEqual(names, ['binance', 'bitfinex', 'coinbase', 'coingecko', 'kraken', 'whatsonchain'])
})

test('an invalid argument is rejected when the sources are opened', () => {
  assert.throws(
    () => createSources(parseSources('kraken:http://exchange.example'), createManualClock(0)),
    /not a rate source URL/,
  )
})
