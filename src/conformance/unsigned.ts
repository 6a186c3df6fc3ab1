import { serialise } from '../coins/codec/transaction.ts'
import { baseUnits } from '../kernel/money.ts'
import type { Asked } from './outputs.ts'

/** Hex of a transaction that pays what is asked, or so many base units more, out of one that there is not: nobody can sign or send it. */
export function unsigned({ script, amount }: Asked, more = 0n): string {
  const nowhere = { txid: '11'.repeat(32), vout: 0 }
  const bare = { script: new Uint8Array(), sequence: 0xffff_ffff, witness: [] }
  const output = {
    script: Uint8Array.from(Buffer.from(script, 'hex')),
    amount: baseUnits(BigInt(amount) + more),
  }
  const transaction = { version: 1, lockTime: 0, inputs: [{ ...nowhere, ...bare }], outputs: [output] }
  return Buffer.from(serialise(transaction)).toString('hex')
}
