import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { day, minute } from '../kernel/clock.ts'
import { createWebhookSecrets, formatTimestamp, parseOwnSecret, secretOverlapMs } from './signature.ts'

const secrets = createWebhookSecrets(Buffer.alloc(32, 1))
const shop = { kind: 'account', id: 7 } as const
const now = Date.now()
const first = { version: 1, rotatedAt: null }
const rotated = { version: 2, rotatedAt: now }

/** The request that a receiver gets, with its headers. */
function listSent(body: string, { state = first as typeof first | typeof rotated, at = now } = {}) {
  const signature = secrets.sign(shop, state, { id: 'evt_1', at, body })
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': formatTimestamp(at), 'webhook-signature': signature }
}

const accepts = (secret: string | null, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret ?? '').verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

test('a secret is whsec_ and 32 bytes in base64, within the limits of Standard Webhooks (24 to 64)', () => {
  const { secret, previous } = secrets.getSecrets(shop, first, now)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(previous, null)
})

test('the published library signs identically, whatever the body', () => {
  const { secret } = secrets.getSecrets(shop, first, now)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.stringMatching(/^[\w-]{1,40}$/),
      (body, id) => {
        const ownSignature = secrets.sign(shop, first, { id, at: now, body })
        assert.equal(ownSignature, new Webhook(secret).sign(id, new Date(now), body))
        const headers = { ...listSent(body), 'webhook-id': id, 'webhook-signature': ownSignature }
        assert.equal(accepts(secret, body, headers), true)
      },
    ),
  )
})

test('a flipped bit anywhere in the body is detected', () => {
  const { secret } = secrets.getSecrets(shop, first, now)
  const body = '{"type":"invoice.paid","timestamp":"2026-11-21T12:00:00.000Z","data":{}}'
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.nat(6), (index, bit) => {
      const bytes = Buffer.from(body)
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
      assert.equal(accepts(secret, bytes.toString('latin1'), listSent(body)), false)
    }),
  )
})

test('a different id, time or secret, and a replay after five minutes, are rejected', () => {
  const body = '{}'
  const { secret } = secrets.getSecrets(shop, first, now)
  assert.equal(accepts(secret, body, listSent(body)), true)
  assert.equal(accepts(secret, body, { ...listSent(body), 'webhook-id': 'evt_2' }), false)
  assert.equal(
    accepts(secret, body, { ...listSent(body), 'webhook-timestamp': formatTimestamp(now - minute) }),
    false,
  )
  assert.equal(accepts(secret, body, listSent(body, { at: now - 6 * minute })), false)
  for (const stranger of [
    secrets.getSecrets({ kind: 'account', id: 8 }, first, now),
    secrets.getSecrets({ kind: 'endpoint', id: '7' }, first, now),
    secrets.getSecrets(shop, { version: 3, rotatedAt: null }, now),
    createWebhookSecrets(Buffer.alloc(32, 2)).getSecrets(shop, first, now),
  ]) {
    assert.equal(accepts(stranger.secret, body, listSent(body)), false)
  }
})

test('one valid signature in a list is enough', () => {
  const { secret } = secrets.getSecrets(shop, first, now)
  const good = listSent('{}')
  const list = `v1,${Buffer.alloc(32).toString('base64')} v1a,x ${good['webhook-signature']}`
  assert.equal(accepts(secret, '{}', { ...good, 'webhook-signature': list }), true)
})

test('after a rotation both secrets sign for exactly one day', () => {
  const old = secrets.getSecrets(shop, first, now)
  const fresh = secrets.getSecrets(shop, rotated, now)
  assert.notEqual(fresh.secret, old.secret)
  assert.equal(fresh.previous, old.secret)
  assert.equal(secretOverlapMs, day)

  const headers = listSent('{}', { state: rotated })
  assert.equal(headers['webhook-signature'].split(' ').length, 2)
  assert.equal(accepts(old.secret, '{}', headers), true)
  assert.equal(accepts(fresh.secret, '{}', headers), true)

  const later = { ...rotated, rotatedAt: now - day }
  assert.equal(secrets.getSecrets(shop, later, now).previous, null)
  const after = listSent('{}', { state: later })
  assert.equal(accepts(old.secret, '{}', after), false)
  assert.equal(accepts(fresh.secret, '{}', after), true)
})

test('a chosen secret signs with its UTF-8 bytes, or with the bytes after whsec_; after a rotation it signs together with the new one', () => {
  const endpoint = { kind: 'endpoint', id: 'whe_1' } as const
  const message = { id: 'evt_1', at: now, body: '{}' }
  const content = `evt_1.${formatTimestamp(now)}.{}`
  const computeSignature = (key: Buffer) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  const key = Buffer.alloc(24, 9)
  for (const [secret, expected] of [
    ['a secret of the shop: ü', Buffer.from('a secret of the shop: ü')],
    [`whsec_${key.toString('base64')}`, key],
  ] as const) {
    const encrypted = secrets.encrypt(endpoint.id, parseOwnSecret(secret))
    assert.ok(!encrypted.includes(secret))
    const own = { version: 1, encrypted }
    assert.deepEqual(secrets.getSecrets(endpoint, { ...first, own }, now), { secret, previous: null })
    assert.equal(secrets.sign(endpoint, { ...first, own }, message), computeSignature(expected))
    const [fresh, previous] = secrets.sign(endpoint, { ...rotated, own }, message).split(' ')
    assert.notEqual(fresh, previous)
    assert.equal(previous, computeSignature(expected))
    assert.throws(() => secrets.getSecrets({ kind: 'endpoint', id: 'whe_2' }, { ...first, own }, now))
  }
})

test('a chosen secret has 16 to 255 characters, and base64 after whsec_', () => {
  for (const valid of ['x'.repeat(16), 'x'.repeat(255), 'ab'.repeat(32)])
    assert.equal(parseOwnSecret(valid), valid)
  for (const invalid of ['x'.repeat(15), 'x'.repeat(256), `whsec_${'!'.repeat(20)}`, `${'x'.repeat(20)}\n`])
    assert.throws(() => parseOwnSecret(invalid), { code: 'webhook_secret_invalid' })
})
