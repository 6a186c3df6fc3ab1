import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { anyTransaction } from '../../../test/vectors/arbitrary.ts'
import { bytes, hex, vectors } from '../../../test/vectors/vectors.ts'
import { baseUnits } from '../../kernel/money.ts'
import { Refused } from '../../kernel/refused.ts'
import { bch } from '../bch.ts'
import { btc } from '../btc.ts'
import type { Coin } from '../coin.ts'
import { dash } from '../dash.ts'
import { doge } from '../doge.ts'
import { coins } from '../index.ts'
import { ltc } from '../ltc.ts'
import { p2pkh } from './script.ts'
import { serialise, transactionId } from './transaction.ts'

const refusal = (coin: Coin, text: string): string => {
  try {
    coin.parse(text)
  } catch (error) {
    assert(error instanceof Refused)
    assert.equal(error.code, 'tx_unparseable')
    assert(error.message.length <= 400)
    return error.message
  }
  return assert.fail('it was taken')
}

const version = '01000000'
const input = (vout = '00000000', script = '00') => `${'11'.repeat(32)}${vout}${script}ffffffff`
const output = (amount = '0100000000000000', script = '0151') => amount + script
const lockTime = '00000000'
const simple = `${version}01${input()}01${output()}${lockTime}`

suite("Bitcoin Core's transactions", () => {
  type Row = readonly [string] | readonly [unknown, string, string]

  for (const [, transaction] of vectors<Row[]>('tx-valid.json').filter((row) => row.length > 1)) {
    if (transaction === undefined) continue
    const coinbase = transaction.startsWith('01000000010000000000000000000000000000000000000000')

    test(`${transaction.slice(0, 90)}… ${coinbase ? 'is a coinbase' : 'is read, and written as it was'}`, () => {
      if (coinbase) return assert.match(refusal(btc, transaction), /coinbase/)
      const parsed = btc.parse(transaction)
      assert.equal(hex(serialise(parsed)), transaction.toLowerCase())
      assert.equal(transactionId(parsed), parsed.id)
    })
  }

  // What "CheckTransaction" refuses, and why we say so.
  const malformed: Record<string, RegExp> = {
    'No outputs': /no outputs/,
    'Negative output': /amounts/,
    'MAX_MONEY + 1 output': /amounts/,
    'MAX_MONEY output + 1 output': /amounts/,
    'Duplicate inputs': /twice/,
    'Coinbase of size 1': /coinbase/,
    'Coinbase of size 101': /coinbase/,
    'Witness with SigHash None|AnyoneCanPay (input sequence changed)': /no outputs/,
    'P2WSH with a redeem representing a witness scriptPubKey should fail': /no outputs/,
    'Null txin, but without being a coinbase (because there are two inputs)': /coinbase/,
  }
  let reason: RegExp | undefined
  for (const row of vectors<Row[]>('tx-invalid.json')) {
    const [comment, transaction] = row
    if (transaction === undefined) {
      if (!String(comment).startsWith('Note')) reason = malformed[String(comment)]
      continue
    }
    const expected = reason
    test(`${transaction.slice(0, 90)}… ${expected ? 'is malformed' : 'is well formed'}`, () => {
      if (expected) assert.match(refusal(btc, transaction), expected)
      else assert.equal(hex(serialise(btc.parse(transaction))), transaction.toLowerCase())
    })
  }
})

