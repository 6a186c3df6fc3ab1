import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { startPaying } from '../helpers/paying.ts'
import { assertSettled, type Built, build, createInvoiceUrl, type PaymentTerms } from './payer.ts'
import { startProgram, withoutWallets } from './program.ts'

/** The result of `PayProV2` for a response. */
interface Details {
  readonly verified: boolean
  readonly payProUrl: string
  readonly paymentId: string
  readonly memo: string
  readonly network: string
  readonly chain: string
  readonly paymentOptions: readonly {
    readonly chain: string
    readonly network: string
    readonly estimatedAmount: number
    readonly decimals: number
  }[]
  readonly requiredFeeRate: number
  readonly instructions: readonly Pick<PaymentTerms, 'outputs'>[]
}

/** The result of `PayPro` for a response. */
interface Details1 {
  readonly verified: boolean
  readonly coin: string
  readonly amount: number
  readonly toAddress: string
  readonly requiredFeeRate: number
  readonly memo: string
  readonly paymentId: string
}

test('bitcore-wallet-client, the client of BitPay’s wallets', { skip: withoutWallets }, async (t) => {
  const service = await startPaying(t, { listen: true })
  const wallet = startProgram(t, 'bitcore-wallet-client.js')
  const published = await fetch(`${service.baseUrl}/signingKeys/paymentProtocol.json`)

  await t.test('it rejects our responses as long as it has only BitPay’s keys', async () => {
    const { url } = await createInvoiceUrl(service)
    await assert.rejects(wallet.call('options', { paymentUrl: url }), /signed by unknown key/)
  })

  const [identity, ...others] = await wallet.call<string[]>('trust', Object(await published.json()))
  assert.ok(identity && others.length === 0)

  await Promise.all(
    [...coins.keys()].map((coin) =>
      t.test(`PayProV2 selects ${coin}, has its transaction verified, signs and pays`, () => payByV2(coin)),
    ),
  )
  // It supports no other coin.
  for (const coin of ['BTC', 'BCH'] as const)
    await t.test(`PayPro pays an invoice in ${coin} alone`, () => payByV1(coin))

  await t.test('it recognises our errors, and shows our sentence for unknown ones', async () => {
    const named = (method: string, order: object, name: RegExp) =>
      assert.rejects(wallet.call(method, { ...order }), { name })
    await named('options', { paymentUrl: `${service.baseUrl}/r/unknown` }, /INVOICE_NOT_AVAILABLE$/)

    const { url } = await createInvoiceUrl(service)
    const order = { paymentUrl: url, chain: 'LTC', currency: 'LTC' }
    const { instructions, requiredFeeRate } = await wallet.call<Details>('select', order)
    const [{ outputs: [output] = [] } = assert.fail()] = instructions
    const payer = await service.payer('LTC')
    const draft = async (change: object) => {
      const terms = { outputs: [{ ...(output ?? assert.fail()), ...change }], feeRate: requiredFeeRate }
      return (await build(wallet, payer, terms)).unsigned
    }
    const verify = (tx: string) => ({ ...order, unsignedTransactions: [{ tx }] })
    await named('verify', verify(await draft({ address: payer.address() })), /WRONG_ADDRESS$/)
    await named('verify', verify('zz'), /INVALID_TX_FORMAT$/)
    await named('verify', { ...order, unsignedTransactions: [] }, /NO_TRASACTION$/)
    const wrongAmount = verify(await draft({ amount: 1_000_000 }))
    await assert.rejects(wallet.call('verify', wrongAmount), /Wrong amounts: .*0\.01 LTC.*does not match/)

    await service.pay(getUid(url), 'DOGE')
    await named('options', order, /INVOICE_EXPIRED$/)
    await named('pay', { ...order, signedTransactions: [{ tx: await draft({}) }] }, /INVOICE_EXPIRED$/)
  })

  async function payByV2(coin: string): Promise<void> {
    const { uid, uri, url } = await createInvoiceUrl(service, { memo: 'Two coffees' })
    const options = await wallet.call<Details>('options', { paymentUrl: uri })
    assert.deepEqual([options.verified, options.paymentId, options.payProUrl], [true, uid, url])
    const option = options.paymentOptions.find(({ chain }) => chain === coin) ?? assert.fail()
    assert.deepEqual([option.network, option.decimals], ['regtest', 8])

    const order = { paymentUrl: options.payProUrl, chain: coin, currency: coin }
    const request = await wallet.call<Details>('select', order)
    assert.deepEqual([request.chain, request.network], [coin.toLowerCase(), 'regtest'])
    const [{ outputs } = assert.fail()] = request.instructions
    assert.equal(outputs[0]?.amount, option.estimatedAmount)

    const payer = await service.payer(coin)
    const terms = { outputs, feeRate: request.requiredFeeRate }
    const built = await build(wallet, payer, terms)
    const weightedSize = estimateSize(coin, built, terms)
    const unsignedTransactions = [{ tx: built.unsigned, weightedSize }]
    const verified = await wallet.call<Details>('verify', { ...order, unsignedTransactions })
    assert.deepEqual([verified.verified, verified.memo], [true, 'Payment appears valid'])

    const signedTransactions = [{ tx: built.signed, weightedSize }]
    const paid = await wallet.call<Details>('pay', { ...order, signedTransactions })
    assert.ok(paid.verified && paid.memo)
    await assertSettled(service, { uid, coin }, built)
  }

  async function payByV1(coin: 'BTC' | 'BCH'): Promise<void> {
    const shop = await service.anotherMerchant(`${coin}-shop`, [coin])
    const { uid, url } = await createInvoiceUrl(service, { memo: 'Two coffees' }, shop.token)
    const order = { url, coin: coin.toLowerCase(), network: 'regtest' }
    const request = await wallet.call<Details1>('request1', order)
    assert.deepEqual([request.verified, request.paymentId], [true, uid])

    const payer = await service.payer(coin)
    const { amount, toAddress, requiredFeeRate } = request
    const built = await build(wallet, payer, {
      outputs: [{ amount, address: toAddress }],
      feeRate: requiredFeeRate,
    })
    const response = await wallet.call<string>('send1', {
      ...order,
      rawTxUnsigned: built.unsigned,
      rawTx: built.signed,
    })
    assert.deepEqual(JSON.parse(response).payment, { currency: coin, transactions: [built.signed] })
    await assertSettled(service, { uid, coin }, built)
  }
})

const getUid = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

/** The client's own `broadcastTxProposal` estimates the size of witnesses from the fee in the same way. */
function estimateSize(coin: string, { fee, signed }: Built, { feeRate }: PaymentTerms): number {
  const isSegwit = coin === 'BTC' || coin === 'LTC'
  return isSegwit ? Math.floor((fee / Math.ceil(feeRate * 1_000)) * 1_000) - 10 : signed.length / 2
}
