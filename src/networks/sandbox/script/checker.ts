import { sha256 } from '../../../coins/codec/hash.ts'
import { createBip143Preimages, createLegacyPreimages, hashType } from '../../../coins/codec/sighash.ts'
import { finalSequence, lockTimeThreshold } from '../../../coins/codec/transaction.ts'
import type { Transaction, TransactionOutput } from '../../../coins/coin.ts'
import type { Checker, ScriptVersion } from './machine.ts'
import { createTaprootVerifier } from './taproot.ts'
import { splitOutput } from './tokens.ts'
import { verifyEcdsa, verifyEcdsaOfDigest, verifyEcdsaOrSchnorr } from './verify-signature.ts'

/** SEQUENCE_LOCKTIME_DISABLE_FLAG, …_TYPE_FLAG and the bits that are compared. */
const sequenceFlags = { disabled: 0x8000_0000, inSeconds: 0x0040_0000, counted: 0x0040_ffff } as const

/** The digest that SIGHASH_SINGLE signs without an output at that index: the number one, little-endian. */
const singleBugDigest = Uint8Array.of(1, ...new Uint8Array(31))

interface CheckedTransaction {
  readonly transaction: Transaction
  readonly spentOutputs: readonly TransactionOutput[]
  /** Whether all signatures use BIP143's digest, as in BCH and BSV. */
  readonly usesForkId: boolean
  /** Whether signatures cover the tokens of the spent output, and with flag 0x20 all spent outputs (BCH). */
  readonly supportsCashTokens: boolean
}

/** Creates the checkers through which the scripts of one transaction's inputs access it. */
export function createCheckers({
  transaction,
  spentOutputs,
  usesForkId,
  supportsCashTokens,
}: CheckedTransaction) {
  const bip143 = createBip143Preimages(transaction, supportsCashTokens ? spentOutputs : undefined)
  const legacy = createLegacyPreimages(transaction)
  const verifyTaproot = createTaprootVerifier(transaction, spentOutputs)
  return (index: number, annex: Uint8Array | null = null): Checker => ({
    verifyEcdsa: (signature, publicKey, script) => verifyInputSignature(index, signature, publicKey, script),
    verifySchnorr: (signature, publicKey, leaf) =>
      verifyTaproot(signature, publicKey, { index, annex }, leaf),
    spending: { index, transaction, spentOutputs },
    isLockTimeReached: (lockTime) => isLockTimeReached(transaction, index, lockTime),
    isSequenceReached: (sequence) => isSequenceReached(transaction, index, sequence),
  })

  async function verifyInputSignature(
    index: number,
    signature: Uint8Array,
    publicKey: Uint8Array,
    script: { readonly code: Uint8Array; readonly version: ScriptVersion },
  ): Promise<boolean> {
    const type = signature.at(-1) ?? 0
    const bytes = signature.subarray(0, -1)
    const preimage = computePreimage(index, type, script)
    if (!preimage) return verifyEcdsaOfDigest(bytes, singleBugDigest, publicKey)
    const message = sha256(preimage)
    return usesForkId
      ? verifyEcdsaOrSchnorr(bytes, message, publicKey)
      : verifyEcdsa(bytes, message, publicKey)
  }

  function computePreimage(
    index: number,
    type: number,
    { code, version }: { readonly code: Uint8Array; readonly version: ScriptVersion },
  ): Uint8Array | null {
    const { amount, script } = getSpentOutput(index)
    const tokenPrefix = supportsCashTokens ? splitOutput(script).prefix : new Uint8Array()
    const commitment = { index, hashType: type, scriptCode: code, amount, tokenPrefix }
    if (version === 'v0' || (usesForkId && type & hashType.forkId)) return bip143(commitment)
    return legacy(commitment)
  }

  function getSpentOutput(index: number): TransactionOutput {
    const output = spentOutputs[index]
    if (!output) throw new RangeError(`there is no output for input ${index}`)
    return output
  }
}

/** BIP65 (`CheckLockTime`). */
function isLockTimeReached({ inputs, lockTime }: Transaction, index: number, required: bigint): boolean {
  const actual = BigInt(lockTime)
  if (actual < lockTimeThreshold !== required < lockTimeThreshold || required > actual) return false
  return inputs[index]?.sequence !== finalSequence
}

/** BIP112 (`CheckSequence`). */
function isSequenceReached({ inputs, version }: Transaction, index: number, required: bigint): boolean {
  const actual = inputs[index]?.sequence ?? finalSequence
  // Bitwise operators are signed, so the highest bit gives a negative number.
  if (version < 2 || (actual & sequenceFlags.disabled) !== 0) return false
  const [requiredValue, actualValue] = [
    Number(required & BigInt(sequenceFlags.counted)),
    actual & sequenceFlags.counted,
  ]
  const isSameUnit = requiredValue < sequenceFlags.inSeconds === actualValue < sequenceFlags.inSeconds
  return isSameUnit && requiredValue <= actualValue
}
