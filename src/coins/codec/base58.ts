import { createBase58check } from '@scure/base'
import { sha256 } from './hash.ts'

/** An extended key has 111 characters, and decoding takes quadratic time. */
const longestText = 120

const base58check = createBase58check(sha256)

/** The bytes in front of the four-byte checksum; null when an alphabet, length or checksum error is found. */
export function decodeBase58Check(text: string): Uint8Array | null {
  if (text.length > longestText) return null
  try {
    return base58check.decode(text)
  } catch {
    return null
  }
}

/** Base58 text of `bytes` with a checksum behind them. */
export function encodeBase58Check(...bytes: readonly (number | Uint8Array)[]): string {
  return base58check.encode(
    Uint8Array.from(bytes.flatMap((part) => (typeof part === 'number' ? [part] : [...part]))),
  )
}
