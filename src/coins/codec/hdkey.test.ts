import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseExtendedPrivateKey } from '../../../test/helpers/private-keys.ts'
import { toBytes, vectors } from '../../../test/vectors/vectors.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { bch } from '../bch.ts'
import { btc } from '../btc.ts'
import type { ChainName } from '../coin.ts'
import { dash } from '../dash.ts'
import { doge } from '../doge.ts'
import { coins } from '../index.ts'
import { ltc } from '../ltc.ts'
import {
  createMasterNode,
  createPublicDeriver,
  decodeExtendedKey,
  derivePath,
  encodeExtendedKey,
} from './bip32.ts'
import { hash160 } from './hash.ts'
import { deriveAccountKeys, getAccountPath, parseExtendedKey } from './hdkey.ts'
import { createP2pkhScript } from './script.ts'

interface Vectors {
  readonly seeds: readonly { seed: string; chains: readonly [path: string, xpub: string, xprv: string][] }[]
  readonly invalid: readonly [why: string, text: string][]
}

const { seeds, invalid } = vectors<Vectors>('bip32.json')
const seed = toBytes('000102030405060708090a0b0c0d0e0f')

const assertRejected = (
  text: string,
  coin = btc as Parameters<typeof parseExtendedKey>[1],
  chain: ChainName = 'main',
) => {
  try {
    parseExtendedKey(text, coin, chain)
  } catch (error) {
    assert(error instanceof ApiError)
    assert.equal(error.code, 'destination_invalid')
    return error.message
  }
  return assert.fail(`${text} was accepted`)
}

suite('BIP32', () => {
  for (const { seed, chains } of seeds) {
    for (const [path, xpub, xprv] of chains) {
      test(`${path} of seed ${seed.slice(0, 8)}…`, () => {
        assert.deepEqual(deriveAccountKeys(toBytes(seed), { coin: btc, chain: 'main', path }), { xpub, xprv })
        assert.deepEqual(parseExtendedPrivateKey(xprv, btc, 'main').publicKey, decodeExtendedKey(xpub)?.key)
      })
    }
  }

  for (const [why, text] of invalid) {
    test(`rejects a key: ${why}`, () => {
      assert.doesNotMatch(assertRejected(text), new RegExp(text.slice(4)))
    })
  }

  test('public derivation gives the same public key as private derivation', () => {
    const account = derivePath(createMasterNode(seed), getAccountPath(btc, 'main'))
    const outside = createPublicDeriver(createPublicDeriver(account)(0))
    for (const index of [0, 1, 2, 1_000_000, 2 ** 31 - 1]) {
      assert.deepEqual(outside(index).publicKey, derivePath(account, `m/0/${index}`).publicKey)
    }
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) assert.throws(() => outside(index))
  })

  test('a key at the maximum depth cannot derive addresses', () => {
    const { xpub } = deriveAccountKeys(seed, { coin: btc, chain: 'main' })
    const key = decodeExtendedKey(xpub)
    assert(key)
    assert.equal(parseExtendedKey(encodeExtendedKey({ ...key, depth: 253 }), btc, 'main').script, 'p2pkh')
    assert.match(assertRejected(encodeExtendedKey({ ...key, depth: 254 })), /malformed/)
  })
})

