import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { QuittanceError, webhooks } from '../../src/client/index.ts'
import { signWebhook } from '../../src/webhooks/signature.ts'

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const otherSecret = `whsec_${Buffer.from('another secret of 32 bytes, or so').toString('base64')}`
const body = '{"type":"account.link.removed","timestamp":"2026-11-26T10:00:00.000Z","data":{"id":7}}'

/** Headers as the reference implementation signs them. */
function getHeaders(key = secret, at = new Date()) {
  return {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1_000)),
    'Webhook-Signature': new Webhook(key).sign('evt_1', at, body),
  }
}

const hasCode = (code: string) => (error: unknown) => error instanceof QuittanceError && error.code === code

test('a signed webhook is returned, as text or bytes, with any kind of headers', async () => {
  const headers = getHeaders()
  for (const text of [body, new TextEncoder().encode(body), Buffer.from(body)])
    for (const any of [headers, new Headers(headers), { ...headers, 'Webhook-Id': ['evt_1'] }]) {
      const webhook = await webhooks.verify(text, any, secret)
      assert.equal(webhook.type, 'account.link.removed')
      assert.deepEqual(webhook, JSON.parse(body))
    }
})

test('while a secret is rotated, either signature and either secret is accepted', async () => {
  const headers = getHeaders()
  const both = `${getHeaders(otherSecret)['Webhook-Signature']} ${headers['Webhook-Signature']}`
  assert.ok(await webhooks.verify(body, { ...headers, 'Webhook-Signature': both }, secret))
  assert.ok(await webhooks.verify(body, headers, [otherSecret, secret]))
})

test('another body, id, secret, version or a missing header is rejected', async () => {
  const headers = getHeaders()
  const rejects = (text: string, wrong: Record<string, string>, key = secret) =>
    assert.rejects(webhooks.verify(text, wrong, key), hasCode('webhook_signature_invalid'))
  await rejects(`${body} `, headers)
  await rejects(body, headers, otherSecret)
  await rejects(body, { ...headers, 'Webhook-Id': 'evt_2' })
  await rejects(body, { ...headers, 'Webhook-Signature': headers['Webhook-Signature'].replace('v1,', 'v2,') })
  await rejects(body, { ...headers, 'Webhook-Signature': 'v1,%%%' })
  await rejects(body, { 'Webhook-Id': 'evt_1' })
})

test('a webhook that is older than five minutes, or from the future, is rejected', async () => {
  for (const offset of [-301_000, 301_000]) {
    const headers = getHeaders(secret, new Date(Date.now() + offset))
    await assert.rejects(webhooks.verify(body, headers, secret), hasCode('webhook_timestamp_invalid'))
    assert.ok(await webhooks.verify(body, headers, secret, { toleranceMs: 600_000 }))
  }
})

test('a chosen secret without whsec_ is itself the key, even if it is valid base64', async () => {
  for (const chosen of ['a secret that the owner chose', 'c2VjcmV0IG9mIG91cnM='])
    for (const key of [chosen, [secret, chosen]]) {
      const at = Date.now()
      const signature = signWebhook([Buffer.from(chosen)], { id: 'evt_1', at, body })
      const headers = { ...getHeaders(secret, new Date(at)), 'Webhook-Signature': signature }
      assert.ok(await webhooks.verify(body, headers, key))
    }
})

test('an empty secret, or one without base64 after whsec_, throws an error', async () => {
  for (const invalid of ['', 'whsec_', 'whsec_%%%'])
    await assert.rejects(webhooks.verify(body, getHeaders(), invalid), TypeError)
})
