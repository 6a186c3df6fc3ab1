import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readParseError } from '../../../test/vectors/parse-error.ts'
import { hex, vectors } from '../../../test/vectors/vectors.ts'
import { btc } from '../btc.ts'
import { ltc } from '../ltc.ts'
import { serialise } from './transaction.ts'

interface Extended {
  readonly name: string
  readonly id: string
  readonly size: number
  readonly virtualSize: number
  readonly mwebSize: number
  readonly hex: string
}
const { LTC } = vectors<{ LTC: readonly Extended[] }>('extended-transactions.json')

const version = '01000000'
const input = `${'11'.repeat(32)}0000000000ffffffff`
const output = '01000000000000000151'
const lockTime = '00000000'

suite('the MimbleWimble part of Litecoin (LIP 3)', () => {
  const [hash, point, signature] = [32, 33, 64].map((length) => 'ab'.repeat(length))
  const mweb = (kernels: string[], before = '0000') =>
    `01${hash}${hash}${before}0${kernels.length}${kernels.join('')}`
  const kernel = (features: string, fields = '') => features + fields + point + signature
  const withMweb = (part: string, flag = '08', witness = '') =>
    `${version}00${flag}01${input}01${output}${witness}${part}${lockTime}`
  const plain = ltc.parse(`${version}01${input}01${output}${lockTime}`)

  for (const { name, hex: text, id, size, virtualSize, mwebSize } of LTC) {
    test(`is parsed in ${name} with the txid and virtual size of the node`, () => {
      const parsed = ltc.parse(text)
      assert.partialDeepStrictEqual(parsed, { id, size, virtualSize })
      assert.equal(parsed.mweb?.length, mwebSize)
      assert.equal(hex(serialise(parsed)), text)
      readParseError(btc, text)
    })
  }

  test('follows the witnesses', () => {
    const text = withMweb(mweb([kernel('00')]), '09', '0101aa')
    const parsed = ltc.parse(text)
    assert.equal(parsed.id, plain.id)
    assert.equal(hex(serialise(parsed)), text)
    // Marker, flag and three bytes of witness. The rest doesn't count.
    assert.equal(parsed.virtualSize, Math.ceil((4 * plain.size + 5) / 4))
  })

  test('has the total fee of its kernels, up to the money supply', () => {
    const computeFee = (...kernels: string[]) => ltc.parse(withMweb(mweb(kernels))).mwebFee
    assert.equal(plain.mwebFee, undefined)
    assert.equal(computeFee(kernel('00')), 0n)
    assert.equal(computeFee(kernel('01', '05')), 5n)
    // Bitcoin Core's variable-length integer: ((0x0f + 1) << 7) + 0.
    assert.equal(computeFee(kernel('01', '8f00'), kernel('03', '0505')), 2_053n)
    assert.equal(computeFee(kernel('02', '05')), 0n)
    const tooMuch = kernel('01', 'fefefefefefefefe7f')
    assert.match(readParseError(ltc, withMweb(mweb([tooMuch]))), /amounts/)
  })

  test('counts the bytes it adds to the block: an input per peg-in, an output per peg-out', () => {
    const virtualSize = (...kernels: string[]) => ltc.parse(withMweb(mweb(kernels))).virtualSize - plain.size
    assert.equal(virtualSize(kernel('00')), 0)
    assert.equal(virtualSize(kernel('01', '8f00')), 0)
    assert.equal(virtualSize(kernel('02', '05')), 41)
    assert.equal(virtualSize(kernel('02', '05'), kernel('02', '05')), 82)
    const pegOut = `0105${'16'}0014${'cd'.repeat(20)}`
    assert.equal(virtualSize(kernel('04', pegOut)), 31)
    assert.equal(virtualSize(kernel('3f', `0505${pegOut}05${point}02beef`)), 41 + 31)
  })

  test('can have its own inputs and outputs', () => {
    const ownInput = (features: string, extra = '') => features + hash + point + point + extra + signature
    const ownOutput = (features: string, fields = '') =>
      `${point}${point}${point}${features}${fields}${'cd'.repeat(675)}${signature}`
    const standard = `${point}05${'11'.repeat(8)}${'22'.repeat(16)}`
    for (const before of [
      `01${ownInput('00')}00`,
      `02${ownInput('01', point)}${ownInput('03', `${point}02beef`)}00`,
      `0002${ownOutput('00')}${ownOutput('01', standard)}`,
      `01${ownInput('00')}01${ownOutput('03', `${standard}02beef`)}`,
    ]) {
      const text = withMweb(mweb([kernel('00')], before))
      assert.equal(hex(serialise(ltc.parse(text))), text)
    }
  })

  test('is rejected when malformed', () => {
    const good = mweb([kernel('00')])
    for (const part of [
      '',
      '02',
      good.slice(0, -2),
      `${good}00`,
      mweb([]),
      mweb([kernel('04', `0105${'00'}`)]),
      mweb([kernel('01', `${'ff'.repeat(10)}00`)]),
      mweb([kernel('00')], 'fdffff00'),
      mweb([kernel('00')], '00ffffffffffffffffff'),
    ]) {
      readParseError(ltc, withMweb(part))
    }
  })
})
