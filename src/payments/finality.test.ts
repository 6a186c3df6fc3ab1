import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { isFinal, isLockedUntilTime, signalsReplacement } from './finality.ts'

const createTransaction = (lockTime: number, ...sequences: readonly number[]): Transaction => ({
  id: '',
  version: 1,
  lockTime,
  size: 100,
  virtualSize: 100,
  inputs: sequences.map((sequence, vout) => ({
    txid: '',
    vout,
    sequence,
    script: new Uint8Array(),
    witness: [],
  })),
  outputs: [{ script: new Uint8Array(), amount: toBaseUnits(700n) }],
})

const final = 0xffff_ffff
const tip = { tipHeight: 100, medianTime: 1_700_000_000 }

test("a lock time up to the chain's height is final, one above is not", () => {
  for (const [lockTime, expected] of [
    [0, true],
    [99, true],
    [100, true],
    [101, false],
    [499_999_999, false],
  ] as const) {
    const locked = createTransaction(lockTime, 0)
    assert.equal(isFinal(locked, { ...tip, medianTime: 4_000_000_000 }), expected, String(lockTime))
    assert.equal(isLockedUntilTime(locked), false)
  }
})

test('from 500 000 000 on a lock time is in seconds, and final once the median time has passed it', () => {
  for (const [lockTime, expected] of [
    [500_000_000, true],
    [1_699_999_999, true],
    [1_700_000_000, false],
  ] as const) {
    const locked = createTransaction(lockTime, 0)
    assert.equal(isFinal(locked, tip), expected, String(lockTime))
    assert.equal(isLockedUntilTime(locked), true)
  }
})

test('a lock time is ignored when all sequences are final, and applies when one is not', () => {
  assert.equal(isFinal(createTransaction(4_000_000_000, final, final), tip), true)
  assert.equal(isLockedUntilTime(createTransaction(4_000_000_000, final, final)), false)
  assert.equal(isFinal(createTransaction(101, final, final - 1), tip), false)
  assert.equal(isLockedUntilTime(createTransaction(4_000_000_000, final, final - 1)), true)
})

test('replacement is signalled below 0xfffffffe on coins whose nodes support it; BTC’s replace any transaction', () => {
  for (const [code, coin] of coins) {
    const knows = ['BTC', 'LTC', 'DOGE'].includes(code)
    assert.equal(signalsReplacement(coin, createTransaction(0, final, 0xffff_fffd)), knows, code)
    assert.equal(signalsReplacement(coin, createTransaction(0, final, 0xffff_fffe)), code === 'BTC', code)
  }
})
