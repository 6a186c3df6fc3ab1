import { createBase58check } from '@scure/base'
import { sha256 } from './hash.ts'

/** An extended key has 111 characters, and decoding takes quadratic time. */
const maxTextLength = 120

const base58check = createBase58check(sha256)

/** The bytes before the four-byte checksum; null when the alphabet, length or checksum is wrong. */
export function decodeBase58Check(text: string): Uint8Array | null {
  if (text.length > maxTextLength) return null
  try {
    return base58check.decode(text)
  } catch {
    return null
  }
}

/** Encodes `bytes` in Base58 with a checksum appended. */
export function encodeBase58Check(...bytes: readonly (number | Uint8Array)[]): string {
  return base58check.encode(
    Uint8Array.from(bytes.flatMap((part) => (typeof part === 'number' ? [part] : [...part]))),
  )
}
