import assert from 'node:assert/strict'
import type { Checkout, Customer } from './customer.ts'
import { type Json, waitFor } from './http.ts'
import type { Medusa } from './medusa.ts'
import type { Quittance } from './quittance.ts'
import type { Shop } from './shop.ts'

/** The running servers, and a customer. */
export interface World {
  readonly medusa: Medusa
  readonly quittance: Quittance
  readonly shop: Shop
  readonly customer: Customer
  /** The path of Medusa that webhooks are sent to. */
  readonly hookPath: string
}

/** Something that happens in a shop, and what must be true afterwards. */
export type Scenario = readonly [name: string, play: (world: World) => Promise<void>]

/** Medusa handles a webhook five seconds after it has arrived. */
export const webhookDelayMs = 8_000

export const readInvoice = async ({ quittance }: World, { data }: Checkout): Promise<Json> =>
  (await quittance.owner.get(`/invoices/${data.uid}`)).invoice

/** A session with a confirmed payment. */
export async function payConfirmed(world: World, provider?: string): Promise<Checkout> {
  const { customer, quittance } = world
  const checkout = await customer.openCheckout(provider === undefined ? {} : { provider })
  await quittance.runAction(checkout.data.uid, 'exact')
  await quittance.runAction(checkout.data.uid, 'mine')
  return checkout
}

export const waitForOrder = ({ customer }: World, checkout: Checkout): Promise<Json> =>
  waitFor('the order', () => customer.findOrder(checkout))

export const waitForStatus = ({ customer }: World, checkout: Checkout, status: string): Promise<Json> =>
  waitFor(`an order that is ${status}`, async () => {
    const order = await customer.findOrder(checkout)
    return order?.payment_status === status ? order : null
  })

/** The webhooks of an invoice. */
export async function listDeliveries({ quittance }: World, { data }: Checkout): Promise<Json[]> {
  const { events } = await quittance.owner.get('/api/v1/events?limit=1000')
  const own = events.filter(({ subject }: Json) => subject === `invoice/${data.uid}`)
  const ids = new Set(own.map(({ id }: Json) => id))
  const { deliveries } = await quittance.owner.get('/api/v1/webhooks/deliveries?limit=100')
  return deliveries.filter((delivery: Json) => ids.has(delivery.event_id))
}

/** Asserts that the order was paid exactly once, with the amount of its invoice. */
export async function assertPaidOnce(world: World, checkout: Checkout): Promise<void> {
  // Medusa writes the transaction shortly after the capture.
  const order = await waitFor('the transaction of the order', async () => {
    const found = await world.customer.findOrder(checkout)
    return found === null || found.transactions.length === 0 ? null : found
  })
  const [{ payments }] = order.payment_collections
  const { amount } = await readInvoice(world, checkout)
  assert.equal(order.total, amount)
  for (const list of [order.transactions, payments, payments[0].captures])
    assert.deepEqual(
      list.map((each: Json) => each.amount),
      [amount],
    )
}
