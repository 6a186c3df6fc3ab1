import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { anyTransaction } from '../../../test/vectors/arbitrary.ts'
import { readParseError } from '../../../test/vectors/parse-error.ts'
import { hex, toBytes } from '../../../test/vectors/vectors.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { bch } from '../bch.ts'
import { btc } from '../btc.ts'
import { doge } from '../doge.ts'
import { coins } from '../index.ts'
import { createP2pkhScript } from './script.ts'
import { computeTxid, serialise } from './transaction.ts'

const version = '01000000'
const createInput = (vout = '00000000', script = '00') => `${'11'.repeat(32)}${vout}${script}ffffffff`
const createOutput = (amount = '0100000000000000', script = '0151') => amount + script
const lockTime = '00000000'
const simple = `${version}01${createInput()}01${createOutput()}${lockTime}`

suite('transactions', () => {
  test('a parsed transaction has version, inputs, outputs and lock time', () => {
    const parsed = bch.parse(
      `02000000${'01'}${'11'.repeat(31)}2203000000026a00feffffff02${createOutput('00f2052a01000000')}${createOutput()}40420f00`,
    )
    assert.deepEqual(parsed, {
      id: parsed.id,
      version: 2,
      lockTime: 1_000_000,
      size: 73,
      virtualSize: 73,
      inputs: [
        {
          txid: `22${'11'.repeat(31)}`,
          vout: 3,
          script: toBytes('6a00'),
          sequence: 0xffff_fffe,
          witness: [],
        },
      ],
      outputs: [
        { amount: 5_000_000_000n, script: toBytes('51') },
        { amount: 1n, script: toBytes('51') },
      ],
    })
  })

  for (const coin of coins.values()) {
    test(`${coin.code}: a serialised transaction parses back byte for byte`, () => {
      fc.assert(
        fc.property(anyTransaction(coin), (body) => {
          const written = hex(serialise(body))
          const parsed = coin.parse(written)
          const { id, size, virtualSize, ...rest } = parsed

          assert.deepEqual({ ...rest }, { ...body })
          assert.equal(hex(serialise(parsed)), written)
          assert.equal(id, computeTxid(body))
          assert.equal(size, written.length / 2)
          assert(virtualSize <= size && virtualSize * 4 >= size)
          assert.deepEqual(coin.parse(written.toUpperCase()), parsed)
        }),
      )
    })

    test(`${coin.code}: a transaction with a missing or extra byte is rejected`, () => {
      fc.assert(
        fc.property(anyTransaction(coin), fc.nat(), (body, seed) => {
          const written = hex(serialise(body))
          readParseError(coin, written.slice(0, 2 * (seed % (written.length / 2))))
          assert.match(readParseError(coin, `${written}00`), /trailing data/)
        }),
      )
    })
  }

  test('text that is not hexadecimal is rejected', () => {
    for (const text of [
      '',
      '0',
      'zz',
      `${simple}0`,
      `${simple}zz`,
      ` ${simple}`,
      `0x${simple}`,
      '😀',
      simple.replace('1', 'é'),
    ]) {
      readParseError(btc, text)
    }
  })

  test('only minimally encoded lengths are accepted', () => {
    for (const count of [
      'fd0100',
      'fe01000000',
      'ff0100000000000000',
      'fdfc00',
      'feffff0000',
      'ffffffffff00000000',
    ]) {
      assert.match(
        readParseError(btc, `${version}${count}${createInput()}01${createOutput()}${lockTime}`),
        /minimally encoded/,
      )
      assert.match(
        readParseError(btc, `${version}01${createInput()}${count}${createOutput()}${lockTime}`),
        /minimally encoded/,
      )
      assert.match(
        readParseError(btc, `${version}01${createInput('00000000', count)}01${createOutput()}${lockTime}`),
        /minimally encoded/,
      )
    }
  })

  test('an impossible length is rejected immediately', () => {
    for (const count of ['fc', 'fdffff', 'feffffffff', 'ffffffffffffffffff']) {
      assert.match(
        readParseError(btc, `${version}${count}${createInput()}01${createOutput()}${lockTime}`),
        /exceeds the available data/,
      )
      assert.match(
        readParseError(btc, `${version}01${createInput()}${count}${createOutput()}${lockTime}`),
        /exceeds the available data/,
      )
      assert.match(
        readParseError(btc, `${version}0001${`01${createInput()}`}01${createOutput()}${count}${lockTime}`),
        /exceeds the available data/,
      )
    }
  })

  test('a transaction without inputs or outputs, with a duplicate input, or a coinbase is rejected', () => {
    assert.match(readParseError(bch, `${version}00${'01'}${createOutput()}${lockTime}`), /no inputs/)
    assert.match(readParseError(btc, `${version}0000${lockTime}`), /no inputs/)
    assert.match(readParseError(btc, `${version}01${createInput()}00${lockTime}`), /no outputs/)
    assert.match(
      readParseError(btc, `${version}02${createInput()}${createInput()}01${createOutput()}${lockTime}`),
      /twice/,
    )
    const coinbase = `${'00'.repeat(32)}ffffffff00ffffffff`
    assert.match(readParseError(btc, `${version}01${coinbase}01${createOutput()}${lockTime}`), /coinbase/)
    assert.match(
      readParseError(doge, `${version}02${createInput()}${coinbase}01${createOutput()}${lockTime}`),
      /coinbase/,
    )
  })

  test('each amount and their sum are at most the money supply', () => {
    const littleEndian = (amount: bigint) => Buffer.from(new BigUint64Array([amount]).buffer).toString('hex')
    const createPayment = (...amounts: bigint[]) =>
      `${version}01${createInput()}0${amounts.length}${amounts.map((amount) => createOutput(littleEndian(amount))).join('')}${lockTime}`
    for (const coin of coins.values()) {
      const supply = coin.maxMoney
      assert.equal(coin.parse(createPayment(supply)).outputs[0]?.amount, supply)
      assert.equal(coin.parse(createPayment(supply - 1n, 1n)).outputs.length, 2)
      for (const amounts of [
        [supply + 1n],
        [supply, 1n],
        [2n ** 63n],
        [2n ** 64n - 1n],
        [supply / 2n + 1n, supply / 2n + 1n],
      ]) {
        assert.match(readParseError(coin, createPayment(...amounts)), /amounts/)
      }
    }
    // More than a float holds exactly, and the maximum that Dogecoin's nodes accept.
    assert.equal(doge.parse(createPayment(10n ** 18n)).outputs[0]?.amount, 10n ** 18n)
    assert.match(readParseError(doge, createPayment(10n ** 18n + 1n)), /amounts/)
  })

  test('malformed bytes are rejected without any other error, whatever the coin', () => {
    const any = [...coins.values()]
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .tuple(
          fc.constantFrom(...any).chain(anyTransaction),
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        )
        .map(([body, changes]) => {
          const written = serialise(body)
          for (const [at, byte] of changes) written[at % written.length] = byte
          return written
        }),
    )
    fc.assert(
      fc.property(hostile, (wire) => {
        for (const coin of any) {
          try {
            const parsed = coin.parse(hex(wire))
            assert.deepEqual(serialise(parsed), wire, 'an accepted transaction is canonical')
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('a transaction of maximum size is parsed: many inputs, many outputs, many empty witness items', () => {
    const inputs = Array.from({ length: 2_000 }, (_, vout) => ({
      txid: '11'.repeat(32),
      vout,
      script: new Uint8Array(),
      sequence: 0,
      witness: [] as Uint8Array[],
    }))
    const body = {
      version: 2,
      lockTime: 0,
      inputs,
      outputs: [{ amount: toBaseUnits(1n), script: createP2pkhScript(new Uint8Array(20)) }],
    }
    assert.equal(btc.parse(hex(serialise(body))).inputs.length, 2_000)

    const [first] = inputs
    assert(first)
    const many = {
      ...body,
      inputs: [{ ...first, witness: new Array<Uint8Array>(90_000).fill(new Uint8Array()) }],
    }
    assert.equal(btc.parse(hex(serialise(many))).inputs[0]?.witness.length, 90_000)
  })
})
