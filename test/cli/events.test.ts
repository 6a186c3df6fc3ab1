import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

test('events pending shows how many events are pending for each queued transport, for how long, and why', async (t) => {
  const unreachableUrl = `amqp://user:sesame@127.0.0.1:${await freePort()}`
  const settings = { EVENT_TRANSPORTS: 'amqp', AMQP_URL: unreachableUrl }
  const service = await startService(t, { settings })
  const { quittance } = createTerminal(service.storage.url)
  const pending = async () => (await quittance('events pending --json', '', settings)).json

  const none = { transport: 'amqp', pending: 0, failing: 0, oldest_seconds: null }
  assert.partialDeepStrictEqual(await pending(), [none])
  await service.createInvoice()
  await service.createInvoice()
  await until(async () => (await service.stores.outbox.listBacklogs([], Date.now()))[0]?.last_error != null)
  const [shown] = [await pending()].flat() as Record<string, unknown>[]
  assert.partialDeepStrictEqual(shown, { transport: 'amqp', pending: 2, failing: 0 })
  assert.match(String(shown?.last_error), /^connect ECONNREFUSED 127\.0\.0\.1/)
  assert.ok(Number(shown?.oldest_seconds) >= 0)
  const { out } = await quittance('events pending', '', settings)
  assert.match(out, /^transport +pending +failing +oldest_seconds +last_error\namqp +2 +0 /)
  assert.doesNotMatch(out + service.logged.join(''), /sesame/)
})

test('events pending shows nothing if no queued transport is enabled and nothing is pending', async (t) => {
  const { url } = await openTestDatabase(t)
  const { out, exit } = await createTerminal(url).quittance('events pending --json')
  assert.deepEqual([exit, out], [0, '[]\n'])
})
