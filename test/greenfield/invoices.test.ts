import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { type GreenfieldShop, openGreenfield } from './shop.ts'

const create = async ({ call, store }: GreenfieldShop, body: unknown) => {
  const { status, json, text } = await call('POST', `/api/v1/stores/${store}/invoices`, { body })
  assert.equal(status, 200, text)
  return { ...json, id: String(json.id), text } as Readonly<Record<string, unknown>> & {
    id: string
    text: string
  }
}
const show = async ({ call, store }: GreenfieldShop, id: string) =>
  (await call('GET', `/api/v1/stores/${store}/invoices/${id}`)).json
const readStatus = async (shop: GreenfieldShop, id: string) => {
  const { status, additionalStatus } = await show(shop, id)
  return `${status} / ${additionalStatus}`
}
const mine = ({ service }: GreenfieldShop, coin: string, blocks: number) =>
  service.rpc(coin.toLowerCase(), 'generatetoaddress', blocks, testWallet(coin, 'miner').address())

test('an invoice has every member that clients read, of the type that they expect', async (t) => {
  const shop = await openGreenfield(t)
  const created = await create(shop, {
    amount: '12.50',
    currency: 'usd',
    metadata: { orderId: '0815', itemDesc: 'Tea', taxIncluded: 1.9, physical: true },
    checkout: {
      speedPolicy: 'LowMediumSpeed',
      paymentMethods: ['LTC_CHAIN', 'btc'],
      redirectURL: 'https://shop.example/done?order={OrderId}&id={InvoiceId}',
      redirectAutomatically: true,
      expirationMinutes: 30,
      monitoringMinutes: 60,
      defaultLanguage: 'xx',
      defaultPaymentMethod: null,
    },
    additionalSearchTerms: ['shelf42'],
  })
  const { id, text: _, createdTime, ...rest } = created
  assert.equal(typeof createdTime, 'number')
  assert.deepEqual(rest, {
    storeId: shop.store,
    amount: '12.5',
    paidAmount: '0',
    currency: 'USD',
    type: 'Standard',
    checkoutLink: `${shop.service.baseUrl}/i/${id}`,
    status: 'New',
    additionalStatus: 'None',
    expirationTime: Number(createdTime) + 30 * 60,
    monitoringExpiration: Number(createdTime) + 90 * 60,
    monitoringTime: Number(createdTime) + 90 * 60,
    metadata: { orderId: '0815', itemDesc: 'Tea', taxIncluded: 1.9, physical: true },
    checkout: {
      speedPolicy: 'LowMediumSpeed',
      paymentMethods: ['LTC-CHAIN', 'BTC-CHAIN'],
      defaultPaymentMethod: 'LTC-CHAIN',
      lazyPaymentMethods: true,
      expirationMinutes: 30,
      monitoringMinutes: 60,
      paymentTolerance: 0,
      redirectURL: `https://shop.example/done?order=0815&id=${id}`,
      redirectAutomatically: true,
      defaultLanguage: 'xx',
    },
    additionalSearchTerms: ['shelf42'],
    availableStatusesForManualMarking: ['Invalid'],
    archived: false,
    receipt: { enabled: true, showQR: false, showPayments: true },
  })
  const own = (await shop.service.request(`/invoices/${id}`)).json.invoice as Record<string, unknown>
  assert.equal(own.external_id, '0815')
  assert.equal(own.memo, 'Tea')
  assert.equal(own.confirmations, 2)
  assert.deepEqual((await shop.call('GET', `/api/v1/invoices/${id}`)).json, await show(shop, id))
})

test('the amount is a string or a number, read exactly', async (t) => {
  const shop = await openGreenfield(t)
  for (const amount of ['"1000000000000.01"', '1000000000000.01']) {
    const { text } = await create(shop, `{"amount":${amount},"currency":"USD"}`)
    assert.ok(text.includes('"amount":"1000000000000.01"'), text)
  }
})

test('metadata is returned exactly, also after it was replaced', async (t) => {
  const shop = await openGreenfield(t)
  const metadata =
    '{"orderId":17,"big":12345678901234567890,"price":1.50,"posData":"{\\"a\\":1}","list":[null]}'
  const { id, text } = await create(shop, `{"amount":"1","currency":"USD","metadata":${metadata}}`)
  assert.ok(text.includes(`"metadata":${metadata}`), text)
  const other = metadata.replace('1.50', '2.500')
  const path = `/api/v1/stores/${shop.store}/invoices/${id}`
  const { status, text: changed } = await shop.call('PUT', path, { body: `{"metadata":${other}}` })
  assert.equal(status, 200)
  assert.ok(changed.includes(`"metadata":${other}`), changed)
})

