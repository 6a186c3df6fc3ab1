import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayError } from './pay-error.ts'
import { submitPayment } from './submit.ts'

const url = new URL('https://pay.example/payments/json/LTC/0abc')
const submission = { currency: 'LTC', txid: 'aa'.repeat(32), transaction: '0100' }

type Reply = Response | Error

/** A server that gives these responses, the last one repeatedly, and records its requests. */
function server(...replies: Reply[]) {
  const sent: { url: string; body: unknown; headers: Headers }[] = []
  const waits: number[] = []
  const context = {
    now: () => 0,
    wait: async (ms: number) => void waits.push(ms),
    fetch: async (input: URL | string | Request, init?: RequestInit) => {
      sent.push({
        url: String(input),
        body: JSON.parse(String(init?.body)),
        headers: new Headers(init?.headers),
      })
      const reply = replies[Math.min(sent.length, replies.length) - 1]
      if (reply instanceof Response) return reply.clone()
      throw reply
    },
  }
  return { sent, waits, submit: () => submitPayment(context, url, submission) }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const success = json(200, { success: true, transactions: ['0100'], memo: 'Thank you' })
const failed = json(500, { success: false, error: 'No answer.', code: 'broadcast_unknown', retryable: true })

const failure = (code: string, message: RegExp | string) => (fault: unknown) => {
  assert.ok(fault instanceof PayError)
  assert.equal(fault.code, code)
  assert.match(fault.message, typeof message === 'string' ? new RegExp(message) : message)
  assert.equal(fault.details.txid, submission.txid)
  assert.equal(fault.details.transaction, submission.transaction)
  return true
}

test('a submission carries currency and transactions as JSON, and nothing else', async () => {
  const { sent, submit } = server(success)
  assert.deepEqual(await submit(), { attempts: 1, memo: 'Thank you' })
  assert.deepEqual(
    sent.map(({ url, body }) => ({ url, body })),
    [{ url: url.href, body: { currency: 'LTC', transactions: ['0100'] } }],
  )
  assert.equal(sent[0]?.headers.get('content-type'), 'application/json')
})

test("a rejection is final and carries the server's message and code", async () => {
  const { sent, submit } = server(
    json(400, { success: false, error: 'Wrong amounts: too little.', code: 'tx_amount_mismatch' }),
  )
  await assert.rejects(submit, failure('payment_refused', 'Wrong amounts: too little.'))
  await assert.rejects(submit, (fault: PayError) => fault.details.code === 'tx_amount_mismatch')
  assert.equal(sent.length, 2)
})

test('after a retryable 500 the same transaction is sent again with growing delays', async () => {
  const { sent, waits, submit } = server(failed, new TypeError('fetch failed'), failed, success)
  assert.deepEqual(await submit(), { attempts: 4, memo: 'Thank you' })
  assert.deepEqual(waits, [500, 1_000, 2_000])
  assert.equal(new Set(sent.map(({ body }) => JSON.stringify(body))).size, 1)
})

test('attempts are limited, then the outcome is unknown', async () => {
  const { sent, waits, submit } = server(failed)
  await assert.rejects(submit, failure('payment_unknown', 'No answer.'))
  assert.equal(sent.length, 6)
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000])
})

test('Retry-After is honoured up to fifteen seconds', async () => {
  const busy = (seconds: string) =>
    json(503, { success: false, error: 'Busy.', retryable: true }, { 'retry-after': seconds })
  const { waits, submit } = server(busy('5'), busy('900'), busy('Wed, 21 Oct 2026 07:28:00 GMT'), success)
  await submit()
  assert.deepEqual(waits, [5_000, 15_000, 2_000])
})

test('an error that is not retryable is not retried', async () => {
  const { sent, submit } = server(json(500, { success: false, error: 'Never.', retryable: false }))
  await assert.rejects(submit, failure('payment_refused', 'Never.'))
  assert.equal(sent.length, 1)
})

test(`a 2xx response without "success": true doesn't count as a success`, async () => {
  for (const reply of [
    json(200, { success: false }),
    json(200, []),
    new Response('ok'),
    new Response(null, { status: 204 }),
  ]) {
    const { submit } = server(reply)
    await assert.rejects(
      submit,
      failure('payment_unknown', /Resend the same transaction, and do not create another/),
    )
  }
})

test('without any response, the error tells the payer to send the same transaction again', async () => {
  const { submit } = server(new TypeError('fetch failed'))
  await assert.rejects(submit, failure('payment_unknown', /may have been sent/))
})

test('a redirect is not followed', async () => {
  const { sent, submit } = server(
    new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
  )
  await assert.rejects(submit, failure('payment_refused', /status 302/))
  assert.equal(sent.length, 1)
})

test("control characters are removed from a server's message, and it is truncated", async () => {
  const { submit } = server(json(400, { error: `\u001b[2JPaid\u202e${'x'.repeat(1_000)}` }))
  await assert.rejects(submit, (fault: PayError) => {
    assert.match(fault.message, /^\[2JPaid x+$/)
    return fault.message.length === 400
  })
})

test('a plain-text error is shown as it is', async () => {
  const { submit } = server(new Response('This invoice is no longer accepting payments', { status: 400 }))
  await assert.rejects(submit, failure('payment_refused', 'no longer accepting payments'))
})
