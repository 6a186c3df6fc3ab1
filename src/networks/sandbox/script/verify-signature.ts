import { verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '../../../coins/codec/hash.ts'
import { verifyBchSchnorr } from '../../bch-schnorr.ts'
import { createPublicKeyParser } from '../../public-keys.ts'
import { checkDerEncoding } from '../../signature-encoding.ts'
import { runInTimeSlice } from './time-slice.ts'

/** Maximum number of cached public keys. */
const maxKeys = 1_000
const parsePublicKey = createPublicKeyParser(maxKeys)

/** Verifies a DER signature of the message's SHA-256. Runs on the thread pool, because it is slow. */
export function verifyEcdsa(der: Uint8Array, message: Uint8Array, publicKey: Uint8Array): Promise<boolean> {
  const point = toPlainPublicKey(publicKey)
  const key = point && parsePublicKey(point)
  const strictDer = checkDerEncoding(der).isStrict ? der : toStrictDer(der)
  if (!key || !strictDer) return Promise.resolve(false)
  return new Promise((resolve) => {
    verify('sha256', message, key, strictDer, (error, valid) => resolve(!error && valid))
  })
}

/** Like `verifyEcdsa`, but for a digest that isn't a hash: the number one (SIGHASH_SINGLE without an output). */
export function verifyEcdsaOfDigest(
  der: Uint8Array,
  digest: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  return runInTimeSlice(() => {
    try {
      return secp256k1.verify(der, digest, publicKey, { format: 'der', prehash: false, lowS: false })
    } catch {
      return false
    }
  })
}

/** Verifies a signature without its hash type. One of 64 bytes is a Bitcoin Cash Schnorr signature. */
export async function verifyEcdsaOrSchnorr(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  if (signature.length === 64) {
    return runInTimeSlice(() => verifyBchSchnorr(signature, sha256(message), publicKey))
  }
  return verifyEcdsa(signature, message, publicKey)
}

/**
 * Re-encodes the numbers in their only valid form (BIP66). Where the form isn't enforced, nodes accept many more
 * (`ecdsa_signature_parse_der_lax`). Null if there aren't two numbers.
 */
function toStrictDer(der: Uint8Array): Uint8Array | null {
  const r = readInteger(der, 2)
  const s = r && readInteger(der, r.end)
  if (der[0] !== 0x30 || !r || !s) return null
  const body = [...r.integer, ...s.integer]
  return Uint8Array.of(0x30, body.length, ...body)
}

function readInteger(
  der: Uint8Array,
  offset: number,
): { readonly integer: number[]; readonly end: number } | null {
  const end = offset + 2 + (der[offset + 1] ?? 0)
  if (der[offset] !== 2 || end > der.length) return null
  const bytes = [...der.subarray(offset + 2, end)]
  while (bytes[0] === 0) bytes.shift()
  if (bytes.length > 32) return null
  if (bytes.length === 0 || (bytes[0] ?? 0) & 0x80) bytes.unshift(0)
  return { integer: [2, bytes.length, ...bytes], end }
}

/** Where the form isn't enforced, 6 and 7 are equivalent to 4 and also encode whether Y is odd. */
function toPlainPublicKey(publicKey: Uint8Array): Uint8Array | null {
  const form = publicKey[0] ?? 0
  if (publicKey.length === 33) return form === 2 || form === 3 ? publicKey : null
  if (publicKey.length !== 65) return null
  if (form === 4) return publicKey
  const odd = (publicKey[64] ?? 0) & 1
  return form === 6 + odd ? Uint8Array.of(4, ...publicKey.subarray(1)) : null
}
