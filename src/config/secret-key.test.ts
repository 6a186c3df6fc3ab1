import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './environment.ts'
import { loadSecretKey, parseSecretKey } from './secret-key.ts'

const hex = '5e'.repeat(32)

test('a key has at least 32 bytes in hex or base64', () => {
  const bytes = Buffer.from(hex, 'hex')
  assert.deepEqual(parseSecretKey(hex), bytes)
  for (const form of ['base64', 'base64url'] as const)
    assert.deepEqual(parseSecretKey(bytes.toString(form)), bytes)
  for (const text of ['', 'secret', '5e'.repeat(31), 'not a key at all, but long enough for one', `${hex}?`])
    assert.equal(parseSecretKey(text), null)
})

test('only regtest starts without a key, and an invalid key is a settings error', () => {
  const getError = (environment: Record<string, string>) => {
    try {
      readConfig(environment)
      return ''
    } catch (error) {
      return error instanceof ConfigError ? error.message : assert.fail()
    }
  }
  for (const NETWORK of ['main', 'test']) assert.match(getError({ NETWORK }), /SECRET_KEY .* must be set/)
  assert.doesNotMatch(getError({ NETWORK: 'main', SECRET_KEY: hex }), /SECRET_KEY/)
  assert.match(getError({ SECRET_KEY: 'short' }), /SECRET_KEY must be at least 32 bytes/)
  assert.doesNotMatch(getError({ SECRET_KEY: 'short' }), /short/)
  assert.equal(readConfig({}).secrets.secretKey, null)
})

test('on regtest the key is created once, in a file next to the database that only its owner can read', (t) => {
  const folder = createFolder(t)
  const from = { databaseUrl: `sqlite:${join(folder, 'new', 'test.db')}`, secretKey: null }
  const key = loadSecretKey(from)
  assert.equal(key.length, 32)
  assert.deepEqual(loadSecretKey(from), key)
  assert.deepEqual(readdirSync(join(folder, 'new')), ['secret.key'])
  assert.equal(statSync(join(folder, 'new', 'secret.key')).mode & 0o777, 0o600)
})

test('an invalid key file stops the start and is left unchanged', (t) => {
  const folder = createFolder(t)
  writeFileSync(join(folder, 'secret.key'), 'half')
  const from = { databaseUrl: `sqlite://${join(folder, 'test.db')}`, secretKey: null }
  assert.throws(() => loadSecretKey(from), /must contain a key/)
})

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
