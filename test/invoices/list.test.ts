import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { getMemos, startListing } from '../helpers/invoice-lists.ts'
import { assertRejected } from '../helpers/service.ts'

const service = await startListing(fileScope)
const { clock, list, createMerchantWithInvoices } = service

test('the list has the owner’s invoices, newest first, each as its GET returns it', async () => {
  const { uids, token } = await createMerchantWithInvoices('lister', [
    { memo: 'a' },
    { memo: 'b', metadata: { k: 'v' } },
    { memo: 'c' },
  ])
  const page = await list('', token)
  assert.deepEqual(getMemos(page), ['c', 'b', 'a'])
  assert.equal(page.next_cursor, null)
  for (const [index, uid] of uids.toReversed().entries())
    assert.deepEqual(page.invoices[index], await service.getInvoice(uid, { token }))
})

test('401 without credentials or with invalid ones', async () => {
  assertRejected(await service.request('/invoices', { token: null }), 401, 'unauthorized')
  assertRejected(await service.request('/invoices', { token: 'qt_wrong' }), 401, 'unauthorized')
})

test('other accounts’ invoices are never listed', async () => {
  const one = await createMerchantWithInvoices('one', [{ memo: 'of one' }])
  const other = await createMerchantWithInvoices('other', [{ memo: 'of the other' }])
  assert.deepEqual(await one.find(''), ['of one'])
  assert.deepEqual(await one.find(`q=${other.uids[0]}`), [])
  assert.deepEqual(await one.find('q=other'), [])
})

test('account is your own id or that of an account that grants you access, otherwise 404', async () => {
  const viewer = await createMerchantWithInvoices('viewer', [{ memo: 'own' }])
  const grantor = await createMerchantWithInvoices('grantor', [{ memo: 'granted' }])
  assert.deepEqual(await viewer.find(`account=${viewer.id}`), ['own'])
  for (const id of [grantor.id, 999_999, '0', '-1', '1.5', '9'.repeat(30), 'x']) {
    const reply = await service.request(`/invoices?account=${id}`, { token: viewer.token })
    assertRejected(reply, 404, 'account_not_visible')
  }
  const body = { email: viewer.email }
  const link = await service.request('/api/v1/account/links', { method: 'POST', token: grantor.token, body })
  assert.equal(link.status, 200, link.text)
  assert.deepEqual(await viewer.find(`account=${grantor.id}`), ['granted'])
  // The link works in one direction.
  assertRejected(
    await service.request(`/invoices?account=${viewer.id}`, { token: grantor.token }),
    404,
    'account_not_visible',
  )
})

test('status, currency and external_id filter the list', async () => {
  const { uids, token, find } = await createMerchantWithInvoices('narrow', [
    { memo: 'euro', currency: 'EUR' },
    { memo: 'order 1', external_id: 'order 1' },
    { memo: 'order 10', external_id: 'order 10' },
    { memo: 'gone' },
  ])
  await service.request(`/invoices/${uids[3]}`, { method: 'DELETE', token })
  assert.deepEqual(await find('status=cancelled'), ['gone'])
  assert.deepEqual(await find('status=unpaid'), ['order 10', 'order 1', 'euro'])
  assert.deepEqual(await find('status=paid'), [])
  assert.deepEqual(await find('currency=EUR'), ['euro'])
  assert.deepEqual(await find('external_id=order%201'), ['order 1'])
  assert.deepEqual(await find('status=unpaid&currency=USD&external_id=order%2010'), ['order 10'])
})

test('coin is that of the payment; q matches a complete txid', async () => {
  const { uids, find } = await createMerchantWithInvoices('payee', [
    { memo: 'in LTC' },
    { memo: 'in DOGE' },
    { memo: 'open' },
  ])
  const [litecoin, dogecoin] = [
    await service.pay(uids[0] ?? '', 'LTC'),
    await service.pay(uids[1] ?? '', 'DOGE'),
  ]
  assert.deepEqual([litecoin.reply.status, dogecoin.reply.status], [200, 200])
  assert.deepEqual(await find('coin=LTC'), ['in LTC'])
  assert.deepEqual(await find('coin=doge'), ['in DOGE'])
  assert.deepEqual(await find('coin=BTC'), [])
  assert.deepEqual(await find('status=paid'), ['in DOGE', 'in LTC'])
  assert.deepEqual(await find(`q=${litecoin.signed.txid}`), ['in LTC'])
  assert.deepEqual(await find(`q=${litecoin.signed.txid.toUpperCase()}`), ['in LTC'])
  assert.deepEqual(await find(`q=${litecoin.signed.txid.slice(0, 1)}`), [])
})

test('created_from is inclusive, created_to exclusive, both in ISO 8601', async () => {
  const before = clock.now()
  const { find } = await createMerchantWithInvoices('dated', [{ memo: '1' }, { memo: '2' }, { memo: '3' }])
  const [one, two, three] = [1, 2, 3].map((count) => new Date(before + count * 60_000).toISOString())
  assert.deepEqual(await find(`created_from=${two}`), ['3', '2'])
  assert.deepEqual(await find(`created_to=${two}`), ['1'])
  assert.deepEqual(await find(`created_from=${one}&created_to=${three}`), ['2', '1'])
  const later = new Date(before + 2 * 60_000 + 1).toISOString()
  assert.deepEqual(await find(`created_from=${later}`), ['3'])
  assert.deepEqual(await find(`created_to=${later}`), ['2', '1'])
  assert.deepEqual(await find('created_from=2026-03-01&created_to=2026-04-01T00:00Z'), ['3', '2', '1'])
  // The same moment in another time zone.
  const east = `${new Date(before + 2 * 60_000 + 2 * hour).toISOString().slice(0, -1)}%2B02:00`
  assert.deepEqual(await find(`created_from=${east}`), ['3', '2'])
})

