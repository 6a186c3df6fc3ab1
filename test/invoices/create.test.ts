import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCoin } from '../../src/coins/index.ts'
import { createManualClock, hour, minute } from '../../src/kernel/clock.ts'
import { computeCoinAmount, formatCoins, parseDecimal } from '../../src/kernel/money.ts'
import { getCurrentRate } from '../../src/rates/snapshot.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, type Reply, type Shown, startService } from '../helpers/service.ts'

const start = Date.UTC(2026, 2, 1, 12)
const service = await startService(fileScope, { clock: createManualClock(start) })
const { createInvoice, baseUrl } = service

/** `POST /invoices` with a raw body. */
const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  service.request('/invoices', { method: 'POST', body, headers })

const shownIn = ({ text }: Reply): Shown => JSON.parse(text)

test('the response contains the invoice and a list of payment options, one per accepted coin', async () => {
  const { invoice, payment_options } = await createInvoice({ amount: 12.5, currency: 'USD' })
  const { uid, ...rest } = invoice
  assert.match(uid, /^[0-9a-z]{36}$/)
  assert.deepEqual(rest, {
    amount: 12.5,
    currency: 'USD',
    status: 'unpaid',
    uri: `pay:?r=${baseUrl}/r/${uid}`,
    checkout_url: `${baseUrl}/checkout/${uid}`,
    redirect_url: null,
    memo: null,
    created_at: '2026-03-01T12:00:00.000Z',
    expires_at: '2026-03-02T12:00:00.000Z',
    paid_at: null,
    payment: null,
    webhook_url: null,
    external_id: null,
    business_id: null,
    location_id: null,
    register_id: null,
    metadata: null,
    coins: null,
    confirmations: null,
  })
  assert.deepEqual(payment_options.map(({ currency }) => currency).sort(), [
    'BCH',
    'BSV',
    'BTC',
    'DASH',
    'DOGE',
    'LTC',
  ])
})

test('each option has a uri, code, name, icon and amount, and no bare address', async () => {
  const { invoice, payment_options } = await createInvoice({ amount: 12.5, currency: 'USD' })
  const schemes = {
    BTC: 'bitcoin',
    BCH: 'bitcoincash',
    BSV: 'pay',
    DASH: 'dash',
    LTC: 'litecoin',
    DOGE: 'dogecoin',
  }
  for (const [code, scheme] of Object.entries(schemes)) {
    const option = payment_options.find(({ currency }) => currency === code)
    assert.deepEqual(option, {
      uri: `${scheme}:?r=${baseUrl}/r/${invoice.uid}`,
      currency: code,
      currency_name: findCoin(code)?.name,
      currency_logo_url: `${baseUrl}/coins/${code.toLowerCase()}.svg`,
      amount: option?.amount,
    })
    assert.match(option.amount, /^\d+(\.\d*[1-9])?$/)
    const { status, headers } = await service.request(`/coins/${code.toLowerCase()}.svg`, { token: null })
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^image\/svg\+xml/)
  }
})

test('a coin’s amount is the fiat amount divided by the rate, rounded up to one base unit, and the snapshot is stored', async () => {
  for (const amount of ['0.5', '12.34', '99999.99', '1234567']) {
    const { invoice, payment_options } = shownIn(await post(`{"amount":${amount}}`))
    const { quote } = (await service.stores.invoices.find(invoice.uid)) ?? assert.fail()
    const snapshot = (await service.stores.snapshots.find(quote.snapshotId)) ?? assert.fail()
    for (const { currency, amount: coinAmountText } of payment_options) {
      const code = findCoin(currency)?.code ?? assert.fail()
      const rate = getCurrentRate(snapshot, code, start)
      assert.ok(rate.isAgreed && rate.sources.length > 0 && rate.observedAt <= start)
      assert.equal(
        coinAmountText,
        formatCoins(computeCoinAmount(parseDecimal(amount) ?? assert.fail(), rate.value)),
      )
    }
  }
})

