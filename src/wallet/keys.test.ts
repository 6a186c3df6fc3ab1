import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeWif } from '../../test/helpers/private-keys.ts'
import { coins, findCoin } from '../coins/index.ts'
import {
  canSpend,
  createKey,
  createOutputScript,
  generateKey,
  getDefaultScriptType,
  parseKey,
} from './keys.ts'

const secret = new Uint8Array(32).fill(0x2a)
const hex = '2a'.repeat(32)
const btc = findCoin('BTC') ?? assert.fail()
const bch = findCoin('BCH') ?? assert.fail()

test('a key is read from 64 hex digits or WIF, for every coin and chain', () => {
  for (const coin of coins.values())
    for (const network of ['main', 'test', 'regtest'] as const) {
      assert.deepEqual(parseKey(`${hex.toUpperCase()}\n`, coin, network), createKey(secret))
      assert.deepEqual(parseKey(`${encodeWif(secret, coin, network)}\n`, coin, network), createKey(secret))
    }
})

test('an invalid key is rejected and never echoed', () => {
  const wif = encodeWif(secret, btc, 'main')
  for (const text of [
    '',
    'secret',
    '00'.repeat(32),
    'ff'.repeat(32),
    `${hex}00`,
    wif.slice(1),
    wif,
    encodeWif(secret, btc, 'test'),
  ]) {
    const network = text === wif ? 'regtest' : 'main'
    assert.throws(
      () => parseKey(text, btc, network),
      (fault: Error) => {
        assert.match(fault.message, /Invalid private key/)
        return text === '' || !fault.message.includes(text)
      },
    )
  }
})

test('private key 1 gives the well-known addresses', () => {
  const one = createKey(new Uint8Array(32).fill(1, 31))
  assert.equal(
    btc.scriptToAddress(createOutputScript(one, 'p2pkh'), 'main'),
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
  )
  assert.equal(
    btc.scriptToAddress(createOutputScript(one, 'p2wpkh'), 'main'),
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  )
})

test('a key spends its own outputs, of every script type that the coin has', () => {
  const key = generateKey()
  assert.ok(canSpend(btc, key, createOutputScript(key, 'p2wpkh')))
  assert.ok(canSpend(bch, key, createOutputScript(key, 'p2pkh')))
  assert.ok(!canSpend(bch, key, createOutputScript(key, 'p2wpkh')))
  assert.ok(!canSpend(btc, key, createOutputScript(generateKey(), 'p2pkh')))
  assert.equal(getDefaultScriptType(btc), 'p2wpkh')
  assert.equal(getDefaultScriptType(bch), 'p2pkh')
})
