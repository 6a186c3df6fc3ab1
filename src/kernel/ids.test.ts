import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generateId, generateToken, generateUid, hashSecret, isUid } from './ids.ts'

const now = Date.UTC(2026, 0, 1)
const createMany = (make: () => string): readonly string[] => Array.from({ length: 5_000 }, make)

test('a uid is URL-safe, has 36 characters and is recognised', () => {
  for (const uid of createMany(() => generateUid(now))) {
    assert.match(uid, /^[0-9a-hjkmnp-tv-z]{36}$/)
    assert.ok(isUid(uid))
    assert.equal(encodeURIComponent(uid), uid)
  }
})

test('uids of the same millisecond differ in 130 random bits', () => {
  const uids = createMany(() => generateUid(now))
  assert.equal(new Set(uids).size, uids.length)
  assert.equal(new Set(uids.map((uid) => uid.slice(0, 10))).size, 1, 'the time')
  for (let index = 10; index < 36; index++) {
    // 5 000 draws of 32 letters: the chance that one never appears is 10^-68.
    assert.equal(new Set(uids.map((uid) => uid[index])).size, 32, `letter ${index}`)
  }
})

test('uids and ids sort by creation time', () => {
  const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      fc.pre(a < b)
      assert.ok(generateUid(a) < generateUid(b))
      assert.ok(generateId(a) < generateId(b))
    }),
  )
})

test('text that cannot be a uid is not looked up', () => {
  const uid = generateUid(now)
  for (const text of [
    '',
    uid.toUpperCase(),
    `${uid}0`,
    uid.slice(1),
    `${uid.slice(1)}l`,
    `${uid}\n`,
    `${uid.slice(2)}%2`,
  ]) {
    assert.ok(!isUid(text), JSON.stringify(text))
  }
})

test('an event or payment id has 26 characters, 80 bits of them random', () => {
  const ids = createMany(() => generateId(now))
  for (const id of ids) assert.match(id, /^[0-9a-hjkmnp-tv-z]{26}$/)
  assert.equal(new Set(ids).size, ids.length)
})

test('a token has the prefix qt_ and 256 bits; its digest is SHA-256', () => {
  const tokens = createMany(generateToken)
  for (const token of tokens) assert.match(token, /^qt_[A-Za-z0-9_-]{43}$/)
  assert.equal(new Set(tokens).size, tokens.length)
  // FIPS 180-2, appendix B.1.
  assert.equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
