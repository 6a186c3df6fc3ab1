import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../coins/index.ts'
import { createManualClock, hour } from '../../kernel/clock.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { formatPair, type Rate } from '../rate.ts'
import { createFixedSource } from './fixed.ts'

const clock = createManualClock(Date.UTC(2026, 2, 1))
const fetched = (argument = ''): Promise<readonly Rate[]> =>
  createFixedSource({ clock, argument }).fetch([], new AbortController().signal)

async function getPlainText(argument?: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    (await fetched(argument)).map((rate) => [formatPair(rate), formatDecimal(rate.value)]),
  )
}

test('every coin has a built-in rate in USD, EUR, GBP and JPY', async () => {
  const built = Object.keys(await getPlainText())
  const expected = [...coins.keys()].flatMap((coin) =>
    ['USD', 'EUR', 'GBP', 'JPY'].map((code) => `${coin}/${code}`),
  )
  assert.deepEqual(built.sort(), expected.sort())
})

test('a list sets some pairs, in units of currency per coin, and keeps the others', async () => {
  const builtIn = await getPlainText()
  assert.deepEqual(await getPlainText('BTC/USD=50000,LTC/EUR=80.5, DOGE/CHF=0.15'), {
    ...builtIn,
    'BTC/USD': '50000',
    'LTC/EUR': '80.5',
    'DOGE/CHF': '0.15',
  })
})

test('a fixed rate always has the current time', async () => {
  const [rate] = await fetched()
  const before = rate?.observedAt
  clock.advance(hour)
  assert.equal(before, clock.now() - hour)
  assert.equal(rate?.observedAt, clock.now())
})

test('an invalid part is named in the error', () => {
  const assertRejected = (argument: string, message: RegExp) =>
    assert.throws(() => createFixedSource({ clock, argument }), message, argument)
  for (const part of ['BTC', 'BTC/USD', 'BTC/USD=', 'BTC=50000', 'btc/usd=50000', 'BTC-USD=1']) {
    assertRejected(`LTC/EUR=80,${part}`, new RegExp(`"${part}" must have the form BTC/USD=50000`))
  }
  assertRejected('XMR/USD=150', /"XMR\/USD=150" has an unknown coin/)
  assertRejected('BTC/XAU=10', /unknown currency/)
  assertRejected('BTC/HRK=10', /unknown currency/)
  for (const value of ['0', '-1', 'NaN', '1e999', '1,5', '0.0'])
    assertRejected(`BTC/USD=${value}`, /BTC\/USD/)
  assertRejected('BTC/USD=1,BTC/USD=2', /BTC\/USD is listed twice/)
})
