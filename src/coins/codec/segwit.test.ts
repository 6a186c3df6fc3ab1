import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { hex, vectors } from '../../../test/vectors/vectors.ts'
import { createWitnessProgramScript } from './script.ts'
import { decodeSegwit, encodeSegwit } from './segwit.ts'

const { valid, invalid } = vectors<{ valid: [string, string][]; invalid: string[] }>('segwit-addresses.json')

suite('segwit addresses', () => {
  for (const [address, script] of valid) {
    test(`reads and writes ${address} of BIP350`, () => {
      const hrp = address.slice(0, 2).toLowerCase()
      const decoded = decodeSegwit(address, hrp)

      assert(decoded)
      assert.equal(hex(createWitnessProgramScript(decoded)), script)
      assert.equal(encodeSegwit(hrp, decoded), address.toLowerCase())
      assert.equal(decodeSegwit(address, hrp === 'bc' ? 'tb' : 'bc'), null)
    })
  }

  for (const address of invalid) {
    test(`rejects ${address} as BIP173 and BIP350 do`, () => {
      assert.equal(decodeSegwit(address, 'bc'), null)
      assert.equal(decodeSegwit(address, 'tb'), null)
    })
  }

  test('an encoded address decodes to the same program', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('bc', 'tb', 'bcrt', 'ltc', 'tltc', 'rltc'),
        fc.integer({ min: 1, max: 16 }),
        fc.uint8Array({ minLength: 2, maxLength: 40 }),
        (hrp, version, program) => {
          const address = encodeSegwit(hrp, { version, program })
          assert.deepEqual(decodeSegwit(address, hrp), { version, program })
        },
      ),
    )
  })
})
