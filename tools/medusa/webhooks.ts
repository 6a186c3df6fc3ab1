import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Json, waitFor } from './http.ts'
import {
  assertPaidOnce,
  listDeliveries,
  payConfirmed,
  type Scenario,
  type World,
  waitForOrder,
  waitForStatus,
  webhookDelayMs,
} from './world.ts'

/** Webhooks that are repeated, forged or late. */
export const webhookScenarios: readonly Scenario[] = [
  ['repeated webhooks change nothing', repeatWebhooks],
  ['a forged webhook changes nothing', forgeWebhook],
  ['Medusa is down when the webhook is sent', stopMedusa],
  ['Medusa is killed after it has accepted the webhook', killMedusa],
]

async function repeatWebhooks(world: World): Promise<void> {
  const checkout = await payConfirmed(world)
  await waitForStatus(world, checkout, 'captured')
  const deliveries = await listDeliveries(world, checkout)
  assert.ok(deliveries.length >= 3, `${deliveries.length} deliveries`)
  for (const { id } of deliveries)
    await world.quittance.owner.post(`/api/v1/webhooks/deliveries/${id}/redeliver`)
  await waitFor('the second attempts', async () => {
    const repeated = await listDeliveries(world, checkout)
    return repeated.every(({ attempts }: Json) => attempts.length === 2) ? true : null
  })
  await sleep(webhookDelayMs)
  await assertPaidOnce(world, checkout)
}

async function forgeWebhook({ customer, medusa, hookPath }: World): Promise<void> {
  const checkout = await customer.openCheckout()
  const response = await fetch(`${medusa.baseUrl}${hookPath}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evt_forged',
      'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}`,
      'webhook-signature': `v1,${Buffer.alloc(32, 1).toString('base64')}`,
    },
    body: JSON.stringify({
      type: 'invoice.paid',
      timestamp: new Date().toISOString(),
      data: { uid: checkout.data.uid, status: 'paid' },
    }),
  })
  // Medusa only verifies it later.
  assert.equal(response.status, 200)
  await waitFor('the rejection', async () =>
    medusa.readLog().includes('No signature matches the body and the secret.') ? true : null,
  )
  assert.equal(await customer.findOrder(checkout), null)
}

async function stopMedusa(world: World): Promise<void> {
  const { customer, quittance, medusa } = world
  const checkout = await customer.openCheckout()
  await medusa.stop()
  await quittance.runAction(checkout.data.uid, 'exact')
  await waitFor('a failed attempt', async () => {
    const deliveries = await listDeliveries(world, checkout)
    return deliveries.some(({ state, attempts }: Json) => state !== 'delivered' && attempts.length > 0)
      ? true
      : null
  })
  await medusa.restart()
  // The next event triggers an immediate attempt of the delivery that is waiting for its retry.
  await quittance.runAction(checkout.data.uid, 'mine')
  await waitForStatus(world, checkout, 'captured')
  await assertPaidOnce(world, checkout)
}

async function killMedusa(world: World): Promise<void> {
  const { customer, quittance, medusa } = world
  const checkout = await customer.openCheckout()
  await quittance.runAction(checkout.data.uid, 'exact')
  await waitFor('the delivery of invoice.paid', async () => {
    const deliveries = await listDeliveries(world, checkout)
    return deliveries.some(({ event, state }: Json) => event === 'invoice.paid' && state === 'delivered')
      ? true
      : null
  })
  await medusa.stop('SIGKILL')
  assert.equal(await customer.findOrder(checkout).catch(() => null), null)
  await medusa.restart()
  await waitForOrder(world, checkout)
}
