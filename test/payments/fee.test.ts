import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, getOutputs, startPaying } from '../helpers/paying.ts'
import type { Signed, TransactionOptions } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, mine, assertRejectedUnchanged, assertAccepted, assertPaid } = service

/** Base units per 1 000 bytes. */
const getFeeRate = ({ template }: Bill): bigint => BigInt(Math.round(template.requiredFeeRate * 1_000))

/** The minimum relay fee of the coin's node, in base units per 1 000 bytes. */
const relayRate: Readonly<Record<string, bigint>> = {
  BTC: 100n,
  BCH: 1_000n,
  BSV: 0n,
  DASH: 1_000n,
  LTC: 1_000n,
  DOGE: 100_000n,
}

/** A decimal of base units per byte, rounded down. */
const perByte = ({ fee, size }: Pick<Signed, 'fee' | 'size'>): string => {
  const thousandths = (fee * 1_000n) / BigInt(size)
  const text = `${thousandths / 1_000n}.${(thousandths % 1_000n).toString().padStart(3, '0')}`
  return text.replace(/\.?0+$/, '')
}

const atLeast = (rate: bigint, bytes: number): bigint => (rate * BigInt(bytes) + 999n) / 1_000n

/** Signs until the fee matches the final size: signatures vary by a byte. */
function signWithFee(
  sign: (options: Partial<TransactionOptions>) => Signed,
  feeFor: (bytes: number) => bigint,
): Signed {
  for (let fee = feeFor(400); ; ) {
    const signed = sign({ fee, randomNonces: true })
    if (signed.fee === feeFor(signed.size)) return signed
    fee = feeFor(signed.size)
  }
}

const sumUp = (all: readonly Signed[]) => ({
  fee: all.reduce((sum, { fee }) => sum + fee, 0n),
  size: all.reduce((sum, { size }) => sum + size, 0),
})