test('an invalid field is a 422 that names its path', async (t) => {
  const shop = await openGreenfield(t, { destinations: ['LTC'] })
  const cases: readonly (readonly [object, string])[] = [
    [{ amount: null }, 'amount'],
    [{}, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: true }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ amount: '1', currency: 'XXX' }, 'currency'],
    [{ amount: '1', checkout: { paymentMethods: ['LTC', 'XMR'] } }, 'checkout.paymentMethods[1]'],
    [{ amount: '1', checkout: { paymentMethods: ['BTC-CHAIN'] } }, 'checkout.paymentMethods[0]'],
    [{ amount: '1', checkout: { paymentMethods: [1] } }, 'checkout.paymentMethods[0]'],
    [{ amount: '1', checkout: { speedPolicy: 'Warp' } }, 'checkout.speedPolicy'],
    [{ amount: '1', checkout: { expirationMinutes: 0 } }, 'checkout.expirationMinutes'],
    [{ amount: '1', checkout: { redirectURL: 'javascript:alert(1)' } }, 'checkout.redirectURL'],
    [{ amount: '1', metadata: { a: 'x'.repeat(33_000) } }, 'metadata'],
    [{ amount: '1', metadata: { a: Array(1_000).fill(0) } }, 'metadata'],
    [{ amount: '1', receipt: { a: Array(600).fill(0) } }, 'receipt'],
  ]
  for (const [body, path] of cases) {
    const { status, text } = await shop.call('POST', `/api/v1/stores/${shop.store}/invoices`, { body })
    assert.equal(status, 422, `${JSON.stringify(body).slice(0, 100)} ${text}`)
    const [error, ...others] = JSON.parse(text)
    assert.equal(error.path, path)
    assert.equal(typeof error.message, 'string')
    assert.equal(others.length, 0)
  }
})

test('a NUL in a filter of a list is a 422 that names it', async (t) => {
  const shop = await openGreenfield(t)
  for (const name of ['orderId', 'textSearch']) {
    const { status, text } = await shop.call('GET', `/api/v1/stores/${shop.store}/invoices?${name}=a%00`)
    assert.equal(status, 422)
    assert.equal(JSON.parse(text)[0].path, name)
  }
})

test('an invoice that no coin can pay is a 400 generic-error with the reason', async (t) => {
  const shop = await openGreenfield(t, { destinations: [] })
  const { status, json } = await shop.call('POST', `/api/v1/stores/${shop.store}/invoices`, {
    body: { amount: '1', currency: 'USD' },
  })
  assert.deepEqual([status, json.code], [400, 'generic-error'])
  assert.match(String(json.message), /no payout wallet/)
})

test('a paid invoice is Processing, then Settled at its required confirmations, and stays Settled through a reorganisation', async (t) => {
  const shop = await openGreenfield(t)
  const { id } = await create(shop, {
    amount: '5',
    currency: 'USD',
    checkout: { speedPolicy: 'MediumSpeed' },
  })
  assert.equal((await shop.service.pay(id, 'LTC')).reply.status, 200)
  assert.equal(await readStatus(shop, id), 'Processing / None')
  assert.equal((await show(shop, id)).paidAmount, '5')
  await mine(shop, 'LTC', 1)
  await until(async () => (await readStatus(shop, id)) === 'Settled / None')
  await shop.service.rpc('ltc', 'sandbox_reorganise', 1, [])
  const confirmed = async () => (await shop.service.getInvoice(id)).invoice.payment?.confirmed_at
  await until(async () => (await confirmed()) === null)
  assert.equal(await readStatus(shop, id), 'Settled / None')
  assert.deepEqual((await show(shop, id)).availableStatusesForManualMarking, [])
})

test('HighSpeed settles immediately', async (t) => {
  const shop = await openGreenfield(t)
  const { id } = await create(shop, { amount: '5', currency: 'USD', checkout: { speedPolicy: 'HighSpeed' } })
  await shop.service.pay(id, 'LTC')
  assert.equal(await readStatus(shop, id), 'Settled / None')
})

test('a reversed payment makes the invoice Invalid', async (t) => {
  const shop = await openGreenfield(t)
  const { id } = await create(shop, {
    amount: '5',
    currency: 'USD',
    checkout: { speedPolicy: 'MediumSpeed' },
  })
  const { signed } = await shop.service.pay(id, 'LTC')
  await mine(shop, 'LTC', 1)
  await until(async () => (await readStatus(shop, id)) === 'Settled / None')
  await shop.service.rpc('ltc', 'sandbox_reorganise', 1, [signed.txid])
  await until(async () => (await readStatus(shop, id)) === 'Invalid / None')
})

