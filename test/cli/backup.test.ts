import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { addCleanup, createDatabaseUrl, testedKind } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import type { Service } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

/** The operator's shell: the path of programs, and the password for URLs without one. */
const { PATH = '', PGPASSWORD = '' } = process.env
const shell = { PATH, ...(PGPASSWORD && { PGPASSWORD }) }

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-backup-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Backs up a service's database. */
async function backUp(t: TestContext, { storage }: Pick<Service, 'storage'>) {
  const file = join(await createFolder(t), 'shop.backup')
  const { exit, err, json } = await createTerminal(storage.url).quittance(
    `backup --to ${file} --json`,
    '',
    shell,
  )
  assert.equal(exit, 0, err)
  return { file, response: json }
}

/** Restores a backup into a new database. */
async function restore(t: TestContext, file: string) {
  const url = await createDatabaseUrl(t)
  const { exit, err, json } = await createTerminal(url).quittance(`restore --from ${file} --json`, '', shell)
  assert.equal(exit, 0, err)
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  return { storage: { url, database }, response: Object(json) }
}

/** The error of a restore into a new database. */
async function readRejection(t: TestContext, file: string): Promise<string> {
  const { exit, err } = await createTerminal(await createDatabaseUrl(t)).quittance(
    `restore --from ${file}`,
    '',
    shell,
  )
  assert.equal(exit, 1)
  assert.match(err, /^[^\n]+\n$/, 'one sentence')
  return err
}

test('backup --to F writes one private file and prints its path and size; it overwrites an existing file only when told to', async (t) => {
  const service = await startPaying(t, { destinations: ['LTC'] })
  const { file, response } = await backUp(t, service)
  const { size, mode } = await stat(file)
  assert.deepEqual(response, { file, bytes: size })
  assert.equal(mode & 0o777, 0o600)

  const commandLine = createTerminal(service.storage.url)
  await writeFile(file, 'something else')
  const repeat = await commandLine.quittance(`backup --to ${file}`, '', shell)
  assert.equal(repeat.exit, 1)
  assert.match(repeat.err, /already exists/)
  assert.equal(await readFile(file, 'utf8'), 'something else')
  assert.equal((await commandLine.quittance(`backup --to ${file} --overwrite`, '', shell)).exit, 0)
  assert.ok((await stat(file)).size > 1_000)
})

test('restore --from F restores everything, skips 1000 addresses of each key, and prints the gap limit that wallets need', async (t) => {
  const service = await startPaying(t, { destinations: ['LTC', 'DOGE'] })
  const payer = await service.payer('LTC')
  await service.createBill('LTC')
  const paid = await service.createBill('LTC')
  const signed = payer.pay(paid)
  const reply = await service.submit(paid, signed)
  const open = await service.createBill('LTC')
  const { file } = await backUp(t, service)
  const later = await service.createBill('LTC')

  const { storage, response } = await restore(t, file)
  const { email } = service.merchant
  assert.deepEqual(response, {
    restored: true,
    next_indexes: [
      { email, coin: 'DOGE', next_index: 1_000, gap_limit: 1_001 },
      // Address 1 was paid, and address 2 was issued.
      { email, coin: 'LTC', next_index: 1_003, gap_limit: 1_002 },
    ],
    gap_limit: 1_002,
  })
  const second = await startPaying(t, { sharedStorage: storage })
  assert.equal((await second.submit(paid, signed)).text, reply.text)
  assert.equal(await second.readStatus(open.uid), 'unpaid')
  assert.equal((await second.request(`/invoices/${later.uid}`)).status, 404)
  const fresh = await second.createBill('LTC')
  for (const { template } of [paid, open, later])
    assert.notEqual(fresh.template.outputs[0]?.address, template.outputs[0]?.address)
  const { key_index } = await second.database.read.query
    .selectFrom('invoice_addresses')
    .where('invoice_uid', '=', fresh.uid)
    .select('key_index')
    .executeTakeFirstOrThrow()
  assert.equal(Number(key_index), 1_003)
  await second.assertSound()
})

test('after a restore, a cursor from after the backup is invalid, and an older one resumes without a gap', async (t) => {
  const service = await startPaying(t, { destinations: ['LTC'] })
  /** The newest cursor, once that many events have a position in the log. */
  const readCursor = async ({ request }: Pick<Service, 'request'>, count: number) => {
    const readPage = async () => (await request('/api/v1/events')).json
    await until(async () => Object((await readPage()).events).length === count)
    return String((await readPage()).next_cursor)
  }
  await service.createInvoice()
  const before = await readCursor(service, 1)
  const { file } = await backUp(t, service)
  await service.createInvoice()
  const lost = await readCursor(service, 2)

  const { storage } = await restore(t, file)
  const second = await startPaying(t, { sharedStorage: storage })
  const readEventsAfter = async (cursor: string) => second.request(`/api/v1/events?after=${cursor}`)
  assert.equal((await readEventsAfter(lost)).json.code, 'cursor_invalid')
  const { uid } = (await second.createInvoice()).invoice
  const newest = await readCursor(second, 2)
  // Also when the log has grown beyond that position.
  const rejected = await readEventsAfter(lost)
  assert.equal(rejected.status, 400)
  assert.equal(rejected.json.code, 'cursor_invalid')
  const { events } = (await readEventsAfter(before)).json
  assert.ok(Array.isArray(events))
  assert.deepEqual(
    events.map(({ subject }) => subject),
    [`invoice/${uid}`],
  )
  assert.equal((await readEventsAfter(newest)).status, 200)
})

