import { readScript, writePushes } from '../coins/codec/script.ts'
import { serialise, type TransactionBody } from '../coins/codec/transaction.ts'
import type { TransactionInput, TransactionOutput } from '../coins/coin.ts'

/** The data that unlocks a key's own output: the signature with its hash type, then the public key. */
export type SignatureAndKey = readonly [signature: Uint8Array, publicKey: Uint8Array]

const emptyBytes = new Uint8Array()

/** Adds the signature and key where the spent output requires them: P2WPKH in the witness (BIP141), P2PKH in the script. */
export function unlock(
  transaction: TransactionBody,
  spentOutputs: readonly TransactionOutput[],
  getSignatureAndKey: (index: number) => SignatureAndKey,
): TransactionBody {
  const inputs = transaction.inputs.map((input, index): TransactionInput => {
    const output = spentOutputs[index]
    const signatureAndKey = getSignatureAndKey(index)
    return output && readScript(output.script)?.kind === 'p2wpkh'
      ? { ...input, script: emptyBytes, witness: signatureAndKey }
      : { ...input, script: writePushes(...signatureAndKey), witness: [] }
  })
  return { ...transaction, inputs }
}

/** Virtual bytes (BIP141): three times the size without witnesses plus the full size, divided by four; without segwit, the size itself. */
export function computeVirtualSize(transaction: TransactionBody): number {
  const fullSize = serialise(transaction).length
  const stripped = serialise({
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input, witness: [] })),
  })
  return Math.ceil((3 * stripped.length + fullSize) / 4)
}
