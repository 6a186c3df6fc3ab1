import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testWallet } from '../../test/helpers/wallet.ts'
import type { CoinCode } from '../coins/index.ts'
import { coins } from '../coins/index.ts'
import type { NumberedEvent } from '../events/envelope.ts'
import { toHex } from '../kernel/hex.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { type AnchorTransaction, rootVout } from './anchor.ts'
import { computeLeaf, createProvenEnvelope } from './leaf.ts'
import { computeMerklePath, computeMerkleRoot } from './merkle.ts'
import { type EventProof, formatPath } from './proof.ts'
import { buildAnchorTransaction } from './transaction.ts'
import { InvalidProofError, verifyProof } from './verify.ts'

function eventAt(position: number, data: string): NumberedEvent {
  const time = '2026-11-21T10:00:00.000Z'
  const stored = { id: `evt_${position}`, type: 'invoice.created', time, subject: 'invoice/x', data }
  return { ...stored, sequence: position, position, accountId: 1, otherAccountId: null }
}

function transactionWith(root: Uint8Array, code: string, form?: 'p2pkh'): AnchorTransaction {
  const { coin, key, script } = testWallet(code)
  const wallet = { coin: coins.get(coin.code as CoinCode) ?? assert.fail(), key }
  const funding = {
    txid: 'ab'.repeat(32),
    vout: 1,
    script: script(form),
    amount: toBaseUnits(100_000_000_000n),
  }
  return (
    buildAnchorTransaction(wallet, { root, utxos: [funding], feeRate: coin.feeRate.floor }) ?? assert.fail()
  )
}

interface Presented {
  readonly proof: EventProof
  readonly transaction: string
}

/** The proofs of events with these data under one root. */
function listPresented(datas: readonly string[], code: string, form?: 'p2pkh'): readonly Presented[] {
  const events = datas.map((data, index) => eventAt(index + 1, data))
  const leaves = events.map(computeLeaf)
  const root = computeMerkleRoot(leaves) ?? assert.fail()
  const { txid, hex } = transactionWith(root, code, form)
  const common = { root: toHex(root), coin: code, txid, vout: rootVout, confirmations: 0 }
  return events.map((event, index) => ({
    proof: {
      event: createProvenEnvelope(event),
      path: formatPath(computeMerklePath(leaves, index)),
      ...common,
    },
    transaction: hex,
  }))
}

function isValid(presented: unknown): boolean {
  try {
    verifyProof(typeof presented === 'string' ? presented : JSON.stringify(presented))
    return true
  } catch (error) {
    assert.ok(error instanceof InvalidProofError, String(error))
    return false
  }
}

/** Flips the lowest bit of the hex digit at `index`. */
function flipBit(hex: string, index: number): string {
  const at = index % hex.length
  const digit = (Number.parseInt(hex[at] ?? '', 16) ^ 1).toString(16)
  return hex.slice(0, at) + digit + hex.slice(at + 1)
}

/** No request accepts a member of that name, so no event has one. */
const data = fc
  .jsonValue()
  .map((value) => JSON.stringify({ value }))
  .filter((text) => !text.includes('__proto__'))
const datas = fc.array(data, { minLength: 1, maxLength: 12 })

test('every proof verifies, and fails with any bit changed', () => {
  fc.assert(
    fc.property(datas, fc.nat(), (all, index) => {
      const presented = listPresented(all, 'DASH')
      const { proof, transaction } = presented[index % presented.length] ?? assert.fail()
      assert.ok(isValid({ proof, transaction }))
      const { event, path, root, txid, vout } = proof
      const changed: readonly Partial<EventProof>[] = [
        { root: flipBit(root, index) },
        { txid: flipBit(txid, index) },
        { vout: vout + 1 },
        { vout: -1 },
        { coin: 'XYZ' },
        { coin: 'dash' },
        { event: { ...event, data: { value: 'something else entirely' } } },
        { event: { ...event, sequence: 1_000 } },
        { event: { ...event, more: null } },
        { event: {} },
        { path: [...path, { side: 'left', hash: root }] },
        ...path.flatMap((step, at) => [
          { path: path.with(at, { ...step, hash: flipBit(step.hash, index) }) },
          { path: path.with(at, { ...step, hash: step.hash.toUpperCase().replace(/^\d+$/, 'x') }) },
          { path: path.with(at, { ...step, side: step.side === 'left' ? 'right' : 'left' }) },
          { path: path.toSpliced(at, 1) },
        ]),
      ]
      for (const change of changed)
        assert.ok(!isValid({ proof: { ...proof, ...change }, transaction }), JSON.stringify(change))
      assert.ok(!isValid({ proof, transaction: flipBit(transaction, index) }))
      assert.ok(!isValid({ proof, transaction: transaction.slice(2) }))
      assert.ok(!isValid({ proof, transaction: `${transaction}00` }))
    }),
    { numRuns: 60 },
  )
})