suite('transactions', () => {
  test('a parsed transaction says what it does', () => {
    const parsed = bch.parse(
      `02000000${'01'}${'11'.repeat(31)}2203000000026a00feffffff02${output('00f2052a01000000')}${output()}40420f00`,
    )
    assert.deepEqual(parsed, {
      id: parsed.id,
      version: 2,
      lockTime: 1_000_000,
      size: 73,
      virtualSize: 73,
      inputs: [
        { txid: `22${'11'.repeat(31)}`, vout: 3, script: bytes('6a00'), sequence: 0xffff_fffe, witness: [] },
      ],
      outputs: [
        { amount: 5_000_000_000n, script: bytes('51') },
        { amount: 1n, script: bytes('51') },
      ],
    })
  })

  for (const coin of coins.values()) {
    test(`${coin.code}: what was written is read again, byte for byte`, () => {
      fc.assert(
        fc.property(anyTransaction(coin), (body) => {
          const written = hex(serialise(body))
          const parsed = coin.parse(written)
          const { id, size, virtualSize, ...rest } = parsed

          assert.deepEqual({ ...rest }, { ...body })
          assert.equal(hex(serialise(parsed)), written)
          assert.equal(id, transactionId(body))
          assert.equal(size, written.length / 2)
          assert(virtualSize <= size && virtualSize * 4 >= size)
          assert.deepEqual(coin.parse(written.toUpperCase()), parsed)
        }),
      )
    })

    test(`${coin.code}: cut or longer by a byte, it is refused`, () => {
      fc.assert(
        fc.property(anyTransaction(coin), fc.nat(), (body, seed) => {
          const written = hex(serialise(body))
          refusal(coin, written.slice(0, 2 * (seed % (written.length / 2))))
          assert.match(refusal(coin, `${written}00`), /follows its end/)
        }),
      )
    })
  }

  test('text that is not hexadecimal is refused', () => {
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
      refusal(btc, text)
    }
  })

  test('lengths are taken in their shortest form only', () => {
    for (const count of [
      'fd0100',
      'fe01000000',
      'ff0100000000000000',
      'fdfc00',
      'feffff0000',
      'ffffffffff00000000',
    ]) {
      assert.match(refusal(btc, `${version}${count}${input()}01${output()}${lockTime}`), /shortest form/)
      assert.match(refusal(btc, `${version}01${input()}${count}${output()}${lockTime}`), /shortest form/)
      assert.match(
        refusal(btc, `${version}01${input('00000000', count)}01${output()}${lockTime}`),
        /shortest form/,
      )
    }
  })

  test('a length that cannot be true is refused at once', () => {
    for (const count of ['fc', 'fdffff', 'feffffffff', 'ffffffffffffffffff']) {
      assert.match(refusal(btc, `${version}${count}${input()}01${output()}${lockTime}`), /runs over its end/)
      assert.match(refusal(btc, `${version}01${input()}${count}${output()}${lockTime}`), /runs over its end/)
      assert.match(
        refusal(btc, `${version}0001${`01${input()}`}01${output()}${count}${lockTime}`),
        /runs over its end/,
      )
    }
  })

  test('no inputs, no outputs, an output spent twice, and a coinbase are refused', () => {
    assert.match(refusal(bch, `${version}00${'01'}${output()}${lockTime}`), /no inputs/)
    assert.match(refusal(btc, `${version}0000${lockTime}`), /no inputs/)
    assert.match(refusal(btc, `${version}01${input()}00${lockTime}`), /no outputs/)
    assert.match(refusal(btc, `${version}02${input()}${input()}01${output()}${lockTime}`), /twice/)
    const coinbase = `${'00'.repeat(32)}ffffffff00ffffffff`
    assert.match(refusal(btc, `${version}01${coinbase}01${output()}${lockTime}`), /coinbase/)
    assert.match(refusal(doge, `${version}02${input()}${coinbase}01${output()}${lockTime}`), /coinbase/)
  })

  test('amounts are at most what there can be, each and together', () => {
    const little = (amount: bigint) => Buffer.from(new BigUint64Array([amount]).buffer).toString('hex')
    const paying = (...amounts: bigint[]) =>
      `${version}01${input()}0${amounts.length}${amounts.map((amount) => output(little(amount))).join('')}${lockTime}`
    for (const coin of coins.values()) {
      const most = coin.mostMoney
      assert.equal(coin.parse(paying(most)).outputs[0]?.amount, most)
      assert.equal(coin.parse(paying(most - 1n, 1n)).outputs.length, 2)
      for (const amounts of [
        [most + 1n],
        [most, 1n],
        [2n ** 63n],
        [2n ** 64n - 1n],
        [most / 2n + 1n, most / 2n + 1n],
      ]) {
        assert.match(refusal(coin, paying(...amounts)), /amounts/)
      }
    }
    assert.equal(doge.parse(paying(2n ** 60n)).outputs[0]?.amount, 2n ** 60n)
  })

  test('hostile bytes are refused and nothing else, whatever the coin', () => {
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
            assert.deepEqual(serialise(parsed), wire, 'what is taken is canonical')
          } catch (error) {
            if (!(error instanceof Refused)) throw error
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('a transaction of the largest size is read: many inputs, many outputs, many empty witness items', () => {
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
      outputs: [{ amount: baseUnits(1n), script: p2pkh(new Uint8Array(20)) }],
    }
    assert.equal(btc.parse(hex(serialise(body))).inputs.length, 2_000)

    const [first] = inputs
    assert(first)
    const stuffed = {
      ...body,
      inputs: [{ ...first, witness: new Array<Uint8Array>(90_000).fill(new Uint8Array()) }],
    }
    assert.equal(btc.parse(hex(serialise(stuffed))).inputs[0]?.witness.length, 90_000)
  })
})

