import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createP2pkhScript } from '../coins/codec/script.ts'
import type { Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createSomeInSteps } from '../kernel/some-in-steps.ts'
import { createStepRunner } from '../kernel/steps.ts'
import type { UnminedTransaction } from './fee.ts'
import { computeFeeBasis, computePooledFeeBases, sortParentsFirst } from './fee-basis.ts'
import type { PendingTransaction, Prevout } from './pending-transaction.ts'

const ltc = coins.get('LTC') ?? assert.fail()
const doge = coins.get('DOGE') ?? assert.fail()
const p2wpkh = Uint8Array.of(0, 20, ...new Uint8Array(20))

/** 100 virtual bytes, paying 900 base units, with an input from each of these transactions. */
function createTransaction(...from: readonly string[]): Transaction {
  const inputs = from.map((txid, vout) => ({ txid, vout, script: p2wpkh, sequence: 0, witness: [] }))
  const outputs = [{ script: createP2pkhScript(new Uint8Array(20)), amount: toBaseUnits(900n) }]
  return { id: 'a', version: 2, lockTime: 0, size: 100, virtualSize: 100, inputs, outputs }
}

const prevout = (script: Uint8Array): Prevout => ({
  script,
  amount: toBaseUnits(500n),
  height: 7,
  coinbaseHeight: null,
  unconfirmed: null,
})

const createSpendable = (script: Uint8Array, count: number): PendingTransaction['status'] => ({
  kind: 'spendable',
  prevouts: Array.from({ length: count }, () => prevout(script)),
})

const basis = (parsed: Transaction, status: PendingTransaction['status'], size?: number, coin = ltc) =>
  computeFeeBasis(
    { hex: '', parsed, status },
    { coin, someInSteps: createSomeInSteps(createStepRunner()), size },
  )

test('a transaction that the network does not have yet pays its inputs minus its outputs, for its virtual size, with one exempt byte per input', async () => {
  assert.deepEqual(await basis(createTransaction('x', 'y', 'x'), createSpendable(p2wpkh, 3)), {
    txid: 'a',
    parents: ['x', 'y'],
    exemptBytes: 3,
    surcharge: 0n,
    fee: 600n,
    size: 100,
  })
})

test('a transaction in the mempool has the fee and size that the mempool reports, whatever its wallet claims', async () => {
  const entry = { fee: 77n, size: 150, isReplaceable: false, depends: [], time: 0 }
  const { fee, size, exemptBytes } = await basis(createTransaction('x'), { kind: 'inMempool', entry }, 120)
  assert.deepEqual({ fee, size, exemptBytes }, { fee: 77n, size: 150, exemptBytes: 1 })
})

test('for a transaction whose inputs are missing, the reason is thrown instead of a fee', async () => {
  const error = new ApiError('tx_inputs_spent')
  await assert.rejects(basis(createTransaction('x'), { kind: 'unspendable', error }), error)
})

test('outputs above the inputs are rejected', async () => {
  await assert.rejects(basis(createTransaction('x'), createSpendable(p2wpkh, 1)), {
    code: 'tx_outputs_exceed_inputs',
  })
})

test('a very small output costs a surcharge where the network charges one', async () => {
  const status = createSpendable(p2wpkh, 2)
  assert.equal((await basis(createTransaction('x', 'y'), status, undefined, doge)).surcharge, 1_000_000n)
  assert.equal((await basis(createTransaction('x', 'y'), status)).surcharge, 0n)
})

test('a size that counts the bytes of P2WPKH witnesses in full is corrected, and every other is taken as claimed', async () => {
  const computeSize = async (claimed: number, script: Uint8Array = p2wpkh) =>
    (await basis(createTransaction('x', 'y'), createSpendable(script, 2), claimed)).size
  // Witnesses: 2 bytes, and 108 for each input. A quarter of them counts.
  const [signed, inFull] = [100 + 55, 100 + 218]
  for (const claimed of [100, 154, signed]) assert.equal(await computeSize(claimed), claimed)
  for (const claimed of [signed + 1, inFull]) assert.equal(await computeSize(claimed), signed)
  assert.equal(await computeSize(inFull + 1), inFull + 1)
  const others = [
    createP2pkhScript(new Uint8Array(20)),
    Uint8Array.of(0, 32, ...new Uint8Array(32)),
    Uint8Array.of(0x51, 20, ...new Uint8Array(20)),
    Uint8Array.of(0, 19, ...new Uint8Array(20)),
    Uint8Array.of(0, 20, ...new Uint8Array(19)),
  ]
  for (const script of others) assert.equal(await computeSize(inFull, script), inFull)
})

test('a single input of another kind leaves the claimed size alone', async () => {
  const prevouts = [prevout(p2wpkh), prevout(createP2pkhScript(new Uint8Array(20)))]
  assert.equal((await basis(createTransaction('x', 'y'), { kind: 'spendable', prevouts }, 318)).size, 318)
})

test("an ancestor's size and fee are the mempool's, with one exempt byte per input that fits, and no surcharge", () => {
  const entry = (size: number) => ({ fee: 5n, size, isReplaceable: true, depends: ['p', 'q'], time: 0 })
  const found = computePooledFeeBases(
    new Map(Object.entries({ a: entry(147), b: entry(148), c: entry(450) })),
  )
  assert.deepEqual(
    found,
    (
      [
        ['a', 147, 0],
        ['b', 148, 1],
        ['c', 450, 3],
      ] as const
    ).map(([txid, size, exemptBytes]) => [
      txid,
      { txid, parents: ['p', 'q'], fee: 5n, size, exemptBytes, surcharge: 0n },
    ]),
  )
})

test('a transaction comes after all of its ancestors, each once, and nothing else is included', () => {
  const each = (txid: string, parents: string): [string, UnminedTransaction] => [
    txid,
    { txid, parents: [...parents], fee: 0n, size: 100, exemptBytes: 0, surcharge: 0n },
  ]
  const all = new Map([each('d', 'bcm'), each('c', 'a'), each('b', 'a'), each('a', 'm'), each('e', 'd')])
  const sorted = (txid: string): string[] => sortParentsFirst(txid, all).map((found) => found.txid)
  assert.deepEqual(sorted('d'), ['a', 'b', 'c', 'd'])
  assert.deepEqual(sorted('a'), ['a'])
  assert.deepEqual(sorted('m'), [])
})