for (const [code, coin] of coins) {
  test(`${code}: the requested fee rate is between floor and ceiling, and above the node’s relay fee`, async () => {
    const bill = await createBill(code)
    assert.ok(getFeeRate(bill) >= coin.feeRate.floor && getFeeRate(bill) <= coin.feeRate.ceiling)
    assert.ok(getFeeRate(bill) * 100n >= (relayRate[code] ?? 0n) * 101n)
    assert.equal(bill.template.requiredFeeRate, Number(getFeeRate(bill)) / 1_000)
  })

  test(`${code}: the requested fee rate is enough, with one byte per input tolerated; one base unit less is tx_fee_too_low`, async () => {
    for (const count of [1, 3]) {
      const bill = await createBill(code)
      const wallet = await payer(code, Array<string>(count).fill(code === 'DOGE' ? '400' : '1'))
      const inputs = wallet.utxos
      const sign = (options: Partial<TransactionOptions>) => wallet.pay(bill, { ...options, inputs })
      const computeLeast = (bytes: number) => atLeast(getFeeRate(bill), bytes - count)

      const low = signWithFee(sign, (bytes) => computeLeast(bytes) - 1n)
      const sentence = await assertRejectedUnchanged(bill, low, 'tx_fee_too_low', {
        required: String(bill.template.requiredFeeRate),
        actual: perByte(low),
      })
      assert.match(
        sentence,
        /^Insufficient fee: Transaction fee \(\d+ sat\/kb\) is below the current minimum threshold \(\d+ sat\/kb\)/,
      )
      assert.match(sentence, /Nothing was sent/)

      const enough = signWithFee(sign, computeLeast)
      assertAccepted(await submit(bill, enough), [enough])
      await assertPaid(bill, [enough])
    }
  })

  test(`${code}: a transaction without a fee is tx_fee_too_low`, async () => {
    const bill = await createBill(code)
    const free = (await payer(code)).pay(bill, { fee: 0n })
    const required = String(bill.template.requiredFeeRate)
    await assertRejectedUnchanged(bill, free, 'tx_fee_too_low', { required, actual: '0' })
  })

  test(`${code}: any higher fee is accepted`, async () => {
    const bill = await createBill(code)
    const highFee = (await payer(code)).pay(bill, { fee: code === 'DOGE' ? 20_000_000_000n : 100_000_000n })
    assertAccepted(await submit(bill, highFee), [highFee])
  })

  /** A parent with that fee rate, and its change for a child. */
  async function readParent(bill: Bill, rate: bigint) {
    const wallet = await payer(code)
    const outputs = [{ script: wallet.script(), amount: 10_000_000n }]
    const parent = signWithFee(
      (options) => wallet.pay(bill, { ...options, outputs }),
      (bytes) => atLeast(rate, bytes),
    )
    return { wallet, parent, change: wallet.own(parent).slice(1) }
  }

  test(`${code}: the paying transaction alone must meet the requested fee rate, whatever its parent pays`, async () => {
    const bill = await createBill(code)
    const { wallet, parent, change } = await readParent(bill, 20n * getFeeRate(bill))
    const sign = (options: Partial<TransactionOptions>) => wallet.pay(bill, { ...options, inputs: change })
    const required = String(bill.template.requiredFeeRate)
    for (const low of [
      sign({ fee: 0n }),
      signWithFee(sign, (bytes) => atLeast(getFeeRate(bill), bytes - 1) - 1n),
    ]) {
      await assertRejectedUnchanged(bill, [parent, low], 'tx_fee_too_low', { required, actual: perByte(low) })
    }
    const enough = signWithFee(sign, (bytes) => atLeast(getFeeRate(bill), bytes - 1))
    assertAccepted(await submit(bill, [parent, enough]), [parent, enough])
    await assertPaid(bill, [parent, enough])
  })

  test(`${code}: a fee paid by a grandparent does not make up for a low-fee parent`, async () => {
    const bill = await createBill(code)
    const { wallet, parent: rich, change } = await readParent(bill, 20n * getFeeRate(bill))
    const outputs = [{ script: wallet.script(), amount: 10_000_000n }]
    const poor = wallet.pay(bill, { fee: 0n, inputs: change, outputs })
    const last = signWithFee(
      (options) => wallet.pay(bill, { ...options, inputs: wallet.own(poor).slice(1) }),
      (bytes) => atLeast(getFeeRate(bill), bytes),
    )
    const together = code === 'DOGE' ? poor : sumUp([poor, last])
    await assertRejectedUnchanged(bill, [rich, poor, last], 'tx_fee_too_low', {
      required: String(bill.template.requiredFeeRate),
      actual: perByte(together),
    })
  })

  test(`${code}: ${code === 'DOGE' ? 'no child pays for its parent: each transaction alone meets the fee rate' : 'a child may pay for its parent'}`, async () => {
    const bill = await createBill(code)
    const { wallet, parent, change } = await readParent(bill, relayRate[code] ?? assert.fail())
    const sign = (options: Partial<TransactionOptions>) => wallet.pay(bill, { ...options, inputs: change })
    const rest = (bytes: number) => atLeast(getFeeRate(bill), parent.size + bytes - 2) - parent.fee
    const required = String(bill.template.requiredFeeRate)

    if (code === 'DOGE') {
      const generous = signWithFee(sign, (bytes) => 2n * rest(bytes))
      await assertRejectedUnchanged(bill, [parent, generous], 'tx_fee_too_low', {
        required,
        actual: perByte(parent),
      })
      return
    }
    const low = signWithFee(sign, (bytes) => rest(bytes) - 1n)
    const actual = perByte(sumUp([parent, low]))
    await assertRejectedUnchanged(bill, [parent, low], 'tx_fee_too_low', { required, actual })
    const enough = signWithFee(sign, rest)
    assertAccepted(await submit(bill, [parent, enough]), [parent, enough])
    await assertPaid(bill, [parent, enough])
  })

  test(`${code}: a transaction that is not an ancestor of the last one is tx_unrelated`, async () => {
    const bill = await createBill(code)
    const wallet = await payer(code)
    const stranger = await payer(code, undefined, { name: 'stranger' })
    const outputs = [{ script: stranger.script(), amount: 10_000_000n }]
    const unrelated = stranger.pay(bill, { outputs })
    const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 10_000_000n }] })
    const last = wallet.pay(bill, { inputs: wallet.own(parent).slice(1) })
    await assertRejectedUnchanged(bill, [unrelated, parent, last], 'tx_unrelated')
    await assertRejectedUnchanged(bill, [parent, unrelated, last], 'tx_unrelated')
    assertAccepted(await submit(bill, [parent, last]), [parent, last])
  })
}

