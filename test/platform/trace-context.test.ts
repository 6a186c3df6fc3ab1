import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trace } from '@opentelemetry/api'
import { sql as raw } from 'kysely'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'

test('the log lines of a request have the trace id of its traceparent header, also if it fails', async (t) => {
  const { request, database, logged } = await startService(t, { destinations: ['LTC'] })
  await database.transact(({ query }) => raw`alter table invoices rename to mislaid`.execute(query))
  const readLog = async (traceparent?: string) => {
    const before = logged.length
    const headers = traceparent === undefined ? {} : { traceparent }
    const { status } = await request('/invoices', {
      method: 'POST',
      headers,
      body: { amount: 1, currency: 'USD' },
    })
    assert.equal(status, 500)
    const lines = logged.slice(before).map((line) => JSON.parse(line))
    return ['request failed', 'request'].map(
      (msg) => lines.find((line) => line.msg === msg)?.trace_id ?? null,
    )
  }
  assert.deepEqual(await readLog(`00-${traceId}-b7ad6b7169203331-01`), [traceId, traceId])
  assert.deepEqual(await readLog(`00-${traceId}-forged"}\\n-01`), [null, null])
  assert.deepEqual(await readLog(), [null, null])
})

test('without an OpenTelemetry SDK there are no spans, and webhooks have no traceparent', async (t) => {
  const { createInvoice, pay } = await startService(t, { destinations: ['LTC'] })
  const receiver = await openReceiver(t)
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const { invoice } = await createInvoice({ webhook_url: receiver.url }, { headers })
  await pay(invoice.uid, 'LTC')
  await until(async () => receiver.received.length > 0)
  assert.equal(receiver.received[0]?.headers.traceparent, undefined)
  assert.equal(trace.getTracer('any').startSpan('any').isRecording(), false)
})
