import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CoinCode, coins } from '../coins/index.ts'
import { minute } from '../kernel/clock.ts'
import { createDecimal, type Decimal, parseDecimal, toBaseUnits } from '../kernel/money.ts'
import type { Agreement } from '../rates/rate.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import {
  buildPaymentOptions,
  buildRequestUrl,
  type CandidateCoin,
  explainUnavailable,
  selectCoins,
} from './option.ts'
import type { AnyWallet, ReceivedOutput } from './received.ts'

const now = Date.UTC(2026, 2, 1)
const getAmount = (text: string): Decimal => parseDecimal(text) ?? assert.fail()

const agreed = (value: Decimal, validUntil = now + minute): Agreement => ({
  isAgreed: true,
  value,
  sources: ['a', 'b'],
  observedAt: now,
  validUntil,
})

function getSnapshot(
  rates: Partial<Record<CoinCode, Agreement>>,
  feeRates: Iterable<CoinCode> = coins.keys(),
): RateSnapshot {
  return {
    id: 's',
    takenAt: now,
    currency: 'USD',
    rates: new Map(Object.entries(rates) as [CoinCode, Agreement][]),
    feeRates: new Map([...feeRates].map((coin) => [coin, 1_000n])),
  }
}

const candidate = (coin: CoinCode, more: Partial<CandidateCoin> = {}): CandidateCoin => ({
  coin,
  dust: toBaseUnits(546n),
  fixedScript: null,
  network: { isUsable: true },
  ...more,
})

const btc = [candidate('BTC')]

test('an option is offered for each coin with a destination, a usable network, a recent rate and a fee rate', () => {
  const snapshot = getSnapshot({ BTC: agreed(getAmount('50000')), LTC: agreed(getAmount('80')) })
  const { offered, unavailable } = selectCoins(
    { amount: getAmount('10'), anyWallet: null },
    [candidate('BTC'), candidate('LTC', { fixedScript: '51' })],
    snapshot,
    now,
  )
  assert.deepEqual(offered, [
    { coin: 'BTC', amount: 20_000n, fixedScript: null },
    { coin: 'LTC', amount: 12_500_000n, fixedScript: '51' },
  ])
  assert.deepEqual(unavailable, [])
})

test('an unavailable coin says why, and whether the reason is temporary', () => {
  const rate = agreed(getAmount('50000'))
  for (const [candidates, snapshot, amount, why, reason] of [
    [btc, getSnapshot({}), '10', /no source has a rate/, 'rate'],
    [
      btc,
      getSnapshot({ BTC: { isAgreed: false, reason: { code: 'disagreement' } } }),
      '10',
      /disagree/,
      'rate',
    ],
    [btc, getSnapshot({ BTC: agreed(getAmount('50000'), now - 1) }), '10', /too old/, 'rate'],
    [btc, getSnapshot({ BTC: rate }, []), '10', /fee rate/, 'network'],
    [
      [candidate('BTC', { network: { isUsable: false, reason: 'it has no node' } })],
      getSnapshot({ BTC: rate }),
      '10',
      /it has no node/,
      'network',
    ],
    [btc, getSnapshot({ BTC: rate }), '0.27', /below the minimum/, 'small'],
    [btc, getSnapshot({ BTC: agreed(getAmount('0.0001')) }), '1000000000', /above the maximum/, 'large'],
  ] as const) {
    const { offered, unavailable } = selectCoins(
      { amount: getAmount(amount), anyWallet: null },
      candidates,
      snapshot,
      now,
    )
    assert.deepEqual(offered, [])
    assert.equal(unavailable[0]?.coin, 'BTC')
    assert.match(unavailable[0].message, why)
    assert.equal(unavailable[0].reason, reason)
    assert.equal(unavailable[0].isTemporary, reason === 'rate' || reason === 'network')
  }
})

/** Of an invoice that accepts any wallet and has received this value. */
const createReceiving = (value: string, isCounted = true): AnyWallet => ({
  underpaidPercent: getAmount('0'),
  isPaidLate: false,
  acceptedValue: null,
  received: [{ value: getAmount(value), isCounted } as ReceivedOutput],
})

test('on an invoice that accepts any wallet, each coin is offered with its dust limit as the smallest amount', () => {
  const { offered } = selectCoins(
    { amount: getAmount('10'), anyWallet: createReceiving('4', false) },
    [candidate('BTC'), candidate('BTC', { fixedScript: '51' })],
    getSnapshot({ BTC: agreed(getAmount('50000')) }),
    now,
  )
  assert.deepEqual(offered, [
    { coin: 'BTC', amount: 20_000n, fixedScript: null, minAmount: 546n },
    { coin: 'BTC', amount: 20_000n, fixedScript: '51', minAmount: 546n },
  ])
})

