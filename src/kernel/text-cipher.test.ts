import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createTextCipher } from './text-cipher.ts'

const { encrypt, decrypt } = createTextCipher(randomBytes(32))

test('encrypted text decrypts only in its own context', () => {
  const encrypted = encrypt('Grüße', ['token', 7, 'ses_1'])
  assert.equal(decrypt(encrypted, ['token', 7, 'ses_1']), 'Grüße')
  for (const other of [
    ['token', 7, 'ses_2'],
    ['token', '7', 'ses_1'],
    ['token', 7],
    ['token|7', 'ses_1'],
  ])
    assert.equal(decrypt(encrypted, other), null)
  assert.equal(createTextCipher(randomBytes(32)).decrypt(encrypted, ['token', 7, 'ses_1']), null)
})

test("changed, truncated or random bytes don't decrypt", () => {
  const bytes = Buffer.from(encrypt('secret', []), 'base64url')
  for (const [index, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes)
    changed[index] = byte ^ 1
    assert.equal(decrypt(changed.toString('base64url'), []), null)
    assert.equal(decrypt(bytes.subarray(0, index).toString('base64url'), []), null)
  }
  for (const text of ['', '?', 'x'.repeat(40)]) assert.equal(decrypt(text, []), null)
})

test('the same text encrypts differently each time, and is not readable in the result', () => {
  assert.notEqual(encrypt('secret', []), encrypt('secret', []))
  assert.ok(!Buffer.from(encrypt('secret', []), 'base64url').toString('latin1').includes('secret'))
})
