import { fail } from './errors.ts'

/**
 * The keys selected by a bitfield; the lowest bit is the first key (`DecodeBitfield` of Bitcoin Cash Node).
 * @throws {ScriptError} its length doesn't match the number of keys, or it has bits beyond them
 */
export function selectKeys(field: Uint8Array, keys: readonly Uint8Array[]): readonly Uint8Array[] {
  if (field.length !== Math.ceil(keys.length / 8)) fail('INVALID_BITFIELD_SIZE')
  const isSet = (bit: number): boolean => (((field[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
  for (let bit = keys.length; bit < field.length * 8; bit++) if (isSet(bit)) fail('INVALID_BIT_RANGE')
  return keys.filter((_key, index) => isSet(index))
}
