import type { BaseUnits } from '../../kernel/money.ts'
import type { CoinParams, TransactionOutput } from '../coin.ts'
import { doubleSha256, sha256 } from './hash.ts'
import { createP2pkhScript, isWitnessProgram, readOperations, readScript } from './script.ts'
import { type TransactionBody, txidToBytes } from './transaction.ts'
import { createByteWriter } from './writer.ts'

/** The last byte of a signature: which parts of the transaction it covers. */
export const hashType = {
  all: 1,
  none: 2,
  single: 3,
  /** See `CoinParams.extendedHashType`. */
  extended: 0x20,
  forkId: 0x40,
  anyoneCanPay: 0x80,
} as const

type SignatureRules = Pick<CoinParams, 'signatures' | 'extendedHashType'>

/** The hash type that wallets of this coin use. */
export function getDefaultHashType({ signatures }: Pick<CoinParams, 'signatures'>): number {
  return signatures === 'forkid' ? hashType.all | hashType.forkId : hashType.all
}

/** The data that a signature of one input covers. */
interface Commitment {
  readonly index: number
  readonly hashType: number
  /** The script that checks the signature. */
  readonly scriptCode: Uint8Array
  /** The amount of the spent output. */
  readonly amount: BaseUnits
  /** BCH: the bytes before the spent output's script when it has tokens (CashTokens). */
  readonly tokenPrefix?: Uint8Array
}

/**
 * The messages that signatures of this transaction's inputs sign, by the coin's rules. `spentOutputs` are in the order of the inputs.
 * Parts that all inputs share are hashed once.
 *
 * `computeMessage(index, hashType)` returns the SHA-256 of the preimage, which the signature algorithm hashes once more:
 * `crypto.verify('sha256', message, key, der)` and noble's `secp256k1.verify(signature, message, key)` take it as is; functions that expect
 * the 32-byte digest take `sha256(message)`. Without `scriptCode` it supports P2PKH and P2WPKH outputs, with it (redeem script, witness
 * script) any but Taproot; for a witness program inside P2SH, pass the program as the spent script. Null: for other scripts, for a hash
 * type that the coin's nodes do not relay, and for SIGHASH_SINGLE without an output of that index in the original algorithm, where the
 * digest is the number one.
 */
export function createSignatureMessages(
  rules: SignatureRules,
  transaction: TransactionBody,
  spentOutputs: readonly Pick<TransactionOutput, 'script' | 'amount'>[],
): (index: number, hashType: number, scriptCode?: Uint8Array) => Uint8Array | null {
  const { signatures, extendedHashType } = rules
  const bip143 = createBip143Preimages(
    transaction,
    extendedHashType === 'spent-outputs' ? spentOutputs : undefined,
  )
  const legacy = createLegacyPreimages(transaction)
  return (index, type, scriptCode) => {
    const output = spentOutputs[index]
    const code = scriptCode ?? (output && getScriptCode(output.script))
    if (!output || !code || !isHashTypeRelayed(type, rules)) return null
    const commitment = { index, hashType: type, scriptCode: code, amount: output.amount }
    const isWitness = signatures === 'segwit' && isWitnessProgram(output.script)
    // Version 1 is Taproot, which has other signing rules (BIP341); higher versions have none.
    if (isWitness && output.script[0] !== 0) return null
    const isOriginal = extendedHashType === 'original' && Boolean(type & hashType.extended)
    const usesBip143 = (signatures === 'forkid' && !isOriginal) || isWitness
    const preimage = usesBip143 ? bip143(commitment) : legacy(commitment)
    return preimage && sha256(preimage)
  }
}

/** The script that checks the signature of an output to a key: for P2WPKH, BIP143 uses that of P2PKH. */
function getScriptCode(script: Uint8Array): Uint8Array | null {
  const parsed = readScript(script)
  if (parsed?.kind === 'p2pkh') return script
  return parsed?.kind === 'p2wpkh' ? createP2pkhScript(parsed.hash) : null
}

