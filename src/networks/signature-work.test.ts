import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignedTransaction, flipBit } from '../../test/helpers/signed-transactions.ts'
import { coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createSignatureChecker } from './signatures.ts'

test('a transaction with an invalid signature is checked once, and again when its inputs change', async () => {
  for (const coin of coins.values()) {
    const { transaction, spent } = createSignedTransaction(coin, 'p2pkh')
    const bad = flipBit(transaction, 20, 0)
    let checks = 0
    const watched = {
      ...bad,
      inputs: bad.inputs.map(({ script, ...input }) => ({
        ...input,
        get script() {
          checks++
          return script
        },
      })),
    }
    const checker = createSignatureChecker()
    const first = await checker.checkWithDetails(coin, watched, spent)
    const once = checks
    assert(once > 0)
    assert.equal(first.verdict, 'invalid')
    assert.deepEqual(await checker.checkWithDetails(coin, watched, spent), first)
    assert.equal(checks, once)
    const others = spent.map((output) => ({ ...output, amount: toBaseUnits(output.amount + 1n) }))
    await checker.checkWithDetails(coin, watched, others)
    assert(checks > once)
    assert.equal((await checker.checkWithDetails(coin, transaction, spent)).verdict, 'valid')
  }
})

test('a transaction with many inputs yields to others, even when no signature check is pending', async () => {
  const coin = coins.get('BCH') ?? assert.fail()
  const { transaction, spent } = createSignedTransaction(coin, 'schnorr')
  const [input] = transaction.inputs
  const [output] = spent
  assert(input && output)
  const unknown = { ...output, script: Uint8Array.of(0x51) }
  const many = { ...transaction, inputs: Array.from({ length: 100 }, () => input) }
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await createSignatureChecker().checkWithDetails(
    coin,
    many,
    many.inputs.map(() => unknown),
  )
  isDone = true
  assert(turns >= 24, `${turns} turns`)
})
