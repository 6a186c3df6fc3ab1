import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { hex, toBytes } from '../../../test/vectors/vectors.ts'
import {
  computeDustLimit,
  createDataScript,
  createP2pkhScript,
  createP2shScript,
  createP2trScript,
  createP2wpkhScript,
  createP2wshScript,
  isWitnessProgram,
  readOperations,
  readPushes,
  readScript,
  writePushes,
} from './script.ts'

const twenty = new Uint8Array(20).fill(0x11)
const thirtyTwo = new Uint8Array(32).fill(0x22)

suite('output scripts', () => {
  const forms = [
    ['p2pkh', createP2pkhScript(twenty), twenty, `76a914${'11'.repeat(20)}88ac`],
    ['p2sh', createP2shScript(twenty), twenty, `a914${'11'.repeat(20)}87`],
    ['p2sh32', createP2shScript(thirtyTwo), thirtyTwo, `aa20${'22'.repeat(32)}87`],
    ['p2wpkh', createP2wpkhScript(twenty), twenty, `0014${'11'.repeat(20)}`],
    ['p2wsh', createP2wshScript(thirtyTwo), thirtyTwo, `0020${'22'.repeat(32)}`],
    ['p2tr', createP2trScript(thirtyTwo), thirtyTwo, `5120${'22'.repeat(32)}`],
  ] as const

  for (const [kind, script, hash, written] of forms) {
    test(`a ${kind} script is built and recognised`, () => {
      assert.equal(hex(script), written)
      assert.deepEqual(readScript(script), { kind, hash })
    })
  }

  test('any other script is not recognised', () => {
    for (const [, script] of forms) {
      assert.equal(readScript(script.slice(0, -1)), null)
      assert.equal(readScript(Uint8Array.of(...script, 0)), null)
    }
    assert.equal(readScript(new Uint8Array()), null)
    assert.equal(readScript(toBytes(`76a914${'11'.repeat(20)}88ad`)), null)
    assert.equal(
      readScript(toBytes(`ef${'22'.repeat(32)}1001${hex(createP2pkhScript(twenty))}`)),
      null,
      'CashTokens',
    )
    assert.equal(readScript(toBytes('51024e73')), null, 'pay to anchor')
  })

  test('witness programs of any version are recognised (BIP141)', () => {
    for (const script of ['00', '51', '60'].map((version) => toBytes(`${version}20${hex(thirtyTwo)}`))) {
      assert(isWitnessProgram(script))
    }
    assert(isWitnessProgram(toBytes('51024e73')))
    for (const script of [
      '',
      '00',
      '0001aa',
      '6102aabb',
      '5003aabbcc',
      '0003aabb',
      '76a914',
      `00${'29'}${'aa'.repeat(41)}`,
    ]) {
      assert.equal(isWitnessProgram(toBytes(script)), false, script)
    }
  })
})

suite('data pushes', () => {
  test('use the shortest opcode', () => {
    assert.equal(hex(writePushes(Uint8Array.of(7))), '0107')
    assert.equal(hex(writePushes(new Uint8Array(75))).slice(0, 2), '4b')
    assert.equal(hex(writePushes(new Uint8Array(76))).slice(0, 4), '4c4c')
    assert.equal(hex(writePushes(new Uint8Array(256))).slice(0, 6), '4d0001')
    assert.equal(hex(createDataScript(toBytes('51544e31'))), '6a0451544e31')
  })

  test('are parsed back, whatever the data', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), (items) => {
        assert.deepEqual(readPushes(writePushes(...items)), items)
      }),
    )
  })

  test('that are truncated or mixed with other opcodes are rejected', () => {
    for (const script of ['76', '02aa', '4c', '4c02aa', '4dff', '4e00000001', '0101ac']) {
      assert.equal(readPushes(toBytes(script)), null, script)
    }
    assert.deepEqual(readOperations(toBytes('ab02aa')), {
      operations: [{ opcode: 0xab, offset: 0 }],
      isComplete: false,
    })
  })

  test('any bytes can be parsed as a script', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (script) => {
        const { operations } = readOperations(script)
        assert(
          operations.every(({ offset }, index) => offset < script.length && (index === 0) === (offset === 0)),
        )
      }),
    )
  })
})

suite('dust', () => {
  test('matches Bitcoin Core for each script type', () => {
    const rule = { feeRate: 3_000n }
    assert.equal(computeDustLimit(createP2pkhScript(twenty), rule), 546n)
    assert.equal(computeDustLimit(createP2shScript(twenty), rule), 540n)
    assert.equal(computeDustLimit(createP2wpkhScript(twenty), rule), 294n)
    assert.equal(computeDustLimit(createP2wshScript(thirtyTwo), rule), 330n)
    assert.equal(computeDustLimit(createP2trScript(thirtyTwo), rule), 330n)
  })

  test('never applies to data outputs', () => {
    assert.equal(computeDustLimit(createDataScript(Uint8Array.of(1)), { feeRate: 3_000n }), 0n)
    assert.equal(computeDustLimit(createDataScript(Uint8Array.of(1)), { amount: 1n }), 0n)
  })
})
