import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSessionCipher } from './session-cipher.ts'

const { encryptForSession, decryptForSession } = createSessionCipher(randomBytes(32))

test('encrypted text decrypts only in its own context', () => {
  const sealed = encryptForSession('Grüße', ['token', 7, 'ses_1'])
  assert.equal(decryptForSession(sealed, ['token', 7, 'ses_1']), 'Grüße')
  for (const other of [
    ['token', 7, 'ses_2'],
    ['token', '7', 'ses_1'],
    ['token', 7],
    ['token|7', 'ses_1'],
  ])
    assert.equal(decryptForSession(sealed, other), null)
  assert.equal(createSessionCipher(randomBytes(32)).decryptForSession(sealed, ['token', 7, 'ses_1']), null)
})

test("changed, truncated or made-up bytes don't decrypt", () => {
  const bytes = Buffer.from(encryptForSession('secret', []), 'base64url')
  for (const [index, byte] of bytes.entries()) {
    const changed = Buffer.from(bytes)
    changed[index] = byte ^ 1
    assert.equal(decryptForSession(changed.toString('base64url'), []), null)
    assert.equal(decryptForSession(bytes.subarray(0, index).toString('base64url'), []), null)
  }
  for (const text of ['', '?', 'x'.repeat(40)]) assert.equal(decryptForSession(text, []), null)
})

test('the same text encrypts differently each time, and is not readable in the result', () => {
  assert.notEqual(encryptForSession('secret', []), encryptForSession('secret', []))
  assert.ok(!Buffer.from(encryptForSession('secret', []), 'base64url').toString('latin1').includes('secret'))
})
