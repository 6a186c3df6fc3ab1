import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { serialise } from '../coins/codec/transaction.ts'
import type { Coin } from '../coins/coin.ts'
import { coins, findCoin } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { buildTransaction, computeFundingAmount, sumAmounts, type TransactionPlan } from './build.ts'
import { createKey, createOutputScript, getDefaultScriptType, type ScriptType } from './keys.ts'
import { sign } from './sign.ts'
import type { Utxo } from './utxo.ts'

const key = createKey(new Uint8Array(32).fill(3))
const change = createOutputScript(key, 'p2pkh')
const payee = createOutputScript(createKey(new Uint8Array(32).fill(4)), 'p2pkh')
const doge = findCoin('DOGE') ?? assert.fail()

const pays = (...amounts: bigint[]) =>
  amounts.map((amount) => ({ script: payee, amount: toBaseUnits(amount) }))

/** Inputs of these script types; the first holds all of `amount`. */
const createInputs = (amount: bigint, scriptTypes: readonly ScriptType[] = ['p2pkh']): readonly Utxo[] =>
  scriptTypes.map((scriptType, index) => ({
    txid: (index + 1).toString(16).padStart(64, '0'),
    vout: index,
    script: createOutputScript(key, scriptType),
    amount: toBaseUnits(index === 0 ? amount : 0n),
  }))

/** Virtual bytes by BIP141, with signatures of maximum length. */
function maxSize(scriptTypes: readonly ScriptType[], outputs: number): bigint {
  const witnesses = scriptTypes.filter((scriptType) => scriptType === 'p2wpkh').length
  const bare = 10 + 148 * (scriptTypes.length - witnesses) + 41 * witnesses + 34 * outputs
  const witness = witnesses > 0 ? 2 + 108 * witnesses + (scriptTypes.length - witnesses) : 0
  return BigInt(Math.ceil((4 * bare + witness) / 4))
}

const computeFee = (feeRate: bigint, size: bigint) => (feeRate * size + 999n) / 1_000n

interface Payment extends TransactionPlan {
  readonly coin: Coin
  readonly scriptTypes: readonly ScriptType[]
  /** The difference between inputs and outputs plus fee of a transaction without change. */
  readonly spare: bigint
}

/** Payments with any number of inputs, at any rate that the coin's requests may ask, with little or much change. */
const payments: fc.Arbitrary<Payment> = fc.constantFrom<Coin>(...coins.values()).chain((coin) =>
  fc
    .record({
      feeRate: fc.bigInt({ min: 0n, max: coin.feeRate.ceiling }),
      outputs: fc
        .array(fc.bigInt({ min: coin.getDustLimit(payee), max: 10n ** 9n }), { minLength: 1, maxLength: 4 })
        .map((amounts) => pays(...amounts)),
      scriptTypes: fc.array(fc.constantFrom<ScriptType>('p2pkh', getDefaultScriptType(coin)), {
        minLength: 1,
        maxLength: 12,
      }),
      spare: fc.oneof(fc.bigInt({ min: 0n, max: 20_000n }), fc.bigInt({ min: 0n, max: 10n ** 11n })),
    })
    .map(({ feeRate, outputs, scriptTypes, spare }) => {
      const fee = computeFee(feeRate, maxSize(scriptTypes, outputs.length))
      return {
        coin,
        feeRate,
        outputs,
        scriptTypes,
        spare,
        change,
        inputs: createInputs(sumAmounts(outputs) + fee + spare, scriptTypes),
      }
    }),
)

test('the fee of a signed transaction is at least the required one, for every coin and number of inputs', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const { coin, feeRate } = payment
      const draft = buildTransaction(payment)
      const { virtualSize } = coin.parse(Buffer.from(serialise(sign(coin, draft, key))).toString('hex'))
      assert.ok(draft.fee >= computeFee(feeRate, BigInt(virtualSize)))
    }),
    { numRuns: 60 },
  )
})

test('the fee is at most that of the maximum size plus a dust output', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const { coin, feeRate, scriptTypes, outputs, spare } = payment
      const { fee, transaction } = buildTransaction(payment)
      const withChange = computeFee(feeRate, maxSize(scriptTypes, outputs.length + 1))
      const changed = transaction.outputs.length > outputs.length
      if (changed) assert.equal(fee, withChange)
      else assert.equal(fee, computeFee(feeRate, maxSize(scriptTypes, outputs.length)) + spare)
      assert.ok(fee < withChange + coin.getDustLimit(change))
    }),
  )
})

test('the requested outputs come first and unchanged, and all inputs are accounted for', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const { coin, inputs, outputs } = payment
      const { fee, transaction, spentOutputs: spent } = buildTransaction(payment)
      const [rest, ...more] = transaction.outputs.slice(outputs.length)
      assert.deepEqual(transaction.outputs.slice(0, outputs.length), outputs)
      assert.deepEqual(spent, inputs)
      assert.equal(sumAmounts(inputs), sumAmounts(transaction.outputs) + fee)
      assert.equal(more.length, 0)
      if (rest) assert.ok(rest.script === change && rest.amount >= coin.getDustLimit(change))
    }),
  )
})

test('one base unit less than outputs and fee is not enough', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const inputs = payment.inputs.map((input, index) =>
        index === 0 ? { ...input, amount: toBaseUnits(input.amount - payment.spare - 1n) } : input,
      )
      assert.throws(() => buildTransaction({ ...payment, inputs }), {
        code: 'coins_unavailable',
        message: /Insufficient funds/,
      })
    }),
  )
})

test('the cost of a payment is exactly the value that a single input needs', () => {
  fc.assert(
    fc.property(payments, fc.boolean(), (payment, isStandard) => {
      const scriptType = isStandard ? getDefaultScriptType(payment.coin) : 'p2pkh'
      const price = computeFundingAmount(payment, createOutputScript(key, scriptType))
      const { transaction } = buildTransaction({ ...payment, inputs: createInputs(price, [scriptType]) })
      assert.equal(transaction.outputs.length, payment.outputs.length)
      assert.throws(() => buildTransaction({ ...payment, inputs: createInputs(price - 1n, [scriptType]) }), {
        code: 'coins_unavailable',
      })
    }),
  )
})

test("a payment is final and doesn't signal replacement", () => {
  const { transaction } = buildTransaction({
    coin: doge,
    inputs: createInputs(10n ** 9n),
    outputs: pays(10n ** 8n),
    feeRate: 1_000_000n,
    change,
  })
  assert.equal(transaction.lockTime, 0)
  assert.deepEqual(
    transaction.inputs.map(({ sequence }) => sequence),
    [0xffffffff],
  )
})

test('the error states the available and the required amount in coins', () => {
  const plan = {
    coin: doge,
    inputs: createInputs(10n ** 8n),
    outputs: pays(10n ** 8n),
    feeRate: 1_000_000n,
    change,
  }
  assert.throws(() => buildTransaction(plan), {
    message: 'Insufficient funds: the coins are worth 1 DOGE, and the payment and its fee cost 1.00192 DOGE.',
  })
})