/**
 * Accepts ALL, NONE or SINGLE, with or without ANYONECANPAY. FORKID is required for BCH and BSV, and unknown elsewhere. BCH rejects
 * ANYONECANPAY where the digest covers all spent outputs.
 */
export function isHashTypeRelayed(type: number, { signatures, extendedHashType }: SignatureRules): boolean {
  const isForked = signatures === 'forkid'
  const base = type & ~hashType.anyoneCanPay & ~(isForked ? hashType.forkId : 0)
  const plain = extendedHashType === undefined ? base : base & ~hashType.extended
  const coversSpent = extendedHashType === 'spent-outputs' && plain !== base
  if (coversSpent && type & hashType.anyoneCanPay) return false
  return Boolean(type & hashType.forkId) === isForked && plain >= hashType.all && plain <= hashType.single
}

const parseHashType = (type: number) => ({
  none: (type & 0x1f) === hashType.none,
  single: (type & 0x1f) === hashType.single,
  anyoneCanPay: (type & hashType.anyoneCanPay) !== 0,
})

const opCodeSeparator = 0xab

/**
 * The original preimages; null for SIGHASH_SINGLE without an output of that index. Each repeats nearly all of the transaction, so the
 * shared part is serialised once and copied.
 */
export function createLegacyPreimages(
  transaction: TransactionBody,
): (commitment: Omit<Commitment, 'amount'>) => Uint8Array | null {
  const { inputs, outputs, payload } = transaction
  const [blankInputs, blankInputsWithoutSequence] = [true, false].map((keepSequence) =>
    createLazy(() => writeBlankInputs(inputs, keepSequence)),
  )
  const allOutputs = createLazy(() => writeOutputs(outputs))
  const blankOutputs = createLazy(() => Buffer.concat(outputs.map(() => blankOutput)))

  return ({ index, hashType: type, scriptCode }) => {
    const { none, single, anyoneCanPay } = parseHashType(type)
    const [input, output] = [inputs[index], outputs[index]]
    if (single && !output) return null
    if (!input) throw new RangeError(`input ${index} does not exist`)
    const otherInputs = anyoneCanPay
      ? emptyBytes
      : ((none || single ? blankInputsWithoutSequence : blankInputs)?.() ?? emptyBytes)
    const coveredOutputs = none || single ? emptyBytes : allOutputs()
    const writer = createByteWriter(otherInputs.length + coveredOutputs.length + scriptCode.length + 512)
      .writeUint32(transaction.version)
      .writeCompactSize(anyoneCanPay ? 1 : inputs.length)
      .writeBytes(otherInputs.subarray(0, index * blankInputBytes))
      .writeBytes(txidToBytes(input.txid))
      .writeUint32(input.vout)
      .writeVarBytes(removeCodeSeparators(scriptCode))
      .writeUint32(input.sequence)
      .writeBytes(otherInputs.subarray((index + 1) * blankInputBytes))
    if (none) writer.writeCompactSize(0)
    // SINGLE keeps blank placeholders for the outputs before its own.
    else if (single && output)
      writer
        .writeCompactSize(index + 1)
        .writeBytes(blankOutputs().subarray(0, index * blankOutput.length))
        .writeBytes(writeOutputs([output]))
    else writer.writeCompactSize(outputs.length).writeBytes(coveredOutputs)
    writer.writeUint32(transaction.lockTime)
    // Dash's nodes sign the payload of a special transaction with the rest.
    if (payload) writer.writeVarBytes(payload)
    return writer.writeUint32(type).finish()
  }
}

const emptyBytes = new Uint8Array()
/** An outpoint, an empty script and a sequence. */
const blankInputBytes = 36 + 1 + 4
/** Amount −1, no script. */
const blankOutput = createByteWriter().writeUint64(-1n).writeCompactSize(0).finish()

