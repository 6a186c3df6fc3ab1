import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { findStartupWarnings } from './start-warnings.ts'

const listWarnings = (settings: Record<string, string>): string[] => findStartupWarnings(readConfig(settings))

test('regtest that is reachable by others warns once that webhooks can reach private addresses, if they can', () => {
  for (const reachable of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { BASE_URL: 'http://shop.example' },
  ]) {
    const [warning, ...more] = listWarnings(reachable)
    assert.match(warning ?? '', /WEBHOOK_ALLOW_PRIVATE/, JSON.stringify(reachable))
    assert.deepEqual(more, [])
    assert.deepEqual(listWarnings({ ...reachable, WEBHOOK_ALLOW_PRIVATE: 'false' }), [])
  }
})

test('a local service logs no warning, nor does one on test or main', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1']) assert.deepEqual(listWarnings({ HOST }), [])
  const real = { BASE_URL: 'https://shop.example', SECRET_KEY: '5e'.repeat(32), HOST: '0.0.0.0' }
  for (const NETWORK of ['test', 'main']) assert.deepEqual(listWarnings({ ...real, NETWORK }), [])
})