test('a remaining amount is offered even below the dust limit, but not on fixed addresses', () => {
  const { offered, unavailable } = selectCoins(
    { amount: getAmount('10'), anyWallet: createReceiving('9.9') },
    [candidate('BTC'), candidate('BTC', { fixedScript: '51' })],
    getSnapshot({ BTC: agreed(getAmount('50000')) }),
    now,
  )
  assert.deepEqual(offered, [{ coin: 'BTC', amount: 200n, fixedScript: null, minAmount: 546n }])
  assert.deepEqual(unavailable, [])
})

test('the dust limit and 2^53-1 base units are offered, one base unit beyond is not', () => {
  const snapshot = getSnapshot({ BTC: agreed(getAmount('100000000')) })
  const amounts = (fiat: bigint) =>
    selectCoins({ amount: createDecimal(fiat, 0), anyWallet: null }, btc, snapshot, now).offered.map(
      ({ amount }) => amount,
    )
  assert.deepEqual(amounts(546n), [546n])
  assert.deepEqual(amounts(545n), [])
  assert.deepEqual(amounts(9_007_199_254_740_991n), [9_007_199_254_740_991n])
  assert.deepEqual(amounts(9_007_199_254_740_992n), [])
})

test('an offered amount is never 0, and is the price rounded up to exactly one base unit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 17n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.nat({ max: 8 }),
      (cents, digits, scale) => {
        const fiat = createDecimal(cents, 2)
        const rate = createDecimal(digits, scale)
        const { offered } = selectCoins(
          { amount: fiat, anyWallet: null },
          btc,
          getSnapshot({ BTC: agreed(rate) }),
          now,
        )
        for (const { amount } of offered) {
          // coin · rate − fiat, in units of 10^-(8 + 2 + 8).
          const exact = (units: bigint) => units * rate.digits * 10n ** BigInt(10 - rate.scale)
          const exactAmount = fiat.digits * 10n ** BigInt(18 - fiat.scale)
          assert.ok(amount > 0n && exact(amount) >= exactAmount && exact(amount - 1n) < exactAmount)
        }
      },
    ),
  )
})

test('an option has uri, code, name, icon and a decimal amount without exponent or trailing zeros', () => {
  const quote = {
    snapshotId: 's',
    quotedAt: now,
    expiresAt: now + minute,
    coins: [
      { code: 'BTC' as const, amountOffset: 0n },
      { code: 'BSV' as const, amountOffset: 5n },
    ],
  }
  const snapshot = getSnapshot({ BTC: agreed(getAmount('50000')), BSV: agreed(getAmount('20')) })
  const base = 'https://pay.example'
  assert.deepEqual(
    buildPaymentOptions({ uid: 'u1', amount: getAmount('30.4'), anyWallet: null, quote }, snapshot, base),
    [
      {
        uri: 'bitcoin:?r=https://pay.example/r/u1',
        currency: 'BTC',
        currency_name: 'Bitcoin',
        currency_logo_url: 'https://pay.example/coins/btc.svg',
        amount: '0.000608',
      },
      {
        uri: 'pay:?r=https://pay.example/r/u1',
        currency: 'BSV',
        currency_name: coins.get('BSV')?.name,
        currency_logo_url: 'https://pay.example/coins/bsv.svg',
        amount: '1.52000005',
      },
    ],
  )
})

test('a quote keeps the prices of its creation, however old they are now', () => {
  const quote = {
    snapshotId: 's',
    quotedAt: now,
    expiresAt: now + 60 * minute,
    coins: [{ code: 'BTC' as const, amountOffset: 0n }],
  }
  const snapshot = getSnapshot({ BTC: agreed(getAmount('50000'), now + 1) })
  assert.equal(
    buildPaymentOptions({ uid: 'u', amount: getAmount('10'), anyWallet: null, quote }, snapshot, '').length,
    1,
  )
})

test('a quoted coin without a price in the snapshot is not an option', () => {
  const coins = (['BTC', 'LTC'] as const).map((code) => ({ code, amountOffset: 0n }))
  const quote = { snapshotId: 's', quotedAt: now, expiresAt: now + minute, coins }
  const snapshot = getSnapshot({ LTC: agreed(getAmount('80')) })
  assert.deepEqual(
    buildPaymentOptions({ uid: 'u', amount: getAmount('10'), anyWallet: null, quote }, snapshot, '').map(
      ({ currency }) => currency,
    ),
    ['LTC'],
  )
})

test('unavailable coins are explained one by one', () => {
  assert.equal(
    explainUnavailable([
      { coin: 'BTC', message: 'its sources disagree', isTemporary: true },
      { coin: 'LTC', message: 'it has no node', isTemporary: true },
    ]),
    'BTC: its sources disagree. LTC: it has no node.',
  )
})

test('the request URL is not encoded in URIs: it contains no ?, &, # or =', () => {
  assert.equal(buildRequestUrl('https://pay.example/shop', 'u1'), 'https://pay.example/shop/r/u1')
})