test('the currency is optional and defaults to the account’s currency', async () => {
  const euro = await service.anotherMerchant('euro', ['LTC'], 'EUR')
  const body = { amount: 10 }
  const reply = await service.request('/invoices', { method: 'POST', token: euro.token, body })
  assert.equal(shownIn(reply).invoice.currency, 'EUR')
  assert.equal(shownIn(reply).payment_options[0]?.amount, '0.11560694')
  assert.equal(shownIn(await post({ amount: 10, currency: null })).invoice.currency, 'USD')
})

test('the response echoes the merchant’s fields', async () => {
  const fields = {
    business_id: 'b',
    location_id: 'l',
    register_id: 'r',
    redirect_url: 'https://shop.example/thanks?order=1',
    webhook_url: 'https://shop.example/hook',
    external_id: 'order 1',
    memo: 'Two coffees',
    metadata: { table: '7', ключ: 'значение' },
  }
  const { invoice } = await createInvoice(fields)
  assert.partialDeepStrictEqual(invoice, fields)
})

test('expires_in is the number of seconds during which the invoice can be paid', async () => {
  for (const [seconds, expires] of [
    [60, '2026-03-01T12:01:00.000Z'],
    [3_600, '2026-03-01T13:00:00.000Z'],
    [2_592_000, '2026-03-31T12:00:00.000Z'],
  ] as const) {
    assert.equal((await createInvoice({ expires_in: seconds })).invoice.expires_at, expires)
  }
})

test('amounts are exact: they never pass through binary floating point, and are echoed in plain notation', async () => {
  for (const [written, echoed] of [
    ['12.50', '12.5'],
    ['1e3', '1000'],
    ['1.25E+1', '12.5'],
    ['100e-2', '1'],
    ['1.000000000000000000000', '1'],
    ['8007199254.93', '8007199254.93'],
    ['0.29', '0.29'],
    ['70.1', '70.1'],
  ]) {
    const { text } = await post(`{"amount":${written}}`)
    assert.equal(/"amount":([^,]+),"currency":"USD","uid"/.exec(text)?.[1], echoed, text)
  }
})

test('trailing zeros do not count as decimals', async () => {
  for (const [amount, currency] of [
    ['1.500', 'USD'],
    ['5000.0', 'JPY'],
  ]) {
    assert.equal((await post(`{"amount":${amount},"currency":"${currency}"}`)).status, 200)
  }
})

test('a coin is omitted when its amount is below the dust limit; the error says so when no coin is left', async () => {
  // 0.01 USD: 0.05 DOGE, and 11 satoshi.
  const { payment_options } = await createInvoice({ amount: 0.01 })
  assert.ok(!payment_options.some(({ currency }) => currency === 'BTC'))
  assert.ok(payment_options.some(({ currency, amount }) => currency === 'DOGE' && amount === '0.05'))

  const { token } = await service.anotherMerchant('bitcoiner', ['BTC'])
  const reply = await service.request('/invoices', { method: 'POST', token, body: { amount: 0.01 } })
  assert.match(assertRejected(reply, 400, 'no_payment_option'), /BTC: .*below the minimum/)
})

test('a coin is omitted when its amount is above 2^53-1 base units', async () => {
  // 20 million USD are 100 million DOGE; 20 billion USD are more than a JSON number carries in koinu.
  const many = await createInvoice({ amount: 18_014_398.5 })
  assert.equal(many.payment_options.find(({ currency }) => currency === 'DOGE')?.amount, '90071992.5')
  const more = await createInvoice({ amount: 18_014_398.51 })
  assert.ok(!more.payment_options.some(({ currency }) => currency === 'DOGE'))
  assert.ok(more.payment_options.some(({ currency }) => currency === 'BTC'))
})

