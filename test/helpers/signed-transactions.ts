import assert from 'node:assert/strict'
import type { Coin, Transaction, TransactionOutput } from '../../src/coins/coin.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createForeignWallet, type ForeignForm } from './foreign-wallet.ts'

export const amount = toBaseUnits(100_000_000n)
export const outpoint = { txid: 'ab'.repeat(32), vout: 1 }

/** Two inputs of one key, signed by another library. */
export function createSignedTransaction(
  coin: Coin,
  form: ForeignForm,
): { transaction: Transaction; spent: TransactionOutput[] } {
  const wallet = createForeignWallet(coin, 'signer', form)
  const inputs = [outpoint, { ...outpoint, vout: 2 }].map((source) => ({ ...source, amount }))
  const outputs = [{ script: wallet.script, amount: 150_000_000n }]
  const transaction = coin.parse(wallet.sign({ inputs, outputs }))
  return { transaction, spent: inputs.map(() => ({ script: wallet.script, amount })) }
}

/** Flips a bit in the scripts and witnesses of the first input. */
export function flipBit(transaction: Transaction, index: number, bit: number): Transaction {
  const [first, ...others] = transaction.inputs
  assert.ok(first)
  const items = [first.script, ...first.witness].map((item) => Uint8Array.from(item))
  const byteCount = items.reduce((sum, { length }) => sum + length, 0)
  let at = index % byteCount
  for (const item of items) {
    if (at < item.length) item[at] = (item[at] ?? 0) ^ (1 << bit)
    at -= item.length
    if (at < 0) break
  }
  const [script, ...witness] = items
  return {
    ...transaction,
    id: `${transaction.id}*`,
    inputs: [{ ...first, script: script ?? first.script, witness }, ...others],
  }
}
