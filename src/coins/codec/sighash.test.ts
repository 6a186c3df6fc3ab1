import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { suite, test } from 'node:test'
import { encodeTransactionOutputs, generateSigningSerializationBCH, hash256 } from '@bitauth/libauth'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction as ScureTransaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { anyTransaction } from '../../../test/vectors/arbitrary.ts'
import { bitcoin, dogecoin } from '../../../test/vectors/bitcore.ts'
import { bytes, hex, vectors } from '../../../test/vectors/vectors.ts'
import { baseUnits } from '../../kernel/money.ts'
import { bch } from '../bch.ts'
import { bsv } from '../bsv.ts'
import { btc } from '../btc.ts'
import { dash } from '../dash.ts'
import { doge } from '../doge.ts'
import { doubleSha256, hash160, sha256 } from './hash.ts'
import { dataScript, p2pkh, p2sh, p2tr, p2wpkh, readPushes } from './script.ts'
import { bip143Preimages, hashType, legacyPreimage, signatureMessages, usualHashType } from './sighash.ts'
import { reversedHex, serialise } from './transaction.ts'

const key = bytes('11'.repeat(32))
const publicKey = secp256k1.getPublicKey(key, true)
const mine = hash160(publicKey)
const relayed = [1, 2, 3, 0x81, 0x82, 0x83]

suite('the original signature digest', () => {
  type Row = [transaction: string, script: string, index: number, hashType: number, digest: string]

  test("is that of Bitcoin Core's 500 random transactions, with hash types that nobody uses", () => {
    let compared = 0
    for (const [transaction, script, index, type, digest] of vectors<Row[]>('sighash.json').slice(1)) {
      const preimage = legacyPreimage(btc.parse(transaction), {
        index,
        hashType: type,
        scriptCode: bytes(script),
      })
      // SIGHASH_SINGLE without its output: the digest is the number one.
      const ours = preimage ? reversedHex(doubleSha256(preimage)) : `${'0'.repeat(63)}1`
      assert.equal(ours, digest)
      compared++
    }
    assert.equal(compared, 500)
  })

  test('is that of bitcore for Bitcoin and Dogecoin', () => {
    for (const [coin, { Transaction, Script }] of [
      [btc, bitcoin],
      [doge, dogecoin],
    ] as const) {
      fc.assert(
        fc.property(anyTransaction(doge), fc.constantFrom(...relayed), fc.nat(), (any, type, seed) => {
          // Bitcore cannot read scripts that break off.
          const inputs = any.inputs.map((input) => ({ ...input, script: new Uint8Array() }))
          const outputs = any.outputs.map((output) => ({ ...output, script: dataScript(output.script) }))
          const body = { ...any, inputs, outputs }
          const index = seed % body.inputs.length
          const spent = body.inputs.map(() => ({ script: p2pkh(mine), amount: baseUnits(5n) }))
          const message = signatureMessages(coin, body, spent)(index, type)

          const theirs = new Transaction(hex(serialise(body)))
          const digest = Transaction.Sighash.sighash(
            theirs,
            type,
            index,
            new Script(Buffer.from(p2pkh(mine))),
          )
          const ours = message ? reversedHex(sha256(message)) : `${'0'.repeat(63)}1`
          assert.equal(ours, digest.toString('hex'))
        }),
      )
    }
  })

  test('covers the payload of a special Dash transaction: a signature of its test network holds', () => {
    const { DASH } = vectors<{ DASH: { hex: string } }>('extended-transactions.json')
    const transaction = dash.parse(DASH.hex)
    const [signature, signer] = readPushes(transaction.inputs[0]?.script ?? bytes('')) ?? []
    assert(signature && signer)
    const spent = [{ script: p2pkh(hash160(signer)), amount: baseUnits(0n) }]
    const der = signature.slice(0, -1)

    const message = signatureMessages(dash, transaction, spent)(0, signature.at(-1) ?? 0)
    assert(message && secp256k1.verify(der, message, signer, { format: 'der' }))

    const { payload: _, ...without } = transaction
    const another = signatureMessages(dash, without, spent)(0, 1)
    assert(another && !secp256k1.verify(der, another, signer, { format: 'der' }))
  })
})

