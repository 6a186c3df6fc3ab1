import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { baseUnits } from '../kernel/money.ts'
import { isFinal, signalsReplacement } from './verify.ts'

const transaction = (lockTime: number, ...sequences: readonly number[]): Transaction => ({
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
  outputs: [{ script: new Uint8Array(), amount: baseUnits(700n) }],
})

const never = () => assert.fail('the median time was read')
const final = 0xffff_ffff

test("a lock time up to the chain's height is final, one above is not", async () => {
  for (const [lockTime, expected] of [
    [0, true],
    [99, true],
    [100, true],
    [101, false],
    [499_999_999, false],
  ] as const) {
    assert.equal(
      await isFinal(transaction(lockTime, 0), 100, async () => never()),
      expected,
      String(lockTime),
    )
  }
})

test('from 500 000 000 on a lock time is in seconds, and final once the median time has passed it', async () => {
  const median = async () => 1_700_000_000
  assert.equal(await isFinal(transaction(500_000_000, 0), 100, median), true)
  assert.equal(await isFinal(transaction(1_699_999_999, 0), 100, median), true)
  assert.equal(await isFinal(transaction(1_700_000_000, 0), 100, median), false)
})

test('a lock time is ignored when all sequences are final, and applies when one is not', async () => {
  assert.equal(await isFinal(transaction(4_000_000_000, final, final), 1, async () => never()), true)
  assert.equal(await isFinal(transaction(101, final, final - 1), 100, async () => never()), false)
})

test('replacement is signalled below 0xfffffffe on coins whose nodes support it; BTC’s replace any transaction', () => {
  for (const [code, coin] of coins) {
    const knows = ['BTC', 'LTC', 'DOGE'].includes(code)
    assert.equal(signalsReplacement(coin, transaction(0, final, 0xffff_fffd)), knows, code)
    assert.equal(signalsReplacement(coin, transaction(0, final, 0xffff_fffe)), code === 'BTC', code)
  }
})
