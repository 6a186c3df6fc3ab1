import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeCashAddress as decodeByLibauth, encodeCashAddress as encodeByLibauth } from '@bitauth/libauth'
import fc from 'fast-check'
import { toBytes, vectors } from '../../../test/vectors/vectors.ts'
import { decodeCashAddress, encodeCashAddress } from './cashaddr.ts'

interface Vector {
  readonly type: number
  readonly cashaddr: string
  readonly payload: string
}

const address = 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2'

suite('cash addresses', () => {
  for (const { type, cashaddr, payload } of vectors<Vector[]>('cash-addresses.json')) {
    test(`reads and writes ${cashaddr} of the specification`, () => {
      const [prefix = '', bare = ''] = cashaddr.split(':')
      const expected = { type, hash: toBytes(payload) }

      assert.deepEqual(decodeCashAddress(cashaddr, prefix), expected)
      assert.deepEqual(decodeCashAddress(bare, prefix), expected)
      assert.deepEqual(decodeCashAddress(cashaddr.toUpperCase(), prefix), expected)
      assert.equal(encodeCashAddress(prefix, expected), cashaddr)
    })
  }

  test('a wrong prefix, mixed case, empty text and trailing characters are rejected', () => {
    for (const wrong of [
      address.replace('bitcoincash', 'bchtest'),
      address.replace('qr6m', 'Qr6m'),
      `bitcoincash:${address}`,
      'bitcoincash:',
      '',
      ':',
      'b',
      address.slice(0, -1),
      `${address}q`,
      `${address} `,
      'q'.repeat(200),
    ]) {
      assert.equal(decodeCashAddress(wrong, 'bitcoincash'), null, wrong)
    }
    assert.equal(decodeCashAddress(address, 'bchtest'), null)
  })

  test('a single wrong character is always detected', () => {
    fc.assert(
      fc.property(fc.nat(41), fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'), (offset, character) => {
        const at = 'bitcoincash:'.length + offset
        fc.pre(address[at] !== character)
        const wrong = address.slice(0, at) + character + address.slice(at + 1)
        assert.equal(decodeCashAddress(wrong, 'bitcoincash'), null)
      }),
    )
  })

  test('libauth reads and writes the same addresses, including token-aware and 32-byte ones', () => {
    const types = ['p2pkh', 'p2sh', 'p2pkhWithTokens', 'p2shWithTokens'] as const
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.constantFrom('bitcoincash', 'bchtest', 'bchreg'),
        fc.constantFrom(20, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
        (type, prefix, hash) => {
          const encoded = encodeCashAddress(prefix, { type, hash })
          const libauthAddress = encodeByLibauth({ prefix, type: types[type] ?? 'p2pkh', payload: hash })

          assert.equal(encoded, libauthAddress.address)
          assert.notEqual(typeof decodeByLibauth(encoded), 'string')
          assert.deepEqual(decodeCashAddress(encoded, prefix), { type, hash })
        },
      ),
    )
  })
})
