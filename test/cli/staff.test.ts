import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLineActor } from '../../src/audit/entry.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { createTerminal } from '../helpers/terminal.ts'

test('staff list shows the people of an account, and staff remove ends their access immediately', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { id: accountId, email } = service.merchant
  const cashier = await service.anotherMerchant('cashier', [])
  const other = await service.anotherMerchant('other', [])
  const id = await addStaff(service, { accountId, memberId: cashier.id, role: 'cashier' })
  const { quittance } = createTerminal(service.storage.url)
  const { json } = await quittance(`staff list --email ${email} --json`)
  assert.partialDeepStrictEqual(json, [{ id, email: cashier.email, role: 'cashier' }])
  assert.deepEqual((await quittance(`staff list --email ${other.email} --json`)).json, [])

  const browser = await openSignedInBrowser(service, cashier.id)
  const till = `/dashboard/till?account=${accountId}`
  assert.equal((await browser.get(till)).status, 200)
  assert.equal((await quittance(`staff remove --email ${other.email} --id ${id}`)).exit, 1)
  assert.equal((await quittance(`staff remove --email ${email} --id seven`)).exit, 2)
  const removed = await quittance(`staff remove --email ${email} --id ${id} --json`)
  assert.deepEqual(removed.json, { id, role: 'cashier' }, removed.err)
  assert.equal((await browser.get(till)).status, 404)
  assert.equal((await quittance(`staff remove --email ${email} --id ${id}`)).exit, 1)
  const entry = await service.database.read.query
    .selectFrom('audit_log')
    .where('action', '=', 'staff.removed')
    .select(['actor', 'account_id'])
    .executeTakeFirst()
  assert.deepEqual(entry, { actor: commandLineActor, account_id: accountId })
})
