import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { startPaying } from '../helpers/paying.ts'
import { assertSettled, buildOurselves, createInvoiceUrl, type PaymentTerms } from './payer.ts'
import { startProgram, withoutWallets } from './program.ts'

interface Options {
  readonly paymentUrl: string
  readonly paymentId: string
  readonly paymentOptions: readonly { readonly chain: string; readonly currency: string }[]
}

interface Selected {
  readonly paymentUrl: string
  readonly instructions: readonly (Pick<PaymentTerms, 'outputs'> & { readonly requiredFeeRate: number })[]
}

interface WalletResponse {
  readonly payment: { readonly transactions: readonly { readonly tx: string }[] }
  readonly memo: string
}

test('payment-protocol, Anypay’s client of JSON Payment Protocol v2', { skip: withoutWallets }, async (t) => {
  const service = await startPaying(t, { listen: true })
  const wallet = startProgram(t, 'payment-protocol.js')

  await Promise.all(
    [...coins.keys()].map((coin) => t.test(`it pays in ${coin}, at /r and at /i`, () => payAt(coin))),
  )

  async function payAt(coin: string): Promise<void> {
    const { uid, url } = await createInvoiceUrl(service)
    const options = await wallet.call<Options>('options', { url: url.replace('/r/', '/i/') })
    assert.equal(options.paymentId, uid)
    const { chain, currency } =
      options.paymentOptions.find((option) => option.chain === coin) ?? assert.fail(coin)
    const selected = await wallet.call<Selected>('select', { url: options.paymentUrl, chain, currency })
    const [{ outputs, requiredFeeRate: feeRate } = assert.fail()] = selected.instructions

    const built = buildOurselves(await service.payer(coin), { outputs, feeRate })
    const order = { url: selected.paymentUrl, chain, currency }
    const unsigned = [{ tx: built.unsigned, weightedSize: built.size }]
    const verified = await wallet.call<WalletResponse>('verify', { ...order, transactions: unsigned })
    assert.deepEqual(verified.payment.transactions, [{ tx: built.unsigned }])
    const paid = await wallet.call<WalletResponse>('pay', { ...order, transactions: [{ tx: built.signed }] })
    assert.deepEqual(paid.payment.transactions, [{ tx: built.signed }])
    assert.ok(paid.memo)
    await assertSettled(service, { uid, coin }, built)
  }
})
