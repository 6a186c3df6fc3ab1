import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers } from './exceptions.ts'

const service = await startPaying(fileScope)
const { part, late, list, listExceptions, resolve, readInvoice, receive, createInvoice } =
  createExceptionHelpers(service)
const accept = { resolution: 'accept' }

test('accepting a partial payment accepts all partial payments of the invoice, which becomes paid with a shortfall', async () => {
  const { uid, exceptions } = await part(25n, 50n)
  assert.deepEqual(
    exceptions.map(({ kind, status }) => [kind, status]),
    [
      ['partial', 'open'],
      ['partial', 'open'],
    ],
  )
  const [first, second] = exceptions
  const { status, json, text } = await resolve(first?.id ?? '', accept)
  assert.equal(status, 200, text)
  assert.deepEqual(json, { ...first, status: 'accepted' })
  assert.deepEqual(
    (await listExceptions(uid)).map((each) => each.status),
    ['accepted', 'accepted'],
  )
  const invoice = await readInvoice(uid)
  assert.equal(invoice.status, 'paid')
  const { payment } = invoice
  assert.equal(payment.txid, second?.txid)
  assert.equal(payment.paid_late, false)
  assert.match(String(payment.shortfall), /^3\.1/)
  assert.equal(payment.parts.length, 2)
  assert.deepEqual((await service.listEvents(uid)).slice(-3), [
    'payment.accepted',
    'invoice.paid',
    'payment.confirmed',
  ])
  for (const { id } of exceptions) assert.equal((await resolve(id, accept)).json.code, 'exception_resolved')
})

test('accepting a late payment marks the invoice as paid late, with a shortfall if it is too little', async () => {
  for (const [percent, shortfall] of [
    [100n, null],
    [60n, /^5/],
  ] as const) {
    const { uid, exception } = await late(percent)
    assert.equal(exception.kind, 'late')
    assert.equal((await readInvoice(uid)).status, 'cancelled')
    const { status, json } = await resolve(exception.id, accept)
    assert.equal(status, 200)
    assert.equal(json.status, 'accepted')
    const { status: paid, payment } = await readInvoice(uid)
    assert.deepEqual([paid, payment.paid_late, payment.txid], ['paid', true, exception.txid])
    if (shortfall) assert.match(String(payment.shortfall), shortfall)
    else assert.equal(payment.shortfall, null)
    assert.notEqual(payment.confirmed_at, null)
  }
})

test('a late payment adds up with the parts that arrived before the invoice closed, which are accepted with it', async () => {
  const invoice = await part(40n)
  await receive(invoice, (invoice.amount * 61n) / 100n)
  const [partial, later] = await listExceptions(invoice.uid)
  assert.deepEqual([partial?.kind, later?.kind], ['partial', 'late'])
  assert.equal((await resolve(later?.id ?? '', accept)).status, 200)
  const { status, payment } = await readInvoice(invoice.uid)
  assert.deepEqual([status, payment.shortfall, payment.parts.length], ['paid', null, 2])
  // The excess waits for the merchant's decision.
  assert.notEqual(payment.excess, null)
  assert.deepEqual(
    (await listExceptions(invoice.uid)).map(({ kind, status: each }) => [kind, each]),
    [
      ['partial', 'accepted'],
      ['late', 'accepted'],
      ['excess', 'open'],
    ],
  )
})

test('a late payment of an invoice that has been paid since can be kept, but not accepted', async () => {
  const { exception, ...invoice } = await late(100n)
  await receive(invoice, invoice.amount)
  const [, second] = await listExceptions(invoice.uid)
  assert.equal((await resolve(exception.id, accept)).status, 200)
  const again = await resolve(second?.id ?? '', accept)
  assert.deepEqual([again.status, again.json.code], [409, 'exception_not_acceptable'])
  assert.equal((await listExceptions(invoice.uid))[1]?.status, 'open')
  const kept = await resolve(second?.id ?? '', { resolution: 'keep', note: 'a tip' })
  assert.deepEqual([kept.status, kept.json.status], [200, 'kept'])
})

test('two concurrent requests accept a payment once', async () => {
  const { uid, exceptions } = await part(30n, 30n)
  const replies = await Promise.all(exceptions.map(({ id }) => resolve(id, accept)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await service.listEvents(uid)).filter((type) => type === 'invoice.paid').length, 1)
})

