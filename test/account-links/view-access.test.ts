import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startLinking } from '../helpers/links.ts'
import { assertRejected, deriveXpub, type Merchant, type Reply } from '../helpers/service.ts'
import { numbered } from '../helpers/streams.ts'

const service = await startLinking(fileScope)
const { request, createInvoice, anotherMerchant, createAccounts, link, unlink } = service

/** Unused here: no email is sent. */
const rare = ['invoice.restored']

let made = 0
/** An account that accepts LTC, with an invoice that has every field, and an account that may view it. */
async function granted() {
  const name = `grantor-${++made}`
  const grantor = await anotherMerchant(name, ['LTC'])
  const [viewer] = await createAccounts(1)
  const { json } = await link(grantor, { email: viewer.email })
  return { name, grantor, viewer, id: Number(json.id) }
}

const get = ({ token }: Merchant, path: string): Promise<Reply> => request(path, { token })
const getInvoicesUrl = ({ id }: Merchant): string => `/invoices?account=${id}`

test('the target of a link sees the source’s invoices as the source does: the list, and each invoice with its payment', async () => {
  const { grantor, viewer } = await granted()
  const { token } = grantor
  const { invoice } = await createInvoice({ external_id: 'order 1', metadata: { till: '7' } }, { token })
  await createInvoice({ memo: 'open' }, { token })
  assert.equal((await service.pay(invoice.uid, 'LTC')).reply.status, 200)
  for (const query of ['', '&status=paid', '&external_id=order%201', '&limit=1']) {
    const own = await get(grantor, `${getInvoicesUrl(grantor)}${query}`)
    const seen = await get(viewer, `${getInvoicesUrl(grantor)}${query}`)
    assert.deepEqual([seen.status, seen.text], [200, own.text])
  }
  const seen = await get(viewer, `/invoices/${invoice.uid}`)
  assert.equal(seen.text, (await get(grantor, `/invoices/${invoice.uid}`)).text)
  assert.partialDeepStrictEqual(seen.json, { invoice: { status: 'paid', metadata: { till: '7' } } })
})

test('view access is not transitive: a viewer sees none of the accounts that the source sees', async () => {
  const { grantor: first, viewer: second } = await granted()
  const [third] = await createAccounts(1)
  await link(second, { email: third.email })
  const { invoice } = await createInvoice({ external_id: 'mine' }, { token: first.token })
  assert.equal((await get(third, getInvoicesUrl(second))).status, 200)
  assertRejected(await get(third, getInvoicesUrl(first)), 404, 'account_not_visible')
  assert.ok(!(await get(third, `/invoices/${invoice.uid}`)).text.includes('external_id'))
})

test('an invoice is always created for the caller, whatever account it names', async () => {
  const { grantor, viewer } = await granted()
  const once = { 'idempotency-key': 'one and the same' }
  const body = { amount: 12.5, currency: 'USD' }
  await createInvoice({}, { token: grantor.token, headers: once })
  const before = (await get(grantor, '/invoices')).text
  const post = (more: object, query = '') =>
    request(`/invoices${query}`, {
      method: 'POST',
      token: viewer.token,
      headers: once,
      body: { ...body, ...more },
    })
  // The viewer has no payout wallet.
  const naming = { account: grantor.id, account_id: grantor.id, email: grantor.email, source: grantor.id }
  assertRejected(await post({}), 400, 'no_payment_option')
  assertRejected(await post(naming), 400, 'no_payment_option')
  await service.accounts.setDestination(viewer.email, 'LTC', { xpub: deriveXpub(viewer.email, 'LTC') })
  const { status, json, text } = await post(naming, `?account=${grantor.id}`)
  assert.equal(status, 200, text)
  assert.equal((await get(grantor, '/invoices')).text, before)
  const own = await get(viewer, '/invoices')
  assert.deepEqual(own.json.invoices, [json])
})

test('the target sees nothing else of the source: no token, key, secret, webhook or other link', async () => {
  const { name, grantor, viewer } = await granted()
  const [third] = await createAccounts(1)
  const { json: other } = await link(grantor, { email: third.email })
  const hook = { url: 'https://hooks.example/of-the-grantor', types: rare }
  const posted = await request('/api/v1/webhooks', { method: 'POST', token: grantor.token, body: hook })
  assert.equal(posted.status, 200, posted.text)
  const { json: shared } = await get(grantor, '/api/v1/webhooks/secret')
  const { invoice } = await createInvoice(
    { webhook_url: 'https://shop.example/hook' },
    { token: grantor.token },
  )
  await numbered(service)
  const shown = [
    getInvoicesUrl(grantor),
    `/invoices/${invoice.uid}`,
    `/api/v1/events?account=${grantor.id}`,
    '/api/v1/events',
    '/api/v1/account/links',
    '/api/v1/webhooks',
    '/api/v1/webhooks/deliveries',
    '/api/v1/webhooks/secret',
  ]
  const { invoices } = (await get(viewer, getInvoicesUrl(grantor))).json
  assert.ok(Array.isArray(invoices) && invoices.length === 1)
  const secrets = [grantor.token, deriveXpub(name, 'LTC'), posted.json.secret, shared.secret]
  const others = [grantor.email, third.email, hook.url, `"id":${other.id},`]
  for (const path of shown) {
    const { status, text } = await get(viewer, path)
    assert.equal(status, 200, text)
    for (const hidden of [...secrets, ...others]) assert.ok(!text.includes(String(hidden)), path)
  }
})

test('the source’s own resources are not found by the target, and not changed', async () => {
  const { grantor, viewer } = await granted()
  const [third] = await createAccounts(1)
  const { json: other } = await link(grantor, { email: third.email })
  const body = { url: 'https://hooks.example/', types: rare }
  const { json: hook } = await request('/api/v1/webhooks', { method: 'POST', token: grantor.token, body })
  const path = `/api/v1/webhooks/${hook.id}`
  const readState = async () => [
    (await get(grantor, path)).text,
    (await get(grantor, `${path}/secret`)).text,
    (await get(grantor, '/api/v1/account/links')).text,
  ]
  const before = await readState()
  const { token } = viewer
  for (const reply of [
    await get(viewer, path),
    await get(viewer, `${path}/secret`),
    await request(`${path}/secret`, { method: 'POST', token }),
    await request(path, { method: 'PATCH', token, body: { enabled: false } }),
    await request(path, { method: 'DELETE', token }),
  ])
    assertRejected(reply, 404, 'webhook_not_found')
  assertRejected(await unlink(viewer, other.id), 404, 'link_not_found')
  assert.deepEqual(await readState(), before)
})

for (const side of ['grantor', 'viewer'] as const) {
  test(`access ends immediately when the ${side} deletes the link`, async () => {
    const { id, ...sides } = await granted()
    const { grantor, viewer } = sides
    const { invoice } = await createInvoice({ external_id: 'mine' }, { token: grantor.token })
    const cancel = () => request(`/invoices/${invoice.uid}`, { method: 'DELETE', token: viewer.token })
    assertRejected(await cancel(), 403, 'view_only')
    assert.equal((await unlink(sides[side], id)).status, 204)
    assertRejected(await get(viewer, getInvoicesUrl(grantor)), 404, 'account_not_visible')
    assertRejected(await get(viewer, `/api/v1/events?account=${grantor.id}`), 404, 'account_not_visible')
    assert.ok(!(await get(viewer, `/invoices/${invoice.uid}`)).text.includes('external_id'))
    assertRejected(await cancel(), 404, 'invoice_not_found')
    assert.equal((await service.getInvoice(invoice.uid)).invoice.status, 'unpaid')
  })
}
