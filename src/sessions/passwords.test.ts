import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { systemClock } from '../kernel/clock.ts'
import { StorageUnavailableError } from '../platform/storage/database.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import { createKnownBrowsers } from './known-browser.ts'
import { createPasswords } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { createVisitorQueue } from './visitor-queue.ts'

const [email, password] = ['a@example.com', 'lantern under the stairs']
const visitor = { address: '192.0.2.1', knownBrowser: null }

test("a password that could not be checked doesn't count as a wrong one", async (t) => {
  const { database } = await openTestDatabase(t)
  const [transact, clock] = [createTransact(database), systemClock]
  const { credentials, sessions: ofBrowsers } = createStores(database.read)
  await createAccounts(transact, { chain: 'regtest', clock }).create({ email, password })
  let isDown = true
  const findByEmail: typeof credentials.findByEmail = async (requested) => {
    if (isDown) throw new StorageUnavailableError('away')
    return credentials.findByEmail(requested)
  }
  const read = { credentials: { findByEmail, getById: credentials.getById }, sessions: ofBrowsers }
  const common = {
    transact,
    read,
    clock,
    notifyOwner: () => {},
    runInBackground: () => {},
    queue: createVisitorQueue(),
  }
  const sessions = createSessions({ ...common, timeouts: { lifetimeMs: 60_000, idleMs: 60_000 } })
  const browsers = createKnownBrowsers(new Uint8Array(32))
  const { check } = createPasswords({
    ...common,
    sessions,
    browsers,
    attemptLimits: createAttemptLimits(transact, clock),
  })

  for (let times = 0; times < 10; times++)
    await assert.rejects(check(email, password, visitor), StorageUnavailableError)
  isDown = false
  assert.equal((await check(email, password, visitor))?.email, email)
})
