import { ApiError } from '../../kernel/api-error.ts'

/** @param reason why the bytes are not a transaction */
export function throwUnparseable(reason: string): never {
  throw new ApiError('tx_unparseable', reason)
}

export type ByteReader = ReturnType<typeof createByteReader>

const emptyBytes = new Uint8Array()

/**
 * Reads serialised fields sequentially, little-endian. Byte strings are views of `bytes`, not copies.
 * Each call throws `tx_unparseable` when the bytes end before the field does.
 */
export function createByteReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let offset = 0
  return {
    getPosition,
    countRemaining,
    readByte,
    readUint32,
    readUint64,
    readBytes,
    readCount,
    readVarBytes,
    skip,
  }

  function getPosition(): number {
    return offset
  }

  function countRemaining(): number {
    return bytes.length - offset
  }

  function readByte(): number {
    return view.getUint8(advance(1))
  }

  function readUint32(): number {
    return view.getUint32(advance(4), true)
  }

  function readUint64(): bigint {
    return view.getBigUint64(advance(8), true)
  }

  /** The next `length` bytes. */
  function readBytes(length: number): Uint8Array {
    if (length === 0) return emptyBytes
    const start = advance(length)
    return bytes.subarray(start, start + length)
  }

  function skip(length: number): void {
    advance(length)
  }

  /** A byte string prefixed with its length. */
  function readVarBytes(): Uint8Array {
    return readBytes(readCount(1))
  }

  /**
   * The number of items that follow, in its shortest form. Each item takes at least `minBytes`, so an impossible number is rejected
   * before any memory is allocated for it.
   */
  function readCount(minBytes: number): number {
    const number = readCompactSize()
    if (number * minBytes > countRemaining()) throwUnparseable('a length in it exceeds the available data')
    return number
  }

  function readCompactSize(): number {
    const first = readByte()
    if (first < 0xfd) return first
    const [value, min] =
      first === 0xfd
        ? [view.getUint16(advance(2), true), 0xfd]
        : first === 0xfe
          ? [readUint32(), 0x1_0000]
          : [Number(readUint64()), 0x1_0000_0000]
    if (value < min) throwUnparseable('a length in it is not minimally encoded')
    return value
  }

  function advance(length: number): number {
    if (length > bytes.length - offset) throwUnparseable('it is truncated')
    const start = offset
    offset += length
    return start
  }
}
