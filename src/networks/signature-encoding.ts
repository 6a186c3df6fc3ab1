import { toHex } from '../kernel/hex.ts'

/** Half the order of secp256k1. Nodes don't relay a signature with a higher S (BIP62 rule 5), because its complement is valid as well. */
const halfOrder = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

/**
 * Checks the encoding of an ECDSA signature without its hash type. `isStrict`: BIP66's encoding; `isLowS`: BIP62's rule.
 * Nodes check the encoding before they verify anything.
 */
export function checkDerEncoding(der: Uint8Array): { readonly isStrict: boolean; readonly isLowS: boolean } {
  const s = parseStrictS(der)
  return { isStrict: s !== null, isLowS: s !== null && toNumber(s) <= halfOrder }
}

/** The bytes of S if the whole is strict DER: `30 [length] 02 [length of R] [R] 02 [length of S] [S]`, with nothing before or after. */
function parseStrictS(der: Uint8Array): Uint8Array | null {
  const rLength = der[3] ?? 0
  const sLength = der[5 + rLength] ?? 0
  const isWellFormed =
    der.length >= 8 &&
    der.length <= 72 &&
    der[0] === 0x30 &&
    der[1] === der.length - 2 &&
    der[2] === 0x02 &&
    der[4 + rLength] === 0x02 &&
    rLength + sLength + 6 === der.length
  if (!isWellFormed) return null
  const s = der.subarray(6 + rLength)
  return isPositive(der.subarray(4, 4 + rLength)) && isPositive(s) ? s : null
}

/** A positive integer in its shortest form: no sign bit, and no leading zero unless the sign needs it. */
function isPositive(integer: Uint8Array): boolean {
  const [first, second = 0] = integer
  if (first === undefined || first & 0x80) return false
  return !(first === 0 && integer.length > 1 && (second & 0x80) === 0)
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes) || '0'}`)
