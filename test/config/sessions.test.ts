import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'
import { day } from '../../src/kernel/clock.ts'

/** The errors for an invalid environment. */
function readErrors(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.errors : assert.fail(String(error))
  }
}

test('registration is open on regtest and by invitation elsewhere, unless REGISTRATION says otherwise', () => {
  const main = { NETWORK: 'main', BASE_URL: 'https://pay.example', SECRET_KEY: '5e'.repeat(32) }
  assert.equal(readConfig({}).registration, 'open')
  assert.equal(readConfig(main).registration, 'invitation')
  assert.equal(readConfig({ ...main, REGISTRATION: 'open' }).registration, 'open')
  assert.equal(readConfig({ REGISTRATION: 'closed' }).registration, 'closed')
  assert.deepEqual(readErrors({ REGISTRATION: 'friends' }), [
    'REGISTRATION must be one of open, invitation, closed.',
  ])
})

test('a session lasts 30 days, and a week without use, unless the settings say otherwise', () => {
  assert.deepEqual(readConfig({}).sessions, { lifetimeMs: 30 * day, idleMs: 7 * day })
  assert.deepEqual(readConfig({ SESSION_SECONDS: '86400', SESSION_IDLE_SECONDS: '60' }).sessions, {
    lifetimeMs: 1 * day,
    idleMs: 60_000,
  })
  for (const wrong of ['0', '-1', '1e9', 'week'])
    assert.equal(readErrors({ SESSION_SECONDS: wrong, SESSION_IDLE_SECONDS: wrong }).length, 2, wrong)
})

test('SMTP_URL is smtp:// or smtps:// with a host, and an invalid value is not echoed', () => {
  for (const right of ['smtp://mail.example', 'smtps://user:secret@mail.example:465'])
    assert.equal(readConfig({ SMTP_URL: right }).secrets.smtpUrl, right)
  for (const wrong of ['mail.example', 'http://user:secret@mail.example', 'smtp:', 'smtp://'])
    assert.match(readErrors({ SMTP_URL: wrong }).join(), /^SMTP_URL must have the form (?!.*secret)/, wrong)
})
