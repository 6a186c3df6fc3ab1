import { hashType } from '../../../coins/codec/sighash.ts'
import { checkDerEncoding } from '../../signature-encoding.ts'
import { fail } from './errors.ts'
import type { ScriptFlags } from './flags.ts'
import type { ScriptVersion } from './machine.ts'

/** A Bitcoin Cash Schnorr signature with its hash type. */
export const isSchnorrLength = (signature: Uint8Array): boolean => signature.length === 65

/** @throws {ScriptError} (`CheckSignatureEncoding`). An empty signature passes: scripts use it to fail a check on purpose. */
export function checkSignatureEncoding(signature: Uint8Array, flags: ScriptFlags): void {
  const type = signature.at(-1)
  if (type === undefined) return
  if (!(flags.has('CASH') && isSchnorrLength(signature))) checkDer(signature.subarray(0, -1), flags)
  if (flags.has('STRICTENC')) checkHashType(type, flags)
}

function checkDer(der: Uint8Array, flags: ScriptFlags): void {
  const { isStrict, isLowS } = checkDerEncoding(der)
  const isRequired = flags.has('DERSIG') || flags.has('LOW_S') || flags.has('STRICTENC')
  if (isRequired && !isStrict) fail('SIG_DER')
  if (flags.has('LOW_S') && !isLowS) fail('SIG_HIGH_S')
}

function checkHashType(type: number, flags: ScriptFlags): void {
  const forkBits = flags.has('FORKID') ? hashType.forkId | hashType.extended : 0
  const base = type & ~(hashType.anyoneCanPay | forkBits)
  if (base < hashType.all || base > hashType.single) fail('SIG_HASHTYPE')
  if (!flags.has('FORKID')) return
  if (!(type & hashType.forkId)) fail('MUST_USE_FORKID')
  const coversUtxos = (type & hashType.extended) !== 0
  if (coversUtxos && (!flags.has('CASH') || type & hashType.anyoneCanPay)) fail('SIG_HASHTYPE')
}

/** @throws {ScriptError} (`CheckPubKeyEncoding`) */
export function checkPublicKeyEncoding(
  publicKey: Uint8Array,
  flags: ScriptFlags,
  version: ScriptVersion,
): void {
  const [form] = publicKey
  const isCompressed = publicKey.length === 33 && (form === 2 || form === 3)
  const isUncompressed = publicKey.length === 65 && form === 4
  if (flags.has('STRICTENC') && !isCompressed && !isUncompressed) fail('PUBKEYTYPE')
  if (flags.has('WITNESS_PUBKEYTYPE') && version === 'v0' && !isCompressed) fail('WITNESS_PUBKEYTYPE')
}
