/** Writes fields sequentially, little-endian, into a growing buffer. */
export function createByteWriter(expectedBytes = 512) {
  let buffer = Buffer.allocUnsafe(expectedBytes)
  let end = 0
  const self = { writeByte, writeUint32, writeUint64, writeBytes, writeCompactSize, writeVarBytes, finish }
  return self

  function writeByte(value: number) {
    const offset = reserve(1)
    buffer.writeUInt8(value, offset)
    return self
  }

  /** The lower 32 bits, regardless of the sign. */
  function writeUint32(value: number) {
    const offset = reserve(4)
    buffer.writeUInt32LE(value >>> 0, offset)
    return self
  }

  /** The lower 64 bits, regardless of the sign. */
  function writeUint64(value: bigint) {
    const offset = reserve(8)
    buffer.writeBigUInt64LE(BigInt.asUintN(64, value), offset)
    return self
  }

  function writeBytes(value: Uint8Array) {
    const offset = reserve(value.length)
    buffer.set(value, offset)
    return self
  }

  /** The number of items that follow, in its shortest form. */
  function writeCompactSize(value: number) {
    if (value < 0xfd) return writeByte(value)
    if (value > 0xffff) return writeByte(0xfe).writeUint32(value)
    return writeByte(0xfd)
      .writeByte(value & 0xff)
      .writeByte(value >>> 8)
  }

  /** A byte string prefixed with its length. */
  function writeVarBytes(value: Uint8Array) {
    return writeCompactSize(value.length).writeBytes(value)
  }

  /** The bytes written so far. */
  function finish(): Uint8Array {
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
