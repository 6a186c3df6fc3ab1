import assert from 'node:assert/strict'
import { test } from 'node:test'
import { second } from '../kernel/clock.ts'
import { base32, codeAt, keyUri, stepAt, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes match RFC 4226, appendix D', () => {
  const codes = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]
  assert.deepEqual(
    codes.map((_, step) => codeAt(secret, step)),
    codes,
  )
})

test('codes over time match RFC 6238, appendix B, in their last six digits', () => {
  for (const [at, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(codeAt(secret, stepAt(at * second)), code)
})

test('a code of the current step or a neighbouring one is valid', () => {
  const now = 1_234_567_890 * second
  for (const drift of [-1, 0, 1])
    assert.equal(stepOfCode(codeAt(secret, stepAt(now) + drift), secret, now), stepAt(now) + drift)
  for (const code of [
    codeAt(secret, stepAt(now) + 2),
    codeAt(secret, stepAt(now) - 2),
    '',
    '5924',
    ' 005924',
  ])
    assert.equal(stepOfCode(code, secret, now), null)
})

test('an authenticator app reads key, account and issuer', () => {
  const uri = keyUri(secret, { issuer: 'Quittance', email: 'a+b@example.com' })
  assert.equal(uri, `otpauth://totp/Quittance:a%2Bb%40example.com?secret=${base32(secret)}&issuer=Quittance`)
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
