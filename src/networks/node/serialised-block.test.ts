import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Refused } from '../../kernel/refused.ts'
import { readBlock } from './serialised-block.ts'

const uint32 = (number: number): string => Buffer.from(Uint32Array.of(number).buffer).toString('hex')
const reversed = (hex: string): string => Buffer.from(hex, 'hex').reverse().toString('hex')
const input = (txid: string, vout: number, script = ''): string =>
  `${reversed(txid)}${uint32(vout)}${(script.length / 2).toString(16).padStart(2, '0')}${script}ffffffff`
const output = '00e1f505000000000351ac51'
const transaction = (...inputs: string[]): string =>
  `${uint32(1)}0${inputs.length}${inputs.join('')}01${output}${uint32(0)}`

const coinbase = transaction(input('00'.repeat(32), 0xffff_ffff, '51'))
const payment = transaction(input('aa'.repeat(32), 3, '5152'), input('bb'.repeat(32), 0))
const header = (version: number): string => uint32(version) + '77'.repeat(76)

function id(hex: string): string {
  const once = createHash('sha256').update(Buffer.from(hex, 'hex')).digest()
  return reversed(createHash('sha256').update(once).digest('hex'))
}

const block = (start: string): Uint8Array => Buffer.from(`${start}02${coinbase}${payment}`, 'hex')

const spends = [
  { txid: id(coinbase), inputs: [] },
  {
    txid: id(payment),
    inputs: [
      { txid: 'aa'.repeat(32), vout: 3 },
      { txid: 'bb'.repeat(32), vout: 0 },
    ],
  },
]

test('a serialised block shows what its transactions spend', () => {
  assert.deepEqual(readBlock(block(header(0x20000000))), spends)
})

test('a merge-mined block (DOGE) brings the proof of its parent chain, which is passed over', () => {
  const branch = `02${'11'.repeat(64)}${uint32(1)}`
  const proofOf = (parent: string) => `${parent}${'22'.repeat(32)}${branch}00${uint32(0)}${'33'.repeat(80)}`
  const withWitness = `${uint32(1)}0001${coinbase.slice(8, -8)}0120${'00'.repeat(32)}${uint32(0)}`

  assert.deepEqual(readBlock(block(header(0x00620104) + proofOf(coinbase))), spends)
  assert.deepEqual(readBlock(block(header(0x00620104) + proofOf(withWitness))), spends)
})

test('bytes that are no block are refused', () => {
  assert.throws(() => readBlock(block(header(0x20000000)).subarray(0, -1)), Refused)
  assert.throws(() => readBlock(Buffer.from('00')), Refused)
})
