import { serialise } from '../coins/codec/transaction.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import { toBaseUnits } from '../kernel/money.ts'
import type { CheckedOutput } from './outputs.ts'

/** Hex of a transaction that pays the output, plus `extraAmount` base units. Its input doesn't exist, so nobody can sign or broadcast it. */
export function buildUnsignedTransaction({ script, amount }: CheckedOutput, extraAmount = 0n): string {
  const unknownOutpoint = { txid: '11'.repeat(32), vout: 0 }
  const emptyInput = { script: new Uint8Array(), sequence: 0xffff_ffff, witness: [] }
  const output = {
    script: fromHex(script),
    amount: toBaseUnits(BigInt(amount) + extraAmount),
  }
  const transaction = {
    version: 1,
    lockTime: 0,
    inputs: [{ ...unknownOutpoint, ...emptyInput }],
    outputs: [output],
  }
  return toHex(serialise(transaction))
}
