import type { Chance } from '../../test/helpers/seeded.ts'

/** Maximum length of an input. The time limit in run.ts is for this length. */
export const maxInputBytes = 100_000

/** Most inputs stay short, for speed. A few are enlarged, to see whether time grows faster than length. */
const defaultMaxBytes = 4_096
const enlargedShare = 1 / 5_000

/** Boundary values for lengths and amounts. */
const numbers: readonly bigint[] = [
  0n,
  1n,
  0xfcn,
  0xfdn,
  0xffn,
  0x100n,
  0xffffn,
  0x1_0000n,
  0x7fff_ffffn,
  0x8000_0000n,
  0xffff_ffffn,
  0x1_0000_0000n,
  0x7fff_ffff_ffff_ffffn,
  0xffff_ffff_ffff_ffffn,
]

type Change = (input: Buffer, chance: Chance) => Uint8Array

/** Creates a function that mutates inputs of the pool: it changes one in some places, or joins two. */
export function createMutator(pool: readonly Uint8Array[], words: readonly (string | Uint8Array)[]) {
  const changes: readonly Change[] = [
    flipBit,
    setByte,
    setByte,
    remove,
    remove,
    insertBytes,
    repeat,
    setNumber,
    (input, chance) => splice(input, chance.pick(pool), chance),
    ...(words.length === 0 ? [] : [insertWord, insertWord, insertWord]),
  ]
  return (chance: Chance): Uint8Array => {
    let input: Uint8Array = chance.pick(pool)
    for (let left = chance.between(1, 4); left > 0; left--)
      input = chance.pick(changes)(Buffer.from(input), chance)
    if (!chance.happens(enlargedShare)) return input.subarray(0, defaultMaxBytes)
    return enlarge(Buffer.from(input), chance)
  }

  function insertWord(input: Buffer, chance: Chance): Uint8Array {
    const chosen = chance.pick(words)
    const bytes = typeof chosen === 'string' ? Buffer.from(chosen) : chosen
    const at = chance.between(0, input.length)
    return Buffer.concat([
      input.subarray(0, at),
      bytes,
      input.subarray(chance.happens(0.5) ? at : at + bytes.length),
    ])
  }
}

const pickOffset = (input: Buffer, chance: Chance): number => chance.between(0, Math.max(0, input.length - 1))

function flipBit(input: Buffer, chance: Chance): Uint8Array {
  const at = pickOffset(input, chance)
  if (at < input.length) input[at] = (input[at] ?? 0) ^ (1 << chance.between(0, 7))
  return input
}

function setByte(input: Buffer, chance: Chance): Uint8Array {
  const at = pickOffset(input, chance)
  if (at < input.length) input[at] = chance.happens(0.5) ? chance.between(0, 255) : chance.between(0x20, 0x7e)
  return input
}

function remove(input: Buffer, chance: Chance): Uint8Array {
  const at = pickOffset(input, chance)
  const length = chance.between(1, Math.max(1, Math.min(input.length - at, chance.happens(0.8) ? 8 : 400)))
  return Buffer.concat([input.subarray(0, at), input.subarray(at + length)])
}

function insertBytes(input: Buffer, chance: Chance): Uint8Array {
  const at = chance.between(0, input.length)
  const length = chance.between(1, chance.happens(0.9) ? 8 : 300)
  const filler = chance.between(0, 255)
  const bytes = Uint8Array.from({ length }, () => (chance.happens(0.5) ? chance.between(0, 255) : filler))
  return Buffer.concat([input.subarray(0, at), bytes, input.subarray(at)])
}

function repeat(input: Buffer, chance: Chance): Uint8Array {
  const at = pickOffset(input, chance)
  const end = Math.min(input.length, at + chance.between(1, 64))
  const copies = Array.from({ length: chance.between(1, 4) }, () => input.subarray(at, end))
  return Buffer.concat([input.subarray(0, end), ...copies, input.subarray(end)])
}

/** Little-endian, as lengths and amounts are stored in transactions. */
function setNumber(input: Buffer, chance: Chance): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(chance.pick(numbers))
  bytes.copy(input, pickOffset(input, chance), 0, chance.pick([1, 2, 4, 8]))
  return input
}

function splice(input: Buffer, other: Uint8Array, chance: Chance): Uint8Array {
  return Buffer.concat([
    input.subarray(0, chance.between(0, input.length)),
    other.subarray(chance.between(0, other.length)),
  ])
}

/** Repeats a part of the input, up to the maximum length. */
function enlarge(input: Buffer, chance: Chance): Uint8Array {
  const at = pickOffset(input, chance)
  const part = input.subarray(at, at + chance.between(1, 100))
  if (part.length === 0) return input
  const addedLength = chance.between(1, maxInputBytes - input.length)
  const copies = Buffer.alloc(Math.max(part.length, addedLength), part)
  return Buffer.concat([input.subarray(0, at), copies, input.subarray(at)]).subarray(0, maxInputBytes)
}
