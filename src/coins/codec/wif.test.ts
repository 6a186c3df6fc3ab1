import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { encodeWif } from '../../../test/helpers/private-keys.ts'
import { toBytes } from '../../../test/vectors/vectors.ts'
import { btc } from '../btc.ts'
import { dash } from '../dash.ts'
import { doge } from '../doge.ts'
import { coins } from '../index.ts'
import { ltc } from '../ltc.ts'
import { encodeBase58Check } from './base58.ts'
import { decodeWif } from './wif.ts'

const one = toBytes('00'.repeat(31).concat('01'))

suite('private keys in wallet import format', () => {
  test("have the prefix that each coin's wallets use", () => {
    assert.equal(encodeWif(one, btc, 'main'), 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn')
    assert.equal(encodeWif(one, btc, 'regtest'), 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA')
    assert.match(encodeWif(one, ltc, 'main'), /^T/)
    assert.match(encodeWif(one, dash, 'main'), /^X/)
    assert.match(encodeWif(one, doge, 'main'), /^Q/)
  })

  test('are accepted on their own chain only', () => {
    for (const coin of coins.values()) {
      for (const chain of ['main', 'test', 'regtest'] as const) {
        assert.deepEqual(decodeWif(encodeWif(one, coin, chain), coin, chain), one)
      }
      assert.equal(decodeWif(encodeWif(one, coin, 'test'), coin, 'main'), null)
    }
  })

  test('are rejected when uncompressed, out of range, truncated or mistyped', () => {
    const zero = new Uint8Array(32)
    const order = toBytes('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')
    for (const text of [
      encodeBase58Check(0x80, one),
      encodeBase58Check(0x80, one, 2),
      encodeBase58Check(0x80, zero, 1),
      encodeBase58Check(0x80, order, 1),
      'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWm',
      '',
      '0OIl',
    ]) {
      assert.equal(decodeWif(text, btc, 'main'), null, text)
    }
  })
})
