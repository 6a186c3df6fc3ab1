import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../helpers/until.ts'
import { openReceiver } from './receiver.ts'
import { openWorkshop } from './workshop.ts'

const limits = { perReceiver: 4, perAccount: 8, inAll: 16, perRound: 50 }

test('a merchant whose many receivers never answer holds up no other merchant’s webhooks', async (t) => {
  const shop = await openWorkshop(t, { limits })
  const silent = await openReceiver(t, () => {})
  for (let place = 0; place < 30; place++) await shop.endpoint(`${silent.url}?${place}`)
  await shop.append('invoice.created', {}, { count: 5 })
  await shop.handOut()
  shop.start()
  await until(async () => silent.underWay >= limits.perAccount)

  // Another's is written later: 150 of the first are older, and most of their receivers have nothing under way.
  const healthy = await openReceiver(t)
  const accountId = await shop.account('other@example.com')
  const wish = { url: healthy.url, types: [], description: null, enabled: true }
  await shop.endpoints.create({ accountId, actor: 'the other' }, wish)
  await shop.append('invoice.created', {}, { count: 20, of: accountId })
  await shop.handOut()
  await until(async () => healthy.received.length === 20)
  assert.equal(silent.received.length, limits.perAccount)
  assert.deepEqual(shop.faults, [])
})
