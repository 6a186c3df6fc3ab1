import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownBrowsers } from './known-browser.ts'

const account = { accountId: 1, passwordHash: 'hash' }

test("a browser's cookie proves that we issued it, without loading the account", () => {
  const { introduce, issuedName, nameOf } = createKnownBrowsers(new Uint8Array(32))
  const cookie = introduce(account)
  assert.match(cookie, /^[\w-]{43}$/)
  assert.equal(issuedName(cookie), nameOf(cookie, account))
  assert.notEqual(issuedName(cookie), issuedName(introduce(account)))
  // It stays valid when the account no longer knows it.
  assert.equal(nameOf(cookie, { ...account, passwordHash: 'another' }), null)
  assert.notEqual(issuedName(cookie), null)
})

test('a made-up cookie, or one from another server, proves nothing', () => {
  const { introduce, issuedName } = createKnownBrowsers(new Uint8Array(32))
  const cookie = introduce(account)
  const changed = `${cookie[0] === 'A' ? 'B' : 'A'}${cookie.slice(1)}`
  const foreign = createKnownBrowsers(new Uint8Array(32).fill(1)).introduce(account)
  for (const value of [null, '', changed, cookie.slice(1), foreign, 'A'.repeat(43)])
    assert.equal(issuedName(value), null, String(value))
})
