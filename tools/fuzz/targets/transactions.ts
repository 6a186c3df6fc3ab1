import assert from 'node:assert/strict'
import { computeTxid, isSpecial, serialise } from '../../../src/coins/codec/transaction.ts'
import type { Coin, Transaction } from '../../../src/coins/coin.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { runToEnd } from '../../../src/kernel/steps.ts'
import { findPayingInBlock } from '../../../src/networks/node/serialised-block.ts'
import { getResultOrNull, type Target } from '../target.ts'
import { readPublishedTransactions } from './published.ts'

const isUnparseable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'tx_unparseable'

/** Parses any bytes with a coin's codec. */
export function createTransactionTarget(coin: Coin): Target {
  return { initialInputs: readPublishedTransactions(), words: listAmounts(coin), run }

  function run(input: Uint8Array): void {
    const hex = Buffer.from(input).toString('hex')
    const transaction = getResultOrNull(() => coin.parse(hex), isUnparseable)
    if (!transaction) return
    assert.equal(Buffer.from(serialise(transaction)).toString('hex'), hex)
    assert.equal(computeTxid(transaction), transaction.id)
    assertSizes(transaction, input.length)
    assertSums(coin, transaction)
    assertSameInBlock(coin, transaction, input)
  }
}

/** Lists amounts around the limit, as outputs store them. The limit applies to their sum. */
function listAmounts({ maxMoney }: Coin): Uint8Array[] {
  return [maxMoney, maxMoney + 1n, maxMoney / 2n, maxMoney / 2n + 1n].map((amount) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(amount)
    return bytes
  })
}

function assertSizes({ size, virtualSize, mweb }: Transaction, bytes: number): void {
  assert.equal(size, bytes)
  // Litecoin counts the MWEB part by its block weight, which can exceed its size.
  if (mweb === undefined) assert(virtualSize <= size)
  assert(virtualSize > 0 && (mweb !== undefined || virtualSize * 4 >= size))
}

function assertSums(
  { maxMoney, serialisation }: Coin,
  { inputs, outputs, version, payload }: Transaction,
): void {
  assert(inputs.length > 0 && outputs.length > 0)
  assert(outputs.reduce((sum, { amount }) => sum + amount, 0n) <= maxMoney)
  assert.equal(new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`)).size, inputs.length)
  assert.equal(payload !== undefined, serialisation === 'payload' && isSpecial(version))
}

/** Blocks are parsed by other code, which must see the same transaction, or reject it if no node has validated it. */
function assertSameInBlock({ serialisation }: Coin, { id, outputs }: Transaction, bytes: Uint8Array): void {
  const block = Buffer.concat([Buffer.alloc(80), Uint8Array.of(1), bytes])
  const scripts = new Set(outputs.map(({ script }) => Buffer.from(script).toString('hex')))
  const found = runToEnd(findPayingInBlock(block, { serialisation, isMergeMined: false }, scripts))
  assert.deepEqual(
    found.flatMap(({ txid, outputs: paid }) => paid.map(({ vout, amount }) => [txid, vout, amount])),
    outputs.map(({ amount }, vout) => [id, vout, amount]),
  )
}
