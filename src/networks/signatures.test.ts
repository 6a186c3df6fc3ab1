import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import type { ForeignForm } from '../../test/helpers/foreign-wallet.ts'
import { amount, createSignedTransaction, flipBit } from '../../test/helpers/signed-transactions.ts'
import { hash160 } from '../coins/codec/hash.ts'
import { createP2pkhScript, readPushes, writePushes } from '../coins/codec/script.ts'
import { createSignatureMessages } from '../coins/codec/sighash.ts'
import { serialise } from '../coins/codec/transaction.ts'
import type { Coin } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createSignatureChecker } from './signatures.ts'

const listForms = (coin: Coin): ForeignForm[] => [
  'p2pkh',
  ...(coin.signatures === 'segwit' ? (['p2wpkh', 'p2sh-p2wpkh'] as const) : []),
  ...(coin.code === 'BCH' ? (['schnorr'] as const) : []),
]

for (const coin of coins.values()) {
  for (const form of listForms(coin)) {
    suite(`signatures of ${coin.code}, ${form}`, () => {
      const { transaction, spent } = createSignedTransaction(coin, form)

      test('from another library are valid', async () => {
        assert.equal(await createSignatureChecker().check(coin, transaction, spent), 'valid')
      })

      test('are invalid with any bit of the unlocking data changed', async () => {
        await fc.assert(
          fc.asyncProperty(fc.nat(), fc.nat(), async (position, bit) => {
            const damaged = flipBit(transaction, position, bit % 8)
            assert.notEqual(await createSignatureChecker().check(coin, damaged, spent), 'valid')
          }),
          { numRuns: 60 },
        )
      })

      test('are invalid for another output amount', async () => {
        const outputs = transaction.outputs.map((output) => ({
          ...output,
          amount: toBaseUnits(output.amount - 1n),
        }))
        const changed = coin.parse(Buffer.from(serialise({ ...transaction, outputs })).toString('hex'))
        assert.equal(await createSignatureChecker().check(coin, changed, spent), 'invalid')
      })

      test('are invalid for another input amount, where the digest covers it', async () => {
        const others = spent.map((output) => ({ ...output, amount: toBaseUnits(output.amount + 1n) }))
        const covered = form !== 'p2pkh' || coin.signatures === 'forkid'
        const expected = covered ? 'invalid' : 'valid'
        assert.equal(await createSignatureChecker().check(coin, transaction, others), expected)
      })
    })
  }
}

test('a script type that isn’t supported leaves the verdict unknown, unless another input is invalid', async () => {
  const coin = coins.get('BTC') ?? assert.fail()
  const { transaction, spent } = createSignedTransaction(coin, 'p2pkh')
  const [first, second] = spent
  assert.ok(first && second)
  const other = { script: Uint8Array.of(0x51), amount }

  const checker = createSignatureChecker()
  assert.deepEqual(await checker.checkWithDetails(coin, transaction, [first, other]), {
    verdict: 'unknown',
    input: 1,
  })
  const result = await checker.checkWithDetails(coin, flipBit(transaction, 20, 0), [first, other])
  assert.equal(result.verdict, 'invalid')
})

test("a transaction without signatures is rejected with the nodes' error message", async () => {
  const coin = coins.get('LTC') ?? assert.fail()
  for (const [form, error] of [
    ['p2pkh', 'Operation not valid with the current stack size'],
    ['p2wpkh', 'Witness program was passed an empty witness'],
  ] as const) {
    const { transaction, spent } = createSignedTransaction(coin, form)
    const inputs = transaction.inputs.map((input) => ({ ...input, script: new Uint8Array(), witness: [] }))
    const bare = coin.parse(Buffer.from(serialise({ ...transaction, inputs })).toString('hex'))
    assert.deepEqual(await createSignatureChecker().checkWithDetails(coin, bare, spent), {
      verdict: 'invalid',
      input: 0,
      error,
    })
  }
})

test('a signature without the required FORKID flag is rejected with an error that names SIGHASH_FORKID', async () => {
  const [bch, btc] = [coins.get('BCH') ?? assert.fail(), coins.get('BTC') ?? assert.fail()]
  const { transaction, spent } = createSignedTransaction(btc, 'p2pkh')

  const result = await createSignatureChecker().checkWithDetails(bch, transaction, spent)

  assert.deepEqual(result, { verdict: 'invalid', input: 0, error: 'Signature must use SIGHASH_FORKID' })
})

