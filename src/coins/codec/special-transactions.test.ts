import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readParseError } from '../../../test/vectors/parse-error.ts'
import { hex, vectors } from '../../../test/vectors/vectors.ts'
import { dash } from '../dash.ts'
import { coins } from '../index.ts'
import { serialise } from './transaction.ts'

const version = '01000000'
const createInput = (vout = '00000000', script = '00') => `${'11'.repeat(32)}${vout}${script}ffffffff`
const createOutput = (amount = '0100000000000000', script = '0151') => amount + script
const lockTime = '00000000'
const simple = `${version}01${createInput()}01${createOutput()}${lockTime}`

suite('special transactions of Dash (DIP 2)', () => {
  const { DASH } = vectors<{
    DASH: { id: string; size: number; hex: string; payloadSize: number }
  }>('extended-transactions.json')

  test('have a payload, which is part of the txid', () => {
    const parsed = dash.parse(DASH.hex)
    assert.equal(parsed.id, DASH.id)
    assert.equal(parsed.version, 0x0001_0003)
    assert.equal(parsed.size, DASH.size)
    assert.equal(parsed.virtualSize, DASH.size)
    assert.equal(parsed.payload?.length, DASH.payloadSize)
    assert.equal(hex(serialise(parsed)), DASH.hex)
  })

  test('exist for DASH only', () => {
    for (const coin of coins.values()) if (coin !== dash) readParseError(coin, DASH.hex)
  })

  test('have no payload without a type or below version 3', () => {
    assert.equal('payload' in dash.parse(`03000000${simple.slice(8)}`), false)
    assert.equal('payload' in dash.parse(`02000100${simple.slice(8)}`), false)
    assert.match(readParseError(dash, `03000100${simple.slice(8)}`), /truncated/)
    assert.equal(dash.parse(`03000100${simple.slice(8)}00`).payload?.length, 0)
    assert.match(readParseError(dash, `03000000${simple.slice(8)}00`), /trailing data/)
  })
})
