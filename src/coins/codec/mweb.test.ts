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
  const createMweb = (kernels: string[], before = '0000') =>
    `01${hash}${hash}${before}0${kernels.length}${kernels.join('')}`
  const createKernel = (features: string, fields = '') => features + fields + point + signature
  const createTransaction = (part: string, flag = '08', witness = '') =>
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

  test('comes after the witnesses', () => {
    const text = createTransaction(createMweb([createKernel('00')]), '09', '0101aa')
    const parsed = ltc.parse(text)
    assert.equal(parsed.id, plain.id)
    assert.equal(hex(serialise(parsed)), text)
    // Marker, flag and three bytes of witness. The rest doesn't count.
    assert.equal(parsed.virtualSize, Math.ceil((4 * plain.size + 5) / 4))
  })

  test('has the total fee of its kernels, up to the money supply', () => {
    const computeFee = (...kernels: string[]) => ltc.parse(createTransaction(createMweb(kernels))).mwebFee
    assert.equal(plain.mwebFee, undefined)
    assert.equal(computeFee(createKernel('00')), 0n)
    assert.equal(computeFee(createKernel('01', '05')), 5n)
    // Bitcoin Core's variable-length integer: ((0x0f + 1) << 7) + 0.
    assert.equal(computeFee(createKernel('01', '8f00'), createKernel('03', '0505')), 2_053n)
    assert.equal(computeFee(createKernel('02', '05')), 0n)
    const tooMuch = createKernel('01', 'fefefefefefefefe7f')
    assert.match(readParseError(ltc, createTransaction(createMweb([tooMuch]))), /amounts/)
  })

  test('counts the bytes it adds to the block: an input per peg-in, an output per peg-out', () => {
    const computeAddedSize = (...kernels: string[]) =>
      ltc.parse(createTransaction(createMweb(kernels))).virtualSize - plain.size
    assert.equal(computeAddedSize(createKernel('00')), 0)
    assert.equal(computeAddedSize(createKernel('01', '8f00')), 0)
    assert.equal(computeAddedSize(createKernel('02', '05')), 41)
    assert.equal(computeAddedSize(createKernel('02', '05'), createKernel('02', '05')), 82)
    const pegOut = `0105${'16'}0014${'cd'.repeat(20)}`
    assert.equal(computeAddedSize(createKernel('04', pegOut)), 31)
    assert.equal(computeAddedSize(createKernel('3f', `0505${pegOut}05${point}02beef`)), 41 + 31)
  })

  test('can have its own inputs and outputs', () => {
    const createInput = (features: string, extra = '') => features + hash + point + point + extra + signature
    const createOutput = (features: string, fields = '') =>
      `${point}${point}${point}${features}${fields}${'cd'.repeat(675)}${signature}`
    const standard = `${point}05${'11'.repeat(8)}${'22'.repeat(16)}`
    for (const before of [
      `01${createInput('00')}00`,
      `02${createInput('01', point)}${createInput('03', `${point}02beef`)}00`,
      `0002${createOutput('00')}${createOutput('01', standard)}`,
      `01${createInput('00')}01${createOutput('03', `${standard}02beef`)}`,
    ]) {
      const text = createTransaction(createMweb([createKernel('00')], before))
      assert.equal(hex(serialise(ltc.parse(text))), text)
    }
  })

  test('is rejected when malformed', () => {
    const good = createMweb([createKernel('00')])
    for (const part of [
      '',
      '02',
      good.slice(0, -2),
      `${good}00`,
      createMweb([]),
      createMweb([createKernel('04', `0105${'00'}`)]),
      createMweb([createKernel('01', `${'ff'.repeat(10)}00`)]),
      createMweb([createKernel('00')], 'fdffff00'),
      createMweb([createKernel('00')], '00ffffffffffffffffff'),
    ]) {
      readParseError(ltc, createTransaction(part))
    }
  })
})
