import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { fromHex, toHex } from '../../kernel/hex.ts'
import {
  createPublicKeyTweaker,
  generateSecretKey,
  getPublicKey,
  isPublicKey,
  isSecretKey,
  signDigest,
  tweakSecretKey,
} from './secp256k1.ts'

const { Point } = noble
const { n } = Point.CURVE()
const toBytes = (number: bigint) => fromHex(number.toString(16).padStart(64, '0'))
const toNumber = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes)}`)

const edges = [1n, 2n, 3n, n >> 1n, (n >> 1n) + 1n, n - 2n, n - 1n]
const keys = fc.bigInt(1n, n - 1n).map(toBytes)
const words = fc.uint8Array({ minLength: 32, maxLength: 32 })
const settings = { numRuns: 2_000 }

/** BIP32: an index has no key if the tweak is n or more, or the result is 0 or infinity. */
function assertTweaked(secret: Uint8Array, tweak: Uint8Array): void {
  const sum = (toNumber(secret) + toNumber(tweak)) % n
  const expected = toNumber(tweak) < n && sum !== 0n ? toBytes(sum) : null
  assert.deepEqual(tweakSecretKey(secret, tweak), expected)
  const tweakPublicKey = createPublicKeyTweaker(noble.getPublicKey(secret))
  assert.deepEqual(tweakPublicKey(tweak), expected && noble.getPublicKey(expected))
}

function assertSigned(digest: Uint8Array, secret: Uint8Array): void {
  for (const format of ['compact', 'der'] as const)
    assert.deepEqual(
      signDigest(digest, secret, format),
      noble.sign(digest, secret, { prehash: false, lowS: true, format }),
    )
}

test('public keys are those of noble', () => {
  for (const key of edges.map(toBytes)) assert.deepEqual(getPublicKey(key), noble.getPublicKey(key))
  fc.assert(
    fc.property(keys, (key) => assert.deepEqual(getPublicKey(key), noble.getPublicKey(key))),
    settings,
  )
})

test('signatures are those of noble, byte for byte', () => {
  const digests = [0n, ...edges].map(toBytes)
  for (const digest of digests) for (const key of edges) assertSigned(digest, toBytes(key))
  fc.assert(fc.property(fc.bigInt(0n, n - 1n).map(toBytes), keys, assertSigned), settings)
})

test('signatures of digests of n or more are valid', () => {
  const key = toBytes(5n)
  for (const digest of [n, n + 1n, (1n << 256n) - 1n].map(toBytes)) {
    const signature = signDigest(digest, key, 'compact')
    assert(noble.verify(signature, digest, getPublicKey(key), { prehash: false, lowS: true }))
  }
})

test('tweaked keys are those of noble, and invalid ones are rejected as BIP32 says', () => {
  const tweaks = [0n, ...edges, n, n + 1n, (1n << 256n) - 1n].map(toBytes)
  for (const tweak of tweaks) for (const key of edges) assertTweaked(toBytes(key), tweak)
  fc.assert(fc.property(keys, words, assertTweaked), settings)
  fc.assert(
    fc.property(keys, (key) => assertTweaked(key, toBytes(n - toNumber(key)))),
    { numRuns: 100 },
  )
})

test('several tweakers are independent of each other', () => {
  const parents = edges.map((key) => noble.getPublicKey(toBytes(key)))
  const tweakers = parents.map(createPublicKeyTweaker)
  const tweak = toBytes(5n)
  for (const [index, parent] of parents.entries())
    assert.deepEqual(tweakers[index]?.(tweak), createPublicKeyTweaker(parent)(tweak))
})

test('keys are checked like in noble', () => {
  for (const number of [0n, ...edges, n, n + 1n, (1n << 256n) - 1n])
    assert.equal(isSecretKey(toBytes(number)), noble.utils.isValidSecretKey(toBytes(number)))
  assert.notDeepEqual(generateSecretKey(), generateSecretKey())
  assert(noble.utils.isValidSecretKey(generateSecretKey()))
  for (const length of [0, 31, 33]) assert.equal(isSecretKey(new Uint8Array(length).fill(1)), false)

  const point = Point.BASE.multiply(7n)
  for (const key of [point.toBytes(true), point.toBytes(false), new Uint8Array(33), new Uint8Array(0)])
    assert.equal(isPublicKey(key), noble.utils.isValidPublicKey(key, true))
  const candidates = fc
    .uint8Array({ minLength: 33, maxLength: 33 })
    .map((key) => key.fill((key[0] ?? 0) % 6, 0, 1))
  fc.assert(
    fc.property(candidates, (key) => assert.equal(isPublicKey(key), noble.utils.isValidPublicKey(key, true))),
    settings,
  )
})

test('wrong lengths and invalid keys throw instead of signing with anything else', () => {
  const [digest, key] = [toBytes(1n), toBytes(2n)]
  for (const wrong of [new Uint8Array(31), new Uint8Array(33), toBytes(0n), toBytes(n)]) {
    assert.throws(() => getPublicKey(wrong))
    assert.throws(() => signDigest(digest, wrong, 'compact'))
  }
  for (const wrong of [new Uint8Array(31), new Uint8Array(33)]) {
    assert.throws(() => signDigest(wrong, key, 'compact'))
    assert.throws(() => tweakSecretKey(key, wrong))
    assert.throws(() => createPublicKeyTweaker(getPublicKey(key))(wrong))
  }
  assert.throws(() => createPublicKeyTweaker(new Uint8Array(33)))
})
