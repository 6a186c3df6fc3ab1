import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { encodeTransactionOutputs, generateSigningSerializationBCH, hash256 } from '@bitauth/libauth'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction as ScureTransaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { anyTransaction } from '../../../test/vectors/arbitrary.ts'
import { bitcoin, dogecoin } from '../../../test/vectors/bitcore.ts'
import { hex, toBytes, vectors } from '../../../test/vectors/vectors.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { bch } from '../bch.ts'
import { bsv } from '../bsv.ts'
import { btc } from '../btc.ts'
import type { Coin } from '../coin.ts'
import { dash } from '../dash.ts'
import { doge } from '../doge.ts'
import { doubleSha256, hash160, sha256 } from './hash.ts'
import { createDataScript, createP2pkhScript, createP2wpkhScript, readPushes } from './script.ts'
import { createLegacyPreimages, createSignatureMessages, hashType } from './sighash.ts'
import { serialise, toReversedHex } from './transaction.ts'

const key = toBytes('11'.repeat(32))
const publicKey = secp256k1.getPublicKey(key, true)
const mine = hash160(publicKey)
const relayed = [1, 2, 3, 0x81, 0x82, 0x83]

suite('the original signature digest', () => {
  type Row = [transaction: string, script: string, index: number, hashType: number, digest: string]

  test("matches Bitcoin Core's 500 random transactions, including undefined hash types", () => {
    let compared = 0
    for (const [transaction, script, index, type, digest] of vectors<Row[]>('sighash.json').slice(1)) {
      const preimage = createLegacyPreimages(btc.parse(transaction))({
        index,
        hashType: type,
        scriptCode: toBytes(script),
      })
      // SIGHASH_SINGLE without a matching output: the digest is the number one.
      const actualDigest = preimage ? toReversedHex(doubleSha256(preimage)) : `${'0'.repeat(63)}1`
      assert.equal(actualDigest, digest)
      compared++
    }
    assert.equal(compared, 500)
  })

  test('serialises each output once, however many inputs are signed', () => {
    const inputs = Array.from({ length: 50 }, (_, vout) => ({
      txid: 'ab'.repeat(32),
      vout,
      script: new Uint8Array(),
      sequence: 1,
      witness: [],
    }))
    let read = 0
    const output = {
      amount: toBaseUnits(1n),
      get script() {
        read++
        return createP2pkhScript(mine)
      },
    }
    const body = { version: 1, lockTime: 0, inputs, outputs: Array.from({ length: 200 }, () => output) }
    const preimageFor = createLegacyPreimages(body)
    for (const type of relayed)
      for (const index of inputs.keys())
        preimageFor({ index, hashType: type, scriptCode: createP2pkhScript(mine) })
    // Once for ALL, and one output per input for SINGLE.
    assert.equal(read, 200 + 2 * 50)
  })

  test('matches bitcore for Bitcoin and Dogecoin', () => {
    assertMatchesBitcore(btc, bitcoin)
    assertMatchesBitcore(doge, dogecoin)
  })

  test('covers the payload of a Dash special transaction: a signature from testnet verifies', () => {
    const { DASH } = vectors<{ DASH: { hex: string } }>('extended-transactions.json')
    const transaction = dash.parse(DASH.hex)
    const [signature, signer] = readPushes(transaction.inputs[0]?.script ?? toBytes('')) ?? []
    assert(signature && signer)
    const spent = [{ script: createP2pkhScript(hash160(signer)), amount: toBaseUnits(0n) }]
    const der = signature.slice(0, -1)

    const message = createSignatureMessages(dash, transaction, spent)(0, signature.at(-1) ?? 0)
    assert(message && secp256k1.verify(der, message, signer, { format: 'der' }))

    const { payload: _, ...without } = transaction
    const another = createSignatureMessages(dash, without, spent)(0, 1)
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
    test(`matches its example: ${example.name}`, () => {
      const transaction = btc.parse(example.transaction)
      const spent = transaction.inputs.map(() => ({
        script: toBytes(example.spent),
        amount: toBaseUnits(BigInt(example.amount)),
      }))
      const code = example.scriptCode === null ? undefined : toBytes(example.scriptCode)
      const message = createSignatureMessages(btc, transaction, spent)(example.index, example.hashType, code)

      assert.equal(message && hex(sha256(message)), example.digest)
      if (example.signed === undefined) return
      const [signature, signer] = btc.parse(example.signed).inputs[example.index]?.witness ?? []
      assert(message && signature && signer)
      assert(secp256k1.verify(signature.slice(0, -1), message, signer, { format: 'der' }))
    })
  }

  test('matches scure for P2WPKH', () => {
    fc.assert(
      fc.property(
        anyTransaction(btc),
        fc.constantFrom(...relayed),
        fc.nat(),
        fc.bigInt(0n, 10n ** 15n),
        (body, type, seed, amount) => {
          const index = seed % body.inputs.length
          const spent = body.inputs.map(() => ({
            script: createP2wpkhScript(mine),
            amount: toBaseUnits(amount),
          }))
          const message = createSignatureMessages(btc, body, spent)(index, type)

          const theirs = ScureTransaction.fromRaw(serialise({ ...body, version: 2 }), {
            allowUnknownInputs: true,
            allowUnknownOutputs: true,
            disableScriptCheck: true,
          })
          const actualDigest = createSignatureMessages(btc, { ...body, version: 2 }, spent)(index, type)
          assert(message && actualDigest)
          assert.equal(
            hex(sha256(actualDigest)),
            hex(theirs.preimageWitnessV0(index, createP2pkhScript(mine), type, amount)),
          )
        },
      ),
    )
  })
})

suite('the signature digest with FORKID', () => {
  test('matches libauth, including digests over all spent outputs (SIGHASH_UTXOS of BCH)', () => {
    fc.assert(
      fc.property(
        anyTransaction(bch),
        fc.constantFrom(...relayed, 0x21, 0x22, 0x23),
        fc.nat(),
        fc.bigInt(0n, 10n ** 15n),
        (body, type, seed, amount) => {
          const index = seed % body.inputs.length
          const script = createP2pkhScript(mine)
          const outputs = body.outputs.map((output) => ({
            lockingBytecode: output.script,
            valueSatoshis: output.amount,
          }))
          assert(encodeTransactionOutputs(outputs).length > 0)
          const serialization = generateSigningSerializationBCH(
            {
              inputIndex: index,
              sourceOutputs: body.inputs.map((_, position) => ({
                lockingBytecode: script,
                valueSatoshis: amount + BigInt(position),
              })),
              transaction: {
                version: body.version,
                locktime: body.lockTime,
                outputs,
                inputs: body.inputs.map((input) => ({
                  outpointTransactionHash: toBytes(input.txid),
                  outpointIndex: input.vout,
                  sequenceNumber: input.sequence,
                  unlockingBytecode: input.script,
                })),
              },
            },
            { coveredBytecode: script, signingSerializationType: Uint8Array.of(type | 0x40) },
          )
          const spent = body.inputs.map((_, position) => ({
            script,
            amount: toBaseUnits(amount + BigInt(position)),
          }))
          for (const coin of type & hashType.extended ? [bch] : [bch, bsv]) {
            const message = createSignatureMessages(coin, body, spent)(index, type | 0x40)
            assert.equal(message && hex(sha256(message)), hex(hash256(serialization)))
          }
        },
      ),
    )
  })
})

suite('the signature digest of BSV with flag 0x20 (Chronicle)', () => {
  test('is the original digest, as in bitcore', () => {
    assertMatchesBitcore(bsv, bitcoin, 0x60)
  })
})

/** Any transaction, with each hash type and these flags. */
function assertMatchesBitcore(coin: Coin, { Transaction, Script }: typeof bitcoin, flags = 0): void {
  fc.assert(
    fc.property(anyTransaction(doge), fc.constantFrom(...relayed), fc.nat(), (any, type, seed) => {
      // Bitcore cannot read truncated scripts.
      const inputs = any.inputs.map((input) => ({ ...input, script: new Uint8Array() }))
      const outputs = any.outputs.map((output) => ({ ...output, script: createDataScript(output.script) }))
      const body = { ...any, inputs, outputs }
      const index = seed % body.inputs.length
      const spent = body.inputs.map(() => ({ script: createP2pkhScript(mine), amount: toBaseUnits(5n) }))
      const message = createSignatureMessages(coin, body, spent)(index, type | flags)

      const theirs = new Transaction(hex(serialise(body)))
      const script = new Script(Buffer.from(createP2pkhScript(mine)))
      const digest = Transaction.Sighash.sighash(theirs, type | flags, index, script)
      const actualDigest = message ? toReversedHex(sha256(message)) : `${'0'.repeat(63)}1`
      assert.equal(actualDigest, digest.toString('hex'))
    }),
  )
}