suite('the signature digest of BIP143', () => {
  interface Example {
    readonly name: string
    readonly transaction: string
    readonly index: number
    readonly spent: string
    readonly scriptCode: string | null
    readonly amount: number
    readonly hashType: number
    readonly digest: string
    readonly signed?: string
  }

  for (const example of vectors<Example[]>('bip143.json')) {
    test(`is that of its example: ${example.name}`, () => {
      const transaction = btc.parse(example.transaction)
      const spent = transaction.inputs.map(() => ({
        script: bytes(example.spent),
        amount: baseUnits(BigInt(example.amount)),
      }))
      const code = example.scriptCode === null ? undefined : bytes(example.scriptCode)
      const message = signatureMessages(btc, transaction, spent)(example.index, example.hashType, code)

      assert.equal(message && hex(sha256(message)), example.digest)
      if (example.signed === undefined) return
      const [signature, signer] = btc.parse(example.signed).inputs[example.index]?.witness ?? []
      assert(message && signature && signer)
      assert(secp256k1.verify(signature.slice(0, -1), message, signer, { format: 'der' }))
    })
  }

  test('is that of scure for P2WPKH', () => {
    fc.assert(
      fc.property(
        anyTransaction(btc),
        fc.constantFrom(...relayed),
        fc.nat(),
        fc.bigInt(0n, 10n ** 15n),
        (body, type, seed, amount) => {
          const index = seed % body.inputs.length
          const spent = body.inputs.map(() => ({ script: p2wpkh(mine), amount: baseUnits(amount) }))
          const message = signatureMessages(btc, body, spent)(index, type)

          const theirs = ScureTransaction.fromRaw(serialise({ ...body, version: 2 }), {
            allowUnknownInputs: true,
            allowUnknownOutputs: true,
            disableScriptCheck: true,
          })
          const ours = signatureMessages(btc, { ...body, version: 2 }, spent)(index, type)
          assert(message && ours)
          assert.equal(hex(sha256(ours)), hex(theirs.preimageWitnessV0(index, p2pkh(mine), type, amount)))
        },
      ),
    )
  })
})

suite('the signature digest with FORKID', () => {
  test('is that of libauth', () => {
    fc.assert(
      fc.property(
        anyTransaction(bch),
        fc.constantFrom(...relayed),
        fc.nat(),
        fc.bigInt(0n, 10n ** 15n),
        (body, type, seed, amount) => {
          const index = seed % body.inputs.length
          const script = p2pkh(mine)
          const outputs = body.outputs.map((output) => ({
            lockingBytecode: output.script,
            valueSatoshis: output.amount,
          }))
          assert(encodeTransactionOutputs(outputs).length > 0)
          const serialization = generateSigningSerializationBCH(
            {
              inputIndex: index,
              sourceOutputs: body.inputs.map(() => ({ lockingBytecode: script, valueSatoshis: amount })),
              transaction: {
                version: body.version,
                locktime: body.lockTime,
                outputs,
                inputs: body.inputs.map((input) => ({
                  outpointTransactionHash: bytes(input.txid),
                  outpointIndex: input.vout,
                  sequenceNumber: input.sequence,
                  unlockingBytecode: input.script,
                })),
              },
            },
            { coveredBytecode: script, signingSerializationType: Uint8Array.of(type | 0x40) },
          )
          const spent = body.inputs.map(() => ({ script, amount: baseUnits(amount) }))
          for (const coin of [bch, bsv]) {
            const message = signatureMessages(coin, body, spent)(index, type | 0x40)
            assert.equal(message && hex(sha256(message)), hex(hash256(serialization)))
          }
        },
      ),
    )
  })
})

suite('messages to sign', () => {
  const body = {
    version: 2,
    lockTime: 0,
    inputs: [{ txid: 'aa'.repeat(32), vout: 0, script: bytes(''), sequence: 0, witness: [] }],
    outputs: [{ script: p2pkh(mine), amount: baseUnits(1n) }],
  }
  const spending = (script: Uint8Array) => [{ script, amount: baseUnits(2n) }]

  test('are verified alike by node:crypto and noble, and digested once more for others', () => {
    const message = signatureMessages(btc, body, spending(p2pkh(mine)))(0, hashType.all)
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

  test("exist for the hash types that the coin's nodes relay, and for no others", () => {
    const taken = (coin: typeof btc | typeof bch | typeof doge) => {
      const messageFor = signatureMessages(coin, body, spending(p2pkh(mine)))
      return Array.from({ length: 256 }, (_, type) => type).filter((type) => messageFor(0, type) !== null)
    }
    assert.deepEqual(taken(btc), relayed)
    assert.deepEqual(taken(doge), relayed)
    assert.deepEqual(
      taken(bch),
      relayed.map((type) => type | 0x40),
    )
    assert.equal(usualHashType(btc), 0x01)
    assert.equal(usualHashType(bsv), 0x41)
  })

  test('do not exist for what cannot be signed', () => {
    const messageFor = signatureMessages(btc, body, spending(p2sh(mine)))
    assert.equal(messageFor(0, hashType.all), null)
    assert(messageFor(0, hashType.all, p2pkh(mine)))
    assert.equal(messageFor(1, hashType.all), null)
    const taproot = signatureMessages(btc, body, spending(p2tr(new Uint8Array(32))))
    assert.equal(taproot(0, hashType.all, p2pkh(mine)), null)

    const twice = {
      ...body,
      inputs: [...body.inputs, ...body.inputs.map((input) => ({ ...input, vout: 1 }))],
    }
    const two = [...spending(p2pkh(mine)), ...spending(p2pkh(mine))]
    assert.equal(signatureMessages(btc, twice, two)(1, hashType.single), null)
    assert(signatureMessages(bch, twice, two)(1, hashType.single | hashType.forkId))
    assert.throws(() =>
      bip143Preimages(body)({ index: 9, hashType: 1, scriptCode: bytes(''), amount: baseUnits(0n) }),
    )
  })
})
