import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer } from '../helpers/any-wallet.ts'
import { type PayingService, startPaying } from '../helpers/paying.ts'
import { createCertificates } from './certificates.ts'
import { assertSettled } from './payer.ts'
import { type Program, startProgram, withoutElectrum } from './program.ts'

interface Request {
  readonly requestor: string
  readonly status: string
  readonly memo: string
  readonly amount: number
  readonly address: string
  readonly expired: boolean
}

interface Built {
  readonly txid: string
  readonly signed: string
}

/** Base units: more than the minimum, which BIP70 does not state. */
const fee = 5_000

test('Electrum pays BIP70 requests in BTC', { skip: withoutElectrum }, async (t) => {
  const service = await startPaying(t, { listen: true })
  const wallet = startProgram(t, 'pay_with_electrum.py')

  await t.test('it signs, pays and shows our memo', async () => {
    const { uid, uri, template } = await createRequest(service)
    await fundWallet(service, wallet)
    const request = await wallet.call<Request>('fetch', { uri })
    const [{ amount, address } = assert.fail()] = template.outputs
    assert.deepEqual(request, {
      requestor: address,
      status: 'No Signature',
      memo: template.memo,
      amount,
      address,
      expired: false,
    })
    const built = await wallet.call<Built>('sign', { fee })
    assert.match(await wallet.call<string>('pay'), /Payment received/)
    await assertSettled(service, { uid, coin: 'BTC' }, built)
  })

  await t.test('its GUI broadcasts the transaction before it pays: the result is the same', async () => {
    const { uid, uri } = await createRequest(service)
    await fundWallet(service, wallet)
    await wallet.call('fetch', { uri })
    const built = await wallet.call<Built>('sign', { fee })
    await service.rpc('BTC', 'sendrawtransaction', built.signed)
    await wallet.call('pay')
    await assertSettled(service, { uid, coin: 'BTC' }, built)
  })

  await t.test('it shows why its payment was rejected', async () => {
    const { uid, uri } = await createRequest(service)
    await fundWallet(service, wallet)
    await wallet.call('fetch', { uri })
    await wallet.call<Built>('sign', { fee: 100 })
    await assert.rejects(wallet.call('pay'), /HTTP status code 400/)
    await service.pay(uid, 'DOGE')
    await assert.rejects(wallet.call('fetch', { uri }), /HTTP status code 400/)
  })
})

test('Electrum verifies a request with x509+sha256, and pays it', { skip: withoutElectrum }, async (t) => {
  const { settings, root } = await createCertificates(t)
  const service = await startPaying(t, { listen: true, settings })
  const wallet = startProgram(t, 'pay_with_electrum.py')
  const { uid, uri } = await createRequest(service)
  await fundWallet(service, wallet)
  await assert.rejects(wallet.call('fetch', { uri }), /Supplied CA Not Found/)

  await wallet.call('trust', { file: root.file })
  assert.partialDeepStrictEqual(await wallet.call<Request>('fetch', { uri }), {
    requestor: '127.0.0.1',
    status: 'Signed by Trusted CA: Quittance Test Authority',
  })
  const built = await wallet.call<Built>('sign', { fee })
  await wallet.call('pay')
  await assertSettled(service, { uid, coin: 'BTC' }, built)
})

test('Electrum sends to the address of an invoice, without a payment request', {
  skip: withoutElectrum,
}, async (t) => {
  const service = await startPaying(t, { listen: true })
  const wallet = startProgram(t, 'pay_with_electrum.py')
  const { createInvoice, waitFor } = createAddressPayer(service)
  const { uid, uri, amount } = await createInvoice('BTC')
  await fundWallet(service, wallet)
  const built = await wallet.call<Built>('send', { uri, fee })
  await service.rpc('BTC', 'sendrawtransaction', built.signed)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual([payment.via, payment.amount], ['network', amount])
  await assertSettled(service, { uid, coin: 'BTC' }, built)
})

/** An invoice, with the URI of its option in BTC. */
async function createRequest(service: PayingService) {
  const { invoice, payment_options } = await service.createInvoice({ memo: 'Two coffees' })
  const option = payment_options.find(({ currency }) => currency === 'BTC') ?? assert.fail()
  const { uid } = invoice
  return { uid, uri: option.uri, template: await service.paymentRequest(uid, 'BTC') }
}

/** A new Electrum wallet with coins of its own. */
async function fundWallet(service: PayingService, wallet: Program): Promise<void> {
  const txid = await service.rpc('BTC', 'sandbox_fund', await wallet.call<string>('open'), '1')
  const transaction = await service.rpc('BTC', 'getrawtransaction', txid)
  assert.equal(await wallet.call('receive', { transaction }), 100_000_000)
}
