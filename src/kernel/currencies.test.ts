import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies, getMinorUnits } from './currencies.ts'

test('a currency has the decimals of ISO 4217', () => {
  const decimals = {
    USD: 2,
    EUR: 2,
    JPY: 0,
    KRW: 0,
    ISK: 0,
    UGX: 0,
    KWD: 3,
    BHD: 3,
    TND: 3,
    CLF: 4,
    CLP: 0,
    UYW: 4,
  }
  for (const [code, places] of Object.entries(decimals)) assert.equal(getMinorUnits(code), places, code)
  // The decimals of the standard, not those in everyday use.
  assert.deepEqual(
    [getMinorUnits('MRU'), getMinorUnits('MGA'), getMinorUnits('HUF'), getMinorUnits('IDR')],
    [2, 2, 2, 2],
  )
})

test('withdrawn codes are invalid, their successors valid', () => {
  for (const code of ['HRK', 'BGN', 'ANG', 'CUC', 'SLL', 'STD', 'MRO', 'VEF', 'ZWL', 'BYR', 'DEM']) {
    assert.equal(getMinorUnits(code), undefined, code)
  }
  for (const code of ['SLE', 'STN', 'MRU', 'VES', 'VED', 'ZWG', 'BYN'])
    assert.equal(getMinorUnits(code), 2, code)
})

test('no code begins with X', () => {
  assert.deepEqual(
    [...currencies.keys()].filter((code) => code.startsWith('X')),
    [],
  )
})

test('only upper-case codes are valid', () => {
  for (const text of ['usd', 'Usd', 'US', '', 'BTC', 'ZZZ', 'constructor', ' USD', 'ıNR']) {
    assert.equal(getMinorUnits(text), undefined, text)
  }
})

test('every code is one of the 159 codes in ISO 4217 list one that don’t begin with X', () => {
  assert.equal(currencies.size, 159)
  for (const code of currencies.keys()) assert.match(code, /^[A-Z]{3}$/)
})

test('Unicode’s data has every code except a few that are not in everyday use', () => {
  const fundsCodes = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED', 'XCG']
  const known = new Set(Intl.supportedValuesOf('currency'))
  assert.deepEqual(
    [...currencies.keys()].filter((code) => !known.has(code) && !fundsCodes.includes(code)),
    [],
  )
})
