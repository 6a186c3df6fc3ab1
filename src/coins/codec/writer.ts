/** Writes fields sequentially, little-endian, into a growing buffer. */
export function createByteWriter(expectedBytes = 512) {
  let buffer = Buffer.allocUnsafe(expectedBytes)
  let end = 0
  const self = { byte, uint32, uint64, bytes, count, string, done }
  return self

  function byte(value: number) {
    const offset = reserve(1)
    buffer.writeUInt8(value, offset)
    return self
  }

  /** The lower 32 bits, regardless of the sign. */
  function uint32(value: number) {
    const offset = reserve(4)
    buffer.writeUInt32LE(value >>> 0, offset)
    return self
  }

  /** The lower 64 bits, regardless of the sign. */
  function uint64(value: bigint) {
    const offset = reserve(8)
    buffer.writeBigUInt64LE(BigInt.asUintN(64, value), offset)
    return self
  }

  function bytes(value: Uint8Array) {
    const offset = reserve(value.length)
    buffer.set(value, offset)
    return self
  }

  /** The number of items that follow, in its shortest form. */
  function count(value: number) {
    if (value < 0xfd) return byte(value)
    if (value > 0xffff) return byte(0xfe).uint32(value)
    return byte(0xfd)
      .byte(value & 0xff)
      .byte(value >>> 8)
  }

  /** A byte string prefixed with its length. */
  function string(value: Uint8Array) {
    return count(value.length).bytes(value)
  }

  /** The bytes written so far. */
  function done(): Uint8Array {
    return new Uint8Array(buffer.buffer, buffer.byteOffset, end)
  }

  /** Reserves `length` bytes and returns their offset. May replace `buffer`, so call it first. */
  function reserve(length: number): number {
    if (end + length > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, end + length))
      larger.set(buffer.subarray(0, end))
      buffer = larger
    }
    end += length
    return end - length
  }
}
