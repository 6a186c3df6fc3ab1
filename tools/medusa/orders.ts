import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { anyWalletProvider, plainProvider } from './customer.ts'
import { type Json, waitFor } from './http.ts'
import {
  payConfirmed,
  readInvoice,
  type Scenario,
  type World,
  waitForOrder,
  waitForStatus,
  webhookDelayMs,
} from './world.ts'

/** Orders that are refunded, cancelled, or lose their payment. */
export const orderScenarios: readonly Scenario[] = [
  ['a refund is refused, or recorded', refund],
  ['a cancelled order keeps its unconfirmed payment', cancelUnconfirmed],
  ['a cancelled order keeps its captured payment, or records a refund', cancelConfirmed],
  ['a payment that is double-spent cannot be captured', doubleSpend],
  ['sold out after the payment: no order, and the payment is not hidden', sellOut],
]

async function refund(world: World): Promise<void> {
  const { customer, shop } = world
  const plain = await payConfirmed(world)
  const order = await waitForStatus(world, plain, 'captured')
  const getPath = (paid: Json) => `/admin/payments/${findPayment(paid).id}/refund`
  const { status, json } = await shop.admin.request(getPath(order), { body: { amount: 5 } })
  assert.equal(status, 400, JSON.stringify(json))
  assert.match(json.message, /recordRefunds/)
  assert.equal((await customer.findOrder(plain)).payment_status, 'captured')

  const recorded = await payConfirmed(world, anyWalletProvider)
  await shop.admin.post(getPath(await waitForStatus(world, recorded, 'captured')), { amount: 5 })
  await waitForStatus(world, recorded, 'partially_refunded')
}

/** Medusa cancels the order even if its payment can't be cancelled. */
async function cancelUnconfirmed(world: World): Promise<void> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout()
  await quittance.runAction(checkout.data.uid, 'exact')
  const { status, payment } = await cancelOrder(world, await waitForOrder(world, checkout))
  assert.deepEqual([status, payment.canceled_at], ['canceled', null])
  await quittance.runAction(checkout.data.uid, 'mine')
  await waitFor('the capture', async () => {
    const order = await customer.findOrder(checkout)
    return findPayment(order).captured_at === null ? null : true
  })
}

async function cancelConfirmed(world: World): Promise<void> {
  for (const [provider, expected] of [
    [plainProvider, 'partially_captured'],
    [anyWalletProvider, 'refunded'],
  ] as const) {
    const checkout = await payConfirmed(world, provider)
    const order = await cancelOrder(world, await waitForStatus(world, checkout, 'captured'))
    assert.deepEqual([order.status, order.payment_status], ['canceled', expected])
  }
}

async function doubleSpend(world: World): Promise<void> {
  const { customer, quittance, shop } = world
  const checkout = await customer.openCheckout()
  await quittance.runAction(checkout.data.uid, 'exact')
  const order = await waitForOrder(world, checkout)
  await quittance.runAction(checkout.data.uid, 'replace')
  await waitFor('the reversal', async () =>
    (await readInvoice(world, checkout)).status === 'reversed' ? true : null,
  )
  await sleep(webhookDelayMs)
  assert.equal((await customer.findOrder(checkout)).payment_status, 'authorized')
  const { status, json } = await shop.admin.request(`/admin/payments/${findPayment(order).id}/capture`, {
    body: {},
  })
  assert.deepEqual([status, json.message], [400, 'The invoice is reversed.'])
  assert.equal((await cancelOrder(world, order)).payment_status, 'canceled')
}

/** Both customers have the last item in their carts. Medusa only reserves it for an order. */
async function sellOut(world: World): Promise<void> {
  const { customer, quittance, shop } = world
  const variant = shop.lastPieceId
  const first = await customer.openCheckout({ variant })
  const second = await customer.openCheckout({ variant })
  await quittance.runAction(first.data.uid, 'exact')
  await waitForOrder(world, first)
  await quittance.runAction(second.data.uid, 'exact')
  const { status, json } = await customer.complete(second.cartId)
  assert.equal(status, 400)
  assert.match(json.message, /stock/)
  await quittance.runAction(second.data.uid, 'mine')
  await waitFor('the payment without an order', async () => {
    const [session] = await customer.readSessions(second.cartId)
    return session.id === second.sessionId && session.status === 'authorized' ? true : null
  })
  await sleep(webhookDelayMs)
  assert.equal(await customer.findOrder(second), null)
  assert.equal((await readInvoice(world, second)).status, 'paid')
}

async function cancelOrder({ shop, customer }: World, { id }: Json): Promise<Json> {
  await shop.admin.post(`/admin/orders/${id}/cancel`)
  const order = await customer.readOrder(id)
  return { ...order, payment: findPayment(order) }
}

const findPayment = (order: Json): Json => order.payment_collections[0].payments[0]
