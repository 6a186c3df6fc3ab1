import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql as raw } from 'kysely'
import { coins } from '../../src/coins/index.ts'
import { createManualClock, second } from '../../src/kernel/clock.ts'
import { createDatabaseUrl } from '../helpers/databases.ts'
import { serve } from '../helpers/exchanges.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { METRICS_TOKEN, startPrometheus, withoutPrometheus } from '../helpers/prometheus.ts'
import { type ServiceOptions, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'

const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const alertNames = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

/** A service with a fault: a broken part, or a dependency that fails. */
interface FaultyService {
  readonly baseUrl: string
  /** Whether blocks are mined; true by default. */
  readonly hasBlocks?: boolean
  /** Causes the fault, while Prometheus is already scraping. */
  cause?(): Promise<unknown>
  /** Repeated until the alert fires: traffic that the fault affects. */
  repeat?(): Promise<unknown>
}

type StartFaulty = (t: TestContext) => Promise<FaultyService>

const start = Date.parse('2026-05-01T12:00:00Z')

/** A service that Prometheus can scrape. */
const startScraped = (t: TestContext, { settings = {}, ...options }: ServiceOptions = {}) =>
  startService(t, {
    listen: true,
    destinations: ['LTC'],
    ...options,
    settings: { METRICS_TOKEN, ...settings },
  })

/** Blocks the event loop of a process for 0.4 s, again and again. */
const block = 'setInterval(() => { const end = Date.now() + 400; while (Date.now() < end); }, 600).unref()'

/** Each fault, with the alerts that it fires: those and no other. */
const faults: readonly (readonly [fault: string, alerts: readonly string[], StartFaulty])[] = [
  ['none', [], async (t) => startScraped(t)],
  [
    'nothing listens on the port',
    ['Down'],
    async () => ({ baseUrl: `http://127.0.0.1:${await freePort()}` }),
  ],
  // The sandbox's nodes are in it as well.
  ['the database is closed', ['DatabaseDown', 'NodeUnusable'], withClosedDatabase],
  ['a table is missing', ['ServerErrors'], withoutInvoices],
  ['the network does not respond to a broadcast', ['PaymentUnsettled'], withUnknownOutcome],
  ['a node is down', ['NodeUnusable'], withNodeDown],
  [
    'the nodes receive no more blocks',
    ['NodeStuck'],
    async (t) => ({ ...(await startScraped(t)), hasBlocks: false }),
  ],
  ['one of two rate sources is down', ['RateSourceDown'], (t) => withDeadExchange(t, 'fixed:,')],
  ['all rate sources are down', ['RateSourceDown', 'RatesOld'], (t) => withDeadExchange(t, '')],
  ['the broker is down', ['EventBacklog'], withoutBroker],
  ['a webhook receiver is down', ['WebhooksFailing'], (t) => withReceiver(t, 503)],
  ['a webhook receiver is gone', ['WebhooksExhausted'], (t) => withReceiver(t, 410)],
  ['the event loop is blocked', ['EventLoopDelayed'], withBlockedEventLoop],
]

test('each fault fires its alert in Prometheus and no other, and a healthy service fires none', {
  skip: withoutPrometheus,
}, async (t) => {
  const services = await Promise.all(
    faults.map(async ([fault, alerts, startFaulty]) => ({ fault, alerts, ...(await startFaulty(t)) })),
  )
  const prometheus = await startPrometheus(
    t,
    services.map(({ baseUrl }) => new URL(baseUrl).host),
  )
  await until(async () => (await prometheus.query('up')).length === services.length)
  for (const { baseUrl, hasBlocks = true, cause } of services) {
    if (hasBlocks) await mineInAllChains(baseUrl).catch(() => {})
    await cause?.()
  }

  const expected = Object.fromEntries(
    services.map(({ fault, alerts }) => [fault, alerts.map((name) => `Quittance${name}`)]),
  )
  const firing = async () => {
    const byTarget = await prometheus.listFiringAlerts()
    return Object.fromEntries(
      services.map(({ fault, baseUrl }) => [fault, byTarget[new URL(baseUrl).host] ?? []]),
    )
  }
  let fired: unknown
  const isExpected = async () => {
    for (const { repeat } of services) await repeat?.()
    fired = await firing()
    return isDeepStrictEqual(fired, expected)
  }
  await until(isExpected).catch(() => assert.deepEqual(fired, expected))
})

test('every alert is fired by a fault, and has a section in docs/alerts.md that it links to', () => {
  const fired = faults.flatMap(([, alerts]) => alerts.map((name) => `Quittance${name}`))
  assert.deepEqual([...new Set(fired)].sort(), alertNames.toSorted())
  const sections = [...readFileSync('docs/alerts.md', 'utf8').matchAll(/^## (Quittance\w+)$/gm)]
  assert.deepEqual(
    sections.map(([, name]) => name),
    alertNames,
  )
  const links = [...rules.matchAll(/runbook: (\S+)/g)].map(([, link]) => link)
  assert.deepEqual(
    links,
    alertNames.map((name) => `docs/alerts.md#${name.toLowerCase()}`),
  )
})

async function mineInAllChains(baseUrl: string): Promise<void> {
  for (const coin of coins.keys()) {
    const params = [1, testWallet(coin, 'miner').address()]
    const body = JSON.stringify({ id: 1, method: 'generatetoaddress', params })
    await fetch(`${baseUrl}/sandbox/${coin}`, { method: 'POST', body })
  }
}

async function withClosedDatabase(t: TestContext): Promise<FaultyService> {
  const { baseUrl, database } = await startScraped(t)
  return { baseUrl, cause: () => database.close() }
}

/** Creating an invoice is then a 500. */
async function withoutInvoices(t: TestContext): Promise<FaultyService> {
  const { baseUrl, database, request } = await startScraped(t)
  return {
    baseUrl,
    cause: () => database.transact(({ query }) => raw`alter table invoices rename to mislaid`.execute(query)),
    repeat: () => request('/invoices', { method: 'POST', body: { amount: 1, currency: 'USD' } }),
  }
}

async function withUnknownOutcome(t: TestContext): Promise<FaultyService> {
  const clock = createManualClock(start)
  const service = await startScraped(t, { clock, config: { nodeTimeoutMs: 50 } })
  return {
    baseUrl: service.baseUrl,
    async cause() {
      await service.rpc('LTC', 'sandbox_fail', 'timeout', 1_000_000)
      const { invoice } = await service.createInvoice()
      const { reply } = await service.pay(invoice.uid, 'LTC')
      assert.equal(reply.json.code, 'broadcast_unknown')
      clock.advance(700 * second)
    },
  }
}

async function withNodeDown(t: TestContext): Promise<FaultyService> {
  const { baseUrl, rpc } = await startScraped(t)
  return { baseUrl, cause: () => rpc('DOGE', 'sandbox_fail', 'down', 1_000_000) }
}

async function withDeadExchange(t: TestContext, otherSources: string): Promise<FaultyService> {
  let isUp = true
  const rates = JSON.stringify({ data: { currency: 'BTC', rates: { USD: '50000' } } })
  const exchange = await serve(t, (_url, response) =>
    isUp ? response.end(rates) : response.writeHead(503).end(),
  )
  const clock = createManualClock(start)
  const settings = { RATES: `${otherSources}coinbase:${exchange}`, RATE_CURRENCIES: 'USD' }
  const { baseUrl } = await startScraped(t, { clock, settings })
  return {
    baseUrl,
    async cause() {
      isUp = false
      clock.advance(400 * second)
    },
  }
}

async function withoutBroker(t: TestContext): Promise<FaultyService> {
  const clock = createManualClock(start)
  const settings = {
    EVENT_TRANSPORTS: 'amqp',
    AMQP_URL: `amqp://user:password@127.0.0.1:${await freePort()}`,
  }
  const service = await startScraped(t, { clock, settings })
  return {
    baseUrl: service.baseUrl,
    async cause() {
      await service.createInvoice()
      clock.advance(400 * second)
    },
  }
}

/** 410 is permanent; other errors are retried. */
async function withReceiver(t: TestContext, status: 410 | 503): Promise<FaultyService> {
  const service = await startScraped(t, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  const { url } = await openReceiver(t, respondWith(status))
  const body = { url, types: ['invoice.created'] }
  const { text } = await service.request('/api/v1/webhooks', { method: 'POST', body })
  assert.match(text, /"id"/)
  return { baseUrl: service.baseUrl, cause: () => service.createInvoice() }
}

async function withBlockedEventLoop(t: TestContext): Promise<FaultyService> {
  const preload = `data:text/javascript,process.once('SIGUSR2', () => { ${block} })`
  const { baseUrl, pid } = await startProcess(t, {
    url: await createDatabaseUrl(t),
    port: await freePort(),
    settings: { METRICS_TOKEN },
    command: [process.execPath, '--import', preload, 'src/main.ts'],
  })
  return { baseUrl, cause: async () => process.kill(pid, 'SIGUSR2') }
}