suite('witnesses (BIP144)', () => {
  const witnessed = (flag: string, witness: string) =>
    `${version}00${flag}01${input()}01${output()}${witness}${lockTime}`

  test('count a quarter in the virtual size (BIP141), and not in the id', () => {
    const parsed = btc.parse(witnessed('01', `0120${'aa'.repeat(32)}`))
    assert.equal(parsed.size, simple.length / 2 + 2 + 34)
    assert.equal(parsed.virtualSize, Math.ceil(simple.length / 2 + 36 / 4))
    assert.equal(parsed.id, btc.parse(simple).id)
    assert.deepEqual(parsed.inputs[0]?.witness, [bytes('aa'.repeat(32))])
  })

  test('are for BTC and LTC only', () => {
    for (const coin of coins.values()) {
      const text = witnessed('01', '0101aa')
      if (coin.signatures === 'segwit') assert.equal(coin.parse(text).inputs.length, 1)
      else assert.match(refusal(coin, text), /no inputs/)
    }
  })

  test('that are announced and empty, or of an unknown kind, are refused', () => {
    assert.match(refusal(btc, witnessed('01', '00')), /announces witnesses/)
    for (const flag of ['00', '02', '03', '08', '09', '80', 'ff']) refusal(btc, witnessed(flag, '0101aa'))
    for (const flag of ['00', '02', '03', '0a', '0b', '80', 'ff']) refusal(ltc, witnessed(flag, '0101aa'))
  })
})

interface Extended {
  readonly id: string
  readonly size: number
  readonly hex: string
}
const extended = vectors<{ DASH: Extended & { payloadSize: number }; LTC: Extended & { mwebSize: number } }>(
  'extended-transactions.json',
)

suite('special transactions of Dash (DIP 2)', () => {
  const { DASH } = extended

  test('carry a payload, which is part of the id', () => {
    const parsed = dash.parse(DASH.hex)
    assert.equal(parsed.id, DASH.id)
    assert.equal(parsed.version, 0x0001_0003)
    assert.equal(parsed.size, DASH.size)
    assert.equal(parsed.virtualSize, DASH.size)
    assert.equal(parsed.payload?.length, DASH.payloadSize)
    assert.equal(hex(serialise(parsed)), DASH.hex)
  })

  test('are for DASH only', () => {
    for (const coin of coins.values()) if (coin !== dash) refusal(coin, DASH.hex)
  })

  test('without a type, or of a version before 3, carry none', () => {
    assert.equal('payload' in dash.parse(`03000000${simple.slice(8)}`), false)
    assert.equal('payload' in dash.parse(`02000100${simple.slice(8)}`), false)
    assert.match(refusal(dash, `03000100${simple.slice(8)}`), /too early/)
    assert.equal(dash.parse(`03000100${simple.slice(8)}00`).payload?.length, 0)
    assert.match(refusal(dash, `03000000${simple.slice(8)}00`), /follows its end/)
  })
})

suite('the MimbleWimble part of Litecoin (LIP 3)', () => {
  const { LTC } = extended
  const [hash, point, signature] = [32, 33, 64].map((length) => 'ab'.repeat(length))
  const mweb = (kernels: string[], before = '0000') =>
    `01${hash}${hash}${before}0${kernels.length}${kernels.join('')}`
  const kernel = (features: string, fields = '') => features + fields + point + signature
  const withMweb = (part: string, flag = '08', witness = '') =>
    `${version}00${flag}01${input()}01${output()}${witness}${part}${lockTime}`
  const plain = ltc.parse(simple)

  test('is announced by a flag, and in neither id nor virtual size', () => {
    const parsed = ltc.parse(LTC.hex)
    assert.equal(parsed.id, LTC.id)
    assert.equal(parsed.size, LTC.size)
    assert.equal(parsed.mweb?.length, LTC.mwebSize)
    assert.equal(hex(serialise(parsed)), LTC.hex)
    refusal(btc, LTC.hex)
  })

  test('stands behind the witnesses', () => {
    const text = withMweb(mweb([kernel('00')]), '09', '0101aa')
    const parsed = ltc.parse(text)
    assert.equal(parsed.id, plain.id)
    assert.equal(hex(serialise(parsed)), text)
    // Marker, flag and three bytes of witness; the rest is not counted.
    assert.equal(parsed.virtualSize, Math.ceil((4 * plain.size + 5) / 4))
  })

  test('weighs what it adds to the block: a peg-in an input, a peg-out an output', () => {
    const virtualSize = (...kernels: string[]) => ltc.parse(withMweb(mweb(kernels))).virtualSize - plain.size
    assert.equal(virtualSize(kernel('00')), 1)
    assert.equal(virtualSize(kernel('01', '8f00')), 1)
    assert.equal(virtualSize(kernel('02', '05')), 1 + 41)
    assert.equal(virtualSize(kernel('02', '05'), kernel('02', '05')), 1 + 82)
    const pegOut = `0105${'16'}0014${'cd'.repeat(20)}`
    assert.equal(virtualSize(kernel('04', pegOut)), 1 + 31)
    assert.equal(virtualSize(kernel('3f', `0505${pegOut}05${point}02beef`)), 1 + 41 + 31)
  })

  test('may hold inputs and outputs of its own', () => {
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

  test('is refused when malformed', () => {
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
      refusal(ltc, withMweb(part))
    }
  })
})
