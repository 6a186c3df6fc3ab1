import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { suite, test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { toBytes } from '../../../test/vectors/vectors.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { bch } from '../bch.ts'
import { bsv } from '../bsv.ts'
import { btc } from '../btc.ts'
import { doge } from '../doge.ts'
import { hash160, sha256 } from './hash.ts'
import { createP2pkhScript, createP2shScript, createP2trScript } from './script.ts'
import { createBip143Preimages, createSignatureMessages, getDefaultHashType, hashType } from './sighash.ts'

const key = toBytes('11'.repeat(32))
const publicKey = secp256k1.getPublicKey(key, true)
const mine = hash160(publicKey)
const relayed = [1, 2, 3, 0x81, 0x82, 0x83]
const compareNumbers = (a: number, b: number): number => a - b

suite('messages that are signed', () => {
  const body = {
    version: 2,
    lockTime: 0,
    inputs: [{ txid: 'aa'.repeat(32), vout: 0, script: toBytes(''), sequence: 0, witness: [] }],
    outputs: [{ script: createP2pkhScript(mine), amount: toBaseUnits(1n) }],
  }
  const createSpentOutputs = (script: Uint8Array) => [{ script, amount: toBaseUnits(2n) }]

  test('are hashed once more by the signing library: node:crypto and noble give the same result', () => {
    const message = createSignatureMessages(
      btc,
      body,
      createSpentOutputs(createP2pkhScript(mine)),
    )(0, hashType.all)
    assert(message)
    const signature = secp256k1.sign(message, key, { format: 'der' })
    const point = secp256k1.Point.fromBytes(publicKey)
    const half = (coordinate: bigint) =>
      Buffer.from(coordinate.toString(16).padStart(64, '0'), 'hex').toString('base64url')
    const jwk = { kty: 'EC', crv: 'secp256k1', x: half(point.x), y: half(point.y) }

    assert(verify('sha256', message, createPublicKey({ key: jwk, format: 'jwk' }), signature))
    assert(secp256k1.verify(signature, message, publicKey, { format: 'der' }))
    assert(secp256k1.verify(signature, sha256(message), publicKey, { format: 'der', prehash: false }))
    assert(secp256k1.Signature.fromBytes(signature, 'der').hasHighS() === false)
  })

  test("cover the hash types that the coin's nodes relay, and no others", () => {
    const listSignableTypes = (coin: typeof btc | typeof bch | typeof bsv | typeof doge) => {
      const messageFor = createSignatureMessages(coin, body, createSpentOutputs(createP2pkhScript(mine)))
      return Array.from({ length: 256 }, (_, type) => type).filter((type) => messageFor(0, type) !== null)
    }
    assert.deepEqual(listSignableTypes(btc), relayed)
    assert.deepEqual(listSignableTypes(doge), relayed)
    const forked = relayed.map((type) => type | 0x40)
    assert.deepEqual(listSignableTypes(bch), [...forked, 0x61, 0x62, 0x63].sort(compareNumbers))
    assert.deepEqual(
      listSignableTypes(bsv),
      [...forked, ...relayed.map((type) => type | 0x60)].sort(compareNumbers),
    )
    assert.equal(getDefaultHashType(btc), 0x01)
    assert.equal(getDefaultHashType(bsv), 0x41)
  })

  test("don't exist for inputs that cannot be signed", () => {
    const messageFor = createSignatureMessages(btc, body, createSpentOutputs(createP2shScript(mine)))
    assert.equal(messageFor(0, hashType.all), null)
    assert(messageFor(0, hashType.all, createP2pkhScript(mine)))
    assert.equal(messageFor(1, hashType.all), null)
    const taproot = createSignatureMessages(
      btc,
      body,
      createSpentOutputs(createP2trScript(new Uint8Array(32))),
    )
    assert.equal(taproot(0, hashType.all, createP2pkhScript(mine)), null)

    const twice = {
      ...body,
      inputs: [...body.inputs, ...body.inputs.map((input) => ({ ...input, vout: 1 }))],
    }
    const two = [
      ...createSpentOutputs(createP2pkhScript(mine)),
      ...createSpentOutputs(createP2pkhScript(mine)),
    ]
    assert.equal(createSignatureMessages(btc, twice, two)(1, hashType.single), null)
    assert(createSignatureMessages(bch, twice, two)(1, hashType.single | hashType.forkId))
    assert.throws(() =>
      createBip143Preimages(body)({
        index: 9,
        hashType: 1,
        scriptCode: toBytes(''),
        amount: toBaseUnits(0n),
      }),
    )
  })
})
