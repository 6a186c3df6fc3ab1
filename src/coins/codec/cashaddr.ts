import { bech32 } from '@scure/base'

/** A decoded cash address: a type (0 key hash, 1 script hash; 2 and 3 the same for token-aware wallets) and a hash. */
interface CashAddress {
  readonly type: number
  readonly hash: Uint8Array
}

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const checksumLength = 8
/** Hash length in bytes, by the three lower bits of the version byte. */
const hashLengths = [20, 24, 28, 32, 40, 48, 56, 64]
/** A 64-byte hash takes 104 characters and its checksum 8: longer text is rejected without decoding it. */
const maxTextLength = 140

/** Decodes a cash address, with or without `prefix:`, all lower or all upper case; null when it is not one with that prefix. */
export function decodeCashAddress(text: string, prefix: string): CashAddress | null {
  const lower = text.toLowerCase()
  if (text.length > maxTextLength || (text !== lower && text !== text.toUpperCase())) return null
  const words = textToWords(lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower)
  if (!words || words.length <= checksumLength || !isZero(computeChecksum(prefix, words))) return null

  const payload = bech32.fromWordsUnsafe(words.slice(0, -checksumLength))
  const [version, ...hash] = payload ?? []
  if (version === undefined || version > 0x7f || hash.length !== hashLengths[version & 7]) return null
  return { type: version >> 3, hash: Uint8Array.from(hash) }
}

/** Encodes a cash address with its prefix. */
export function encodeCashAddress(prefix: string, { type, hash }: CashAddress): string {
  const payload = bech32.toWords(Uint8Array.of((type << 3) | hashLengths.indexOf(hash.length), ...hash))
  const { high, low } = computeChecksum(prefix, [...payload, ...new Array<number>(checksumLength).fill(0)])
  const words = [...payload, ...splitIntoWords(high), ...splitIntoWords(low)]
  return `${prefix}:${words.map((word) => alphabet[word]).join('')}`
}

function textToWords(text: string): number[] | null {
  const words = Array.from(text, (character) => alphabet.indexOf(character))
  return words.includes(-1) ? null : words
}

/** A 40-bit number in two halves, because bitwise operators work on 32 bits. */
interface Uint40 {
  readonly high: number
  readonly low: number
}

const generators: readonly Uint40[] = [
  { high: 0x98f2b, low: 0xc8e61 },
  { high: 0x79b76, low: 0xd99e2 },
  { high: 0xf33e5, low: 0xfb3c4 },
  { high: 0xae2ea, low: 0xbe2a8 },
  { high: 0x1e4f4, low: 0x3e470 },
]

/** The BCH code of the specification over the prefix's lower five bits, a zero, and the words. */
function computeChecksum(prefix: string, words: readonly number[]): Uint40 {
  const prefixWords = Array.from(prefix, (character) => character.charCodeAt(0) & 31)
  let high = 0
  let low = 1
  for (const word of [...prefixWords, 0, ...words]) {
    const top = high >>> 15
    high = ((high & 0x7fff) << 5) | (low >>> 15)
    low = ((low & 0x7fff) << 5) ^ word
    for (const [bit, generator] of generators.entries()) {
      if ((top >>> bit) & 1) {
        high ^= generator.high
        low ^= generator.low
      }
    }
  }
  return { high, low: low ^ 1 }
}

const isZero = ({ high, low }: Uint40): boolean => high === 0 && low === 0

const splitIntoWords = (twentyBits: number): number[] =>
  [15, 10, 5, 0].map((shift) => (twentyBits >>> shift) & 31)
