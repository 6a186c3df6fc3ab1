import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { type ForeignForm, foreignWallet } from '../../test/helpers/foreign-wallet.ts'
import { pushes, readPushes } from '../coins/codec/script.ts'
import { serialise } from '../coins/codec/transaction.ts'
import type { Coin, Output, Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { baseUnits } from '../kernel/money.ts'
import { signatureChecker } from './signatures.ts'

const amount = baseUnits(100_000_000n)
const outpoint = { txid: 'ab'.repeat(32), vout: 1 }

/** Two inputs of one key, signed by a library of others. */
function signed(coin: Coin, form: ForeignForm): { transaction: Transaction; spent: Output[] } {
  const wallet = foreignWallet(coin, 'signer', form)
  const inputs = [outpoint, { ...outpoint, vout: 2 }].map((place) => ({ ...place, amount }))
  const outputs = [{ script: wallet.script, amount: 150_000_000n }]
  const transaction = coin.parse(wallet.sign({ inputs, outputs }))
  return { transaction, spent: inputs.map(() => ({ script: wallet.script, amount })) }
}

const forms = (coin: Coin): ForeignForm[] => [
  'p2pkh',
  ...(coin.signatures === 'segwit' ? (['p2wpkh', 'p2sh-p2wpkh'] as const) : []),
  ...(coin.code === 'BCH' ? (['schnorr'] as const) : []),
]

for (const coin of coins.values()) {
  for (const form of forms(coin)) {
    suite(`signatures of ${coin.code}, ${form}`, () => {
      const { transaction, spent } = signed(coin, form)

      test('of another library are valid', async () => {
        assert.equal(await signatureChecker().check(coin, transaction, spent), 'valid')
      })

      test('with any one bit of the unlocking data changed are not', async () => {
        await fc.assert(
          fc.asyncProperty(fc.nat(), fc.nat(), async (place, bit) => {
            const spoilt = flip(transaction, place, bit % 8)
            assert.notEqual(await signatureChecker().check(coin, spoilt, spent), 'valid')
          }),
          { numRuns: 60 },
        )
      })

      test('do not hold for another amount paid', async () => {
        const outputs = transaction.outputs.map((output) => ({
          ...output,
          amount: baseUnits(output.amount - 1n),
        }))
        const changed = coin.parse(Buffer.from(serialise({ ...transaction, outputs })).toString('hex'))
        assert.equal(await signatureChecker().check(coin, changed, spent), 'invalid')
      })

      test('do not hold for another amount spent, where the digest covers it', async () => {
        const others = spent.map((output) => ({ ...output, amount: baseUnits(output.amount + 1n) }))
        const covered = form !== 'p2pkh' || coin.signatures === 'forkid'
        const expected = covered ? 'invalid' : 'valid'
        assert.equal(await signatureChecker().check(coin, transaction, others), expected)
      })
    })
  }
}

test('a script of another form is unknown, unless another input fails', async () => {
  const coin = coins.get('BTC') ?? assert.fail()
  const { transaction, spent } = signed(coin, 'p2pkh')
  const [first, second] = spent
  assert.ok(first && second)
  const other = { script: Uint8Array.of(0x51), amount }

  const checker = signatureChecker()
  assert.deepEqual(await checker.examine(coin, transaction, [first, other]), { verdict: 'unknown', input: 1 })
  const finding = await checker.examine(coin, flip(transaction, 20, 0), [first, other])
  assert.equal(finding.verdict, 'invalid')
})

test('a transaction without signatures says so in the words of the nodes', async () => {
  const coin = coins.get('LTC') ?? assert.fail()
  for (const [form, flaw] of [
    ['p2pkh', 'Operation not valid with the current stack size'],
    ['p2wpkh', 'Witness program was passed an empty witness'],
  ] as const) {
    const { transaction, spent } = signed(coin, form)
    const inputs = transaction.inputs.map((input) => ({ ...input, script: new Uint8Array(), witness: [] }))
    const bare = coin.parse(Buffer.from(serialise({ ...transaction, inputs })).toString('hex'))
    assert.deepEqual(await signatureChecker().examine(coin, bare, spent), {
      verdict: 'invalid',
      input: 0,
      flaw,
    })
  }
})

test('a signature without FORKID is refused by name where it is demanded', async () => {
  const [bch, btc] = [coins.get('BCH') ?? assert.fail(), coins.get('BTC') ?? assert.fail()]
  const { transaction, spent } = signed(btc, 'p2pkh')

  const finding = await signatureChecker().examine(bch, transaction, spent)

  assert.deepEqual(finding, { verdict: 'invalid', input: 0, flaw: 'Signature must use SIGHASH_FORKID' })
})

test('a signature with the higher of its two S is refused, as is one that is not strict DER', async () => {
  const coin = coins.get('DOGE') ?? assert.fail()
  const { transaction, spent } = signed(coin, 'p2pkh')
  const [signature, key] = readPushes(transaction.inputs[0]?.script ?? new Uint8Array()) ?? []
  assert.ok(signature && key)
  const { r, s } = secp256k1.Signature.fromBytes(signature.slice(0, -1), 'der')
  const higher = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes('der')
  const padded = Uint8Array.of(0x30, signature.length, ...signature.slice(2, -1), 0)

  for (const [der, flaw] of [
    [higher, 'Non-canonical signature: S value is unnecessarily high'],
    [padded, 'Non-canonical DER signature'],
  ] as const) {
    const [first, ...others] = transaction.inputs
    assert.ok(first)
    const inputs = [{ ...first, script: pushes(Uint8Array.of(...der, 1), key) }, ...others]
    const changed = coin.parse(Buffer.from(serialise({ ...transaction, inputs })).toString('hex'))
    assert.deepEqual(await signatureChecker().examine(coin, changed, spent), {
      verdict: 'invalid',
      input: 0,
      flaw,
    })
  }
})

/** Changes a bit of the scripts and witnesses of the first input. */
function flip(transaction: Transaction, place: number, bit: number): Transaction {
  const [first, ...others] = transaction.inputs
  assert.ok(first)
  const items = [first.script, ...first.witness].map((item) => Uint8Array.from(item))
  const all = items.reduce((sum, { length }) => sum + length, 0)
  let at = place % all
  for (const item of items) {
    if (at < item.length) item[at] = (item[at] ?? 0) ^ (1 << bit)
    at -= item.length
    if (at < 0) break
  }
  const [script, ...witness] = items
  return {
    ...transaction,
    id: `${transaction.id}*`,
    inputs: [{ ...first, script: script ?? first.script, witness }, ...others],
  }
}
