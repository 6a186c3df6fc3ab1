import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createTransact } from '../../src/composition/stores.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openTestDatabase } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { basic, deriveXpub } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const every = [...coins.keys()]

/** A service that just started on a database with a merchant: the coins of its very first invoice. */
async function firstOfferedCoins(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const { database, url } = await openTestDatabase(t)
  await database.migrate()
  const useService = createAccounts(createTransact(database), { chain: 'regtest', clock: systemClock })
  const { email } = await useService.create({ email: 'shop@example.com', password: null })
  for (const code of every) await useService.setDestination(email, code, { xpub: deriveXpub('shop', code) })
  const { token } = await useService.createToken(email, { name: 'first' })

  const more = { SECRET_KEY: '5e'.repeat(32), ...settings }
  const { baseUrl } = await startProcess(t, { url, port: await freePort(), settings: more })
  const create = () =>
    fetch(`${baseUrl}/invoices`, {
      method: 'POST',
      headers: { authorization: basic(token), 'content-type': 'application/json' },
      body: '{"amount":12.5,"currency":"USD"}',
    })
  let response = await create()
  // A busy machine may be slow to open database connections: clients retry.
  while (response.status === 503) response = await create()
  assert.equal(response.status, 200)
  const { payment_options: options } = (await response.json()) as {
    payment_options: { currency: CoinCode }[]
  }
  return options.map(({ currency }) => currency)
}

/** The start waits for at most a second, and a very busy machine may need more: one of several starts is enough. */
async function assertOffered(t: TestContext, expected: readonly string[], settings = {}): Promise<void> {
  let offered: readonly string[] = []
  for (let tries = 0; tries < 8 && offered.length !== expected.length; tries++)
    offered = await firstOfferedCoins(t, settings)
  assert.deepEqual(offered, expected)
}

test('a ready process has polled its networks: the first invoice offers every coin', async (t) => {
  await assertOffered(t, every)
})

test('a node that hangs delays only its own coin: the service is ready before it responds', async (t) => {
  let answered = 0
  const node = createServer((_request, response) => response.on('finish', () => answered++))
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  t.after(() => {
    node.closeAllConnections()
    node.close()
  })
  const { port } = node.address() as AddressInfo
  const settings = { LTC_NODE: `http://user:password@127.0.0.1:${port}`, NODE_TIMEOUT_SECONDS: '60' }
  await assertOffered(
    t,
    every.filter((code) => code !== 'LTC'),
    settings,
  )
  assert.equal(answered, 0)
})

test('a database that fails just after the service started to listen does not end it: the base URL is recorded after recovery', async (t) => {
  const { database, url } = await openTestDatabase(t)
  await database.migrate()
  const rename = (from: string, to: string) =>
    database.transact(({ query }) => query.schema.alterTable(from).renameTo(to).execute())
  await rename('service_address', 'service_address_away')
  const service = await startProcess(t, { url, port: await freePort(), settings: { LOG_LEVEL: 'silent' } })
  await rename('service_address_away', 'service_address')
  await until(async () => {
    const row = await database.read.query.selectFrom('service_address').select('base_url').executeTakeFirst()
    return row?.base_url === service.baseUrl
  })
  await service.stop()
  assert.equal(await service.waitUntilEnded(), 0)
})
