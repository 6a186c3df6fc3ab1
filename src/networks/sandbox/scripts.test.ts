import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type FormPayment, signForms } from '../../../test/helpers/form-signing.ts'
import { failure, openTestSandbox, type TestSandbox } from '../../../test/helpers/sandbox.ts'
import { listScriptForms } from '../../../test/helpers/script-forms.ts'
import { serialise } from '../../coins/codec/transaction.ts'
import { coins } from '../../coins/index.ts'
import { toBaseUnits } from '../../kernel/money.ts'

const coinAmount = 5_000_000n
/** Above the heights used as lock times. */
const blocks = 50

for (const code of coins.keys()) {
  suite(`${code} outputs of every form that its node relays`, () => {
    test('are spent with valid signatures of any hash type', async (t) => {
      const { callRpc, coin, forms } = await fundForms(t, code)
      for (const [position, form] of forms.entries()) {
        const hashType = [1, 2, 3, 0x81, 0x82, 0x83][position % 6] ?? 1
        const hex = spend(coin, [form.input], { hashType })
        const txid = await callRpc('sendrawtransaction', hex).catch((error) =>
          assert.fail(`${form.name}, hash type ${hashType}: ${error}`),
        )
        assert.equal(txid, coin.parse(hex).id)
      }
    })

    test('are not spent with signatures over other data', async (t) => {
      const { callRpc, coin, forms } = await fundForms(t, code)
      for (const form of forms) {
        const wrong = spend(coin, [form.input], { isWrong: true })
        const [number, message] = await failure(callRpc('sendrawtransaction', wrong))
        assert.equal(number, -26, form.name)
        assert.match(message, /script-verify-flag/, form.name)
      }
    })
  })
}

suite('BCH signatures of a type that covers all spent outputs (SIGHASH_UTXOS)', () => {
  for (const hashType of [0x21, 0x22, 0x23])
    test(`spend with type 0x${(hashType | 0x40).toString(16)}`, async (t) => {
      const { callRpc, coin, forms } = await fundForms(t, 'BCH')
      const inputs = forms.slice(0, 4).map(({ input }) => input)
      const hex = spend(coin, inputs, { hashType })
      assert.equal(await callRpc('sendrawtransaction', hex), coin.parse(hex).id)
    })

  test('are rejected when a different output is spent than was signed', async (t) => {
    const { callRpc, coin, forms } = await fundForms(t, 'BCH')
    const inputs = forms.slice(0, 2).map(({ input }) => input)
    const signed = inputs.map((input, index) =>
      index === 1 ? { ...input, amount: input.amount - 1n } : input,
    )
    const hex = spend(coin, inputs, { hashType: 0x21, signed })
    assert.match((await failure(callRpc('sendrawtransaction', hex)))[1], /script-verify-flag/)
  })

  test('cannot be combined with ANYONECANPAY', async (t) => {
    const { callRpc, coin, forms } = await fundForms(t, 'BCH')
    const hex = spend(
      coin,
      forms.slice(0, 1).map(({ input }) => input),
      { hashType: 0xa1 },
    )
    const [, message] = await failure(callRpc('sendrawtransaction', hex))
    assert.match(message, /Signature hash type missing or not understood/)
  })
})

test('a data output is not spendable', async (t) => {
  const { callRpc, wallet } = await openTestSandbox(t, 'LTC')
  const payer = await wallet()
  const data = { script: Uint8Array.of(0x6a, 1, 7), amount: 0n }
  const rest = { script: payer.script, amount: coinAmount }
  const txid = String(await callRpc('sendrawtransaction', payer.pay({ outputs: [rest, data] }), 0))
  assert.equal(await callRpc('gettxout', txid, 1), null)
  const inputs = [{ txid, vout: 1, amount: 0n }]
  const spending = payer.pay({ inputs, outputs: [data] })
  assert.equal((await failure(callRpc('sendrawtransaction', spending)))[0], -25)
})

/** The sandbox with one mined output of each form. */
async function fundForms(t: Parameters<typeof openTestSandbox>[0], code: string) {
  const sandbox = await openTestSandbox(t, code)
  const { callRpc, wallet, mine, coin } = sandbox
  const payer = await wallet()
  const all = listScriptForms(coin)
  const outputs = all.map(({ output }) => ({ script: output, amount: coinAmount / 2n }))
  // The rest is the fee, above the node's ceiling.
  const funding = String(await callRpc('sendrawtransaction', payer.pay({ outputs }), anyFee(code)))
  await mine(blocks)
  const forms = all.map((form, vout) => ({
    name: form.name,
    input: {
      ...{ txid: funding, vout, amount: coinAmount / 2n },
      ...{ form, sequence: form.sequence ?? 0xffff_ffff },
    },
  }))
  return { callRpc, coin, forms }
}

const anyFee = (code: string): unknown => (/^(BTC|LTC|DASH)$/.test(code) ? 0 : true)

type Input = FormPayment['inputs'][number]

/**
 * Pays the minimum fee for 1 000 bytes, signed with independent libraries. With `isWrong` the signed
 * data has another version. `signed`: the inputs as the signatures see them.
 */
function spend(
  coin: TestSandbox['coin'],
  inputs: readonly Input[],
  {
    hashType = 1,
    isWrong = false,
    signed = inputs,
  }: { hashType?: number; isWrong?: boolean; signed?: readonly Input[] } = {},
): string {
  const amount = inputs.reduce((sum, input) => sum + input.amount, 0n) - coin.feeRate.floor
  const payment = {
    inputs: signed,
    outputs: [{ script: listScriptForms(coin)[0]?.output ?? assert.fail(), amount }],
    version: 2,
    lockTime: inputs[0]?.form.lockTime ?? 0,
    hashType,
  }
  const proofs = signForms(coin, isWrong ? { ...payment, version: 1 } : payment)
  const body = {
    ...payment,
    inputs: inputs.map(({ txid, vout, sequence }, index) => {
      return { txid, vout, sequence, ...(proofs[index] ?? assert.fail()) }
    }),
    outputs: payment.outputs.map((output) => ({ ...output, amount: toBaseUnits(output.amount) })),
  }
  return Buffer.from(serialise(body)).toString('hex')
}
