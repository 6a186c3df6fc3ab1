import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import { accounts } from '../accounts/accounts.ts'
import { systemClock } from '../kernel/clock.ts'
import { StorageUnavailable } from '../platform/storage/database.ts'
import { stores, transactOn } from '../stores.ts'
import { guesses as openGuesses } from './guesses.ts'
import { knownBrowsers } from './known-browser.ts'
import { passwords as openPasswords } from './passwords.ts'
import { sessions as openSessions } from './sessions.ts'

const [email, password] = ['a@example.com', 'lantern under the stairs']
const visitor = { address: '192.0.2.1', known: null }

test('a password that could not be looked at does not count as a wrong one', async (t) => {
  const { database } = await openTestDatabase(t)
  const [transact, clock] = [transactOn(database), systemClock]
  const { credentials, sessions: ofBrowsers } = stores(database.read)
  await accounts(transact, { chain: 'regtest', clock }).create({ email, password })
  let isAway = true
  const byEmail: typeof credentials.byEmail = async (asked) => {
    if (isAway) throw new StorageUnavailable('away')
    return credentials.byEmail(asked)
  }
  const read = { credentials: { byEmail, byId: credentials.byId }, sessions: ofBrowsers }
  const common = { transact, read, clock, tell: () => {}, later: () => {} }
  const sessions = openSessions({ ...common, life: { lifeMs: 60_000, idleMs: 60_000 } })
  const browsers = knownBrowsers(new Uint8Array(32))
  const { check } = openPasswords({ ...common, sessions, browsers, guesses: openGuesses(transact, clock) })

  for (let times = 0; times < 10; times++)
    await assert.rejects(check(email, password, visitor), StorageUnavailable)
  isAway = false
  assert.equal((await check(email, password, visitor))?.email, email)
})
