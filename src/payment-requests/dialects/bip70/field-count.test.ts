import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBinary } from '@bufbuild/protobuf'
import { hasTooManyFields } from './field-count.ts'
import { PaymentSchema } from './paymentrequest_pb.ts'

const toBytes = (...values: number[]) => Uint8Array.from(values)
const repeat = (field: Uint8Array, count: number) => Buffer.concat(Array.from({ length: count }, () => field))

test('a message has at most 1 000 fields, of any kind', () => {
  for (const field of [
    toBytes(0x12, 0),
    toBytes(0x12, 2, 0xff, 0xff),
    toBytes(0x08, 0x81, 0x01),
    toBytes(0x09, 1, 2, 3, 4, 5, 6, 7, 8),
    toBytes(0x0d, 1, 2, 3, 4),
    toBytes(0x0b),
  ]) {
    assert.equal(hasTooManyFields(repeat(field, 1_000)), false)
    assert.equal(hasTooManyFields(repeat(field, 1_001)), true)
  }
})

test('the fields of refund outputs count too', () => {
  const refund = (count: number) =>
    Buffer.concat([
      toBytes(0x1a, 0x80 | ((2 * count) % 128), (2 * count) >> 7),
      repeat(toBytes(0x08, 1), count),
    ])
  assert.equal(hasTooManyFields(refund(999)), false)
  assert.equal(hasTooManyFields(refund(1_000)), true)
  const transaction = Buffer.concat([toBytes(0x12, 0xd0, 0x0f), repeat(toBytes(0x08, 1), 1_000)])
  assert.equal(hasTooManyFields(transaction), false)
})

test('a length has 32 bits, as for the library that reads the message: no length hides the fields after it', () => {
  // 2^32, 2^32 + 1 and 2^63 + 2^32 + 1.
  for (const [length, ...bytes] of [
    [0, 0x80, 0x80, 0x80, 0x80, 0x10],
    [1, 0x81, 0x80, 0x80, 0x80, 0x10],
    [1, 0x81, 0x80, 0x80, 0x80, 0x90, 0x80, 0x80, 0x80, 0x80, 0x01],
  ] as const) {
    const field = Buffer.concat([toBytes(0x12, ...bytes), Buffer.alloc(length)])
    const getMessage = (count: number) => Buffer.concat([field, repeat(toBytes(0x12, 0), count - 1)])
    assert.equal(fromBinary(PaymentSchema, getMessage(1_001)).transactions.length, 1_001)
    assert.equal(hasTooManyFields(getMessage(1_000)), false)
    assert.equal(hasTooManyFields(getMessage(1_001)), true)
  }
})

test('a truncated message ends the count', () => {
  for (const message of [
    toBytes(),
    toBytes(0x12),
    toBytes(0x80),
    toBytes(0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    toBytes(0x09, 1),
  ])
    assert.equal(hasTooManyFields(message), false)
})
