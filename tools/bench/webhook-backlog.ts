import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { systemClock } from '../../src/kernel/clock.ts'
import { createWebhookSecrets } from '../../src/webhooks/signature.ts'
import { addCleanup, type TestScope } from '../../test/helpers/databases.ts'
import { openWebhookFixture, type WebhookFixture } from '../../test/webhooks/fixture.ts'
import { openReceiver, type TestReceiver } from '../../test/webhooks/receiver.ts'

// Sends 10 000 webhooks to twenty endpoints, of which one is slow and one accepts connections and never
// responds. The service is killed halfway and restarted: how long until all are delivered?
//
//   node tools/bench/webhook-backlog.ts [--events 500] [--slow-ms 14000]       TEST_DATABASE=postgres for PostgreSQL

const { values } = parseArgs({ options: { events: { type: 'string' }, 'slow-ms': { type: 'string' } } })
const events = Number(values.events ?? 500)
const slowMs = Number(values['slow-ms'] ?? 14_000)
const healthyCount = 18
const secretKey = '07'.repeat(32)

const steps: (() => unknown)[] = []
const ending: TestScope = { after: (step) => void steps.push(step as () => unknown) }
try {
  await measure()
} finally {
  for (const step of steps) await step()
}

async function measure(): Promise<void> {
  const shop = await openWebhookFixture(ending, { clock: { ...systemClock, advance: () => assert.fail() } })
  const respondLate = (response: ServerResponse) => void setTimeout(() => response.end(), slowMs)
  const healthy: TestReceiver[] = []
  for (let count = 0; count < healthyCount; count++) healthy.push(await openReceiver(ending))
  const slow = await openReceiver(ending, respondLate)
  const dead = await openReceiver(ending, () => {})
  const receivers = [...healthy, slow, dead]
  for (const { url } of receivers) await shop.createEndpoint(url)
  await shop.append('invoice.created', {}, { count: events })
  log(`${shop.database.kind}: ${await shop.fanOut()} deliveries pending for ${receivers.length} endpoints`)

  const first = await startService(shop)
  const startedAt = performance.now()
  while (countTotal(healthy) < (healthyCount * events) / 4) await sleep(5)
  await stop(first, 'SIGKILL')
  const before = countTotal(receivers)
  log(`killed after ${formatSeconds(startedAt)}: ${before} requests had arrived`)

  await startService(shop)
  const restartedAt = performance.now()
  const haveAll = (group: readonly TestReceiver[]) => group.every((each) => collectIds(each).size === events)
  const nearlyAll = events * healthyCount * 0.99
  await logWhen(
    '99% of the deliveries to healthy endpoints have arrived',
    restartedAt,
    () => countUnique(healthy) >= nearlyAll,
  )
  await logWhen('all deliveries to healthy endpoints have arrived', restartedAt, () => haveAll(healthy))
  await logWhen('all deliveries to the slow endpoint have arrived', restartedAt, () => haveAll([slow]))
  await logWhen('all deliveries to the dead endpoint were attempted', restartedAt, () => haveAll([dead]))
  await sleep(slowMs + 1_000)
  const remaining = await shop.deliveries.list(
    { accountId: shop.accountId, onlyFailed: false },
    { before: null, limit: 99_999 },
  )
  const [deadRemaining, othersRemaining] = [
    remaining.filter(({ url }) => url === dead.url),
    remaining.filter(({ url }) => url !== dead.url),
  ]
  log(
    `not delivered: ${othersRemaining.filter(({ state }) => state !== 'delivered').length} to the others, ${deadRemaining.length} to the dead endpoint`,
  )
  log(`maximum concurrency per endpoint: ${Math.max(...receivers.map(({ maxConcurrent }) => maxConcurrent))}`)
  log(
    `sent twice because of the kill: ${[...healthy, slow].reduce((sum, each) => sum + each.received.length - collectIds(each).size, 0)}`,
  )
  verifyLastRequests(healthy, await listSecrets(shop))
}

function verifyLastRequests(receivers: readonly TestReceiver[], secrets: readonly string[]): void {
  for (const [index, { received }] of receivers.entries()) {
    const lastRequest = received.at(-1) ?? assert.fail()
    new Webhook(secrets[index] ?? '').verify(lastRequest.body, lastRequest.headers)
  }
  log('the last request of each endpoint verified with its secret')
}

async function listSecrets({ endpoints, accountId }: WebhookFixture): Promise<string[]> {
  const derived = createWebhookSecrets(Buffer.from(secretKey, 'hex'))
  const list = await endpoints.list(accountId)
  return list.map(
    ({ id, secretState }) => derived.getSecrets({ kind: 'endpoint', id }, secretState, Date.now()).secret,
  )
}

async function startService({ storage }: WebhookFixture): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: storage.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  addCleanup(ending, () => stop(child, 'SIGTERM'))
  return child
}

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

async function logWhen(title: string, since: number, condition: () => boolean): Promise<void> {
  while (!condition()) {
    if (performance.now() - since > 400_000) return log(`${title}: not within 400 s`)
    await sleep(50)
  }
  log(`${title}: ${formatSeconds(since)} after the restart`)
}

function collectIds({ received }: TestReceiver): Set<string> {
  return new Set(received.map(({ headers }) => headers['webhook-id'] ?? ''))
}

function countUnique(receivers: readonly TestReceiver[]): number {
  return receivers.reduce((sum, each) => sum + collectIds(each).size, 0)
}

function countTotal(receivers: readonly TestReceiver[]): number {
  return receivers.reduce((sum, { received }) => sum + received.length, 0)
}

function formatSeconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`
}

function log(text: string): void {
  process.stdout.write(`${text}\n`)
}
