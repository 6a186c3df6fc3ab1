import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTxid, serialise, type TransactionBody } from '../../coins/codec/transaction.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { runToEnd } from '../../kernel/steps.ts'
import { findPayingWithAncestors } from './paying-with-ancestors.ts'

const format = { serialisation: 'plain', isMergeMined: false } as const
const header = Buffer.alloc(80)

function createTransaction(parents: readonly string[], script = '52'): TransactionBody & { txid: string } {
  const inputs = parents.map((txid) => ({
    txid,
    vout: 0,
    script: new Uint8Array(),
    witness: [],
    sequence: 0,
  }))
  const outputs = [{ script: Buffer.from(script, 'hex'), amount: toBaseUnits(1n) }]
  const transaction = { version: 1, lockTime: 0, inputs, outputs }
  return { ...transaction, txid: computeTxid(transaction) }
}

function createBlock(transactions: readonly TransactionBody[]): Uint8Array {
  const { length } = transactions
  const count = Buffer.from(length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8])
  return Buffer.concat([header, count, ...transactions.map((transaction) => serialise(transaction))])
}

const find = (block: Uint8Array) => runToEnd(findPayingWithAncestors(block, format, new Set(['51'])))
const elsewhere = ['aa'.repeat(32), 'bb'.repeat(32)]

test('a paying transaction is found with its ancestors in the block, each once, in any order of the block', () => {
  const root = createTransaction(elsewhere)
  const left = createTransaction([root.txid], '53')
  const right = createTransaction([root.txid, elsewhere[0] ?? ''], '54')
  const paying = createTransaction([left.txid, right.txid], '51')
  for (const transactions of [
    [root, left, right, paying],
    [paying, right, left, root],
  ]) {
    const [found = assert.fail(), ...others] = find(createBlock(transactions))
    assert.deepEqual(others, [])
    assert.equal(found.txid, paying.txid)
    assert.deepEqual(
      found.ancestors,
      [left, right, root].map(({ txid, inputs }) => ({
        txid,
        inputs: inputs.map((input) => ({ txid: input.txid, vout: input.vout })),
      })),
    )
  }
})

test('in a chain of thousands, only the nearest ancestors of each transaction are listed', () => {
  const chain = [createTransaction(elsewhere)]
  for (let length = 1; length < 5_000; length++)
    chain.push(createTransaction([chain.at(-1)?.txid ?? ''], '51'))
  const found = find(createBlock(chain))
  assert.equal(found.length, 4_999)
  const { ancestors } = found.at(-1) ?? assert.fail()
  assert.deepEqual(
    ancestors.map(({ txid }) => txid),
    chain
      .slice(-26, -1)
      .reverse()
      .map(({ txid }) => txid),
  )
})
