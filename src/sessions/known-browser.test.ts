import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownBrowsers } from './known-browser.ts'

const account = { accountId: 1, passwordHash: 'hash' }

test("a browser's cookie proves that we issued it, without loading the account", () => {
  const { issueCookie, findIssuedName, findName } = createKnownBrowsers(new Uint8Array(32))
  const cookie = issueCookie(account)
  assert.match(cookie, /^[\w-]{43}$/)
  assert.equal(findIssuedName(cookie), findName(cookie, account))
  assert.notEqual(findIssuedName(cookie), findIssuedName(issueCookie(account)))
  // It stays valid when the account no longer knows it.
  assert.equal(findName(cookie, { ...account, passwordHash: 'another' }), null)
  assert.notEqual(findIssuedName(cookie), null)
})

test('a forged cookie, or one from another server, proves nothing', () => {
  const { issueCookie, findIssuedName } = createKnownBrowsers(new Uint8Array(32))
  const cookie = issueCookie(account)
  const changed = `${cookie[0] === 'A' ? 'B' : 'A'}${cookie.slice(1)}`
  const foreign = createKnownBrowsers(new Uint8Array(32).fill(1)).issueCookie(account)
  for (const value of [null, '', changed, cookie.slice(1), foreign, 'A'.repeat(43)])
    assert.equal(findIssuedName(value), null, String(value))
})
