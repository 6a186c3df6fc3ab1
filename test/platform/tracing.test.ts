import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SpanKind } from '@opentelemetry/api'
import { sql as raw } from 'kysely'
import { openHttpClient } from '../../src/networks/node/http-post.ts'
import { withNewTrace } from '../../src/platform/tracing.ts'
import { startService } from '../helpers/service.ts'
import { type RecordedSpan, recordSpans } from '../helpers/span-recorder.ts'
import { until } from '../helpers/until.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const spans = recordSpans()
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`

const named = (name: string): RecordedSpan[] => spans.filter((span) => span.name === name)
const findChildren = ({ context }: RecordedSpan): RecordedSpan[] =>
  spans.filter(({ parent }) => parent?.spanId === context.spanId)
const getNames = (found: readonly RecordedSpan[]): string[] =>
  [...new Set(found.map(({ name }) => name))].sort()

/** The only span of that name, once it has ended. */
async function findSpan(name: string): Promise<RecordedSpan> {
  await until(async () => named(name).length > 0)
  const [span, ...others] = named(name)
  assert.equal(others.length, 0, name)
  return span ?? assert.fail(name)
}

test('a paid invoice has spans for its requests, use cases, transactions, node calls and deliveries', async (t) => {
  const { createInvoice, pay, merchant, database } = await startService(t, { destinations: ['LTC'] })
  const receiver = await openReceiver(t)
  const {
    invoice: { uid },
  } = await createInvoice({ webhook_url: receiver.url }, { headers: { traceparent } })
  const { signed, template, reply } = await pay(uid, 'LTC')
  assert.equal(reply.status, 200, reply.text)

  const creation = await findSpan('POST /invoices')
  assert.equal(creation.kind, SpanKind.SERVER)
  assert.equal(creation.context.traceId, caller.traceId)
  assert.equal(creation.parent?.spanId, caller.spanId)
  assert.deepEqual(creation.attributes, {
    'http.request.method': 'POST',
    'http.route': '/invoices',
    'http.response.status_code': 200,
  })
  const [create] = findChildren(creation)
  assert.equal(create?.name, 'create invoice')
  assert.deepEqual(create.attributes, { 'quittance.invoice': uid })
  const [transaction] = findChildren(create)
  assert.equal(transaction?.name, 'transaction')
  assert.deepEqual(transaction.attributes, {
    'db.system.name': database.kind === 'postgres' ? 'postgresql' : 'sqlite',
  })

  const submit = await findSpan('submit payment')
  assert.deepEqual(submit.attributes, { 'quittance.invoice': uid, 'quittance.coin': 'LTC' })
  const submission = spans.find(({ context }) => context.spanId === submit.parent?.spanId)
  assert.match(submission?.name ?? '', /^POST /)
  assert.equal(submission?.parent, undefined)
  const steps = getNames(findChildren(submit))
  for (const step of ['testmempoolaccept', 'transaction', 'sendrawtransaction'])
    assert.ok(steps.includes(step), steps.join())
  const broadcast = await findSpan('sendrawtransaction')
  assert.equal(broadcast.kind, SpanKind.CLIENT)
  assert.deepEqual(broadcast.attributes, {
    'quittance.coin': 'LTC',
    'rpc.system.name': 'jsonrpc',
    'rpc.method': 'sendrawtransaction',
  })

  const delivery = await findSpan('deliver webhook')
  const [received] = receiver.received
  const { traceId, spanId } = delivery.context
  assert.equal(received?.headers.traceparent, `00-${traceId}-${spanId}-01`)
  assert.equal(delivery.parent, undefined)
  assert.ok(!delivery.failed)
  assert.partialDeepStrictEqual(delivery.attributes, {
    'quittance.subject': `invoice/${uid}`,
    'quittance.event': received.headers['webhook-id'],
    'quittance.attempt': 1,
    'http.response.status_code': 200,
  })
  assert.deepEqual(getNames(findChildren(delivery)), ['transaction'])

  // Background tasks, such as the followers of the chains, start no traces.
  const roots = spans.filter(({ parent }) => parent === undefined)
  assert.ok(roots.every(({ kind, name }) => kind === SpanKind.SERVER || name === 'deliver webhook'))

  const text = JSON.stringify(spans)
  const secrets = [merchant.token, signed.hex, new URL(receiver.url).host, '127.0.0.1']
  for (const secret of [...secrets, ...template.outputs.map(({ address }) => address)])
    assert.ok(!text.includes(secret), secret)
})

test('an internal error fails the spans of the request, the use case and the transaction; a rejected request fails none', async (t) => {
  const { request, createInvoice, database, logged } = await startService(t, { destinations: ['LTC'] })
  const { invoice } = await createInvoice()
  const before = spans.length
  const path = `/i/${invoice.uid}`
  const body = { currency: 'LTC', transactions: ['00'] }
  const rejected = await request(path, { method: 'POST', token: null, body })
  assert.equal(rejected.status, 400)
  await until(async () => spans.slice(before).some(({ name }) => name.startsWith('POST ')))
  assert.deepEqual(
    spans.slice(before).map(({ name, failed, attributes }) => [name, failed, attributes['error.type']]),
    [
      ['submit payment', false, 'tx_unparseable'],
      ['POST /i/:uid', false, undefined],
    ],
  )

  await database.transact(({ query }) => raw`alter table invoices rename to mislaid`.execute(query))
  const from = spans.length
  const { status } = await request('/invoices', { method: 'POST', body: { amount: 1, currency: 'USD' } })
  assert.equal(status, 500)
  await until(async () => spans.slice(from).some(({ name }) => name === 'POST /invoices'))
  const failed = spans.slice(from).filter(({ failed }) => failed)
  assert.deepEqual(getNames(failed), ['POST /invoices', 'create invoice', 'transaction'])
  const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')
  assert.equal(lines.at(-1)?.trace_id, failed[0]?.context.traceId)
})

test('a delivery that fails has a failed span', async (t) => {
  const { createInvoice, pay } = await startService(t, { destinations: ['LTC'] })
  const receiver = await openReceiver(t, (response) => void response.writeHead(500).end())
  const { invoice } = await createInvoice({ webhook_url: receiver.url })
  await pay(invoice.uid, 'LTC')
  const subject = `invoice/${invoice.uid}`
  const find = () =>
    named('deliver webhook').find(({ attributes }) => attributes['quittance.subject'] === subject)
  await until(async () => find() !== undefined)
  assert.ok(find()?.failed)
  assert.equal(find()?.attributes['error.type'], '500')
})

test('a call to a node passes the trace on', async (t) => {
  const received: IncomingHttpHeaders[] = []
  const node = createServer(({ headers }, response) => {
    received.push(headers)
    response.end('{}')
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  const client = openHttpClient(new URL(`http://127.0.0.1:${port}`), 1_000)
  t.after(() => {
    client.close()
    node.close()
  })
  const send = () => client.send('{}', { timeoutMs: 5_000, usesNewConnection: false })
  await withNewTrace('call', send, { attributes: {} })
  const { traceId, spanId } = (await findSpan('call')).context
  await send()
  assert.deepEqual(
    received.map((headers) => headers.traceparent),
    [`00-${traceId}-${spanId}-01`, undefined],
  )
})

test('a request with an invalid traceparent starts a new trace', async (t) => {
  const { request } = await startService(t, { destinations: ['LTC'] })
  const before = spans.length
  await request('/invoices', { headers: { traceparent: `00-${'0'.repeat(32)}-${caller.spanId}-01` } })
  await until(async () => spans.slice(before).some(({ name }) => name === 'GET /invoices'))
  const span = spans.slice(before).find(({ name }) => name === 'GET /invoices')
  assert.equal(span?.parent, undefined)
})
