import type { BaseUnits } from '../../kernel/money.ts'
import type { CoinFacts, Output } from '../coin.ts'
import { doubleSha256, sha256 } from './hash.ts'
import { isWitnessScript, p2pkh, readOperations, readScript } from './script.ts'
import { idBytes, type TransactionBody } from './transaction.ts'
import { writer } from './writer.ts'

/** The last byte of a signature: which parts of the transaction it covers. */
export const hashType = { all: 1, none: 2, single: 3, forkId: 0x40, anyoneCanPay: 0x80 } as const

/** The hash type that wallets of this coin use. */
export function usualHashType({ signatures }: Pick<CoinFacts, 'signatures'>): number {
  return signatures === 'forkid' ? hashType.all | hashType.forkId : hashType.all
}

/** What is signed for one input. `scriptCode`: the script that checks the signature. `amount`: of the output spent. */
export interface Commitment {
  readonly index: number
  readonly hashType: number
  readonly scriptCode: Uint8Array
  readonly amount: BaseUnits
}

/**
 * The messages that signatures of this transaction's inputs sign, by the coin's rules; `spent` are the outputs spent, in the order of
 * the inputs. What all inputs share is hashed once.
 *
 * `messageFor(index, hashType)` answers the SHA-256 of the preimage, which the signature algorithm hashes once more:
 * `crypto.verify('sha256', message, key, der)` and noble's `secp256k1.verify(signature, message, key)` take it as it is;
 * what wants the 32-byte digest takes `sha256(message)`. Without `scriptCode` it knows P2PKH and P2WPKH outputs, with it (redeem
 * script, witness script) any but Taproot; for a witness program inside P2SH, give the program as the script spent. Null: for other
 * scripts, for a hash type that the coin's nodes do not relay, and for SIGHASH_SINGLE without an output of that index in the
 * original algorithm, where the digest is the number one.
 */
export function signatureMessages(
  { signatures }: Pick<CoinFacts, 'signatures'>,
  transaction: TransactionBody,
  spent: readonly Pick<Output, 'script' | 'amount'>[],
): (index: number, hashType: number, scriptCode?: Uint8Array) => Uint8Array | null {
  const bip143 = bip143Preimages(transaction)
  return (index, type, scriptCode) => {
    const output = spent[index]
    const code = scriptCode ?? (output && scriptCodeOf(output.script))
    if (!output || !code || !isRelayed(type, signatures)) return null
    const commitment = { index, hashType: type, scriptCode: code, amount: output.amount }
    const witness = signatures === 'segwit' && isWitnessScript(output.script)
    // Version 1 is Taproot, which signs by other rules (BIP341); above it there are none.
    if (witness && output.script[0] !== 0) return null
    const newer = signatures === 'forkid' || witness
    const preimage = newer ? bip143(commitment) : legacyPreimage(transaction, commitment)
    return preimage && sha256(preimage)
  }
}

/** The script that checks the signature of a key's own output: BIP143 gives P2WPKH that of P2PKH. */
function scriptCodeOf(script: Uint8Array): Uint8Array | null {
  const payee = readScript(script)
  if (payee?.kind === 'p2pkh') return script
  return payee?.kind === 'p2wpkh' ? p2pkh(payee.hash) : null
}

/** ALL, NONE or SINGLE, with or without ANYONECANPAY; FORKID is demanded by BCH and BSV, and unknown elsewhere. */
function isRelayed(type: number, signatures: CoinFacts['signatures']): boolean {
  const base = type & ~hashType.anyoneCanPay & ~(signatures === 'forkid' ? hashType.forkId : 0)
  const fork = Boolean(type & hashType.forkId) === (signatures === 'forkid')
  return fork && base >= hashType.all && base <= hashType.single
}

const is = (type: number) => ({
  none: (type & 0x1f) === hashType.none,
  single: (type & 0x1f) === hashType.single,
  anyoneCanPay: (type & hashType.anyoneCanPay) !== 0,
})