test('every bit of the transaction matters, except those of the witness, which the txid doesn’t cover', () => {
  const [presented = assert.fail()] = listPresented(['{}'], 'LTC', 'p2pkh')
  const { proof, transaction } = presented
  for (let index = 0; index < transaction.length; index++)
    assert.ok(!isValid({ proof, transaction: flipBit(transaction, index) }), String(index))

  const [segwit = assert.fail()] = listPresented(['{}'], 'LTC')
  const outputs = segwit.transaction.indexOf('51544e31')
  assert.ok(!isValid({ ...segwit, transaction: flipBit(segwit.transaction, outputs) }))
  assert.ok(isValid({ ...segwit, transaction: segwit.transaction.toUpperCase() }))
})

test('malformed input is an invalid proof, never an internal error', () => {
  const [{ proof, transaction } = assert.fail()] = listPresented(['{}', '{}'], 'LTC')
  const texts = ['', 'nonsense', '[]', '7', 'null', '{}', '{"proof":{}}', `{"proof":{},"proof":{}}`]
  for (const text of texts) assert.ok(!isValid(text), text)
  for (const wrong of [null, 7, 'text', [], {}]) {
    assert.ok(!isValid(wrong))
    assert.ok(!isValid({ proof: wrong, transaction }))
    assert.ok(!isValid({ proof, transaction: wrong }))
    for (const name of ['event', 'path', 'root', 'coin', 'txid', 'vout'])
      if (JSON.stringify(wrong) !== '[]' || name !== 'path')
        assert.ok(!isValid({ proof: { ...proof, [name]: wrong }, transaction }), name)
  }
  assert.ok(!isValid({ proof: { ...proof, path: [7, null, {}] }, transaction }))
})

test('the root must be in the only data output, after QTN1', () => {
  const [{ proof, transaction } = assert.fail()] = listPresented(['{}'], 'BCH')
  const { coin, key, script } = testWallet('BCH')
  const { outputs } = coin.parse(transaction)
  assert.equal(toHex(outputs[rootVout]?.script ?? key.secret), `6a2451544e31${proof.root}`)
  assert.equal(outputs[rootVout]?.amount, 0n)
  const input = { txid: 'cd'.repeat(32), vout: 0, script: script(), amount: toBaseUnits(100_000n) }
  const withOutputs = (...scripts: readonly string[]): Presented => {
    const signed = testWallet('BCH').sign({
      inputs: [input],
      outputs: scripts.map((each) => ({ script: Buffer.from(each, 'hex'), amount: 0n })),
      fee: 1_000n,
    })
    return { proof: { ...proof, txid: signed.txid }, transaction: signed.hex }
  }
  const right = `6a2451544e31${proof.root}`
  assert.ok(isValid(withOutputs(right)))
  assert.ok(!isValid(withOutputs(right, right)))
  assert.ok(!isValid(withOutputs(right, '6a0101')))
  assert.ok(!isValid(withOutputs('51', right)))
  assert.ok(!isValid(withOutputs(`${right}00`)))
  assert.ok(!isValid(withOutputs(`6a4c2451544e31${proof.root}`)))
  assert.ok(!isValid(withOutputs(`6a2451544e32${proof.root}`)))
  assert.ok(!isValid(withOutputs(`6a20${proof.root}`)))
})

test('the cursor is not part of the proof, and member order is irrelevant', () => {
  const [{ proof, transaction } = assert.fail()] = listPresented(['{"b":1,"a":[1.50,1e2]}'], 'LTC')
  assert.ok(!('cursor' in proof.event))
  assert.ok(isValid({ proof: { ...proof, event: { ...proof.event, cursor: 'c1' } }, transaction }))
  const reordered = Object.fromEntries(Object.entries(proof.event).reverse())
  assert.ok(isValid({ proof: { ...proof, event: reordered }, transaction }))
  assert.ok(isValid(JSON.stringify({ proof, transaction }).replace('1.50', '1.5').replace('1e2', '100')))
})

test('amounts keep their text in a proof, and are hashed as doubles in its leaf (RFC 8785)', () => {
  const amount = '999999999999999.99'
  const [presented = assert.fail()] = listPresented([`{"amount":${amount}}`], 'LTC')
  const text = JSON.stringify(presented)
  assert.ok(text.includes(`"amount":${amount}`))
  assert.ok(isValid(text))
  assert.ok(isValid(text.replace(amount, '1e15')), 'the nearest double is the same')
  assert.ok(!isValid(text.replace(amount, '999999999999999.5')))
})
