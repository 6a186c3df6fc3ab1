import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { createAddressPayer, testOnWatchableCoins, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

interface PaymentMethod {
  readonly rate: string
  readonly amount: string
  readonly due: string
  readonly currency: string
  readonly destination: string
  readonly paymentLink: string
  readonly totalPaid: string
  readonly payments: readonly { readonly id: string; readonly status: string }[]
}

const service = await startPaying(fileScope, { settings: { GREENFIELD: 'true' } })
const { createInvoice, readAddress, send, waitFor } = createAddressPayer(service)

async function listPaymentMethods(uid: string, merchant = service.merchant): Promise<PaymentMethod[]> {
  const path = `/api/v1/stores/${merchant.id}/invoices/${uid}/payment-methods`
  const { status, text } = await service.request(path, { token: merchant.token })
  assert.equal(status, 200, text)
  return JSON.parse(text) as PaymentMethod[]
}

async function readPaymentMethod(uid: string, coin?: string): Promise<PaymentMethod> {
  const methods = await listPaymentMethods(uid)
  return methods.find(({ currency }) => currency === (coin ?? currency)) ?? assert.fail()
}

/** Where a customer pays: the address and the link of a payment method. */
const getTarget = ({ destination, paymentLink }: PaymentMethod) => ({ destination, paymentLink })
const getProtocolLink = (scheme: string, uid: string) => `${scheme}:?r=${service.baseUrl}/r/${uid}`

testOnWatchableCoins(
  'the payment method of an issued address has that address and its URI, also after a part has been paid',
  async (coin) => {
    const { uid, address, uri, amount } = await createInvoice(coin)
    assert.deepEqual(getTarget(await readPaymentMethod(uid, coin)), {
      destination: address,
      paymentLink: uri,
    })
    await send(coin, address, toUnits(amount) / 2n)
    await waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
    const rest = await readAddress(uid, coin)
    assert.notEqual(rest.uri, uri)
    const partly = await readPaymentMethod(uid, coin)
    assert.deepEqual(getTarget(partly), { destination: address, paymentLink: rest.uri })
    await send(coin, address, toUnits(rest.remaining))
    await waitFor(uid, ({ status }) => status === 'paid')
    const paid = await readPaymentMethod(uid, coin)
    assert.equal(paid.destination, address)
    assert.ok(!paid.paymentLink.includes(address), paid.paymentLink)
  },
)

test('payment methods issue no address: without one, the destination is empty and the link is that of the payment request', async () => {
  const { uid } = (await service.createInvoice({ any_wallet: true })).invoice
  for (const { currency, destination, paymentLink } of await listPaymentMethods(uid)) {
    assert.equal(destination, '', currency)
    assert.match(paymentLink, /^[a-z]+:\?r=/)
  }
  assert.deepEqual(await service.stores.invoices.listAddresses(uid), [])
  const { address, uri } = await readAddress(uid, 'LTC')
  const issued = { destination: address, paymentLink: uri }
  assert.deepEqual(getTarget(await readPaymentMethod(uid, 'LTC')), issued)
  const path = `/api/v1/stores/${service.merchant.id}/invoices?includePaymentMethods=true&take=1`
  const [listed] = JSON.parse((await service.request(path)).text)
  assert.deepEqual(
    listed.paymentMethods.filter(({ destination }: PaymentMethod) => destination !== '').map(getTarget),
    [issued],
  )
})

test('an issued address is not shown if payments to it are not detected: any_wallet is off, BSV, or a fixed address', async () => {
  const { uid } = (await service.createInvoice({ any_wallet: false })).invoice
  await service.paymentRequest(uid, 'LTC')
  assert.deepEqual(getTarget(await readPaymentMethod(uid, 'LTC')), {
    destination: '',
    paymentLink: getProtocolLink('litecoin', uid),
  })
  const any = (await service.createInvoice({ any_wallet: true })).invoice
  await service.paymentRequest(any.uid, 'BSV')
  assert.equal((await readPaymentMethod(any.uid, 'BSV')).destination, '')

  const merchant = await service.anotherMerchant('fixed', [])
  await service.accounts.setDestination(merchant.email, 'LTC', {
    address: testWallet('LTC', 'fixed').address(),
  })
  const fixed = (await service.createInvoice({ any_wallet: true }, { token: merchant.token })).invoice
  await service.paymentRequest(fixed.uid, 'LTC')
  const [method] = await listPaymentMethods(fixed.uid, merchant)
  assert.deepEqual(method && getTarget(method), {
    destination: '',
    paymentLink: getProtocolLink('litecoin', fixed.uid),
  })
})

test('while the node of a coin does not respond, its address is not shown', async () => {
  const { uid, address } = await createInvoice('LTC')
  await service.rpc('LTC', 'sandbox_fail', 'down', 0)
  await until(async () => (await readPaymentMethod(uid, 'LTC')).destination === '')
  assert.equal((await readPaymentMethod(uid, 'LTC')).paymentLink, getProtocolLink('litecoin', uid))
  await service.rpc('LTC', 'sandbox_fail', 'none', 0)
  await until(async () => (await readPaymentMethod(uid, 'LTC')).destination === address)
})

test('after a partial payment, the amounts are those of the current quote, as in the link', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 2, 1, 12))
  const options = { clock, destinations: ['LTC'] } as const
  const before = await startPaying(t, {
    ...options,
    settings: { GREENFIELD: 'true', RATES: 'fixed:LTC/USD=100' },
  })
  const payer = createAddressPayer(before)
  const { uid, address, amount } = await payer.createInvoice('LTC', { amount: 50 })
  assert.equal(amount, '0.5')
  await payer.send('LTC', address, toUnits('0.2'))
  await payer.waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
  await before.close()

  clock.advance(20 * minute)
  const after = await startService(t, {
    ...options,
    sharedStorage: before.storage,
    settings: { GREENFIELD: 'true', RATES: 'fixed:LTC/USD=80' },
  })
  const path = `/api/v1/stores/${before.merchant.id}/invoices/${uid}/payment-methods`
  const [method] = JSON.parse((await after.request(path)).text)
  assert.partialDeepStrictEqual(method, { rate: '80', amount: '0.625', due: '0.375' })
  assert.partialDeepStrictEqual(method, { totalPaid: '0.25', paymentMethodPaid: '0.2' })
  assert.match(method.paymentLink, /\?amount=0\.375&/)
})

test('a payment that is replaced in the mempool after its invoice has closed is invalid and no longer counted', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('LTC')
  const half = toBaseUnits(toUnits(amount) / 2n)
  const txid = await send('LTC', address, half)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  const before = await readPaymentMethod(uid)
  assert.equal(before.totalPaid, formatCoins(half))
  assert.deepEqual(
    before.payments.map(({ status }) => status),
    ['Processing'],
  )
  await service.rpc('LTC', 'sandbox_replace', txid)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === false)
  const after = await readPaymentMethod(uid)
  assert.equal(after.totalPaid, '0')
  assert.deepEqual(
    after.payments.map(({ status }) => status),
    ['Invalid'],
  )
})
