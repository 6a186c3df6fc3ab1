import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { anyWalletProvider } from './customer.ts'
import { waitFor } from './http.ts'
import {
  assertPaidOnce,
  payConfirmed,
  readInvoice,
  type Scenario,
  type World,
  waitForOrder,
  waitForStatus,
} from './world.ts'

/** From the cart to the order. */
export const payingScenarios: readonly Scenario[] = [
  ['the invoice has the total of the cart', matchTotal],
  ['an unpaid cart places no order', refuseUnpaid],
  ['the customer pays and returns: the order is authorized, then captured', payAndReturn],
  ['the customer pays and leaves: the webhook places the order', payAndLeave],
  ['the payment is confirmed before the order is placed', confirmFirst],
  ['the customer returns while webhooks arrive: one order', completeConcurrently],
  ['a changed cart gets a new invoice', changeCart],
  ['a paid cart cannot be changed', changePaidCart],
  ['part of the amount, then the rest', payInParts],
  ['an expired invoice is replaced by a new one', replaceExpired],
]

async function matchTotal(world: World): Promise<void> {
  const { customer, shop } = world
  const checkout = await customer.openCheckout()
  const { cart } = await shop.store.get(`/store/carts/${checkout.cartId}`)
  assert.equal(cart.total, 12.55)
  const invoice = await readInvoice(world, checkout)
  assert.equal(invoice.amount, cart.total)
  assert.equal(invoice.external_id, checkout.sessionId)
  assert.equal(invoice.checkout_url, checkout.data.checkout_url)
}

async function refuseUnpaid({ customer }: World): Promise<void> {
  const checkout = await customer.openCheckout()
  const { status, json } = await customer.complete(checkout.cartId)
  assert.deepEqual([status, json.type], [400, 'not_allowed'])
  assert.equal(await customer.findOrder(checkout), null)
}

async function payAndReturn(world: World): Promise<void> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout()
  await quittance.pay(checkout.data.uri, 'LTC')
  const { json } = await customer.complete(checkout.cartId)
  assert.equal(json.type, 'order', JSON.stringify(json))
  await waitForStatus(world, checkout, 'authorized')
  await quittance.runAction(checkout.data.uid, 'mine')
  await waitForStatus(world, checkout, 'captured')
  await assertPaidOnce(world, checkout)
}

async function payAndLeave(world: World): Promise<void> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout()
  await quittance.pay(checkout.data.uri, 'DOGE')
  await waitForStatus(world, checkout, 'authorized')
  await quittance.runAction(checkout.data.uid, 'mine')
  const order = await waitForStatus(world, checkout, 'captured')
  const { json } = await customer.complete(checkout.cartId)
  assert.equal(json.order?.id, order.id, JSON.stringify(json))
  await assertPaidOnce(world, checkout)
}

async function confirmFirst(world: World): Promise<void> {
  const checkout = await payConfirmed(world)
  await waitForStatus(world, checkout, 'captured')
  await assertPaidOnce(world, checkout)
}

/** Around the time when Medusa handles its webhooks. */
async function completeConcurrently(world: World): Promise<void> {
  const { customer } = world
  const checkout = await payConfirmed(world)
  const returns = [4_000, 4_500, 5_000, 5_500].map(async (ms) => {
    await sleep(ms)
    return customer.complete(checkout.cartId)
  })
  await Promise.all(returns)
  await waitForStatus(world, checkout, 'captured')
  await assertPaidOnce(world, checkout)
}

async function changeCart(world: World): Promise<void> {
  const { customer } = world
  const checkout = await customer.openCheckout()
  assert.equal((await customer.addItem(checkout.cartId, 1)).status, 200)
  assert.equal((await readInvoice(world, checkout)).status, 'cancelled')
  const next = await customer.openSession(checkout.cartId, checkout.collectionId)
  assert.equal((await readInvoice(world, next)).amount, 22.6)
}

/** Medusa reports an error and keeps the cart, but its payment collection has the total of the larger cart. */
async function changePaidCart(world: World): Promise<void> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout()
  await quittance.runAction(checkout.data.uid, 'exact')
  assert.equal((await customer.addItem(checkout.cartId, 1)).status, 500)
  const order = await waitForOrder(world, checkout)
  assert.equal(order.total, 12.55)
  await quittance.runAction(checkout.data.uid, 'mine')
  await waitForStatus(world, checkout, 'partially_captured')
  await assertPaidOnce(world, checkout)
}

async function payInParts(world: World): Promise<void> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout({ provider: anyWalletProvider })
  const { amount } = await quittance.owner.get(`/invoices/${checkout.data.uid}/address/LTC`)
  await quittance.runAction(checkout.data.uid, 'wallet', { amount: (Number(amount) / 2).toFixed(8) })
  await waitFor('a part', async () => ((await readInvoice(world, checkout)).received === null ? null : true))
  assert.equal((await customer.complete(checkout.cartId)).status, 400)
  const [session] = await customer.readSessions(checkout.cartId)
  assert.equal(session.status, 'requires_more')
  const { remaining } = await quittance.owner.get(`/invoices/${checkout.data.uid}/address/LTC`)
  await quittance.runAction(checkout.data.uid, 'wallet', { amount: remaining })
  await waitForOrder(world, checkout)
}

async function replaceExpired(world: World): Promise<void> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout({ provider: anyWalletProvider })
  await waitFor('the end of the invoice', async () =>
    (await readInvoice(world, checkout)).status === 'expired' ? true : null,
  )
  assert.equal((await customer.complete(checkout.cartId)).status, 400)
  assert.equal(await customer.findOrder(checkout), null)
  const next = await customer.openSession(checkout.cartId, checkout.collectionId)
  assert.notEqual(next.data.uid, checkout.data.uid)
  await quittance.runAction(next.data.uid, 'exact')
  await waitForOrder(world, next)
}
