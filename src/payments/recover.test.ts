import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { CoinCode } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { createManualClock, hour } from '../kernel/clock.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { toReceipt } from './deliver.ts'
import type { Payment } from './payment.ts'
import { createPaymentRecovery } from './recover.ts'

const start = Date.UTC(2026, 0, 1)

const claimed = (id: string, claimedAt = start): Payment => ({
  id,
  invoiceUid: `uid of ${id}`,
  coin: 'LTC',
  status: 'sending',
  amount: toBaseUnits(1n),
  networkFee: 0n,
  snapshotId: 's',
  sinceHeight: 0,
  requiredConfirmations: null,
  claimedAt,
  leaseUntil: start,
  signalsReplacement: false,
  txid: 'ab',
  transactions: [{ txid: 'ab', hex: '00' }],
  block: null,
  doubleSpent: null,
  isReplaced: false,
  acceptedAt: null,
  confirmedAt: null,
  via: 'protocol',
  value: null,
  isCounted: true,
})

type Outcome = 'settled' | ApiError | Error

/**
 * A reconciler over these claims. The payment's id decides how each delivery goes. Another process leases those of `lost`. The node of the
 * coins in `silent` never responds. The deliveries of `slow` wait for their promise.
 */
function reconciler(
  due: readonly Payment[],
  outcomes: Readonly<Record<string, Outcome>>,
  {
    lost = [],
    silent = [],
    slow = {},
  }: {
    lost?: readonly string[]
    silent?: readonly CoinCode[]
    slow?: Readonly<Record<string, Promise<void>>>
  } = {},
) {
  const clock = createManualClock(start)
  const delivered: string[] = []
  const abandoned: string[] = []
  const failOnCall = () => assert.fail('unexpected call')
  const recover = createPaymentRecovery({
    maxClaimMs: 24 * hour,
    reader: { findDue: async (coin) => due.filter((payment) => payment.coin === coin) },
    resume: async (payment) => {
      if (lost.includes(payment.id)) return null
      if (silent.includes(payment.coin)) return new Promise(() => {})
      await slow[payment.id]
      delivered.push(payment.id)
      const outcome = outcomes[payment.id]
      if (outcome instanceof Error) throw outcome
      return toReceipt(payment)
    },
    settlement: {
      accept: failOnCall,
      acceptInTransaction: failOnCall,
      release: failOnCall,
      replaceBytes: failOnCall,
      scheduleRetry: failOnCall,
      abandon: async ({ id }, { code }) => {
        abandoned.push(`${id}: ${code}`)
        return true
      },
    },
    clock,
  })
  return { recover: (coin: CoinCode = 'LTC') => recover(coin), clock, delivered, abandoned }
}

test('every due claim is sent again, and settled ones are counted', async () => {
  const due = ['a', 'b', 'c'].map((id) => claimed(id))
  const { recover, delivered } = reconciler(due, {
    a: 'settled',
    b: new ApiError('tx_inputs_spent'),
    c: new ApiError('broadcast_unknown'),
  })
  assert.equal(await recover(), 2)
  assert.deepEqual(delivered, ['a', 'b', 'c'])
})

test('a claim leased by another process is skipped', async () => {
  const { recover, delivered } = reconciler([claimed('a'), claimed('b')], {}, { lost: ['a'] })
  assert.equal(await recover(), 1)
  assert.deepEqual(delivered, ['b'])
})

test('a node that never responds does not delay the claims in other coins', async () => {
  const due: Payment[] = [claimed('a'), { ...claimed('b'), coin: 'DOGE' }]
  const { recover, delivered } = reconciler(due, {}, { silent: ['LTC'] })
  const silent = recover('LTC')
  assert.equal(await recover('DOGE'), 1)
  assert.deepEqual(delivered, ['b'])
  assert.equal(await Promise.race([silent, Promise.resolve('waiting')]), 'waiting')
})

test('an internal error ends the round only after every other claim of the round', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const due = [claimed('a'), claimed('b')]
  const { recover, delivered } = reconciler(
    due,
    { a: new Error('the disk is full') },
    { slow: { b: promise } },
  )
  const round = recover()
  round.catch(() => {})
  assert.equal(await Promise.race([round, setImmediate('waiting')]), 'waiting')
  resolve()
  await assert.rejects(round, /the disk is full/)
  assert.deepEqual(delivered, ['a', 'b'])
})

test('a claim without a result is abandoned after 24 h, and not before', async () => {
  const { recover, clock, abandoned } = reconciler([claimed('a')], { a: new ApiError('broadcast_unknown') })
  clock.set(start + 24 * hour - 1)
  assert.equal(await recover(), 0)
  assert.deepEqual(abandoned, [])
  clock.advance(1)
  assert.equal(await recover(), 1)
  assert.deepEqual(abandoned, ['a: timed_out'])
})

test('an internal error is thrown, and its claim is abandoned after 24 h as well, and not before', async () => {
  const { recover, clock, abandoned } = reconciler([claimed('a')], { a: new Error('the disk is full') })
  clock.set(start + 24 * hour - 1)
  await assert.rejects(recover(), /the disk is full/)
  assert.deepEqual(abandoned, [])
  clock.advance(1)
  await assert.rejects(recover(), /the disk is full/)
  assert.deepEqual(abandoned, ['a: internal_error'])
})
