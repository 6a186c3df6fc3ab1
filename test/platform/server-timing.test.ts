import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../helpers/service.ts'

const settings = { SERVER_TIMING: 'true' }

/** The times of the header, in milliseconds. */
function parseTimes(header: unknown): Record<string, number> {
  assert.match(String(header), /^[a-z]+;dur=\d+\.\d(, [a-z]+;dur=\d+\.\d)*$/)
  const times = String(header).matchAll(/([a-z]+);dur=([\d.]+)/g)
  return Object.fromEntries([...times].map(([, name = '', ms]) => [name, Number(ms)]))
}

test('with SERVER_TIMING, a response has its duration, and the time spent waiting for the database and nodes', async (t) => {
  const { request, createInvoice, pay } = await startService(t, { destinations: ['LTC'], settings })
  const { invoice } = await createInvoice()
  const read = parseTimes((await request(`/invoices/${invoice.uid}`)).headers['server-timing'])
  assert.deepEqual(Object.keys(read), ['db', 'total'])
  const { reply } = await pay(invoice.uid, 'LTC')
  assert.equal(reply.status, 200, reply.text)
  const paid = parseTimes(reply.headers['server-timing'])
  assert.deepEqual(Object.keys(paid).sort(), ['db', 'node', 'total'])
  assert.ok((paid.total ?? 0) > 0)
})

test('errors have the times as well', async (t) => {
  const { request } = await startService(t, { settings })
  const { status, headers } = await request('/invoices/unknown')
  assert.equal(status, 404)
  assert.ok((parseTimes(headers['server-timing']).total ?? -1) >= 0)
})

test('without the setting, responses reveal no times', async (t) => {
  const { request } = await startService(t)
  assert.equal((await request('/invoices')).headers['server-timing'], undefined)
})
