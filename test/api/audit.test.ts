import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditStore } from '../../src/audit/store.ts'
import { startService, xpubOf } from '../helpers/service.ts'

test('each change of an account, its destinations, tokens and links adds a row to the audit log, without a secret', async (t) => {
  const service = await startService(t, { destinations: [] })
  const { accounts, merchant } = service
  const guest = await service.anotherMerchant('guest', [])
  await accounts.setDestination(merchant.email, 'LTC', { xpub: xpubOf('audited', 'LTC') })
  await accounts.advance(merchant.email, 'LTC', 20)
  await accounts.change(merchant.email, { currency: 'EUR' })
  const spare = await accounts.createToken(merchant.email, 'spare')
  await accounts.revokeToken(spare.id)
  await accounts.revokeToken(spare.id)
  const body = { email: guest.email }
  const link = await service.request('/api/v1/account/links', { method: 'POST', body })
  await service.request('/api/v1/account/links', { method: 'POST', body })
  await service.request(`/api/v1/account/links/${link.json.id}`, { method: 'DELETE', token: guest.token })

  const { ofAccount } = auditStore(service.database.read)
  const own = await ofAccount(merchant.id, 100)
  assert.deepEqual(
    own.map(({ action }) => action),
    [
      'link.created',
      'token.revoked',
      'token.created',
      'account.changed',
      'destination.advanced',
      'destination.set',
      'token.created',
      'account.created',
    ],
  )
  const rejected = (await ofAccount(guest.id, 100))[0]
  assert.equal(rejected?.action, 'link.removed')
  assert.equal(rejected?.actor, `account ${guest.id}`)
  const text = JSON.stringify([own, rejected])
  for (const secret of [merchant.token, spare.token, xpubOf('audited', 'LTC')])
    assert.ok(!text.includes(secret))
})