const opCodeSeparator = 0xab

/** The original preimage; null for SIGHASH_SINGLE without an output of that index. */
export function legacyPreimage(
  transaction: TransactionBody,
  { index, hashType: type, scriptCode }: Omit<Commitment, 'amount'>,
): Uint8Array | null {
  const { none, single, anyoneCanPay } = is(type)
  const { inputs, outputs } = transaction
  if (single && index >= outputs.length) return null
  const code = withoutSeparators(scriptCode)
  const out = writer(scriptCode.length + 42 * inputs.length + 34 * outputs.length + 64).uint32(
    transaction.version,
  )

  const signed = anyoneCanPay ? inputs.slice(index, index + 1) : inputs
  out.count(signed.length)
  for (const input of signed) {
    const own = input === inputs[index]
    out.bytes(idBytes(input.txid)).uint32(input.vout)
    out.string(own ? code : new Uint8Array()).uint32(own || !(none || single) ? input.sequence : 0)
  }
  const covered = none ? [] : single ? outputs.slice(0, index + 1) : outputs
  out.count(covered.length)
  for (const [at, { amount, script }] of covered.entries()) {
    // SINGLE keeps the place of the outputs before its own, and says nothing of them: amount −1, no script.
    if (single && at < index) out.uint64(-1n).count(0)
    else out.uint64(amount).string(script)
  }
  out.uint32(transaction.lockTime)
  // Dash's nodes sign the payload of a special transaction with the rest.
  if (transaction.payload) out.string(transaction.payload)
  return out.uint32(type).done()
}

/** Signed scripts leave out OP_CODESEPARATOR; what follows a broken push is taken as it is. */
function withoutSeparators(script: Uint8Array): Uint8Array {
  if (!script.includes(opCodeSeparator)) return script
  const separators = new Set<number>()
  for (const { opcode, at } of readOperations(script).operations)
    if (opcode === opCodeSeparator) separators.add(at)
  return script.filter((_byte, at) => !separators.has(at))
}

const zeroHash = new Uint8Array(32)

/** Preimages after BIP143: of witness inputs, and with FORKID in the hash type of all inputs of BCH and BSV. */
export function bip143Preimages(transaction: TransactionBody): (commitment: Commitment) => Uint8Array {
  const { inputs, outputs } = transaction
  const outpoints = once(() =>
    inputs.reduce((out, { txid, vout }) => out.bytes(idBytes(txid)).uint32(vout), writer()),
  )
  const sequences = once(() => inputs.reduce((out, { sequence }) => out.uint32(sequence), writer()))
  const all = once(() =>
    outputs.reduce((out, { amount, script }) => out.uint64(amount).string(script), writer()),
  )

  return ({ index, hashType: type, scriptCode, amount }) => {
    const { none, single, anyoneCanPay } = is(type)
    const input = inputs[index]
    if (!input) throw new RangeError(`there is no input ${index}`)
    const output = outputs[index]
    const own =
      single && output ? doubleSha256(writer().uint64(output.amount).string(output.script).done()) : zeroHash
    return writer(scriptCode.length + 192)
      .uint32(transaction.version)
      .bytes(anyoneCanPay ? zeroHash : outpoints())
      .bytes(anyoneCanPay || none || single ? zeroHash : sequences())
      .bytes(idBytes(input.txid))
      .uint32(input.vout)
      .string(scriptCode)
      .uint64(amount)
      .uint32(input.sequence)
      .bytes(none || single ? own : all())
      .uint32(transaction.lockTime)
      .uint32(type)
      .done()
  }
}

/** The hash of what `write` writes, made when first asked for. */
function once(write: () => ReturnType<typeof writer>): () => Uint8Array {
  let hash: Uint8Array | undefined
  return () => {
    hash ??= doubleSha256(write().done())
    return hash
  }
}
