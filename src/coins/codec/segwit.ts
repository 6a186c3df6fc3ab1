import { bech32, bech32m } from '@scure/base'

/** A witness version, 0 to 16, and a program of 2 to 40 bytes (BIP141). */
export interface WitnessProgram {
  readonly version: number
  readonly program: Uint8Array
}

/** Decodes a segwit address with this human-readable part (HRP) (BIP173; BIP350 above version 0); null if it is not one. */
export function decodeSegwit(address: string, hrp: string): WitnessProgram | null {
  const original = bech32.decodeUnsafe(address)
  const decoded = original ?? bech32m.decodeUnsafe(address)
  if (!decoded || decoded.prefix !== hrp) return null
  const [version, ...words] = decoded.words
  const program = bech32.fromWordsUnsafe(words)
  if (version === undefined || version > 16 || !program) return null
  if (program.length < 2 || program.length > 40) return null
  if (version === 0 && program.length !== 20 && program.length !== 32) return null
  const isChecksumValid = (version === 0) === Boolean(original)
  return isChecksumValid ? { version, program } : null
}

/** Encodes a witness program as a segwit address. */
export function encodeSegwit(hrp: string, { version, program }: WitnessProgram): string {
  const checksum = version === 0 ? bech32 : bech32m
  return checksum.encode(hrp, [version, ...bech32.toWords(program)])
}
