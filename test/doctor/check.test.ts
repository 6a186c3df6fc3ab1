import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { fileScope } from '../helpers/databases.ts'
import { openDamageFixture } from './damage-fixture.ts'

const { database, merchant, paid, diagnoseDamage, testDamages } = await openDamageFixture(fileScope)

/** The master key of BIP32's first test vector, in testnet format. */
const privateKey =
  'tprv8ZgxMBicQKsPeDgjzdC36fs6bMjGApWDNLR9erAXMs5skhMv36j9MV5ecvfavji5khqjWaWSFhN3YcCUUdiKH6isR4Pwy3U5y5egddBr16m'

test('a database written by the service violates no invariant', async () => {
  const diagnosis = await database.runInSnapshot((sql) => diagnose(sql, checks))
  assert.deepEqual(diagnosis, { ok: true, violations: [] })
})

test('an address that looks like a private key is not a secret', async () => {
  const { violations } = await diagnoseDamage(
    `update destinations set value = 'mPRVmAkGJhcm1RiNNBbZ2sWeyPmYuSDpZJ' where coin = 'BTC'`,
  )
  assert.deepEqual(
    violations.filter(({ invariant }) => invariant.startsWith('I12')),
    [],
  )
})

testDamages([
  [
    'I5 a paid or reversed',
    'a paid invoice loses its payment',
    () => [`update invoices set payment_id = null where uid = '${paid}'`],
  ],
  [
    'I5 an invoice becomes',
    'invoice.paid is missing',
    () => [`update events set type = 'invoice.created' where type = 'invoice.paid'`],
  ],
  [
    'I5 an invoice is reversed',
    'the coins of a paid invoice are marked as double-spent',
    () => [`update payments set double_spent_height = 1, double_spent_hash = 'ab'`],
  ],
  [
    'I3 a claim',
    'an invoice is claimed by a payment that is settled',
    () => [`update invoices set claimed_by = (select id from payments) where uid <> '${paid}'`],
  ],
  ['I3 a claim', 'a payment is sent without a claim', () => [`update payments set status = 'sending'`]],
  ['I13', 'the invoice of an idempotency key is gone', () => [`update idempotency_keys set answer = '{}'`]],
  [
    'I1 stored bytes',
    'no payment has the bytes of a transaction',
    () => ['update payment_transactions set bytes_id = null'],
  ],
  ['I1', 'a transaction is missing', () => ['delete from payment_transactions']],
  ['I2 the reason', 'a payment has an unknown reason', () => [`update payments set reason = 'by hand'`]],
  ['I2', 'an accepted payment has no acceptance time', () => ['update payments set accepted_at = null']],
  [
    'I8 the outputs that a payment',
    'an output is one base unit less',
    () => ['update payment_outputs set amount = amount - 1'],
  ],
  [
    'I8 the outputs that a payment',
    'the output of a live payment is free',
    () => ['update payment_outputs set live = 0'],
  ],
  [
    'I8 an output',
    'two live payments share an output',
    () => [
      'drop index payment_outputs_claimed',
      `insert into payments select 'twin', invoice_uid, coin, status, amount, network_fee, snapshot_id, since_height, claimed_at, lease_until,
        reason, accepted_at, answer, txid, replaceable, block_height, block_hash, confirmed_at, watched, null, null, null, null, via, value, counted, excess, reason_detail, replaced, settled_at from payments`,
      `insert into payment_outputs select 'twin', coin, txid, vout, script, amount, live from payment_outputs`,
    ],
  ],
  ['I9', 'a payment is one base unit short', () => ['update payments set amount = amount - 1']],
  ['I9', 'a payment is far more than its price', () => ['update payments set amount = amount + 1001']],
  [
    'I10 a derived address belongs',
    'a key counts again from 0',
    () => ['update derivation_keys set next_index = 0'],
  ],
  [
    'I10 a derived address is nobody',
    'an account uses a derived address as its own',
    () => [
      `update destinations set script = (select script from invoice_addresses limit 1) where coin = 'LTC'`,
    ],
  ],
  ['I12', 'a token is stored in plain text', () => [`update access_tokens set name = '${merchant.token}'`]],
  [
    'I12',
    'a private key is a destination',
    () => [`update destinations set value = '${privateKey}' where coin = 'BTC'`],
  ],
  [
    'I17',
    'a row of the audit log was changed',
    () => [`update audit_log set actor = 'nobody' where number = 2`],
  ],
  ['I17', 'a row of the audit log was removed', () => ['delete from audit_log where number = 3']],
  [
    'I17',
    'the newest row of the audit log was removed',
    () => ['delete from audit_log where number = (select max(number) from audit_log)'],
  ],
])
