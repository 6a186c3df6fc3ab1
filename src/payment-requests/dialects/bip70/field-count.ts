/** A payment has up to 16 transactions, and wallets add a few outputs for refunds. */
const maxFields = 1_000

const lengthDelimited = 2
const fixed64 = 1
const fixed32 = 5
/** `refund_to` of a Payment: the only field that contains messages. */
const nestedField = 3

/**
 * Whether a protobuf message has more fields than a payment needs. The library builds an object for each field, even an unknown one, and a
 * small body can contain tens of thousands of empty fields. Malformed messages are left to the library.
 */
export function hasTooManyFields(message: Uint8Array): boolean {
  return countFields(message, true, maxFields) > maxFields
}

/** Stops above `limit`. */
function countFields(message: Uint8Array, isOuter: boolean, limit: number): number {
  let offset = 0
  let count = 0
  // Like the library, it only uses the low 32 bits: otherwise a length of 2^32 would hide fields that the library reads.
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = message[offset++] ?? 0
      if (shift < 32) value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
  while (offset < message.length && count <= limit) {
    count++
    const tag = readVarint()
    const wireType = tag % 8
    if (wireType === fixed64) offset += 8
    else if (wireType === fixed32) offset += 4
    else if (wireType === 0) readVarint()
    else if (wireType === lengthDelimited) {
      const length = readVarint()
      if (isOuter && Math.floor(tag / 8) === nestedField)
        count += countFields(message.subarray(offset, offset + length), false, limit - count)
      offset += length
    }
  }
  return count
}
