import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTxid, serialise } from '../../coins/codec/transaction.ts'
import { coins } from '../../coins/index.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { createTransactionReader } from './transactions.ts'

const bsv = coins.get('BSV') ?? assert.fail()

/** A stored transaction with that many outputs. */
function createStored(outputs: number, lockTime = 0) {
  const input = { txid: 'ab'.repeat(32), vout: 0, script: new Uint8Array(), sequence: 0, witness: [] }
  const output = { script: Uint8Array.of(0x51), amount: toBaseUnits(1n) }
  const body = { version: 1, lockTime, inputs: [input], outputs: Array(outputs).fill(output) }
  const hex = Buffer.from(serialise(body)).toString('hex')
  return { txid: computeTxid(body), hex, isCoinbase: false }
}

test('a transaction is parsed once, however many of its outputs are requested', () => {
  for (const outputs of [1, 3_000, 30_000]) {
    const { readBody } = createTransactionReader(bsv)
    const one = createStored(outputs)
    assert.equal(readBody(one), readBody(one))
    assert.equal(readBody(one).outputs.length, outputs)
  }
})

test('the most recent large transactions are cached', () => {
  const { readBody } = createTransactionReader(bsv)
  const [first, ...others] = Array.from({ length: 20 }, (_, lockTime) => createStored(30_000, lockTime))
  assert.ok(first)
  const read = readBody(first)
  for (const other of others) readBody(other)
  assert.notEqual(readBody(first), read)
})