/** Inputs as the signature of another input covers them: without scripts, and for NONE and SINGLE without their sequence. */
function writeBlankInputs(inputs: TransactionBody['inputs'], keepSequence: boolean): Uint8Array {
  const writer = createByteWriter(inputs.length * blankInputBytes)
  for (const { txid, vout, sequence } of inputs) {
    writer.writeBytes(txidToBytes(txid)).writeUint32(vout).writeCompactSize(0)
    writer.writeUint32(keepSequence ? sequence : 0)
  }
  return writer.finish()
}

const writeOutputs = (outputs: readonly Pick<TransactionOutput, 'script' | 'amount'>[]): Uint8Array =>
  outputs
    .reduce((out, { amount, script }) => out.writeUint64(amount).writeVarBytes(script), createByteWriter())
    .finish()

/** Computes the value on first use. */
export function createLazy<Value>(compute: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined
  return () => {
    cached ??= { value: compute() }
    return cached.value
  }
}

/** Signed scripts omit OP_CODESEPARATOR; bytes after a truncated push stay unchanged. */
function removeCodeSeparators(script: Uint8Array): Uint8Array {
  if (!script.includes(opCodeSeparator)) return script
  const separators = new Set<number>()
  for (const { opcode, offset } of readOperations(script).operations)
    if (opcode === opCodeSeparator) separators.add(offset)
  return script.filter((_byte, offset) => !separators.has(offset))
}

const zeroHash = new Uint8Array(32)

/**
 * BIP143 preimages: for witness inputs, and with FORKID in the hash type for all inputs of BCH and BSV. `spentOutputs`, in the
 * order of the inputs, is given where flag 0x20 requires their hash (SIGHASH_UTXOS of BCH).
 */
export function createBip143Preimages(
  transaction: TransactionBody,
  spentOutputs?: readonly Pick<TransactionOutput, 'script' | 'amount'>[],
): (commitment: Commitment) => Uint8Array {
  const { inputs, outputs } = transaction
  const hashLazily = (write: () => Uint8Array) => createLazy(() => doubleSha256(write()))
  const outpoints = hashLazily(() =>
    inputs
      .reduce(
        (out, { txid, vout }) => out.writeBytes(txidToBytes(txid)).writeUint32(vout),
        createByteWriter(),
      )
      .finish(),
  )
  const sequences = hashLazily(() =>
    inputs.reduce((out, { sequence }) => out.writeUint32(sequence), createByteWriter()).finish(),
  )
  const allOutputs = hashLazily(() => writeOutputs(outputs))
  const hashSpentOutputs = hashLazily(() => writeOutputs(spentOutputs ?? []))

  return ({ index, hashType: type, scriptCode, amount, tokenPrefix = emptyBytes }) => {
    const { none, single, anyoneCanPay } = parseHashType(type)
    const input = inputs[index]
    if (!input) throw new RangeError(`input ${index} does not exist`)
    const output = outputs[index]
    const matchingOutput =
      single && output
        ? doubleSha256(createByteWriter().writeUint64(output.amount).writeVarBytes(output.script).finish())
        : zeroHash
    return createByteWriter(tokenPrefix.length + scriptCode.length + 224)
      .writeUint32(transaction.version)
      .writeBytes(anyoneCanPay ? zeroHash : outpoints())
      .writeBytes(spentOutputs && type & hashType.extended ? hashSpentOutputs() : emptyBytes)
      .writeBytes(anyoneCanPay || none || single ? zeroHash : sequences())
      .writeBytes(txidToBytes(input.txid))
      .writeUint32(input.vout)
      .writeBytes(tokenPrefix)
      .writeVarBytes(scriptCode)
      .writeUint64(amount)
      .writeUint32(input.sequence)
      .writeBytes(none || single ? matchingOutput : allOutputs())
      .writeUint32(transaction.lockTime)
      .writeUint32(type)
      .finish()
  }
}