test('a payment that needs no confirmations is Settled again once it is restored', async (t) => {
  const shop = await openGreenfield(t)
  const { rpc } = shop.service
  const { id } = await create(shop, { amount: '5', currency: 'USD', checkout: { speedPolicy: 'HighSpeed' } })
  const { signed } = await shop.service.pay(id, 'LTC')
  await mine(shop, 'LTC', 1)
  await until(async () => (await shop.service.getInvoice(id)).invoice.payment?.confirmations === 1)
  await rpc('ltc', 'sandbox_reorganise', 1, [signed.txid])
  await until(async () => (await readStatus(shop, id)) === 'Invalid / None')
  // The double spend disappears with its block.
  const hash = await rpc('ltc', 'getblockhash', Number(await rpc('ltc', 'getblockcount')) - 1)
  const { tx } = Object(await rpc('ltc', 'getblock', hash))
  await rpc('ltc', 'sandbox_reorganise', 2)
  for (const txid of tx.slice(1)) await rpc('ltc', 'sandbox_evict', txid)
  await until(async () => (await readStatus(shop, id)) !== 'Invalid / None')
  assert.equal(await readStatus(shop, id), 'Settled / None')
  const path = `/api/v1/stores/${shop.store}/invoices/${id}/payment-methods`
  const [method] = JSON.parse((await shop.call('GET', path)).text)
  assert.equal(method.payments[0].status, 'Settled')
})

test('only Invalid can be set, and only while it is unpaid', async (t) => {
  const shop = await openGreenfield(t)
  const { id } = await create(shop, { amount: '5', currency: 'USD' })
  const mark = (status: string, of = id) =>
    shop.call('POST', `/api/v1/stores/${shop.store}/invoices/${of}/status`, { body: { status } })
  const settled = await mark('Settled')
  assert.equal(settled.status, 422)
  assert.equal(JSON.parse(settled.text)[0].path, 'status')
  assert.equal((await mark('Invalid')).status, 200)
  assert.equal(await readStatus(shop, id), 'Invalid / Marked')
  const paid = await create(shop, { amount: '5', currency: 'USD' })
  await shop.service.pay(paid.id, 'LTC')
  assert.equal((await mark('Invalid', paid.id)).status, 422)
  assert.equal((await mark('Invalid', 'unknown')).json.code, 'invoice-not-found')
})

test('the payment methods of an invoice have amounts and payments, and no address before a payment', async (t) => {
  const shop = await openGreenfield(t)
  const { id } = await create(shop, { amount: '5', currency: 'USD', checkout: { speedPolicy: 'HighSpeed' } })
  const path = `/api/v1/stores/${shop.store}/invoices/${id}/payment-methods`
  const before = JSON.parse((await shop.call('GET', path)).text)
  assert.deepEqual(
    before.map(({ paymentMethodId }: { paymentMethodId: string }) => paymentMethodId),
    ['BTC-CHAIN', 'LTC-CHAIN'],
  )
  assert.deepEqual(before[1], {
    paymentMethodId: 'LTC-CHAIN',
    currency: 'LTC',
    activated: true,
    destination: '',
    paymentLink: `litecoin:?r=${shop.service.baseUrl}/r/${id}`,
    rate: '100',
    paymentMethodPaid: '0',
    totalPaid: '0',
    due: '0.05',
    amount: '0.05',
    paymentMethodFee: '0',
    additionalData: {},
    payments: [],
  })
  const { signed } = await shop.service.pay(id, 'LTC')
  const [method, ...others] = JSON.parse((await shop.call('GET', path)).text)
  assert.equal(others.length, 0)
  assert.partialDeepStrictEqual(method, { totalPaid: '0.05', due: '0', amount: '0.05', rate: '100' })
  const [payment] = method.payments
  assert.match(payment.id, new RegExp(`^${signed.txid}-\\d+$`))
  assert.partialDeepStrictEqual(payment, { value: '0.05', fee: '0', status: 'Settled' })
  assert.equal(typeof payment.receivedDate, 'number')
  assert.match(payment.destination, /^\w{20,}$/)
})

test('a list has filters, pages and archived invoices on request', async (t) => {
  const shop = await openGreenfield(t)
  const orders = []
  for (const orderId of ['a', 'b', 'c'])
    orders.push(
      await create(shop, {
        amount: '5',
        currency: 'USD',
        metadata: { orderId },
        additionalSearchTerms: [`term${orderId}`],
      }),
    )
  const [a, b, c] = orders.map(({ id }) => id)
  const path = `/api/v1/stores/${shop.store}/invoices`
  const ids = async (query: string): Promise<unknown[]> =>
    JSON.parse((await shop.call('GET', `${path}?${query}`)).text).map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(''), [c, b, a])
  assert.deepEqual(await ids('orderId=a&orderId=c'), [c, a])
  assert.deepEqual(await ids('take=1&skip=1'), [b])
  assert.deepEqual(await ids('textSearch=termb'), [b])
  assert.deepEqual(await ids('endDate=1000'), [])
  assert.deepEqual(await ids('startDate=1000'), [c, b, a])
  await shop.call('POST', `${path}/${c}/status`, { body: { status: 'Invalid' } })
  assert.deepEqual(await ids('status=Invalid'), [c])
  assert.deepEqual(await ids('status=New&status=Settled'), [b, a])
  assert.equal((await shop.call('DELETE', `${path}/${a}`)).status, 200)
  assert.deepEqual(await ids(''), [c, b])
  assert.deepEqual(await ids('includeArchived=true'), [c, b, a])
  assert.equal((await shop.call('POST', `${path}/${a}/unarchive`)).status, 200)
  assert.deepEqual(await ids(''), [c, b, a])
  assert.equal((await shop.call('GET', `${path}?status=Paid`)).status, 422)
  const [listed] = JSON.parse((await shop.call('GET', `${path}?includePaymentMethods=true&take=1`)).text)
  assert.ok(Array.isArray(listed.paymentMethods))
})

