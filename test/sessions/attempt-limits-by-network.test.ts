import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { createAttemptKey } from '../../src/sessions/attempt-limits.ts'
import { openBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'

const start = Date.parse('2026-03-02T12:00:00.000Z')

for (const [path, kind] of [
  ['/register', 'registration_network'],
  ['/forgot', 'email_network'],
] as const)
  test(`${path}: all addresses of a customer's network together can send a hundred requests an hour`, async (t) => {
    // No email is sent: nothing listens on that port.
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9' }
    const service = await startService(t, { clock: createManualClock(start), destinations: [], settings })
    const network = createAttemptKey(kind, '2001:db8:7::/48')
    await service.database.transact(async (sql) => {
      const { attemptLimits } = createStores(sql)
      await attemptLimits.lock(network, start)
      await attemptLimits.write(network, { count: 98, since: start, blockedUntil: start })
    })
    const sendRequest = async (address: string) => {
      const fields = { email: 'nobody@example.com', password: 'lantern under the stairs' }
      const { status } = await openBrowser(service, { 'x-forwarded-for': address }).post(path, fields)
      return status
    }
    assert.equal(await sendRequest('2001:db8:7:a::1'), 303)
    assert.equal(await sendRequest('2001:db8:7:b::1'), 303)
    assert.equal(await sendRequest('2001:db8:7:c::1'), 429)
    assert.equal(await sendRequest('2001:db8:8:c::1'), 303)
  })