test('ids of accounts and links that were created after the backup are not reused', async (t) => {
  const service = await startPaying(t, { destinations: [] })
  const guest = await service.anotherMerchant('guest', [])
  const link = async ({ request }: Pick<Service, 'request'>) =>
    Number((await request('/api/v1/account/links', { method: 'POST', body: { email: guest.email } })).json.id)
  const { file } = await backUp(t, service)
  const [lostLink, lostAccount] = [await link(service), await service.anotherMerchant('late', [])]

  const { storage } = await restore(t, file)
  const second = await startPaying(t, { sharedStorage: storage })
  assert.ok((await link(second)) > lostLink)
  assert.ok((await second.anotherMerchant('later', [])).id > lostAccount.id)
})

test('after a restore, staff are as at the backup, and open invitations no longer work', async (t) => {
  const service = await startPaying(t, { destinations: [] })
  const member = await service.anotherMerchant('cashier', [])
  const { id: accountId } = service.merchant
  await addStaff(service, { accountId, memberId: member.id, role: 'cashier' })
  const owner = await openSignedInBrowser(service, accountId)
  const { text } = await owner.post('/dashboard/people/staff', { email: 'new@example.com', role: 'cashier' })
  const [path = assert.fail(text)] = /\/invitation\/[\w-]+/.exec(text) ?? []
  const { storage } = await restore(t, (await backUp(t, service)).file)
  const second = await startPaying(t, { sharedStorage: storage })
  const cashier = await openSignedInBrowser(second, member.id)
  assert.equal((await cashier.get(`/dashboard/till?account=${accountId}`)).status, 200)
  assert.equal((await cashier.get(path)).status, 410)
})

test('a restore adds rows to the audit log: one for each account, and one for each key whose index was advanced', async (t) => {
  const service = await startPaying(t, { destinations: ['LTC'] })
  const { storage } = await restore(t, (await backUp(t, service)).file)
  const rows = await createAuditStore(storage.database.read).listByAccount(service.merchant.id, 2)
  assert.deepEqual(
    rows.map(({ actor, action, detail }) => ({ actor, action, ...detail })),
    [
      { actor: 'command line', action: 'destination.advanced', coin: 'LTC', by: 1_000, next_index: 1_000 },
      { actor: 'command line', action: 'database.restored' },
    ],
  )
})

test('restore rejects a database that is not empty, and leaves it unchanged', async (t) => {
  const service = await startPaying(t, { destinations: ['LTC'] })
  const { file } = await backUp(t, service)
  const { uid } = (await service.createInvoice()).invoice
  const { exit, err } = await createTerminal(service.storage.url).quittance(
    `restore --from ${file}`,
    '',
    shell,
  )
  assert.equal(exit, 1)
  assert.match(err, /^[^\n]*not empty[^\n]*\n$/)
  assert.equal(await service.readStatus(uid), 'unpaid')
})

test('restore rejects a file that is missing, damaged, not a backup, or from the other database', async (t) => {
  const folder = await createFolder(t)
  const service = await startPaying(t, { destinations: ['LTC'] })
  const { file } = await backUp(t, service)
  const whole = await readFile(file)

  const other = join(folder, 'other')
  await writeFile(other, testedKind === 'sqlite' ? 'PGDMP and so on' : 'SQLite format 3\0 and so on')
  assert.match(await readRejection(t, other), /is a (SQLite|PostgreSQL) backup, but DATABASE_URL names/)
  await writeFile(other, 'some text')
  assert.match(await readRejection(t, other), /is not a Quittance backup/)
  await writeFile(other, whole.subarray(0, whole.length / 2))
  assert.match(await readRejection(t, other), /damaged|pg_restore failed|not a Quittance/)
  await rm(other)
  assert.match(await readRejection(t, other), /cannot be read/)
})

test('restore rejects a backup from a newer version, and can be retried after a failure', async (t) => {
  const service = await startPaying(t, { destinations: [] })
  const good = await backUp(t, service)
  const later = { name: '9998-later', applied_at: '2026-01-01T00:00:00.000Z' }
  await service.database.transact(({ query }) => query.insertInto('migrations').values(later).execute())
  const { file } = await backUp(t, service)
  await service.database.transact(({ query }) =>
    query.deleteFrom('migrations').where('name', '=', later.name).execute(),
  )

  const empty = createTerminal(await createDatabaseUrl(t))
  const { exit, err } = await empty.quittance(`restore --from ${file}`, '', shell)
  assert.equal(exit, 1)
  assert.match(err, /migrated by a newer version \(it has 9998-later\)/)
  const repeat = await empty.quittance(`restore --from ${good.file}`, '', shell)
  assert.equal(repeat.exit, 0, repeat.err)
  assert.match(repeat.out, /shop\.backup was restored\./)
})

test('backup and restore name what is missing: a database to back up, or the PostgreSQL programs', async (t) => {
  const empty = createTerminal(await createDatabaseUrl(t))
  const file = join(await createFolder(t), 'nothing.backup')
  const { exit, err } = await empty.quittance(`backup --to ${file}`, '', shell)
  assert.equal(exit, 1)
  assert.match(err, /^[^\n]*(does not exist|contains no)[^\n]*\n$/)
  if (testedKind === 'sqlite') return
  const service = await startPaying(t, { destinations: [] })
  const without = await createTerminal(service.storage.url).quittance(`backup --to ${file}`, '', {
    PATH: '/nowhere',
  })
  assert.equal(without.exit, 1)
  assert.match(without.err, /^pg_dump cannot be run: install [^\n]*\n$/)
})
