import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUnits } from '../kernel/money.ts'
import type { LocatedOutput, Spending } from '../networks/network.ts'
import { type AtRisk, conflictIn } from './conflict.ts'

const script = Uint8Array.of(0x51)
const output = (txid: string, vout: number, amount: bigint): LocatedOutput => ({
  txid,
  vout,
  script,
  amount: baseUnits(amount),
})
const spending = (txid: string, ...inputs: readonly string[]): Spending => ({
  txid,
  inputs: inputs.map((input) => ({ txid: input, vout: 0 })),
})

/** `paying` spends `coin`, and pays 10 base units to one script. */
const payment: AtRisk = {
  own: new Set(['paying']),
  inputs: [{ txid: 'coin', vout: 0 }],
  due: [{ script: '51', amount: baseUnits(10n) }],
}

test('nobody took its coins: no conflict, whatever else the block pays to its address', () => {
  assert.equal(conflictIn([spending('other', 'elsewhere')], [output('other', 0, 10n)], payment), null)
  assert.equal(conflictIn([], [], payment), null)
})

test('its own transaction is no rival', () => {
  assert.equal(conflictIn([spending('paying', 'coin')], [output('paying', 0, 10n)], payment), null)
})

test('another transaction that has its coin and pays elsewhere is a rival without an heir', () => {
  assert.deepEqual(conflictIn([spending('rival', 'coin')], [], payment), { rival: 'rival', heir: null })
})

test('one that has its coin and pays the same, exactly, is the heir', () => {
  const spends = [spending('heir', 'coin', 'more')]
  assert.deepEqual(conflictIn(spends, [output('heir', 3, 10n)], payment), {
    rival: 'heir',
    heir: {
      txid: 'heir',
      inputs: [
        { txid: 'coin', vout: 0 },
        { txid: 'more', vout: 0 },
      ],
      outputs: [{ txid: 'heir', vout: 3, script: '51', amount: 10n }],
    },
  })
})

test('a base unit more or less, or the sum of two outputs, is no heir', () => {
  for (const outputs of [
    [output('rival', 0, 9n)],
    [output('rival', 0, 11n)],
    [output('rival', 0, 4n), output('rival', 1, 6n)],
  ])
    assert.equal(conflictIn([spending('rival', 'coin')], outputs, payment)?.heir, null)
})

test('each due is paid by an output of its own', () => {
  const twice = { ...payment, due: [...payment.due, ...payment.due] }
  const spends = [spending('rival', 'coin')]
  assert.equal(conflictIn(spends, [output('rival', 0, 10n)], twice)?.heir, null)
  const both = [output('rival', 0, 10n), output('rival', 1, 10n)]
  assert.deepEqual(
    conflictIn(spends, both, twice)?.heir?.outputs.map(({ vout }) => vout),
    [0, 1],
  )
})

test('who pays the address for something else does not inherit: an heir has a coin, or descends from who has it', () => {
  const spends = [spending('rival', 'coin'), spending('stranger', 'elsewhere')]
  assert.equal(conflictIn(spends, [output('stranger', 0, 10n)], payment)?.heir, null)
})

test('an heir may descend from the rival by several steps, in whatever order the block has them', () => {
  const spends = [spending('heir', 'middle'), spending('middle', 'rival'), spending('rival', 'coin')]
  for (const order of [spends, spends.toReversed()])
    assert.equal(conflictIn(order, [output('heir', 0, 10n)], payment)?.heir?.txid, 'heir')
})

test('another output of the same transaction is another coin', () => {
  const spends = [{ txid: 'rival', inputs: [{ txid: 'coin', vout: 1 }] }]
  assert.equal(conflictIn(spends, [], payment), null)
})

test('the heir is told with what it spends, wherever it stands in the block', () => {
  const spends = [spending('rival', 'coin'), spending('heir', 'rival', 'elsewhere')]
  assert.deepEqual(conflictIn(spends, [output('heir', 1, 10n)], payment)?.heir, {
    txid: 'heir',
    inputs: [
      { txid: 'rival', vout: 0 },
      { txid: 'elsewhere', vout: 0 },
    ],
    outputs: [{ txid: 'heir', vout: 1, script: '51', amount: 10n }],
  })
})

test('what others pay to the address does not count for the heir', () => {
  const spends = [spending('rival', 'coin'), spending('stranger', 'elsewhere')]
  const outputs = [output('rival', 0, 4n), output('stranger', 0, 10n)]
  assert.equal(conflictIn(spends, outputs, payment)?.heir, null)
})

test('the amount alone is not enough: each due has a script of its own', () => {
  const elsewhere = { ...payment, due: [{ script: '52', amount: baseUnits(10n) }] }
  assert.equal(conflictIn([spending('rival', 'coin')], [output('rival', 0, 10n)], elsewhere)?.heir, null)
})