test('surplus and excess cannot be accepted: the invoice is paid without them', async () => {
  const invoice = await createInvoice()
  await receive(invoice, invoice.amount + 50_000n)
  await until(async () => (await readInvoice(invoice.uid)).status === 'paid')
  await receive(invoice, invoice.amount)
  const exceptions = await listExceptions(invoice.uid)
  assert.deepEqual(
    exceptions.map(({ kind }) => kind),
    ['excess', 'surplus'],
  )
  for (const { id } of exceptions) {
    const { status, json } = await resolve(id, accept)
    assert.deepEqual([status, json.code], [400, 'resolution_invalid'])
    assert.equal((await resolve(id, { resolution: 'keep', note: 'ok' })).status, 200)
  }
})

test('an accepted invoice is reversed when its payment is double-spent, and restored when it is back', async () => {
  const { uid, exceptions } = await part(50n)
  const [{ id = '', txid = '' } = {}] = exceptions
  assert.equal((await resolve(id, accept)).status, 200)
  await service.rpc('LTC', 'sandbox_reorganise', 1, [txid])
  await until(async () => (await readInvoice(uid)).status === 'reversed')
  const spending = await blockTransactions(Number(await service.rpc('LTC', 'getblockcount')) - 1)
  await service.rpc('LTC', 'sandbox_reorganise', 2)
  for (const each of spending) await service.rpc('LTC', 'sandbox_evict', each).catch(() => {})
  await until(async () => (await readInvoice(uid)).status === 'paid')
  const types = await service.listEvents(uid)
  assert.deepEqual(
    types.filter((type) => type.startsWith('invoice.')),
    ['invoice.created', 'invoice.cancelled', 'invoice.paid', 'invoice.reversed', 'invoice.restored'],
  )
})

test('while an accepted invoice is reversed, another late payment can be accepted, and restores it', async () => {
  const { exception, ...invoice } = await late(100n)
  await receive(invoice, invoice.amount)
  const second = (await listExceptions(invoice.uid))[1]
  assert.equal((await resolve(exception.id, accept)).status, 200)
  await service.rpc('LTC', 'sandbox_reorganise', 3, [exception.txid])
  await until(async () => (await readInvoice(invoice.uid)).status === 'reversed')
  assert.equal((await resolve(second?.id ?? '', accept)).status, 200)
  const { status, payment } = await readInvoice(invoice.uid)
  assert.deepEqual([status, payment.txid, payment.paid_late], ['paid', second?.txid, true])
  assert.ok((await service.listEvents(invoice.uid)).includes('invoice.restored'))
})

test('a surplus of an invoice whose payment is double-spent can be accepted, and restores it', async () => {
  const { exceptions, ...invoice } = await part(50n)
  const [{ id = '', txid = '' } = {}] = exceptions
  assert.equal((await resolve(id, accept)).status, 200)
  await receive(invoice, (invoice.amount * 60n) / 100n)
  const second = (await listExceptions(invoice.uid))[1]
  assert.equal(second?.kind, 'surplus')
  await service.rpc('LTC', 'sandbox_reorganise', 3, [txid])
  await until(async () => (await readInvoice(invoice.uid)).status === 'reversed')
  const { status, text } = await resolve(second?.id ?? '', accept)
  assert.equal(status, 200, text)
  const { status: restored, payment } = await readInvoice(invoice.uid)
  assert.deepEqual([restored, payment.txid, payment.parts.length], ['paid', second?.txid, 1])
  assert.match(String(payment.shortfall), /^5/)
  assert.ok((await service.listEvents(invoice.uid)).includes('invoice.restored'))
})

async function blockTransactions(height: number): Promise<readonly string[]> {
  const hash = await service.rpc('LTC', 'getblockhash', height)
  return Object(await service.rpc('LTC', 'getblock', hash)).tx
}

test('the exceptions of an account are listed newest first, by status, page by page', async () => {
  const all = await list()
  assert.deepEqual(
    all.map(({ id }) => id),
    all
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  )
  assert.deepEqual(
    await list('?status=open&limit=200'),
    all.filter(({ status }) => status === 'open'),
  )
  const pages: unknown[] = []
  let cursor: unknown = null
  do {
    const next = cursor === null ? '' : `&cursor=${cursor}`
    const { json } = await service.request(`/api/v1/payment-exceptions?limit=2${next}`)
    pages.push(...(json.payment_exceptions as unknown[]))
    cursor = json.next_cursor
  } while (cursor !== null)
  assert.deepEqual(pages, all)
  for (const query of ['?status=closed', '?limit=0', '?limit=201', '?cursor=x', '?page=2']) {
    const { status, json } = await service.request(`/api/v1/payment-exceptions${query}`)
    assert.deepEqual([status, json.code], [400, 'query_invalid'], query)
  }
})
