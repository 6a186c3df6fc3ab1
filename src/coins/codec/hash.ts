import { hash } from 'node:crypto'

/** SHA-256, 32 bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => computeDigest('sha256', bytes)

/** SHA-256 twice, 32 bytes: transaction ids, checksums, signature digests. */
export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

/** RIPEMD-160 of SHA-256, 20 bytes: addresses contain it for a public key or a script. */
export const hash160 = (bytes: Uint8Array): Uint8Array => computeDigest('ripemd160', sha256(bytes))

function computeDigest(algorithm: string, bytes: Uint8Array): Uint8Array {
  return toUint8Array(hash(algorithm, bytes, 'buffer'))
}

/** A plain Uint8Array of the same memory. All of `coins/` uses these, so that equal bytes are deep-equal in tests. */
export function toUint8Array(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
}
