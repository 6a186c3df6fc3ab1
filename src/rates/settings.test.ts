import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies } from '../kernel/currencies.ts'
import {
  defaultCurrencies,
  defaultQuorum,
  getEffectiveQuorum,
  parseCurrencies,
  parseQuorum,
} from './settings.ts'
import type { RateSource } from './sources/source.ts'

const source = (name: string): RateSource => ({ name, fetch: () => Promise.resolve([]) })

test('RATE_QUORUM is a number of sources, with overrides for rarely listed coins', () => {
  assert.deepEqual(parseQuorum(defaultQuorum), { defaultCount: 2, byCoin: new Map() })
  assert.deepEqual(parseQuorum('3, BSV=1'), { defaultCount: 3, byCoin: new Map([['BSV', 1]]) })
})

test('an invalid RATE_QUORUM is rejected, naming the part', () => {
  for (const text of ['', '0', '-1', '2.5', 'two', '10'])
    assert.throws(() => parseQuorum(text), /must be a number of sources/)
  for (const text of ['2,XMR=1', '2,1', '2,BSV=1=2'])
    assert.throws(() => parseQuorum(text), /must have the form COIN=COUNT/)
  assert.throws(() => parseQuorum('2,BSV=0'), /"0" must be a number/)
})

test('fixed rates need no second source, unless other sources are configured too', () => {
  const two = parseQuorum('2')
  assert.equal(getEffectiveQuorum([source('fixed')], two).defaultCount, 1)
  assert.equal(getEffectiveQuorum([source('fixed'), source('kraken')], two).defaultCount, 2)
  assert.equal(getEffectiveQuorum([source('kraken')], two).defaultCount, 2)
})

test('RATE_CURRENCIES is a list of active codes', () => {
  assert.deepEqual(parseCurrencies('USD, EUR,USD'), ['USD', 'EUR'])
  assert.ok(parseCurrencies(defaultCurrencies).every((code) => currencies.has(code)))
  for (const text of ['', 'usd', 'USD,HRK', 'BTC', 'XAU'])
    assert.throws(() => parseCurrencies(text), /not an active ISO 4217/)
})
