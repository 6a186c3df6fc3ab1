import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ltc } from '../../src/coins/ltc.ts'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'
import { createKey } from '../../src/wallet/keys.ts'
import { encodeWif } from '../helpers/private-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'quittance-key-'))
after(() => rmSync(folder, { recursive: true }))

const hex = '11'.repeat(32)
const named = { EVENT_TRANSPORTS: 'blockchain' }
const whole = { ...named, BLOCKCHAIN_COIN: 'LTC', BLOCKCHAIN_KEY: hex }

/** The errors that stop the start. */
function readErrors(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.errors
  }
  return []
}

test('EVENT_TRANSPORTS with blockchain but without a coin or a key prevents startup, with an error for each', () => {
  assert.deepEqual(readErrors(named), [
    'EVENT_TRANSPORTS includes blockchain: set BLOCKCHAIN_COIN.',
    'EVENT_TRANSPORTS includes blockchain: set BLOCKCHAIN_KEY.',
  ])
  assert.deepEqual(readErrors({ ...named, BLOCKCHAIN_COIN: 'LTC' }), [
    'EVENT_TRANSPORTS includes blockchain: set BLOCKCHAIN_KEY.',
  ])
  assert.deepEqual(readErrors(whole), [])
})

test('an unknown coin, a coin without a node, an unreadable key or an invalid interval prevents startup', () => {
  assert.deepEqual(readErrors({ ...whole, BLOCKCHAIN_COIN: 'XMR' }), [
    'BLOCKCHAIN_COIN must be one of BTC, BCH, BSV, DASH, LTC, DOGE.',
  ])
  const test = { NETWORK: 'test', BASE_URL: 'https://pay.example', SECRET_KEY: '5e'.repeat(32) }
  assert.deepEqual(readErrors({ ...test, ...whole }), ['BLOCKCHAIN_COIN is LTC: set LTC_NODE.'])
  for (const BLOCKCHAIN_EVERY of ['0', '-1', '1.5', 'often', '86401'])
    assert.deepEqual(readErrors({ ...whole, BLOCKCHAIN_EVERY }), [
      'BLOCKCHAIN_EVERY must be a whole number from 1 to 86400.',
    ])
  const secrets = [`${hex}1`, hex.slice(2), 'ff'.repeat(32), '00'.repeat(32), 'a secret that is no key']
  for (const BLOCKCHAIN_KEY of secrets) {
    const [mistake = '', ...others] = readErrors({ ...whole, BLOCKCHAIN_KEY })
    assert.match(mistake, /^BLOCKCHAIN_KEY: Invalid private key: use 64 hex digits/)
    assert.ok(!mistake.includes(BLOCKCHAIN_KEY))
    assert.deepEqual(others, [])
  }
})

test('the key is 64 hex digits or WIF of that coin and network, in the environment or in a file', () => {
  const secret = Uint8Array.from(Buffer.from(hex, 'hex'))
  const wif = encodeWif(secret, ltc, 'regtest')
  const file = join(folder, 'key')
  writeFileSync(file, `${wif}\n`)
  const ways = [{ BLOCKCHAIN_KEY: hex }, { BLOCKCHAIN_KEY: wif }, { BLOCKCHAIN_KEY_FILE: file }]
  for (const way of ways) {
    const { anchorWallet } = readConfig({ ...named, BLOCKCHAIN_COIN: 'ltc', ...way }).secrets
    assert.deepEqual(anchorWallet?.key, createKey(secret))
    assert.equal(anchorWallet?.coin.code, 'LTC')
  }
  const mainnetKey = { BLOCKCHAIN_KEY: encodeWif(secret, ltc, 'main') }
  assert.match(readErrors({ ...whole, ...mainnetKey })[0] ?? '', /^BLOCKCHAIN_KEY: /)
})

test('without the transport its settings are ignored; by default, a root is published every 600 seconds', () => {
  const { secrets, events } = readConfig({ BLOCKCHAIN_COIN: 'XMR', BLOCKCHAIN_KEY: 'nonsense' })
  assert.equal(secrets.anchorWallet, null)
  assert.equal(events.blockchainEveryMs, 600_000)
  assert.equal(readConfig({ ...whole, BLOCKCHAIN_EVERY: '7' }).events.blockchainEveryMs, 7_000)
})
