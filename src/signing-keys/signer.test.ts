import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { secp256k1 as theirs } from '@bitauth/libauth'
import { p2pkh } from '@scure/btc-signer'
import { deriveKeyPair } from './key.ts'
import { createSigner } from './signer.ts'

const serverKey = Buffer.alloc(32, 0x5e)
const pair = deriveKeyPair(serverKey, 'first')
const bodies = [
  '',
  '{"memo":"Two coffees"}',
  '{"memo":"Zwei Kännchen ☕ 👍"}',
  Buffer.from([0, 255, 128, 10]),
  ...Array.from({ length: 60 }, (_, at) => JSON.stringify({ at })),
]
const getBytes = (body: string | Uint8Array) => (typeof body === 'string' ? Buffer.from(body) : body)

test('every signature verifies with other libraries and has low S', () => {
  const { sign } = createSigner(pair)
  const publicKey = Buffer.from(pair.publicKey, 'hex')
  const prefix = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')
  const key = createPublicKey({ key: Buffer.concat([prefix, publicKey]), format: 'der', type: 'spki' })
  for (const body of bodies) {
    const { signature, ...headers } = sign(body)
    assert.match(signature, /^[0-9a-f]{128}$/)
    assert.equal(headers['x-signature'], signature)
    assert.equal(headers['x-signature-type'], 'ecc')
    const bytes = Buffer.from(signature, 'hex')
    assert.ok(verify('sha256', getBytes(body), { key, dsaEncoding: 'ieee-p1363' }, bytes))
    // libsecp256k1 accepts low S only.
    const digest = createHash('sha256').update(getBytes(body)).digest()
    assert.ok(theirs.verifySignatureCompact(bytes, publicKey, digest))
  }
})

test('the digest covers the exact bytes, and text is signed as UTF-8', () => {
  const { sign } = createSigner(pair)
  for (const body of bodies) {
    const hash = createHash('sha256').update(getBytes(body)).digest('hex')
    assert.equal(sign(body).digest, `SHA-256=${hash}`)
    assert.deepEqual(sign(getBytes(body)), sign(body))
  }
})

test('the same body has the same signature in every process, and a different one with another key', () => {
  const recreated = createSigner(deriveKeyPair(serverKey, 'first'))
  const others = [deriveKeyPair(serverKey, 'second'), deriveKeyPair(Buffer.alloc(32, 0x5f), 'first')]
  for (const body of bodies) {
    const headers = createSigner(pair).sign(body)
    assert.deepEqual(recreated.sign(body), headers)
    for (const other of others.map(createSigner)) {
      assert.notEqual(other.sign(body).signature, headers.signature)
      assert.notEqual(other.sign(body)['x-identity'], headers['x-identity'])
    }
  }
})

test('x-identity is the public key as a Bitcoin mainnet address', () => {
  const address = p2pkh(Buffer.from(pair.publicKey, 'hex')).address
  assert.equal(createSigner(pair).sign('')['x-identity'], address)
})