suite('extended public keys of merchants', () => {
  /** BIP84, "Test vectors": the account of "abandon … about". */
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

  test('a zpub derives the P2WPKH addresses of BIP84', () => {
    const key = btc.parseExtendedKey(zpub, 'main')
    assert.equal(key.script, 'p2wpkh')
    assert.equal(
      btc.scriptToAddress(key.deriveScript(0), 'main'),
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    )
    assert.equal(
      btc.scriptToAddress(key.deriveScript(1), 'main'),
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    )
  })

  test('the key id depends on public key and chain code, not on version bytes or coin', () => {
    const key = decodeExtendedKey(zpub)
    assert(key)
    const formatWritten = (version: number) => encodeExtendedKey({ ...key, version })
    const ids = [
      btc.parseExtendedKey(zpub, 'main').id,
      btc.parseExtendedKey(formatWritten(0x0488b21e), 'main').id,
      ltc.parseExtendedKey(formatWritten(0x019da462), 'main').id,
      dash.parseExtendedKey(formatWritten(0x02fe52f8), 'main').id,
      doge.parseExtendedKey(formatWritten(0x02facafd), 'main').id,
      bch.parseExtendedKey(formatWritten(0x043587cf), 'regtest').id,
    ]
    assert.deepEqual([...new Set(ids)], [ids[0]])
    assert.match(ids[0] ?? '', /^[0-9a-f]{64}$/)

    const otherChain = encodeExtendedKey({ ...key, chainCode: new Uint8Array(32) })
    assert.notEqual(btc.parseExtendedKey(otherChain, 'main').id, ids[0])
  })

  test('each coin accepts the version bytes of its wallets and no others', () => {
    const key = decodeExtendedKey(zpub)
    assert(key)
    const versions: Record<string, number> = {
      xpub: 0x0488b21e,
      zpub: 0x04b24746,
      tpub: 0x043587cf,
      vpub: 0x045f1cf6,
      Ltub: 0x019da462,
      dgub: 0x02facafd,
      drkv: 0x02fe52f8,
      ypub: 0x049d7cb2,
      Zpub: 0x02aa7ed3,
      ttub: 0x0436f6e1,
    }
    const acceptedPrefixes = (code: 'BTC' | 'BCH' | 'BSV' | 'DASH' | 'LTC' | 'DOGE', chain: ChainName) =>
      Object.keys(versions).filter((name) => {
        const text = encodeExtendedKey({ ...key, version: versions[name] ?? 0 })
        assert(text.startsWith(name))
        try {
          return coins.get(code)?.parseExtendedKey(text, chain)
        } catch {
          return false
        }
      })
    assert.deepEqual(acceptedPrefixes('BTC', 'main'), ['xpub', 'zpub'])
    assert.deepEqual(acceptedPrefixes('BCH', 'main'), ['xpub'])
    assert.deepEqual(acceptedPrefixes('BSV', 'main'), ['xpub'])
    assert.deepEqual(acceptedPrefixes('DASH', 'main'), ['xpub', 'drkv'])
    assert.deepEqual(acceptedPrefixes('LTC', 'main'), ['xpub', 'zpub', 'Ltub'])
    assert.deepEqual(acceptedPrefixes('DOGE', 'main'), ['dgub'])
    for (const chain of ['test', 'regtest'] as const) {
      assert.deepEqual(acceptedPrefixes('BTC', chain), ['tpub', 'vpub'])
      assert.deepEqual(acceptedPrefixes('LTC', chain), ['tpub', 'vpub'])
      for (const code of ['BCH', 'BSV', 'DASH', 'DOGE'] as const)
        assert.deepEqual(acceptedPrefixes(code, chain), ['tpub'])
    }
  })

  test('a private key is rejected with an error that says so, and is never echoed', () => {
    for (const coin of coins.values()) {
      for (const chain of ['main', 'regtest'] as const) {
        const { xprv } = deriveAccountKeys(seed, { coin, chain })
        const sentence = assertRejected(xprv, coin, chain)
        assert.match(sentence, /private key/)
        assert.doesNotMatch(sentence, new RegExp(xprv.slice(4, 20)))
      }
    }
  })

  test('text that is not a key is rejected and never echoed', () => {
    for (const text of [
      '',
      'xpub',
      'secret words',
      zpub.slice(0, -1),
      `${zpub}1`,
      ` ${zpub}`,
      'z'.repeat(1_000_000),
    ]) {
      const sentence = assertRejected(text)
      assert(sentence.length <= 400)
      if (text.length > 4) assert.equal(sentence.includes(text), false)
    }
  })

  test('a seed gives the addresses that wallets show for it', () => {
    // BIP39 "abandon … about" without a passphrase.
    const abandon = toBytes(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    )
    const first = (coin: typeof btc | typeof ltc, script: 'p2pkh' | 'p2wpkh') => {
      const { xpub } = deriveAccountKeys(abandon, { coin, chain: 'main', script })
      return coin.scriptToAddress(coin.parseExtendedKey(xpub, 'main').deriveScript(0), 'main')
    }
    assert.equal(first(btc, 'p2wpkh'), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    assert.equal(first(btc, 'p2pkh'), '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA')
    assert.equal(first(ltc, 'p2pkh'), 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez')
    assert.throws(
      () => deriveAccountKeys(abandon, { coin: bch, chain: 'main', script: 'p2wpkh' }),
      RangeError,
    )
  })

  test('a path derives hardened keys by its apostrophes only, not by large numbers', () => {
    const master = createMasterNode(seed)
    assert.doesNotThrow(() => derivePath(master, "m/2147483647'/2147483647"))
    for (const path of ['m/2147483648', "m/0/2147483648'", 'm/9999999999'])
      assert.throws(() => derivePath(master, path), assert.AssertionError, path)
  })

  test('an xprv signs for the addresses of its xpub', () => {
    const { xpub, xprv } = deriveAccountKeys(seed, { coin: dash, chain: 'regtest' })
    const account = parseExtendedPrivateKey(xprv, dash, 'regtest')
    const { publicKey } = derivePath(account, 'm/0/7')
    assert.deepEqual(
      dash.parseExtendedKey(xpub, 'regtest').deriveScript(7),
      createP2pkhScript(hash160(publicKey)),
    )
  })
})
