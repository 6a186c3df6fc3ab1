import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql as raw } from 'kysely'
import { type Diagnosis, diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import { type Service, startService } from '../helpers/service.ts'
import { fundedWallet } from '../helpers/wallet.ts'

/** Undoes what a test has damaged. */
class RolledBack extends Error {
  readonly diagnosis: Diagnosis

  constructor(diagnosis: Diagnosis) {
    super('rolled back')
    this.diagnosis = diagnosis
  }
}

const endings: (() => Promise<void> | void)[] = []
let service: Service
let paid = ''

before(async () => {
  service = await startService({ after: (step) => void endings.push(step) }, { listen: true })
  const { invoice } = await service.createInvoice({}, { headers: { 'idempotency-key': 'once' } })
  await service.createInvoice({ memo: 'another' })
  const template = await service.paymentRequest(invoice.uid, 'LTC')
  const wallet = await fundedWallet(service.baseUrl, 'LTC', '10')
  const body = { currency: 'LTC', transactions: [wallet.signFor(template).hex] }
  const answer = await service.request(`/payments/json/LTC/${invoice.uid}`, {
    method: 'POST',
    token: null,
    body,
  })
  assert.equal(answer.status, 200, `${answer.text} ${service.logged.slice(-2).join('')}`)
  await service.request('/invoices', { method: 'POST', body: { amount: 0 } })
  paid = invoice.uid
})

after(async () => {
  for (const ending of endings.reverse()) await ending()
})

/** What the doctor says of the database with this damage, which is undone afterwards. */
async function damagedBy(...statements: string[]): Promise<Diagnosis> {
  try {
    await service.database.transact(async (sql) => {
      for (const statement of statements) await raw.raw(statement).execute(sql.query)
      throw new RolledBack(await diagnose(sql, checks))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.diagnosis
    throw error
  }
  return assert.fail('the damage was not undone')
}

test('a database that the service wrote breaks no invariant', async () => {
  const diagnosis = await service.database.snapshot((sql) => diagnose(sql, checks))
  assert.deepEqual(diagnosis, { ok: true, violations: [] })
})

const damages: readonly (readonly [invariant: string, damage: string, () => readonly string[]])[] = [
  [
    'I5 a paid invoice',
    'a paid invoice loses its payment',
    () => [`update invoices set payment_id = null where uid = '${paid}'`],
  ],
  [
    'I5 an invoice enters',
    'invoice.paid is missing',
    () => [`update events set type = 'invoice.created' where type = 'invoice.paid'`],
  ],
  [
    'I3 a claim',
    'an invoice is claimed by a payment that is settled',
    () => [`update invoices set claimed_by = (select id from payments) where uid <> '${paid}'`],
  ],
  ['I3 a claim', 'a payment is sent without a claim', () => [`update payments set status = 'sending'`]],
  ['I13', 'the invoice of a key is gone', () => [`update idempotency_keys set answer = '{}'`]],
  ['I1', 'a transaction is lost', () => ['delete from payment_transactions']],
  ['I2', 'an accepted payment was never accepted', () => ['update payments set accepted_at = null']],
  [
    'I8 what a payment',
    'an output holds a base unit less',
    () => ['update payment_outputs set amount = amount - 1'],
  ],
  [
    'I8 what a payment',
    'the output of a live payment is free',
    () => ['update payment_outputs set live = 0'],
  ],
  [
    'I8 an output',
    'two live payments have one output',
    () => [
      'drop index payment_outputs_claimed',
      `insert into payments select 'twin', invoice_uid, coin, status, amount, network_fee, snapshot_id, since_height, claimed_at, lease_until,
        reason, accepted_at, answer, txid, replaceable, block_height, block_hash, confirmed_at, watched from payments`,
      `insert into payment_outputs select 'twin', coin, txid, vout, script, amount, live from payment_outputs`,
    ],
  ],
  ['I9', 'a payment is a base unit short', () => ['update payments set amount = amount - 1']],
  ['I9', 'a payment is far more than its price', () => ['update payments set amount = amount + 1001']],
  [
    'I10 a derived address belongs',
    'a key counts again from 0',
    () => ['update derivation_keys set next_index = 0'],
  ],
  [
    'I10 a derived address is nobody',
    'an account takes a derived address as its own',
    () => [
      `update destinations set script = (select script from invoice_addresses limit 1) where coin = 'LTC'`,
    ],
  ],
  ['I7 the sequence', 'an event is lost', () => [`delete from events where type = 'payment.accepted'`]],
  [
    'I7 an invoice has had',
    'the last event is lost',
    () => [`delete from events where type = 'invoice.paid'`],
  ],
  [
    'I7 positions',
    'two events change places',
    () => [
      `update events set position = -1 where type = 'payment.accepted'`,
      `update events set position = 3 where position = 4`,
    ],
  ],
  ['I7 positions', 'an event lies beyond the clock', () => ['update event_clock set last = 0']],
  [
    'I11',
    'an event stands in another stream',
    () => [`update events set account_id = account_id + 1 where type = 'invoice.paid'`],
  ],
  ['I12', 'a token stands in clear', () => [`update access_tokens set name = '${service.merchant.token}'`]],
  [
    'I12',
    'a private key is a destination',
    () => [`update destinations set value = 'tprv8ZgxMBicQKsPd' where coin = 'BTC'`],
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
]

for (const [invariant, damage, statements] of damages) {
  test(`${invariant}: the doctor sees that ${damage}`, async () => {
    const { ok, violations } = await damagedBy(...statements())
    assert.equal(ok, false)
    const found = violations.find((violation) => violation.invariant.startsWith(invariant))
    assert.ok(found && found.rows.length > 0, JSON.stringify(violations.map((each) => each.invariant)))
  })
}
