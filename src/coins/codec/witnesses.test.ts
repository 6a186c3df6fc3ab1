import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readParseError } from '../../../test/vectors/parse-error.ts'
import { toBytes } from '../../../test/vectors/vectors.ts'
import { btc } from '../btc.ts'
import { coins } from '../index.ts'
import { ltc } from '../ltc.ts'

const [version, lockTime] = ['01000000', '00000000']
/** One input that spends output 0, and one output of 1 base unit. */
const ends = `01${'11'.repeat(32)}0000000000ffffffff0101000000000000000151`
const simple = `${version}${ends}${lockTime}`
const witnessed = (flag: string, witness: string) => `${version}00${flag}${ends}${witness}${lockTime}`

test('witnesses count a quarter in the virtual size (BIP141), and are not part of the txid', () => {
  const parsed = btc.parse(witnessed('01', `0120${'aa'.repeat(32)}`))
  assert.equal(parsed.size, simple.length / 2 + 2 + 34)
  assert.equal(parsed.virtualSize, Math.ceil(simple.length / 2 + 36 / 4))
  assert.equal(parsed.id, btc.parse(simple).id)
  assert.deepEqual(parsed.inputs[0]?.witness, [toBytes('aa'.repeat(32))])
})

test('witnesses exist for BTC and LTC only', () => {
  for (const coin of coins.values()) {
    const text = witnessed('01', '0101aa')
    if (coin.signatures === 'segwit') assert.equal(coin.parse(text).inputs.length, 1)
    else assert.match(readParseError(coin, text), /no inputs/)
  }
})

test('witnesses (BIP144) that are announced but empty, or of an unknown kind, are rejected', () => {
  assert.match(readParseError(btc, witnessed('01', '00')), /flags witness data/)
  for (const flag of ['00', '02', '03', '08', '09', '80', 'ff'])
    readParseError(btc, witnessed(flag, '0101aa'))
  for (const flag of ['00', '02', '03', '0a', '0b', '80', 'ff'])
    readParseError(ltc, witnessed(flag, '0101aa'))
})
