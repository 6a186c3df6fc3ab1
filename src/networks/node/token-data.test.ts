import assert from 'node:assert/strict'
import { test } from 'node:test'
import { binToHex, encodeTokenPrefix, hexToBin, NonFungibleTokenCapability } from '@bitauth/libauth'
import fc from 'fast-check'
import { readScriptField } from './token-data.ts'

const hex = `76a914${'ab'.repeat(20)}88ac`

test('the script of an output without tokens is unchanged', () => {
  assert.equal(binToHex(readScriptField({ scriptPubKey: { hex } })), hex)
})

test('an output with tokens is serialised as in libauth, with the tokens before the script', () => {
  const category = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const commitment = fc.uint8Array({ maxLength: 40 })
  const capability = fc.constantFrom(...Object.values(NonFungibleTokenCapability))
  const nft = fc.option(fc.record({ capability, commitment }), { nil: undefined })
  fc.assert(
    fc.property(category, fc.bigInt(0n, 2n ** 63n - 1n), nft, (category, amount, token) => {
      fc.pre(amount > 0n || token !== undefined)
      const expected = encodeTokenPrefix({ category, amount, ...(token && { nft: token }) })

      const actual = readScriptField({
        scriptPubKey: { hex },
        tokenData: {
          category: binToHex(category),
          amount: String(amount),
          ...(token && { nft: { ...token, commitment: binToHex(token.commitment) } }),
        },
      })

      assert.deepEqual(actual, Uint8Array.from([...expected, ...hexToBin(hex)]))
    }),
  )
})
