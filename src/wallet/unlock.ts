import { pushes, readScript } from '../coins/codec/script.ts'
import { serialise, type TransactionBody } from '../coins/codec/transaction.ts'
import type { Input, Output } from '../coins/coin.ts'

/** What opens a key's own output: the signature with its hash type, then the public key. */
export type Proof = readonly [signature: Uint8Array, publicKey: Uint8Array]

const nothing = new Uint8Array()

/** Puts the proofs where the outputs spent want them: P2WPKH into the witness (BIP141), P2PKH into the script. */
export function unlock(
  transaction: TransactionBody,
  spent: readonly Output[],
  proofFor: (index: number) => Proof,
): TransactionBody {
  const inputs = transaction.inputs.map((input, index): Input => {
    const output = spent[index]
    const proof = proofFor(index)
    return output && readScript(output.script)?.kind === 'p2wpkh'
      ? { ...input, script: nothing, witness: proof }
      : { ...input, script: pushes(...proof), witness: [] }
  })
  return { ...transaction, inputs }
}

/** Virtual bytes (BIP141): a quarter of three times the size without witnesses and once that with them; else the size itself. */
export function virtualSize(transaction: TransactionBody): number {
  const whole = serialise(transaction).length
  const bare = serialise({
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input, witness: [] })),
  })
  return Math.ceil((3 * bare.length + whole) / 4)
}