test('q matches a complete uid, a prefix of external_id or of its parts, words of memo and metadata, and an exact amount', async () => {
  const { uids, find } = await createMerchantWithInvoices('searched', [
    { memo: 'Grüne Äpfel, 2 kg', external_id: 'INV-2026-0001' },
    { memo: 'Birnen', metadata: { customer: 'Ödön Müller', table: '17' }, external_id: 'INV-2026-0002' },
    { memo: 'teuer', amount: 1234.5 },
    { memo: 'ＦＵＬＬ width', amount: 17 },
  ])
  const q = (text: string) => find(`q=${encodeURIComponent(text)}`)
  assert.deepEqual(await q(uids[0] ?? ''), ['Grüne Äpfel, 2 kg'])
  assert.deepEqual(await q(uids[0]?.slice(0, 30) ?? ''), [])
  assert.deepEqual(await q('INV-2026-000'), ['Birnen', 'Grüne Äpfel, 2 kg'])
  assert.deepEqual(await q('INV-2026-0002'), ['Birnen'])
  assert.deepEqual(await q('2026-0002'), ['Birnen'])
  assert.deepEqual(await q('äpfel'), ['Grüne Äpfel, 2 kg'])
  assert.deepEqual(await q('GRÜNE äpfel'), ['Grüne Äpfel, 2 kg'])
  assert.deepEqual(await q('grüne birnen'), [])
  assert.deepEqual(await q('müller'), ['Birnen'])
  assert.deepEqual(await q('full'), ['ＦＵＬＬ width'])
  assert.deepEqual(await q('1234.50'), ['teuer'])
  assert.deepEqual(await q('1234'), [])
  // A number may be an amount or a word.
  assert.deepEqual(await q('17'), ['ＦＵＬＬ width', 'Birnen'])
  assert.deepEqual(await q('  Birnen '), ['Birnen'])
})

test('q matches the end and the middle of an external_id, case-insensitively, newest first and paginated', async () => {
  const { find } = await createMerchantWithInvoices('parts', [
    { memo: 'a', external_id: 'order-2043' },
    { memo: 'b', external_id: 'ORDER-2043-returned' },
    { memo: 'c', external_id: 'order-12043' },
    { memo: 'd', external_id: 'INV 002043' },
    { memo: 'e', external_id: 'x2043' },
    { memo: 'f', external_id: 'order-204' },
  ])
  assert.deepEqual(await find('q=2043'), ['e', 'd', 'b', 'a'])
  assert.deepEqual(await find('q=RETURNED'), ['b'])
  assert.deepEqual(await find('q=2043-ret'), ['b'])
  assert.deepEqual(await find('q=002043'), ['d'])
  assert.deepEqual(await find('q=204&limit=3'), ['f', 'e', 'd'])
  assert.deepEqual(await find('q=043'), [])
})

test('q is literal text, never a pattern or SQL', async () => {
  const { find } = await createMerchantWithInvoices('literal', [
    { memo: 'one', external_id: 'a_b' },
    { memo: 'two', external_id: 'a%b' },
  ])
  const q = (text: string) => find(`q=${encodeURIComponent(text)}`)
  assert.deepEqual(await q('a_'), ['one'])
  assert.deepEqual(await q('a%'), ['two'])
  for (const text of [
    '%',
    '_',
    "'",
    '"',
    "' or 1=1 --",
    '\\',
    '(a+)+$',
    '*',
    '\u{10ffff}',
    '￿',
    '😀',
    '[',
    '%00',
  ])
    assert.deepEqual(await q(text), [], text)
})

test('400 query_invalid: an unknown or repeated parameter', async () => {
  for (const query of [
    'x=1',
    'Status=paid',
    '__proto__=1',
    'status=paid&status=unpaid',
    'status[]=paid',
    'limit=1&limit=2',
    'a',
  ])
    assertRejected(await service.request(`/invoices?${query}`), 400, 'query_invalid')
})

test('400 query_invalid: a bad value', async () => {
  for (const query of [
    'status=',
    'status=Paid',
    'status=settled',
    'currency=usd',
    'currency=',
    'coin=ETH',
    'coin=',
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'limit=',
    'limit=９',
    'created_from=yesterday',
    'created_from=2026-02-30',
    'created_from=2026-13-01',
    'created_from=2026-01-01T00:00:00',
    'created_from=1767225600',
    'created_to=',
    'created_to=2026-01-01T25:00Z',
    'paid_from=yesterday',
    'paid_from=',
    'paid_to=2026-02-30',
    'cursor=',
    'cursor=x',
    'cursor=1',
    `cursor=${'0'.repeat(37)}`,
    `cursor=${'U'.repeat(36)}`,
    `q=${'x'.repeat(201)}`,
    'q=a%00b',
    'external_id=%00',
  ]) {
    assertRejected(await service.request(`/invoices?${query}`), 400, 'query_invalid')
  }
})