test('a signature with high S or without strict DER is rejected', async () => {
  const coin = coins.get('DOGE') ?? assert.fail()
  const { transaction, spent } = createSignedTransaction(coin, 'p2pkh')
  const [signature, key] = readPushes(transaction.inputs[0]?.script ?? new Uint8Array()) ?? []
  assert.ok(signature && key)
  const { r, s } = secp256k1.Signature.fromBytes(signature.slice(0, -1), 'der')
  const higher = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes('der')
  const padded = Uint8Array.of(0x30, signature.length, ...signature.slice(2, -1), 0)

  for (const [der, error] of [
    [higher, 'Non-canonical signature: S value is unnecessarily high'],
    [padded, 'Non-canonical DER signature'],
  ] as const) {
    const [first, ...others] = transaction.inputs
    assert.ok(first)
    const inputs = [{ ...first, script: writePushes(Uint8Array.of(...der, 1), key) }, ...others]
    const changed = coin.parse(Buffer.from(serialise({ ...transaction, inputs })).toString('hex'))
    assert.deepEqual(await createSignatureChecker().checkWithDetails(coin, changed, spent), {
      verdict: 'invalid',
      input: 0,
      error,
    })
  }
})

/** A transaction of that version with each input signed again: a hash type, the original S or its complement, extra script. */
function signedAs(coin: Coin, { version = 2, type = 0x41, isHighS = false, extra = new Uint8Array() }) {
  const { transaction, spent } = createSignedTransaction(coin, 'p2pkh')
  const secret = secp256k1.utils.randomSecretKey()
  const key = secp256k1.getPublicKey(secret, true)
  const script = createP2pkhScript(hash160(key))
  const own = spent.map((output) => ({ ...output, script }))
  const body = { ...transaction, version }
  const messageFor = createSignatureMessages(coin, body, own)
  const inputs = transaction.inputs.map((input, index) => {
    const message = messageFor(index, type) ?? assert.fail('nodes don’t relay that hash type')
    const { r, s } = secp256k1.Signature.fromBytes(secp256k1.sign(message, secret))
    const signature = new secp256k1.Signature(r, isHighS ? secp256k1.Point.Fn.neg(s) : s)
    const unlocking = writePushes(Uint8Array.of(...signature.toBytes('der'), type), key)
    return { ...input, script: Uint8Array.of(...extra, ...unlocking) }
  })
  const hex = Buffer.from(serialise({ ...body, inputs })).toString('hex')
  return { transaction: coin.parse(hex), spent: own }
}

test('a signature over all spent outputs (BCH, 0x61) and one over the original digest (BSV, 0x61) are valid on their coin', async () => {
  for (const code of ['BCH', 'BSV'] as const) {
    const coin = coins.get(code) ?? assert.fail()
    const { transaction, spent } = signedAs(coin, { type: 0x61 })
    const checker = createSignatureChecker()
    const [first = assert.fail(), second = assert.fail()] = spent
    const others = [first, { ...second, amount: toBaseUnits(second.amount + 1n) }]

    assert.deepEqual(await createSignatureChecker().checkWithDetails(coin, transaction, others), {
      ...(code === 'BSV'
        ? { verdict: 'valid' }
        : {
            verdict: 'invalid',
            input: 0,
            error: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
          }),
    })
    assert.deepEqual(await checker.checkWithDetails(coin, transaction, spent), { verdict: 'valid' })
    assert.equal(await checker.check(coin, flipBit(transaction, 20, 0), spent), 'invalid')
  }
})

test('original digests that need gigabytes of hashing are left to the BSV node', async () => {
  const coin = coins.get('BSV') ?? assert.fail()
  const findVerdict = (size: number, { transaction, spent }: ReturnType<typeof signedAs>) =>
    createSignatureChecker().check(coin, { ...transaction, size }, spent)
  const original = signedAs(coin, { type: 0x61 })
  const bytesEach = 8_000_000 / original.transaction.inputs.length
  assert.equal(await findVerdict(bytesEach, original), 'valid')
  assert.equal(await findVerdict(bytesEach + 1, original), 'unknown')
  assert.equal(await findVerdict(bytesEach + 1, signedAs(coin, { type: 0x41 })), 'valid')
})

test('only BSV accepts high S, and non-push unlocking scripts from version 2 on (Chronicle), which the node validates', async () => {
  const nop = Uint8Array.of(0x61)
  const push = Uint8Array.of(0x51)
  const findVerdict = async (code: 'BCH' | 'BSV', options: Parameters<typeof signedAs>[1]) => {
    const coin = coins.get(code) ?? assert.fail()
    const { transaction, spent } = signedAs(coin, options)
    return createSignatureChecker().check(coin, transaction, spent)
  }

  for (const options of [{ isHighS: true }, { extra: nop }, { extra: push }]) {
    assert.equal(await findVerdict('BSV', options), 'isHighS' in options ? 'valid' : 'unknown')
    assert.equal(await findVerdict('BSV', { ...options, version: 1 }), 'invalid')
    // Nodes read versions as signed numbers.
    assert.equal(await findVerdict('BSV', { ...options, version: 0x8000_0002 }), 'invalid')
    assert.equal(await findVerdict('BCH', options), 'invalid')
  }
})
