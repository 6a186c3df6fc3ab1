import { fail } from './errors.ts'

/** Little-endian with the sign in the highest bit, the number format of scripts (`CScriptNum`). */
export function encodeNumber(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const bytes: number[] = []
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn))
  if ((bytes.at(-1) ?? 0) & 0x80) bytes.push(0)
  if (value < 0n) bytes.push((bytes.pop() ?? 0) | 0x80)
  return Uint8Array.from(bytes)
}

/** @throws {ScriptError} it is longer than `maxBytes`, or isn't in its shortest form although `requiresMinimal` is set */
export function decodeNumber(bytes: Uint8Array, maxBytes: number, requiresMinimal: boolean): bigint {
  if (bytes.length > maxBytes) fail('UNKNOWN_ERROR')
  if (requiresMinimal && !isMinimalNumber(bytes)) fail('UNKNOWN_ERROR')
  const last = bytes.at(-1)
  if (last === undefined) return 0n
  const digits = Buffer.from(bytes).reverse()
  digits[0] = last & 0x7f
  const magnitude = BigInt(`0x${digits.toString('hex')}`)
  return last & 0x80 ? -magnitude : magnitude
}

/** The highest byte must hold more than the sign, unless the byte below uses its own highest bit. */
function isMinimalNumber(bytes: Uint8Array): boolean {
  const last = bytes.at(-1)
  if (last === undefined || (last & 0x7f) !== 0) return true
  return ((bytes.at(-2) ?? 0) & 0x80) !== 0
}

/** False is zero, including negative zero (`CastToBool`). */
export function isTrue(bytes: Uint8Array): boolean {
  return bytes.some((byte, index) => byte !== 0 && !(index === bytes.length - 1 && byte === 0x80))
}
