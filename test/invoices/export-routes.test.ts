import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startExporting } from '../helpers/invoice-exports.ts'
import { assertRejected } from '../helpers/service.ts'

const service = await startExporting(fileScope)
const { list, lines, insertCopies, request, table, createMerchantWithInvoices } = service

/** The uids of all pages of the list. */
async function readList(query: string, token: string): Promise<string[]> {
  const uids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`${query}&limit=37${cursor && `&cursor=${cursor}`}`, token)
    uids.push(...page.invoices.map(({ invoice }) => invoice.uid))
    cursor = page.next_cursor
  }
  return uids
}

for (const [form, type] of [
  ['csv', 'text/csv; charset=utf-8'],
  ['jsonl', 'application/x-ndjson'],
] as const) {
  const path = `/invoices.${form}`

  test(`GET ${path} is a download: ${type}, with a file name`, async () => {
    const { status, headers } = await request(path)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], type)
    const day = new Date(service.clock.now()).toISOString().slice(0, 10)
    assert.equal(headers['content-disposition'], `attachment; filename="invoices-${day}.${form}"`)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test(`HEAD ${path} returns only the headers, and the same errors as GET`, async () => {
    const [got, head] = [await request(path), await request(path, { method: 'HEAD' })]
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    for (const name of ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'])
      assert.equal(head.headers[name], got.headers[name])
    assert.equal((await request(`${path}?limit=1`, { method: 'HEAD' })).status, 400)
    assert.equal((await request(path, { method: 'HEAD', token: null })).status, 401)
    assert.equal((await request(`${path}?account=999999`, { method: 'HEAD' })).status, 404)
  })

  test(`GET ${path}: 400 query_invalid for limit and cursor, an unknown parameter or a bad value`, async () => {
    for (const query of [
      'limit=50',
      'limit=',
      'cursor=x',
      'status=paid&limit=1',
      'x=1',
      'status=Paid',
      'status=paid&status=unpaid',
      'created_from=yesterday',
      'paid_to=yesterday',
      'q=a%00b',
      `q=${'x'.repeat(201)}`,
    ])
      assertRejected(await request(`${path}?${query}`), 400, 'query_invalid')
  })

  test(`${path} allows no other method: 405`, async () => {
    const reply = await request(path, { method: 'DELETE' })
    assertRejected(reply, 405, 'method_not_allowed')
    assert.equal(reply.headers.allow, 'GET, HEAD')
  })

  test(`GET ${path} requires credentials, of any scope`, async () => {
    const { email } = service.merchant
    for (const scope of ['full', 'invoices', 'read'] as const) {
      const { token } = await service.accounts.createToken(email, { name: scope, scope })
      assert.equal((await request(path, { token })).status, 200)
    }
    assertRejected(await request(path, { token: null }), 401, 'unauthorized')
    assertRejected(await request(path, { token: 'qt_wrong' }), 401, 'unauthorized')
  })

  test(`GET ${path}: account is your own id or that of an account that grants you access, otherwise 404, also once the link is deleted`, async () => {
    const viewer = await createMerchantWithInvoices(`viewer-${form}`, [{ memo: 'own' }])
    const grantor = await createMerchantWithInvoices(`grantor-${form}`, [{ memo: 'granted' }])
    const sendRequest = (account: unknown, token = viewer.token) =>
      request(`${path}?account=${account}`, { token })
    for (const id of [grantor.id, 999_999, '0', '-1', 'x'])
      assertRejected(await sendRequest(id), 404, 'account_not_visible')
    const links = '/api/v1/account/links'
    const body = { email: viewer.email }
    const { json } = await request(links, { method: 'POST', token: grantor.token, body })
    const [seen, own] = [await sendRequest(grantor.id), await request(path, { token: grantor.token })]
    assert.deepEqual([seen.status, seen.text], [200, own.text])
    assert.match(seen.text, /granted/)
    assert.match((await sendRequest(viewer.id)).text, /own/)
    assertRejected(await sendRequest(viewer.id, grantor.token), 404, 'account_not_visible')
    await request(`${links}/${json.id}`, { method: 'DELETE', token: grantor.token })
    assertRejected(await sendRequest(grantor.id), 404, 'account_not_visible')
  })
}

test('an export contains all pages of the list, in its order, with any filters', async () => {
  const { token, uids, id } = await createMerchantWithInvoices('filters', [
    { memo: 'word one', external_id: 'INV-1' },
    { memo: 'word two', currency: 'EUR', external_id: 'INV-2' },
    { memo: 'gone', amount: 17, metadata: { table: '17' } },
    { memo: 'paid word', external_id: 'INV-3' },
  ])
  const [one = '', two = '', gone = '', paid = ''] = uids
  const { signed } = await service.pay(paid, 'LTC')
  await request(`/invoices/${gone}`, { method: 'DELETE', token })
  const from = new Date(service.clock.now()).toISOString()
  service.clock.advance(60_000)
  // More than one page of an export, of several kinds.
  await insertCopies(one, 230, { external_id: 'INV-9' })
  await insertCopies(gone, 120)
  await insertCopies(paid, 101)
  for (const query of [
    '',
    'status=unpaid',
    'status=paid',
    'status=cancelled',
    'status=expired',
    'currency=EUR',
    'currency=USD&status=unpaid',
    'coin=LTC',
    'coin=BTC',
    'external_id=INV-9',
    `created_from=${encodeURIComponent(from)}`,
    `created_to=${encodeURIComponent(from)}`,
    `paid_from=${encodeURIComponent(from)}`,
    `paid_to=${encodeURIComponent(from)}`,
    `paid_from=2026-03-01&paid_to=2026-03-02&status=paid&coin=LTC`,
    `paid_from=2026-03-01&q=word`,
    'q=INV',
    'q=word',
    'q=word%20two',
    'q=17',
    `q=${signed.txid}`,
    `q=${two}`,
    `account=${id}`,
    'status=unpaid&q=INV-9',
  ]) {
    const expected = await readList(query, token)
    const rows = await table(query, token)
    assert.deepEqual(
      rows.map(({ uid }) => uid),
      expected,
      query,
    )
    assert.deepEqual(
      (await lines(query, token)).map(({ invoice }) => invoice.uid),
      expected,
      query,
    )
  }
  assert.equal((await table('', token)).length, 455)
})
