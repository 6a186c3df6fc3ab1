import { createPublicKey, type KeyObject } from 'node:crypto'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import { toHex } from '../kernel/hex.ts'

/** SubjectPublicKeyInfo header for compressed and uncompressed secp256k1 keys. */
const spkiPrefix = {
  33: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
  65: Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex'),
}

/**
 * Parses secp256k1 public keys of 33 or 65 bytes, and caches up to `maxKeys` for returning payers. The result is null if the bytes aren't a
 * point on the curve.
 */
export function createPublicKeyParser(maxKeys: number): (publicKey: Uint8Array) => KeyObject | null {
  const keys = createBoundedMap<string, KeyObject | null>(maxKeys)
  return (publicKey) => {
    const cacheKey = toHex(publicKey)
    const cached = keys.get(cacheKey)
    if (cached !== undefined) return cached
    const key = parse(publicKey)
    keys.set(cacheKey, key)
    return key
  }
}

function parse(publicKey: Uint8Array): KeyObject | null {
  const prefix = publicKey.length === 33 ? spkiPrefix[33] : spkiPrefix[65]
  try {
    return createPublicKey({ key: Buffer.concat([prefix, publicKey]), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}