test('DOGE: each output below 0.01 DOGE adds 0.01 DOGE to the required fee', async () => {
  const bill = await createBill('DOGE')
  const wallet = await payer('DOGE')
  const outputs = [
    ...getOutputs(bill),
    { script: wallet.script(), amount: 999_999n },
    { script: wallet.script(), amount: 500_000n },
  ]
  const sign = (options: Partial<TransactionOptions>) => wallet.pay(bill, { ...options, outputs })
  const computeLeast = (bytes: number) => atLeast(getFeeRate(bill), bytes - 1) + 2_000_000n
  const low = signWithFee(sign, (bytes) => computeLeast(bytes) - 1n)
  const sentence = await assertRejectedUnchanged(bill, low, 'tx_fee_too_low', {
    required: String(bill.template.requiredFeeRate),
    actual: perByte({ fee: low.fee - 2_000_000n, size: low.size }),
  })
  assert.match(sentence, /0\.01 DOGE/)
  const enough = signWithFee(sign, computeLeast)
  assertAccepted(await submit(bill, enough), [enough])
})

test('a fee rate that is too low including unconfirmed ancestors is tx_fee_too_low, until they are mined', async (t) => {
  for (const code of ['BTC', 'BSV', 'DOGE']) {
    await t.test(code, async () => {
      const bill = await createBill(code)
      const wallet = await payer(code)
      const outputs = [{ script: wallet.script(), amount: 10_000_000n }]
      const relayFee = (bytes: number) => atLeast(relayRate[code] ?? assert.fail(), bytes)
      const chain: Signed[] = []
      for (let inputs = wallet.utxos; chain.length < 2; ) {
        const spent = inputs
        const next = signWithFee(
          (options) => wallet.pay(bill, { ...options, inputs: spent, outputs }),
          relayFee,
        )
        await service.rpc(code, 'sendrawtransaction', next.hex)
        chain.push(next)
        inputs = [...wallet.own(next)].slice(1)
      }
      const inputs = wallet.own(chain.at(-1) ?? assert.fail()).slice(1)
      const careful = wallet.pay(bill, { inputs })
      await assertRejectedUnchanged(bill, careful, 'tx_fee_too_low', {
        required: String(bill.template.requiredFeeRate),
        actual: perByte(code === 'DOGE' ? (chain[0] ?? assert.fail()) : sumUp([...chain, careful])),
      })
      await mine(code)
      assertAccepted(await submit(bill, careful), [careful])
      await assertPaid(bill, [careful])
    })
  }
})

test('a payment that also covers its unconfirmed ancestors is accepted; an ancestor reached by two paths counts once', async () => {
  const bill = await createBill('BSV')
  const wallet = await payer('BSV')
  const script = wallet.script()
  const half = { script, amount: 90_000_000n }
  const root = wallet.pay(bill, { outputs: [half, half], fee: 1n })
  const sides = [0, 1].map((vout) =>
    wallet.pay(bill, {
      inputs: wallet.own(root).slice(vout, vout + 1),
      outputs: [{ script, amount: 80_000_000n }],
      fee: 1n,
    }),
  )
  const ancestors = [root, ...sides]
  for (const { hex } of ancestors) await service.rpc('BSV', 'sendrawtransaction', hex)
  const inputs = sides.flatMap((side) => wallet.own(side).slice(0, 1))
  const { fee, size } = sumUp(ancestors)
  const sign = (options: Partial<TransactionOptions>) => wallet.pay(bill, { ...options, inputs })
  const tolerance = ancestors.reduce((sum, each) => sum + Math.floor(each.size / 148), inputs.length)
  const computeLeast = (bytes: number) => atLeast(getFeeRate(bill), size + bytes - tolerance) - fee

  const low = signWithFee(sign, (bytes) => computeLeast(bytes) - 1n)
  await assertRejectedUnchanged(bill, low, 'tx_fee_too_low', {
    required: '0.05',
    actual: perByte(sumUp([...ancestors, low])),
  })
  const enough = signWithFee(sign, computeLeast)
  assertAccepted(await submit(bill, enough), [enough])
})

test('tx_fee_too_low for a transaction in the mempool says that it is accepted once mined, and then it is', async (t) => {
  for (const code of ['BTC', 'BSV', 'LTC', 'DOGE']) {
    await t.test(code, async () => {
      const bill = await createBill(code)
      const wallet = await payer(code)
      const rate = relayRate[code] ?? assert.fail()
      const signed = signWithFee(
        (options) => wallet.pay(bill, options),
        (bytes) => atLeast(rate, bytes),
      )
      await service.rpc(code, 'sendrawtransaction', signed.hex)
      const sentence = await assertRejectedUnchanged(bill, signed, 'tx_fee_too_low', {
        required: String(bill.template.requiredFeeRate),
        actual: perByte(signed),
      })
      assert.match(sentence, /accepted once it is mined/)
      assert.doesNotMatch(sentence, /Nothing was sent/)
      await mine(code)
      assertAccepted(await submit(bill, signed), [signed])
      await assertPaid(bill, [signed])
    })
  }
})
