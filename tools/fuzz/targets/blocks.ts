import assert from 'node:assert/strict'
import { coins } from '../../../src/coins/index.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { runToEnd } from '../../../src/kernel/steps.ts'
import {
  type BlockFormat,
  findPayingInBlock,
  readSpends,
} from '../../../src/networks/node/serialised-block.ts'
import { getResultOrNull, type Target } from '../target.ts'
import { readPublishedTransactions } from './published.ts'

const isUnparseable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'tx_unparseable'

const formats: readonly BlockFormat[] = [
  ...new Set([...coins.values()].map(({ serialisation }) => serialisation)),
].flatMap((serialisation) => [
  { serialisation, isMergeMined: false },
  { serialisation, isMergeMined: true },
])

/** Serialised blocks. The first byte selects the format. */
export const blocks: Target = {
  initialInputs: readPublishedTransactions().flatMap((transaction) => [
    Buffer.concat([Buffer.alloc(81, 1), Uint8Array.of(1), transaction]),
    Buffer.concat([Buffer.alloc(81, 1), Uint8Array.of(2), transaction, transaction]),
    buildMergeMinedBlock(transaction),
  ]),
  words: [],

  run(input) {
    const format = formats[(input[0] ?? 0) % formats.length]
    assert(format)
    const block = input.subarray(1)
    const spends = getResultOrNull(
      () => runToEnd(readSpends(block, { serialisation: 'plain', isMergeMined: true })),
      isUnparseable,
    )
    for (const { txid, inputs } of spends ?? []) {
      assert.match(txid, /^[0-9a-f]{64}$/)
      for (const { txid: spent } of inputs) assert.notEqual(spent, '0'.repeat(64))
    }
    const found = getResultOrNull(
      () => runToEnd(findPayingInBlock(block, format, new Set(['', '51', '6a']))),
      isUnparseable,
    )
    for (const { txid, hex, outputs } of found ?? []) {
      assert.match(txid, /^[0-9a-f]{64}$/)
      assert(Buffer.from(block).toString('hex').includes(hex))
      assert(outputs.length > 0 && outputs.every(({ vout, amount }) => vout >= 0 && amount >= 0n))
    }
    if (format.serialisation !== 'plain' || !format.isMergeMined) return
    const ids = new Set(spends?.map(({ txid }) => txid))
    assert.equal(spends === null, found === null)
    assert((found ?? []).every(({ txid }) => ids.has(txid)))
  },
}

/** Builds a block with a merge-mining proof after its header: a coinbase, two branches, a parent header. */
function buildMergeMinedBlock(transaction: Uint8Array): Uint8Array {
  const header = Buffer.alloc(80)
  header.writeUInt32LE(0x0062_0104)
  const proof = [
    transaction,
    Buffer.alloc(32),
    Uint8Array.of(1),
    Buffer.alloc(36),
    Uint8Array.of(0),
    Buffer.alloc(84),
  ]
  return Buffer.concat([Uint8Array.of(1), header, ...proof, Uint8Array.of(1), transaction])
}
