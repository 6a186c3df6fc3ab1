import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '../../../coins/codec/hash.ts'
import { createLazy, hashType } from '../../../coins/codec/sighash.ts'
import { type TransactionBody, txidToBytes } from '../../../coins/codec/transaction.ts'
import { createByteWriter } from '../../../coins/codec/writer.ts'
import type { TransactionOutput } from '../../../coins/coin.ts'
import { toHex } from '../../../kernel/hex.ts'
import { fail } from './errors.ts'
import type { Leaf } from './machine.ts'
import { runInTimeSlice } from './time-slice.ts'

const { Point } = secp256k1
const { taggedHash } = schnorr.utils

interface TaprootInput {
  readonly index: number
  readonly annex: Uint8Array | null
}

/** SIGHASH_DEFAULT: the same as ALL, signalled by a 64-byte signature. */
const defaultType = 0
const isKnownType = (type: number): boolean => type <= 3 || (type >= 0x81 && type <= 0x83)

/** Verifies the BIP340 signatures of one transaction's inputs, over the digest of BIP341 and BIP342. */
export function createTaprootVerifier(
  transaction: TransactionBody,
  spentOutputs: readonly TransactionOutput[],
) {
  const computeDigest = createTaprootDigests(transaction, spentOutputs)
  return async (
    signature: Uint8Array,
    publicKey: Uint8Array,
    input: TaprootInput,
    leaf: Leaf | null,
  ): Promise<void> => {
    if (signature.length !== 64 && signature.length !== 65) fail('SCHNORR_SIG_SIZE')
    const type = signature[64] ?? defaultType
    if (signature.length === 65 && type === defaultType) fail('SCHNORR_SIG_HASHTYPE')
    const digest = isKnownType(type) ? computeDigest(input, type, leaf) : null
    if (!digest) fail('SCHNORR_SIG_HASHTYPE')
    const valid = await runInTimeSlice(() => schnorr.verify(signature.subarray(0, 64), digest, publicKey))
    if (!valid) fail('SCHNORR_SIG')
  }
}

/** The returned function gives null for SIGHASH_SINGLE without a matching output. */
function createTaprootDigests(transaction: TransactionBody, spentOutputs: readonly TransactionOutput[]) {
  const { version, lockTime, inputs, outputs } = transaction
  const sharedDigests = createLazy(() => [
    sha256(
      inputs
        .reduce(
          (out, { txid, vout }) => out.writeBytes(txidToBytes(txid)).writeUint32(vout),
          createByteWriter(),
        )
        .finish(),
    ),
    sha256(spentOutputs.reduce((out, { amount }) => out.writeUint64(amount), createByteWriter()).finish()),
    sha256(spentOutputs.reduce((out, { script }) => out.writeVarBytes(script), createByteWriter()).finish()),
    sha256(inputs.reduce((out, { sequence }) => out.writeUint32(sequence), createByteWriter()).finish()),
  ])
  const allOutputs = createLazy(() => sha256(outputs.reduce(writeOutput, createByteWriter()).finish()))

  return ({ index, annex }: TaprootInput, type: number, leaf: Leaf | null): Uint8Array | null => {
    const outputType = type & 3 || hashType.all
    const [input, spentOutput, matchingOutput] = [inputs[index], spentOutputs[index], outputs[index]]
    if (!input || !spentOutput || (outputType === hashType.single && !matchingOutput)) return null
    // The digest starts with an epoch of zero.
    const writer = createByteWriter(256)
      .writeByte(0)
      .writeByte(type)
      .writeUint32(version)
      .writeUint32(lockTime)
    const isAnyoneCanPay = (type & hashType.anyoneCanPay) !== 0
    if (!isAnyoneCanPay) for (const digest of sharedDigests()) writer.writeBytes(digest)
    if (outputType === hashType.all) writer.writeBytes(allOutputs())
    writer.writeByte((leaf ? 2 : 0) + (annex ? 1 : 0))
    if (isAnyoneCanPay) {
      writer.writeBytes(txidToBytes(input.txid)).writeUint32(input.vout)
      writeOutput(writer, spentOutput).writeUint32(input.sequence)
    } else writer.writeUint32(index)
    if (annex) writer.writeBytes(sha256(createByteWriter().writeVarBytes(annex).finish()))
    if (outputType === hashType.single && matchingOutput)
      writer.writeBytes(sha256(writeOutput(createByteWriter(), matchingOutput).finish()))
    if (leaf) writer.writeBytes(leaf.hash).writeByte(0).writeUint32(leaf.separator)
    return taggedHash('TapSighash', writer.finish())
  }
}

function writeOutput(writer: ReturnType<typeof createByteWriter>, { amount, script }: TransactionOutput) {
  return writer.writeUint64(amount).writeVarBytes(script)
}

export const computeTapleafHash = (version: number, script: Uint8Array): Uint8Array =>
  taggedHash('TapLeaf', createByteWriter().writeByte(version).writeVarBytes(script).finish())

/**
 * Whether the output key commits to this leaf (BIP341).
 * @param control version and parity, the internal key, the Merkle path
 */
export function verifyTaprootCommitment(
  outputKey: Uint8Array,
  control: Uint8Array,
  leafHash: Uint8Array,
): boolean {
  const internalKey = control.subarray(1, 33)
  let root = leafHash
  for (let offset = 33; offset < control.length; offset += 32) {
    const pair = [root, control.subarray(offset, offset + 32)].sort(Buffer.compare)
    root = taggedHash('TapBranch', Buffer.concat(pair))
  }
  try {
    const tweak = BigInt(`0x${toHex(taggedHash('TapTweak', internalKey, root))}`)
    if (tweak >= Point.Fn.ORDER) return false
    const base = Point.fromBytes(Uint8Array.of(2, ...internalKey))
    const expected = base.add(tweak === 0n ? Point.ZERO : Point.BASE.multiply(tweak)).toBytes(true)
    const parity = (expected[0] ?? 0) & 1
    return parity === ((control[0] ?? 0) & 1) && Buffer.compare(expected.subarray(1), outputKey) === 0
  } catch {
    return false
  }
}
