import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { toIsoString } from '../kernel/clock.ts'
import { webhookErrorCodes } from '../platform/storage/migrations/0032-webhook-error-codes.ts'
import { formatAttemptError, toAttemptError, WebhookUnreachableError } from './attempt-error.ts'

const nodeError = (code: string) => Object.assign(new Error('to 10.0.0.1:80'), { code })

test('an error becomes a code, with details if they add information, and never with an address', () => {
  const cases: readonly (readonly [unknown, string, string | null])[] = [
    [nodeError('ECONNREFUSED'), 'connection_refused', null],
    [nodeError('EPROTO'), 'tls_failed', null],
    [nodeError('CERT_HAS_EXPIRED'), 'tls_failed', 'CERT_HAS_EXPIRED'],
    [nodeError('HPE_INVALID_CONSTANT'), 'invalid_response', 'HPE_INVALID_CONSTANT'],
    [nodeError('ESOMETHING'), 'send_failed', 'ESOMETHING'],
    [new Error('to 10.0.0.1:80'), 'send_failed', null],
    [new WebhookUnreachableError('private_address'), 'private_address', null],
  ]
  for (const [cause, code, detail] of cases) {
    const error = toAttemptError(cause)
    assert.deepEqual(error, { code, detail })
    assert.doesNotMatch(formatAttemptError({ status: null, error }) ?? '', /10\.0/)
  }
})

test('the text of an error is null on success and while in progress, and names the status of a response that failed', () => {
  const getText = (status: number | null) => formatAttemptError({ status, error: null })
  assert.deepEqual([getText(null), getText(200), getText(299)], [null, null, null])
  assert.equal(getText(500), 'the endpoint responded with 500')
  assert.equal(getText(302), 'the endpoint responded with 302: redirects are not followed')
  const error = { code: 'tls_failed', detail: 'CERT_HAS_EXPIRED' } as const
  assert.equal(formatAttemptError({ status: null, error }), 'the TLS handshake failed (CERT_HAS_EXPIRED)')
})

/** Sentences that earlier versions stored, and what becomes of them. */
const stored: readonly (readonly [
  status: number | null,
  was: string,
  code: string | null,
  detail?: string,
])[] = [
  [500, 'it answered 500', null],
  [301, 'it answered 301: redirects are not followed', null],
  [null, 'no answer within the time limit', 'timeout'],
  [null, 'the connection was refused', 'connection_refused'],
  [null, 'the connection was cut', 'connection_closed'],
  [null, 'the connection was closed without an answer', 'connection_closed'],
  [null, 'the connection was closed during the TLS handshake', 'tls_failed'],
  [null, 'the connection was closed', 'unreachable'],
  [null, 'no connection within the time limit', 'unreachable'],
  [null, 'the network does not lead there', 'unreachable'],
  [null, 'its name is not known', 'host_not_found'],
  [null, 'its name leads to no address', 'host_not_found'],
  [null, 'its name cannot be looked up at the moment', 'dns_failed'],
  [null, 'the TLS handshake failed', 'tls_failed'],
  [null, 'the TLS handshake failed (CERT_HAS_EXPIRED)', 'tls_failed', 'CERT_HAS_EXPIRED'],
  [null, 'the answer is no HTTP (HPE_INVALID_CONSTANT)', 'invalid_response', 'HPE_INVALID_CONSTANT'],
  [
    null,
    'it is not called: its name leads to a private or loopback address (unless the operator sets WEBHOOK_ALLOW_PRIVATE=true)',
    'private_address',
  ],
  [null, 'it is not called: it must begin with https:// or http://', 'url_not_allowed'],
  [null, 'it was cut off: nobody knows whether it arrived', 'interrupted'],
  [null, 'the service was stopped while it was sent', 'interrupted'],
  [null, 'the endpoint was removed', 'endpoint_removed'],
  [null, 'it could not be sent (EMFILE)', 'send_failed', 'EMFILE'],
  [null, 'it could not be sent', 'send_failed'],
]

test('sentences that earlier versions stored become codes when the database is migrated', async (t) => {
  const { database } = await openTestDatabase(t)
  const created_at = toIsoString(0)
  await database.transact(async ({ query }) => {
    const shop = { email: 'shop@shop.example', name: 'shop', currency: 'USD', operator: 0, created_at }
    await query.insertInto('accounts').values(shop).execute()
    const { id: account_id } = await query.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    await query.insertInto('webhook_messages').values({ event_id: 'e', type: 'x', body: '{}' }).execute()
    const url = 'https://shop.example/'
    const owned = { id: 'd', event_id: 'e', account_id, endpoint_id: null, url, receiver: 'r', created_at }
    const delivery = { ...owned, state: 'dead', next_at: null, attempts: stored.length, tries: 1, failed: 1 }
    await query.insertInto('webhook_deliveries').values(delivery).execute()
    const attempts = stored.map(([status, error], place) => {
      return { delivery_id: 'd', number: place + 1, at: created_at, status, ms: 1, error, answer: null }
    })
    const last = { ...attempts[0], number: 99, status: 200, error: null }
    await query
      .insertInto('webhook_attempts')
      .values([...attempts, { ...last, delivery_id: 'd', at: created_at, ms: 1, answer: null }])
      .execute()
    const reasons = [
      'It failed for five days.',
      'It answered 410: it wants nothing any more.',
      'Its owner switched it off.',
    ]
    for (const [place, disabled_reason] of reasons.entries()) {
      const endpoint = {
        id: String(place),
        account_id,
        url,
        types: '',
        enabled: 0,
        created_at,
        secret_version: 1,
      }
      await query
        .insertInto('webhook_endpoints')
        .values({
          ...endpoint,
          disabled_reason,
          disabled_at: created_at,
          description: null,
          secret_rotated_at: null,
          failing_since: null,
        })
        .execute()
    }
    const [, ...updates] = webhookErrorCodes({ kind: database.kind, identity: '', text: 'text' })
    for (const each of updates) await sql.raw(each).execute(query)
  })
  const { query } = database.read
  const rows = await query
    .selectFrom('webhook_attempts')
    .orderBy('number')
    .select(['error', 'error_detail'])
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.error, row.error_detail]),
    [...stored.map(([, , code, detail = null]) => [code, detail]), [null, null]],
  )
  const endpoints = await query
    .selectFrom('webhook_endpoints')
    .orderBy('id')
    .select('disabled_reason')
    .execute()
  assert.deepEqual(
    endpoints.map((each) => each.disabled_reason),
    ['failing', 'gone', 'by_hand'],
  )
})
