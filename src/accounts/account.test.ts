import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear, combiningMarks } from '../../test/helpers/linear-time.ts'
import { normaliseEmail } from './account.ts'

test('email addresses are compared ignoring case and surrounding spaces', () => {
  assert.equal(normaliseEmail(' Shop@Example.COM '), 'shop@example.com')
  assert.equal(normaliseEmail('ÉVA@PÉLDA.hu'), 'éva@példa.hu')
})

test('equivalent notations of an email domain are stored in one form', () => {
  for (const text of [
    'c@PÉLDA.invalid',
    'c@pe\u0301lda.invalid',
    'c@xn--plda-bpa.invalid',
    'c@ｐélda.invalid',
  ])
    assert.equal(normaliseEmail(text), 'c@példa.invalid', text)
  for (const same of ['用户@例子.invalid', "o'hara+till_1@xn--y.invalid", 'c@localhost', 'c@💌.invalid'])
    assert.equal(normaliseEmail(same), same)
})

test('invalid or ambiguous email addresses are rejected', () => {
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
    '<victim@t.invalid>',
    'victim@t.invalid>>',
    '<script>alert(1)</script>@x.invalid',
    'victim@t.invalid<d@y.invalid',
    'c@x.invalid,',
    'a@x.invalid,b',
    'a,b@x.invalid',
    'a;b@x.invalid',
    'g:c@x.invalid;',
    'b:c@x.invalid',
    '"c@x.invalid',
    '"c"@x.invalid',
    'c\\@x.invalid',
    '(c)d@x.invalid',
    'c@x.invalid(comment)',
    'c@[127.0.0.1]',
    'c@x.invalid/..',
    'c@x..invalid',
    'c@.x.invalid',
    'c@x.invalid.',
    'c@x。。invalid',
    'c@\u00ad',
    'c@℀.invalid',
  ])
    assert.throws(() => normaliseEmail(text), { code: 'account_invalid' }, JSON.stringify(text))
})

test('an email address has at most 254 characters', () => {
  const maxLengthEmail = `${'a'.repeat(254 - '@example.com'.length)}@example.com`
  assert.equal(normaliseEmail(maxLengthEmail), maxLengthEmail)
  assert.throws(() => normaliseEmail(`a${maxLengthEmail}`), { code: 'account_invalid' })
})

test('an overlong email address is rejected before it is parsed', async () => {
  const assertRejected = (text: string) =>
    assert.throws(() => normaliseEmail(text), { code: 'account_invalid' })
  const texts = {
    name: (size: number) => `a${combiningMarks(size)}@example.com`,
    domain: (size: number) => `a@${combiningMarks(size)}.example`,
    spaces: (size: number) => `${' '.repeat(size)}a`,
    labels: (size: number) => `a@${'a.'.repeat(size / 2)}`,
  }
  for (const [name, textOf] of Object.entries(texts))
    await assertLinear(name, 64_000, (size) => assertRejected(textOf(size)))
})

test('an email address that is longer than 254 characters only before normalization is valid', () => {
  assert.equal(normaliseEmail(`${'e\u0301'.repeat(200)}@example.com`), `${'é'.repeat(200)}@example.com`)
})