test('another account’s invoice does not exist', async (t) => {
  const shop = await openGreenfield(t)
  const stranger = await shop.service.anotherMerchant('stranger')
  const { invoice } = await shop.service.createInvoice({}, { token: stranger.token })
  for (const path of [`/api/v1/stores/${shop.store}/invoices`, '/api/v1/invoices'])
    assert.equal((await shop.call('GET', `${path}/${invoice.uid}`)).json.code, 'invoice-not-found')
})

test('refunds are 403 missing-permission', async (t) => {
  const shop = await openGreenfield(t)
  const { id } = await create(shop, { amount: '5', currency: 'USD' })
  for (const path of ['pull-payments', `invoices/${id}/refund`]) {
    const { status, json } = await shop.call('POST', `/api/v1/stores/${shop.store}/${path}`, { body: {} })
    assert.deepEqual([status, json.code], [403, 'missing-permission'])
    assert.equal(json.missingPermission, 'btcpay.store.cancreatenonapprovedpullpayments')
  }
})

test('a store, its payment methods, rates and the server have what clients read', async (t) => {
  const shop = await openGreenfield(t)
  const get = async (path: string) => JSON.parse((await shop.call('GET', `/api/v1/${path}`)).text)
  const [store] = await get('stores')
  assert.equal(store.id, shop.store)
  for (const name of ['name', 'defaultCurrency', 'speedPolicy', 'defaultPaymentMethod'])
    assert.equal(typeof store[name], 'string', name)
  assert.deepEqual(await get(`stores/${shop.store}`), store)
  assert.deepEqual(await get(`stores/${shop.store}/payment-methods?onlyEnabled=true`), [
    { paymentMethodId: 'BTC-CHAIN', enabled: true },
    { paymentMethodId: 'LTC-CHAIN', enabled: true },
  ])
  assert.deepEqual(await get(`stores/${shop.store}/payment-methods/OnChain`), [
    { enabled: true, cryptoCode: 'BTC' },
    { enabled: true, cryptoCode: 'LTC' },
  ])
  assert.deepEqual(await get(`stores/${shop.store}/payment-methods/LightningNetwork`), [])
  const [known, unknown] = await get(`stores/${shop.store}/rates?currencyPair=BTC_USD&currencyPair=BTC_XXX`)
  assert.deepEqual(known, { currencyPair: 'BTC_USD', rate: '95000', errors: [] })
  assert.equal(unknown.errors.length, 1)
  const server = await get('server/info')
  assert.equal(server.version, '2.4.5')
  assert.equal(server.fullySynched, true)
  assert.equal(server.onion, '')
  assert.deepEqual(await get('health'), { synchronized: true })
})

test('a token of scope read can see invoices and not create them', async (t) => {
  const shop = await openGreenfield(t)
  const { token } = await shop.service.accounts.createToken(shop.service.merchant.email, {
    name: 'read',
    scope: 'read',
  })
  const path = `/api/v1/stores/${shop.store}/invoices`
  assert.equal((await shop.call('GET', path, { token })).status, 200)
  const { status, json } = await shop.call('POST', path, { token, body: { amount: '1', currency: 'USD' } })
  assert.deepEqual([status, json.code], [403, 'missing-permission'])
  assert.equal(json.missingPermission, 'btcpay.store.cancreateinvoice')
})

test('an expired invoice is Expired', async (t) => {
  const service = await startService(t, { settings: { GREENFIELD: 'true', GRACE_SECONDS: '0' } })
  const { invoice } = await service.createInvoice({ expires_in: 60 })
  await service.database.transact(async ({ query }) => {
    await query
      .updateTable('invoices')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('uid', '=', invoice.uid)
      .execute()
  })
  const status = async () => (await service.request(`/api/v1/invoices/${invoice.uid}`)).json.status
  await until(async () => (await status()) === 'Expired')
})
