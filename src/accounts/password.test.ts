import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'
import { assertLinear, combiningMarks } from '../../test/helpers/linear-time.ts'
import { dummyHash, hashPassword, isWeakHash, validatePassword, verifyPassword } from './password.ts'

test('a password is stored as argon2id with its parameters and its own salt', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
  assert.equal(await verifyPassword('correct horse', one), true)
  assert.equal(await verifyPassword('correct horse', other), true)
})

test('a wrong password does not verify', async () => {
  const hash = await hashPassword('correct horse')
  for (const wrong of ['Correct horse', 'correct horse ', 'correct hors', '', hash])
    assert.equal(await verifyPassword(wrong, hash), false)
})

test('passwords are compared after NFC normalization', async () => {
  assert.equal(await verifyPassword('cafe\u0301 secret', await hashPassword('caf\u00e9 secret')), true)
})

test('a password has 8 to 128 code points after NFC', async () => {
  for (const short of ['', '1234567', '🔑'.repeat(7), 'e\u0301'.repeat(7)])
    await assert.rejects(hashPassword(short), { code: 'password_invalid' })
  await assert.rejects(hashPassword('x'.repeat(129)), { code: 'password_invalid' })
  for (const right of ['unlikely', '🔑'.repeat(8), '🔑'.repeat(128), 'e\u0301'.repeat(128)])
    assert.equal(await verifyPassword(right, await hashPassword(right)), true)
})

test('an overlong password is rejected before it is hashed', async () => {
  await assertLinear('marks', 64_000, (size) =>
    assert.throws(() => validatePassword(combiningMarks(size)), { code: 'password_invalid' }),
  )
})

test('128 code points after NFC are valid, however long the input is', async () => {
  // Four code points each before NFC, the maximum.
  const spelled = '\u1f82'.normalize('NFD').repeat(128)
  assert.equal(await verifyPassword('\u1f82'.repeat(128), await hashPassword(spelled)), true)
})

test('a common password is rejected, whatever its case or Unicode form', async () => {
  for (const common of ['12345678', 'password1', 'PassWord1', 'Qwertyuiop', 'iloveyou'])
    await assert.rejects(hashPassword(common), { code: 'password_invalid' }, common)
})

test('a hash with weaker parameters than today’s is outdated, and the dummy hash is as strong as a real one', async () => {
  assert.equal(isWeakHash(await hashPassword('correct horse')), false)
  assert.equal(isWeakHash('$argon2id$v=19$m=64,t=3,p=1$YQ$YQ'), true)
  assert.equal(isWeakHash('$argon2id$v=19$m=19456,t=1,p=1$YQ$YQ'), true)
  assert.equal(isWeakHash(dummyHash), false)
  assert.equal(await verifyPassword('', dummyHash), false)
})

test('a hash carries its parameters, so older hashes still verify', async () => {
  const salt = Buffer.from('a salt of 16 byt')
  const tag = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: salt,
    memory: 64,
    passes: 3,
    parallelism: 1,
    tagLength: 32,
  })
  const getText = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  assert.equal(
    await verifyPassword('correct horse', `$argon2id$v=19$m=64,t=3,p=1$${getText(salt)}$${getText(tag)}`),
    true,
  )
})

test('a malformed hash verifies no password', async () => {
  for (const hash of [
    '',
    'correct horse',
    '$argon2i$v=19$m=64,t=3,p=1$YQ$YQ',
    '$argon2id$v=19$m=64,t=3,p=1$YQ',
  ])
    assert.equal(await verifyPassword('correct horse', hash), false)
})
