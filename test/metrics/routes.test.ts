import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql as raw } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import { only } from '../helpers/databases.ts'
import { type Exposition, scrape } from '../helpers/exposition.ts'
import { assertRejected, type Service, startService } from '../helpers/service.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'
import { until } from '../helpers/until.ts'

const METRICS_TOKEN = 'open-sesame-0123456789'

/** `GET /metrics` with that header. */
const scrapeRaw = (service: Service, authorization?: string) =>
  service.request('/metrics', { token: null, headers: { ...(authorization && { authorization }) } })

/** Metric groups that need a database query and have values at the moment. */
function metricGroups({ samples }: Exposition): string[] {
  const found = samples.map(({ name }) => /^quittance_(webhook|claims|outbox)_/.exec(name)?.[1] ?? '')
  return [...new Set(found)].filter(Boolean).sort()
}

const ready = ({ value }: Exposition) => value('quittance_database_ready')
const EVENT_TRANSPORTS = 'amqp'
const AMQP_URL = 'amqp://nobody:sesame@127.0.0.1:9'
const settings = { EVENT_TRANSPORTS, AMQP_URL }

test('401 without the token when METRICS_TOKEN is set', async (t) => {
  const service = await startService(t, { settings: { METRICS_TOKEN }, destinations: [] })
  const basic = `Basic ${Buffer.from(`${METRICS_TOKEN}:`).toString('base64')}`
  const longer = `Bearer ${METRICS_TOKEN}0`
  const wrong = [undefined, '', 'Bearer', 'Bearer ', longer, longer.slice(0, -2), METRICS_TOKEN, basic]
  for (const authorization of [...wrong, `Bearer ${service.merchant.token}`]) {
    const reply = await scrapeRaw(service, authorization)
    assertRejected(reply, 401, 'metrics_unauthorized')
    assert.equal(reply.headers['www-authenticate'], 'Bearer realm="Quittance metrics"')
    assert.ok(!reply.text.includes('quittance_'))
  }
  for (const authorization of [`Bearer ${METRICS_TOKEN}`, `bearer  ${METRICS_TOKEN}`]) {
    const { status, text } = await scrapeRaw(service, authorization)
    assert.equal(status, 200)
    assert.ok(!text.includes(METRICS_TOKEN))
  }
  assert.ok(!service.logged.join().includes(METRICS_TOKEN))
})

test('off regtest, /metrics does not exist without a token', async (t) => {
  const settings = { NETWORK: 'test', RATES: 'fixed:', BASE_URL: 'https://pay.example' }
  const shut = await startService(t, { settings, destinations: [] })
  assertRejected(await scrapeRaw(shut), 404, 'not_found')
  assertRejected(await scrapeRaw(shut, `Bearer ${METRICS_TOKEN}`), 404, 'not_found')
  const open = await startService(t, { settings: { ...settings, METRICS_TOKEN }, destinations: [] })
  assertRejected(await scrapeRaw(open), 401, 'metrics_unauthorized')
  assert.equal((await scrapeRaw(open, `Bearer ${METRICS_TOKEN}`)).status, 200)
})

test('the token has a minimum length, may be in a file, and is separate from the settings that may be logged', (t) => {
  for (const weak of ['metrics', 'x'.repeat(15), 'two words of enough length', 'é'.repeat(20)])
    assert.throws(
      () => readConfig({ METRICS_TOKEN: weak }),
      /METRICS_TOKEN must have at least 16 characters of /,
    )
  assert.equal(readConfig({}).secrets.metricsToken, null)
  const folder = mkdtempSync(join(tmpdir(), 'quittance-metrics-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'token'), `${METRICS_TOKEN}\n`)
  const { secrets, ...rest } = readConfig({ METRICS_TOKEN_FILE: join(folder, 'token') })
  assert.equal(secrets.metricsToken, METRICS_TOKEN)
  assert.ok(!JSON.stringify(rest).includes(METRICS_TOKEN))
})

test('a scrape succeeds while the database is unavailable', async (t) => {
  const service = await startService(t, { settings, destinations: [] })
  const before = await scrape(service)
  assert.deepEqual([ready(before), metricGroups(before)], [1, ['claims', 'outbox', 'webhook']])
  await service.database.close()
  const after = await scrape(service)
  assert.deepEqual([ready(after), metricGroups(after)], [0, []])
  assert.equal(after.value('quittance_event_streams_open'), 0)
  assert.equal(after.value('quittance_node_usable', { coin: 'LTC' }), 1)
})

test('a scrape ends in time while the database hangs, and the next one is complete again', {
  skip: only('postgres'),
}, async (t) => {
  const { storage } = await startService(t, { destinations: [] })
  const url = new URL(storage.url)
  const proxy = await openTcpProxy(t, Number(url.port || 5432))
  url.port = String(proxy.port)
  const service = await startService(t, { settings, sharedStorage: { ...storage, url: url.href } })
  assert.equal(ready(await scrape(service)), 1)

  proxy.hold('everything')
  const blocked = await scrape(service)
  assert.deepEqual([ready(blocked), metricGroups(blocked)], [0, []])
  proxy.flow()
  await until(async () => metricGroups(await scrape(service)).length === 3)

  proxy.refuse()
  const rejected = await scrape(service)
  assert.deepEqual([ready(rejected), metricGroups(rejected)], [0, []])
  proxy.accept()
  await until(async () => metricGroups(await scrape(service)).length === 3)
})

test('metrics that cannot be read are omitted individually, and come back', async (t) => {
  const service = await startService(t, { settings, destinations: [] })
  const rename = (from: string, to: string) =>
    service.database.transact(({ query }) => raw.raw(`alter table ${from} rename to ${to}`).execute(query))
  await rename('outbox', 'mislaid')
  const without = await scrape(service)
  assert.deepEqual([ready(without), metricGroups(without)], [1, ['claims', 'webhook']])
  await scrape(service)
  const failures = service.logged.filter((line) => line.includes('measuring the outbox failed'))
  assert.equal(failures.length, 1)
  await rename('mislaid', 'outbox')
  assert.deepEqual(metricGroups(await scrape(service)), ['claims', 'outbox', 'webhook'])
})
