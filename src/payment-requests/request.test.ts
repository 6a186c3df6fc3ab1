import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import type { CoinCode } from '../coins/index.ts'
import type { InvoiceAddress } from '../invoices/address.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { Quote } from '../invoices/quote.ts'
import { createDecimal, parseDecimal } from '../kernel/money.ts'
import type { Agreement } from '../rates/rate.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { buildPaymentRequest, formatPerByte } from './request.ts'

const now = Date.UTC(2026, 0, 1)
const address: InvoiceAddress = { coin: 'LTC', address: 'to', script: 'aa', isDerived: true, sinceHeight: 0 }

const agreed = (rate: string): Agreement => ({
  isAgreed: true,
  value: parseDecimal(rate) ?? assert.fail(),
  observedAt: now,
  validUntil: now + 60_000,
  sources: [],
})

const getSnapshot = (
  rates: Partial<Record<CoinCode, Agreement>>,
  feeRate: bigint | null = 1_000n,
): RateSnapshot => ({
  id: 's',
  takenAt: now,
  currency: 'USD',
  rates: new Map(Object.entries(rates) as [CoinCode, Agreement][]),
  feeRates: new Map(feeRate === null ? [] : [['LTC', feeRate]]),
})

const createQuote = (raise: bigint): Quote => ({
  snapshotId: 's',
  quotedAt: now,
  expiresAt: now + 900_000,
  coins: [{ code: 'LTC', amountOffset: raise }],
})

const createInvoice = (amount: string, memo: string | null = null): Invoice => ({
  ...unpaidInvoice,
  amount: parseDecimal(amount) ?? assert.fail(),
  memo,
  createdAt: now,
  expiresAt: now + 1,
  quote: createQuote(0n),
})

test('a quote requests the amount rounded up to one base unit, plus its offset', () => {
  const snapshot = getSnapshot({ LTC: agreed('3') })
  const build = (raise: bigint) =>
    buildPaymentRequest(createInvoice('1'), createQuote(raise), snapshot, address, 'regtest')
  assert.deepEqual(build(0n)?.outputs, [{ address: 'to', script: 'aa', amount: 33_333_334n }])
  assert.equal(build(7n)?.outputs[0]?.amount, 33_333_341n)
  assert.deepEqual(
    { ...build(0n), outputs: [] },
    {
      uid: 'uid',
      coin: 'LTC',
      chain: 'regtest',
      outputs: [],
      feeRate: 1_000n,
      quotedAt: now,
      expiresAt: now + 900_000,
      memo: 'Payment of 1 USD',
    },
  )
})

test('a coin without a quote, rate or fee rate is not requested', () => {
  const rates = { LTC: agreed('3') }
  const none = { ...createQuote(0n), coins: [] }
  const stale: Agreement = { isAgreed: false, reason: { code: 'outdated' } }
  assert.equal(buildPaymentRequest(createInvoice('1'), none, getSnapshot(rates), address, 'main'), null)
  assert.equal(
    buildPaymentRequest(createInvoice('1'), createQuote(0n), getSnapshot({ LTC: stale }), address, 'main'),
    null,
  )
  assert.equal(
    buildPaymentRequest(createInvoice('1'), createQuote(0n), getSnapshot(rates, null), address, 'main'),
    null,
  )
})

test('the memo is the merchant’s, and never empty', () => {
  const build = (memo: string | null) =>
    buildPaymentRequest(
      createInvoice('12.50', memo),
      createQuote(0n),
      getSnapshot({ LTC: agreed('100') }),
      address,
      'main',
    )?.memo
  assert.equal(build('Two coffees'), 'Two coffees')
  assert.equal(build(''), 'Payment of 12.5 USD')
  assert.equal(build(null), 'Payment of 12.5 USD')
})

test('the amount is never a base unit too low or too high', () => {
  const positive = fc.record({ digits: fc.bigInt({ min: 1n, max: 10n ** 12n }), scale: fc.nat(4) })
  fc.assert(
    fc.property(positive, positive, (fiat, rate) => {
      const value = createDecimal(rate.digits, rate.scale)
      const snapshot = getSnapshot({
        LTC: { isAgreed: true, value, observedAt: now, validUntil: now + 1_000, sources: [] },
      })
      const invoice = { ...createInvoice('1'), amount: createDecimal(fiat.digits, fiat.scale) }
      const amount =
        buildPaymentRequest(invoice, createQuote(0n), snapshot, address, 'main')?.outputs[0]?.amount ?? 0n
      const exactAmount = fiat.digits * 10n ** BigInt(8 + rate.scale)
      const paid = (units: bigint) => units * rate.digits * 10n ** BigInt(fiat.scale)
      assert.ok(paid(amount) >= exactAmount && paid(amount - 1n) < exactAmount)
    }),
  )
})

test('a fee rate is stated per byte, exactly', () => {
  assert.deepEqual([50n, 1_010n, 1_000_000n, 1n].map(formatPerByte), ['0.05', '1.01', '1000', '0.001'])
})
