import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { findPendingMigrations } from '../../src/platform/storage/pending-migrations.ts'
import { createDatabaseUrl, only } from '../helpers/databases.ts'
import { createTerminal } from '../helpers/terminal.ts'

const commands = [
  'account set --email shop@example.com --name Shop',
  'account set-destination --email shop@example.com --coin LTC --address x',
  'account reset --email shop@example.com',
  'account invite --email shop@example.com',
  'destination advance --email shop@example.com --coin LTC --by 1',
  'staff list --email shop@example.com',
  'staff remove --email shop@example.com --id 1',
  'token create --email shop@example.com --name till',
  'token list --email shop@example.com',
  'token revoke --id 1',
  'webhook list --email shop@example.com',
  'webhook redeliver --id 1',
  'webhook secret --email shop@example.com --rotate',
  'invoice list --email shop@example.com',
  'claim list',
  'claim release --invoice x',
  'events pending',
  'event publish --transport amqp --after c0',
  'event proof evt_1',
  'event coins',
  'event fund x:0',
  'keys rotate',
  'doctor',
] as const

test('a command on a database that is empty or does not exist names it, says what to do, and creates nothing', async (t) => {
  const url = await createDatabaseUrl(t)
  const { quittance } = createTerminal(url)
  const { host, pathname } = new URL(url)
  const shown = url.startsWith('sqlite:') ? url : `postgres://${host}${pathname}`
  for (const line of commands) {
    const { exit, err } = await quittance(line)
    assert.equal(exit, 1, line)
    assert.equal(
      err,
      `The database ${shown} is empty or does not exist. Set DATABASE_URL to the database of your service, or create a new one with the command migrate.\n`,
      line,
    )
  }
  const { exit, json } = await quittance('token list --email shop@example.com --json')
  assert.deepEqual([exit, String(Object(json).error).startsWith(`The database ${shown} `)], [1, true])
  assert.equal(await findPendingMigrations(url), null)
  if (url.startsWith('sqlite:')) assert.equal(existsSync(url.slice('sqlite:'.length)), false)
})

test('account create and migrate create the database that all other commands then use', async (t) => {
  for (const create of [
    async ({ account }: ReturnType<typeof createTerminal>) => void (await account('shop')),
    async ({ quittance }: ReturnType<typeof createTerminal>) =>
      assert.equal((await quittance('migrate')).exit, 0),
  ]) {
    const commandLine = createTerminal(await createDatabaseUrl(t))
    await create(commandLine)
    assert.deepEqual((await commandLine.quittance('claim list --json')).json, [])
  }
})

test('no command shows the password of a database', { skip: only('postgres') }, async (t) => {
  const url = new URL(await createDatabaseUrl(t))
  url.password = 'hunter2'
  const { exit, err } = await createTerminal(url.href).quittance('claim list')
  assert.equal(exit, 1)
  assert.match(err, /is empty or does not exist/)
  assert.doesNotMatch(err, /hunter2/)
})

test('a file that is not a database is reported in one line, by every command', {
  skip: only('sqlite'),
}, async (t) => {
  const url = await createDatabaseUrl(t)
  const file = url.slice('sqlite:'.length)
  await writeFile(file, 'not a database at all'.repeat(100))
  for (const line of ['claim list', 'upgrade --check', 'migrate', 'serve']) {
    const { exit, err } = await createTerminal(url).quittance(line)
    assert.equal(exit, 1, line)
    assert.match(err, /^The database [^\n]* cannot be opened: file is not a database\.[^\n]*\n$/, line)
  }
})
