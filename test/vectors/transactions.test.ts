import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { btc } from '../../src/coins/btc.ts'
import { computeTxid, serialise } from '../../src/coins/codec/transaction.ts'
import { readParseError } from './parse-error.ts'
import { hex, vectors } from './vectors.ts'

suite("Bitcoin Core's transactions", () => {
  type Row = readonly [string] | readonly [unknown, string, string]

  for (const [, transaction] of vectors<Row[]>('tx-valid.json').filter((row) => row.length > 1)) {
    if (transaction === undefined) continue
    const coinbase = transaction.startsWith('01000000010000000000000000000000000000000000000000')

    test(`${transaction.slice(0, 90)}… ${coinbase ? 'is a coinbase' : 'is parsed, and serialised to the same bytes'}`, () => {
      if (coinbase) return assert.match(readParseError(btc, transaction), /coinbase/)
      const parsed = btc.parse(transaction)
      assert.equal(hex(serialise(parsed)), transaction.toLowerCase())
      assert.equal(computeTxid(parsed), parsed.id)
    })
  }

  // Transactions that "CheckTransaction" rejects, with our error messages.
  const malformed: Record<string, RegExp> = {
    'No outputs': /no outputs/,
    'Negative output': /amounts/,
    'MAX_MONEY + 1 output': /amounts/,
    'MAX_MONEY output + 1 output': /amounts/,
    'Duplicate inputs': /twice/,
    'Coinbase of size 1': /coinbase/,
    'Coinbase of size 101': /coinbase/,
    'Witness with SigHash None|AnyoneCanPay (input sequence changed)': /no outputs/,
    'P2WSH with a redeem representing a witness scriptPubKey should fail': /no outputs/,
    'Null txin, but without being a coinbase (because there are two inputs)': /coinbase/,
  }
  let reason: RegExp | undefined
  for (const row of vectors<Row[]>('tx-invalid.json')) {
    const [comment, transaction] = row
    if (transaction === undefined) {
      if (!String(comment).startsWith('Note')) reason = malformed[String(comment)]
      continue
    }
    const expected = reason
    test(`${transaction.slice(0, 90)}… ${expected ? 'is malformed' : 'is well formed'}`, () => {
      if (expected) assert.match(readParseError(btc, transaction), expected)
      else assert.equal(hex(serialise(btc.parse(transaction))), transaction.toLowerCase())
    })
  }
})
