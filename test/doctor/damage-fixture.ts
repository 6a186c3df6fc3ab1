import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { type Diagnosis, diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { TestScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

/** Rolls back the damage of a test. */
class RolledBack extends Error {
  readonly diagnosis: Diagnosis

  constructor(diagnosis: Diagnosis) {
    super('rolled back')
    this.diagnosis = diagnosis
  }
}

/** SQL statements that break an invariant, and a description. */
export type Damage = readonly [invariant: string, damage: string, statements: () => readonly string[]]

/** Neither the broker nor the receiver exists, so their queues stay full. */
const settings = {
  EVENT_TRANSPORTS: 'amqp',
  AMQP_URL: 'amqp://127.0.0.1:1',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
const hook = 'http://127.0.0.1:1/hook'

/** Positions 1 to 4 of the log are those of two invoices and a payment, 5 to 10 those of a link that was created and deleted. */
const newest = 10

/** The database of a stopped service: a paid invoice, an unpaid one, a link, and their pending events. */
export async function openDamageFixture(t: TestScope) {
  const service = await startService(t, { listen: true, settings })
  await post('/api/v1/webhooks', { url: hook, types: ['invoice.*'] })
  const { invoice } = await service.createInvoice(
    { webhook_url: hook },
    { headers: { 'idempotency-key': 'once' } },
  )
  await service.createInvoice({ memo: 'another' })
  const template = await service.paymentRequest(invoice.uid, 'LTC')
  const wallet = await createFundedWallet(service.baseUrl, 'LTC', '10')
  const body = { currency: 'LTC', transactions: [wallet.signFor(template).hex] }
  await post(`/payments/json/LTC/${invoice.uid}`, body)
  await service.request('/invoices', { method: 'POST', body: { amount: 0 } })
  const { email } = await service.anotherMerchant('books', [])
  const link = await post('/api/v1/account/links', { email })
  await service.request(`/api/v1/account/links/${link.id}`, { method: 'DELETE' })
  await until(async () => (await service.stores.webhookFanOut.readCompletePosition()) === newest)
  await service.close()
  const diagnoseDamage = (...statements: string[]) => diagnoseWith(service.database, statements)
  return { ...service, paid: invoice.uid, diagnoseDamage, testDamages }

  async function post(path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    const { status, json, text } = await service.request(path, { method: 'POST', body })
    assert.equal(status, 200, `${text} ${service.logged.slice(-2).join('')}`)
    return json
  }

  /** Adds a test for each kind of damage. */
  function testDamages(damages: readonly Damage[]): void {
    for (const [invariant, damage, statements] of damages) {
      test(`${invariant}: the doctor detects that ${damage}`, async () => {
        const { ok, violations } = await diagnoseDamage(...statements())
        assert.equal(ok, false)
        const found = violations.find((violation) => violation.invariant.startsWith(invariant))
        assert.ok(found && found.rows.length > 0, JSON.stringify(violations.map((each) => each.invariant)))
      })
    }
  }
}

/** The diagnosis of the database with this damage, which is rolled back afterwards. */
export async function diagnoseWith(
  database: Pick<Database, 'transact'>,
  statements: readonly string[],
): Promise<Diagnosis> {
  try {
    await database.transact(async (sql) => {
      for (const statement of statements) await raw.raw(statement).execute(sql.query)
      throw new RolledBack(await diagnose(sql, checks))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.diagnosis
    throw error
  }
  return assert.fail('the damage was not rolled back')
}
