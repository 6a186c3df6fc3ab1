import assert from 'node:assert/strict'
import { test } from 'node:test'
import { second } from '../kernel/clock.ts'
import { buildKeyUri, computeCode, encodeBase32, findStep, getStep } from './totp.ts'

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
    codes.map((_, step) => computeCode(secret, step)),
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
    assert.equal(computeCode(secret, getStep(at * second)), code)
})

test('a code of the current step or a neighbouring one is valid', () => {
  const now = 1_234_567_890 * second
  for (const drift of [-1, 0, 1])
    assert.equal(findStep(computeCode(secret, getStep(now) + drift), secret, now), getStep(now) + drift)
  for (const code of [
    computeCode(secret, getStep(now) + 2),
    computeCode(secret, getStep(now) - 2),
    '',
    '5924',
    ' 005924',
  ])
    assert.equal(findStep(code, secret, now), null)
})

test('an authenticator app reads key, account and issuer', () => {
  const uri = buildKeyUri(secret, { issuer: 'Quittance', email: 'a+b@example.com' })
  assert.equal(
    uri,
    `otpauth://totp/Quittance:a%2Bb%40example.com?secret=${encodeBase32(secret)}&issuer=Quittance`,
  )
  assert.equal(encodeBase32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
