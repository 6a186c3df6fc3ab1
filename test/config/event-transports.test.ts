import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const day = 24 * 60 * 60 * 1_000

function readErrors(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

test('a transport that cannot work prevents startup with a one-line error', () => {
  const mistakes: [Record<string, string>, RegExp][] = [
    [{ EVENT_TRANSPORTS: 'kafka' }, /^EVENT_TRANSPORTS: unknown transport "kafka": use .+\.$/],
    [{ EVENT_TRANSPORTS: 'websockets,websockets' }, /^EVENT_TRANSPORTS: websockets is listed twice\.$/],
    [{ EVENT_TRANSPORTS: 'amqp' }, /^EVENT_TRANSPORTS includes amqp: set AMQP_URL\.$/],
  ]
  for (const [environment, line] of mistakes) {
    const errors = readErrors(environment)
    assert.equal(errors.length, 1, errors.join('\n'))
    assert.match(errors[0] ?? '', line)
  }
})

test('each missing setting of a transport is named', () => {
  assert.deepEqual(
    readErrors({ EVENT_TRANSPORTS: 'blockchain' }).filter((line) => line.includes('blockchain')),
    [
      'EVENT_TRANSPORTS includes blockchain: set BLOCKCHAIN_COIN.',
      'EVENT_TRANSPORTS includes blockchain: set BLOCKCHAIN_KEY.',
    ],
  )
})

test('in-memory and websockets are the default, and an empty list means none', () => {
  assert.deepEqual(readConfig({}).events.transports, ['in-memory', 'websockets'])
  assert.deepEqual(readConfig({ EVENT_TRANSPORTS: '' }).events.transports, [])
  assert.deepEqual(readConfig({ EVENT_TRANSPORTS: 'websockets' }).events.transports, ['websockets'])
})

test('events are kept indefinitely unless a setting limits the number of days', async (t) => {
  assert.equal(readConfig({}).events.keepMs, null)
  assert.equal(readConfig({ EVENTS_KEEP_DAYS: '30' }).events.keepMs, 30 * day)
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  const before = await startService(t, { clock: createManualClock(start) })
  await before.createInvoice()
  // Events that a webhook may still need are not pruned.
  await until(async () => (await before.stores.webhookFanOut.readCompletePosition()) === 1)
  await before.close()
  const clock = createManualClock(start + 2 * day)
  const { stores } = await startService(t, {
    clock,
    sharedStorage: before.storage,
    settings: { EVENTS_KEEP_DAYS: '1' },
  })
  await until(async () => (await stores.log.getBounds()).lastPruned === 1)
  // Later events are kept.
  for (const { position, type } of await stores.log.readAll(0, 10)) {
    assert.deepEqual([position, type], [2, 'invoice.expired'])
  }
})
