import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseEmail } from './account.ts'

test('e-mail addresses are compared without case and without the spaces around them', () => {
  assert.equal(normaliseEmail(' Shop@Example.COM '), 'shop@example.com')
  assert.equal(normaliseEmail('ÉVA@PÉLDA.hu'), 'éva@példa.hu')
})

test('what is no e-mail address is refused', () => {
  for (const text of [
    '',
    '@',
    'shop',
    'shop@',
    '@example.com',
    'a@b@c',
    'a b@example.com',
    'a@exam ple.com',
    'a\n@b',
    'a\0@b.c',
    'a@b\u200b.c',
  ])
    assert.throws(() => normaliseEmail(text), { code: 'account_invalid' }, JSON.stringify(text))
})

test('an address is at most 254 characters long', () => {
  const longest = `${'a'.repeat(254 - '@example.com'.length)}@example.com`
  assert.equal(normaliseEmail(longest), longest)
  assert.throws(() => normaliseEmail(`a${longest}`), { code: 'account_invalid' })
})
