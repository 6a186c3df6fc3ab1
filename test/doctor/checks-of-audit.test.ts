import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createWebhookServices } from '../../src/composition/webhook-delivery.ts'
import { loadSecretKey } from '../../src/config/secret-key.ts'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { fileScope } from '../helpers/databases.ts'
import { openDamageFixture } from './damage-fixture.ts'

const { config, database, clock, accounts, merchant, testDamages } = await openDamageFixture(fileScope)

const serverKey = loadSecretKey(config.secrets)
const { endpoints, tests } = createWebhookServices(config, {
  transact: createTransact(database),
  clock,
  serverKey,
})
const by = { accountId: merchant.id, actor: 'command line' }
const newEndpoint = { url: 'https://shop.example/hook', description: null, types: [], enabled: true }
const { endpoint } = await endpoints.create(by, newEndpoint)
await endpoints.create(by, { ...newEndpoint, enabled: false })
await endpoints.change(by, endpoint.id, { enabled: false })
await endpoints.change(by, endpoint.id, { enabled: true })
await endpoints.rotateSecret(by, endpoint.id)
await tests.send(by, endpoint.id)
await endpoints.rotateAccountSecret(by)
const spare = await accounts.createToken(merchant.email, { name: 'spare' })
await accounts.revokeToken(spare.id)

test('a database with an audit row for each action violates no invariant', async () => {
  const diagnosis = await database.runInSnapshot((sql) => diagnose(sql, checks))
  assert.deepEqual(diagnosis, { ok: true, violations: [] })
})

const missingRow = 'I17 each account, destination'
const wrongRow = 'I17 the audit log has a row'
/** Hides the rows of that action, as if they were missing. */
const without = (action: string) => () => [
  `update audit_log set action = 'account.changed' where action = '${action}'`,
]

testDamages([
  [missingRow, 'an account’s creation is not logged', without('account.created')],
  [missingRow, 'a destination’s creation is not logged', without('destination.set')],
  [
    missingRow,
    'a destination’s coin was never set',
    () => [`update destinations set coin = 'XYZ' where coin = 'LTC'`],
  ],
  [missingRow, 'a token’s creation is not logged', without('token.created')],
  [
    missingRow,
    'a link’s creation is not logged',
    () => [
      `insert into account_links (source, target, created_at)
        select source.id, target.id, source.created_at from accounts source join accounts target on target.id > source.id`,
    ],
  ],
  [missingRow, 'an endpoint’s creation is not logged', without('webhook.endpoint.created')],
  [wrongRow, 'a token’s revocation is not logged', without('token.revoked')],
  [wrongRow, 'a rotation of an account’s secret is not logged', without('webhook.secret.rotated')],
  [wrongRow, 'a rotation of an endpoint’s secret is not logged', without('webhook.endpoint.secret.rotated')],
  [wrongRow, 'an endpoint’s disabling is not logged', without('webhook.endpoint.disabled')],
  [wrongRow, 'an endpoint’s enabling is not logged', without('webhook.endpoint.enabled')],
  [
    wrongRow,
    'the resolution of a payment exception is not logged',
    () => [
      `insert into payment_exceptions
          (id, account_id, invoice_uid, payment_id, kind, coin, amount, value, txid, status, created_at, resolved_at)
        select 'pex_' || substr(p.id, 5), i.account_id, i.uid, p.id, 'surplus', p.coin, p.amount, '1', p.txid, 'kept',
          p.claimed_at, p.claimed_at
        from payments p join invoices i on i.uid = p.invoice_uid`,
    ],
  ],
  [
    wrongRow,
    'a claim’s release is not logged',
    () => [`update payments set status = 'set_aside', reason = 'released'`],
  ],
])
