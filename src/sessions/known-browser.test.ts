import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownBrowsers } from './known-browser.ts'

const account = { accountId: 1, passwordHash: 'hash' }

test("a browser's cookie proves that we issued it, without loading the account", () => {
  const { introduce, issuedName, nameOf } = createKnownBrowsers(new Uint8Array(32))
  const kept = introduce(account)
  assert.match(kept, /^[\w-]{43}$/)
  assert.equal(issuedName(kept), nameOf(kept, account))
  assert.notEqual(issuedName(kept), issuedName(introduce(account)))
  // It stays valid when the account no longer knows it.
  assert.equal(nameOf(kept, { ...account, passwordHash: 'another' }), null)
  assert.notEqual(issuedName(kept), null)
})

test('a made-up cookie, or one from another server, proves nothing', () => {
  const { introduce, issuedName } = createKnownBrowsers(new Uint8Array(32))
  const kept = introduce(account)
  const changed = `${kept[0] === 'A' ? 'B' : 'A'}${kept.slice(1)}`
  const foreign = createKnownBrowsers(new Uint8Array(32).fill(1)).introduce(account)
  for (const held of [null, '', changed, kept.slice(1), foreign, 'A'.repeat(43)])
    assert.equal(issuedName(held), null, String(held))
})
