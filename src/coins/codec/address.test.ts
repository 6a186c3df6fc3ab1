import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { lockingBytecodeToCashAddress } from '@bitauth/libauth'
import { toBytes } from '../../../test/vectors/vectors.ts'
import { coins } from '../index.ts'
import { encodeBase58Check } from './base58.ts'
import { encodeCashAddress } from './cashaddr.ts'
import { createP2pkhScript, createP2shScript } from './script.ts'

const hash = toBytes('f5bf48b397dae70be82b3cca4793f8eb2b6cdac9')

suite('address formats of each coin', () => {
  const script = createP2shScript(hash)

  test('LTC reads both P2SH version bytes and writes its own', () => {
    const ltc = coins.get('LTC')
    for (const [chain, old, form] of [
      ['main', 0x05, /^3/],
      ['test', 0xc4, /^2/],
      ['regtest', 0xc4, /^2/],
    ] as const) {
      const address = encodeBase58Check(old, hash)
      assert.match(address, form)
      assert.deepEqual(ltc?.addressToScript(address, chain), script)
      assert.notEqual(ltc?.scriptToAddress(script, chain), address)
    }
  })

  test('LTC: MWEB addresses are rejected', () => {
    const mweb =
      'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf'
    assert.equal(coins.get('LTC')?.addressToScript(mweb, 'main'), null)
  })

  test('BCH reads every address format: with and without prefix, upper case, token-aware, legacy, 32 bytes', () => {
    const bch = coins.get('BCH')
    const thirtyTwo = new Uint8Array(32).fill(5)
    const cash = (type: number, hashBytes: Uint8Array) =>
      encodeCashAddress('bitcoincash', { type, hash: hashBytes })
    for (const [address, paid] of [
      [cash(0, hash), createP2pkhScript(hash)],
      [cash(2, hash), createP2pkhScript(hash)],
      [cash(1, hash), createP2shScript(hash)],
      [cash(3, hash), createP2shScript(hash)],
      [cash(1, thirtyTwo), createP2shScript(thirtyTwo)],
      [cash(3, thirtyTwo), createP2shScript(thirtyTwo)],
    ] as const) {
      assert.deepEqual(bch?.addressToScript(address, 'main'), paid)
      assert.deepEqual(bch?.addressToScript(address.replace('bitcoincash:', ''), 'main'), paid)
      assert.deepEqual(bch?.addressToScript(address.toUpperCase(), 'main'), paid)
      const { address: encoded } = assertNoText(
        lockingBytecodeToCashAddress({ bytecode: paid, prefix: 'bitcoincash' }),
      )
      assert.equal(bch?.scriptToAddress(paid, 'main'), encoded)
    }
    assert.deepEqual(bch?.addressToScript(encodeBase58Check(0, hash), 'main'), createP2pkhScript(hash))
    assert.deepEqual(bch?.addressToScript(encodeBase58Check(5, hash), 'main'), createP2shScript(hash))
    for (const [type, hashBytes] of [
      [0, thirtyTwo],
      [2, thirtyTwo],
      [4, hash],
      [15, hash],
      [1, new Uint8Array(24)],
    ] as const) {
      assert.equal(bch?.addressToScript(cash(type, hashBytes), 'main'), null)
    }
  })

  test('BSV: a P2SH address is rejected', () => {
    assert.equal(coins.get('BSV')?.addressToScript(encodeBase58Check(0x05, hash), 'main'), null)
    assert.equal(coins.get('BSV')?.addressToScript(encodeBase58Check(0xc4, hash), 'regtest'), null)
  })
})

function assertNoText<T extends object>(value: T | string): T {
  assert(typeof value !== 'string', String(value))
  return value
}