test('strings are at most 255 characters, the memo 1000, URLs 2048', async () => {
  const url = (length: number) => `https://shop.example/`.padEnd(length, 'a')
  const longest = {
    business_id: 'b'.repeat(255),
    location_id: '🏠'.repeat(255),
    register_id: 'r'.repeat(255),
    external_id: 'e'.repeat(255),
    memo: 'm'.repeat(1_000),
    redirect_url: url(2_048),
    webhook_url: url(2_048),
  }
  assert.partialDeepStrictEqual((await createInvoice(longest)).invoice, longest)
  const tooLong = {
    business_id: 'b'.repeat(256),
    location_id: 'l'.repeat(256),
    register_id: 'r'.repeat(256),
    external_id: 'e'.repeat(256),
    memo: 'm'.repeat(1_001),
    redirect_url: url(2_049),
    webhook_url: url(2_049),
  }
  for (const [name, value] of Object.entries(tooLong)) {
    assertRejected(await post({ amount: 1, [name]: value }), 400, 'body_invalid')
  }
})

test('texts are stored verbatim: markup, formulas, line breaks, other scripts', async () => {
  const memo = '<script>alert(1)</script>\n=cmd()\u202e "quoted" \\ 🧾 ﷺ'
  const metadata = { constructor: 'x', toString: 'y', 'a b': ' z ' }
  const { invoice } = await createInvoice({ memo, metadata, external_id: "'; drop table invoices; --" })
  const { text } = await service.request(`/invoices/${invoice.uid}`)
  assert.partialDeepStrictEqual(JSON.parse(text).invoice, { memo, metadata })
})

test('a line break in a text does not start a second line in the log', async () => {
  await createInvoice({ memo: 'one\n{"level":60,"msg":"two"}', external_id: 'three\r\nfour' })
  for (const line of service.logged) assert.equal(line.indexOf('\n'), line.length - 1)
})

test('unknown fields are ignored, never bound', async () => {
  const { invoice } = await createInvoice({
    uid: 'mine',
    status: 'paid',
    account_id: 99,
    paid_at: 'now',
    payment: {},
  })
  assert.notEqual(invoice.uid, 'mine')
  assert.partialDeepStrictEqual(invoice, { status: 'unpaid', paid_at: null, payment: null })
  assert.equal((await service.stores.invoices.find(invoice.uid))?.accountId, service.merchant.id)
})

test('a repeated external_id creates another invoice', async () => {
  const [one, other] = [
    await createInvoice({ external_id: 'same' }),
    await createInvoice({ external_id: 'same' }),
  ]
  assert.notEqual(one.invoice.uid, other.invoice.uid)
})

test('the uid is unguessable, URL-safe and sorts by creation time', async (t) => {
  const clock = createManualClock(start)
  const { createInvoice } = await startService(t, { clock, destinations: ['LTC'] })
  const uids: string[] = []
  for (let count = 0; count < 5; count++) {
    uids.push((await createInvoice()).invoice.uid)
    clock.advance(1)
  }
  assert.deepEqual(uids.toSorted(), uids)
  // The part after the time is random: 26 characters of 5 bits.
  assert.equal(new Set(uids.map((uid) => uid.slice(10))).size, 5)
  for (const uid of uids) assert.match(uid.slice(10), /^[0-9a-z]{26}$/)
})

test('a quote holds its price for QUOTE_SECONDS and never outlives its invoice', async () => {
  const long = await createInvoice()
  const short = await createInvoice({ expires_in: 120 })
  const readQuote = async ({ invoice }: Shown) => (await service.stores.invoices.find(invoice.uid))?.quote
  assert.equal((await readQuote(long))?.expiresAt, start + 15 * minute)
  assert.equal((await readQuote(short))?.expiresAt, start + 2 * minute)
})

test('INVOICE_SECONDS is the default lifetime of an invoice', async (t) => {
  const { createInvoice } = await startService(t, {
    clock: createManualClock(start),
    settings: { INVOICE_SECONDS: '7200' },
    destinations: ['LTC'],
  })
  assert.equal((await createInvoice()).invoice.expires_at, new Date(start + 2 * hour).toISOString())
})
