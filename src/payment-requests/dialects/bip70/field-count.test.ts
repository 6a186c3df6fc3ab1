import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasTooManyFields } from './field-count.ts'

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
