import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createWebhookServices } from '../../src/composition/webhook-delivery.ts'
import { loadSecretKey } from '../../src/config/secret-key.ts'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { wholeFile } from '../helpers/databases.ts'
import { openPatient } from './patient.ts'

const { config, database, clock, accounts, merchant, seesDamages } = await openPatient(wholeFile)

const serverKey = loadSecretKey(config.secrets)
const { endpoints, tests } = createWebhookServices(config, {
  transact: createTransact(database),
  clock,
  serverKey,
})
const by = { accountId: merchant.id, actor: 'command line' }
const wish = { url: 'https://shop.example/hook', description: null, types: [], enabled: true }
const { endpoint } = await endpoints.create(by, wish)
await endpoints.create(by, { ...wish, enabled: false })
await endpoints.change(by, endpoint.id, { enabled: false })
await endpoints.change(by, endpoint.id, { enabled: true })
await endpoints.rotate(by, endpoint.id)
await tests.send(by, endpoint.id)
await endpoints.rotateAccount(by)
const spare = await accounts.createToken(merchant.email, { name: 'spare' })
await accounts.revokeToken(spare.id)

test('a database with an audit row for each action breaks no invariant', async () => {
  const diagnosis = await database.snapshot((sql) => diagnose(sql, checks))
  assert.deepEqual(diagnosis, { ok: true, violations: [] })
})

const made = 'I17 what was made'
const told = 'I17 the audit log tells'
/** The rows of that action are gone as far as anybody who looks for them can tell. */
const without = (action: string) => () => [
  `update audit_log set action = 'account.changed' where action = '${action}'`,
]

seesDamages([
  [made, 'nobody made an account', without('account.created')],
  [made, 'nobody set a destination', without('destination.set')],
  [
    made,
    'the coin of a destination was never set',
    () => [`update destinations set coin = 'XYZ' where coin = 'LTC'`],
  ],
  [made, 'nobody made a token', without('token.created')],
  [
    made,
    'nobody made a link',
    () => [
      `insert into account_links (source, target, created_at)
        select source.id, target.id, source.created_at from accounts source join accounts target on target.id > source.id`,
    ],
  ],
  [made, 'nobody made an endpoint', without('webhook.endpoint.created')],
  [told, 'nobody revoked a token', without('token.revoked')],
  [told, 'nobody rotated the secret of an account', without('webhook.secret.rotated')],
  [told, 'nobody rotated the secret of an endpoint', without('webhook.endpoint.secret.rotated')],
  [told, 'nobody switched an endpoint off', without('webhook.endpoint.disabled')],
  [told, 'nobody switched an endpoint on', without('webhook.endpoint.enabled')],
  [
    told,
    'nobody released a claim',
    () => [`update payments set status = 'set_aside', reason = 'released by hand'`],
  ],
])
