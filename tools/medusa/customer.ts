import type pg from 'pg'
import type { Answer, Json } from './http.ts'
import type { Shop } from './shop.ts'

export const plainProvider = 'pp_quittance_quittance'
export const anyWalletProvider = 'pp_quittance_any'

export interface Checkout {
  readonly cartId: string
  readonly collectionId: string
  /** The payment session's id, and the data that the provider gives the storefront. */
  readonly sessionId: string
  readonly data: Json
}

export type Customer = ReturnType<typeof createCustomer>

const orderFields = [
  ...['id', 'status', 'total', 'payment_status', '*transactions', '*payment_collections'],
  ...['*payment_collections.payments', '*payment_collections.payments.captures'],
].join()

const address = {
  first_name: 'Ada',
  last_name: 'Jones',
  address_1: '1 Main Street',
  city: 'Springfield',
  province: 'us-il',
  postal_code: '62701',
  country_code: 'us',
}

/**
 * A customer who uses the store's API as a storefront does. Orders are looked up in Medusa's database, because its API can't find the order
 * of a cart.
 */
export function createCustomer(
  { store, admin, regionId, shippingOptionId, variantId }: Shop,
  database: pg.Pool,
) {
  return { openCart, addItem, openSession, openCheckout, complete, findOrder, readOrder, readSessions }

  /** A cart with one product and a shipping method. */
  async function openCart(variant = variantId): Promise<string> {
    const { cart } = await store.post('/store/carts', {
      region_id: regionId,
      email: 'ada@customer.example',
      shipping_address: address,
      billing_address: address,
    })
    await addItem(cart.id, 1, variant)
    await store.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: shippingOptionId })
    return cart.id
  }

  async function addItem(cartId: string, quantity: number, variant = variantId): Promise<Answer> {
    return store.request(`/store/carts/${cartId}/line-items`, {
      body: { variant_id: variant, quantity },
    })
  }

  /** A new payment session, with data that a dishonest storefront would add. */
  async function openSession(
    cartId: string,
    collectionId: string,
    provider = plainProvider,
  ): Promise<Checkout> {
    const { payment_collection: collection } = await store.post(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      {
        provider_id: provider,
        data: { session_id: 'payses_of_somebody_else', uid: 'chosen by the customer' },
      },
    )
    const [session] = collection.payment_sessions
    return { cartId, collectionId, sessionId: session.id, data: session.data }
  }

  /** A cart that only needs to be paid. */
  async function openCheckout({
    provider = plainProvider,
    variant = variantId,
  }: {
    provider?: string
    variant?: string
  } = {}): Promise<Checkout> {
    const cartId = await openCart(variant)
    const { payment_collection: collection } = await store.post('/store/payment-collections', {
      cart_id: cartId,
    })
    return openSession(cartId, collection.id, provider)
  }

  async function complete(cartId: string): Promise<Answer> {
    return store.request(`/store/carts/${cartId}/complete`, { method: 'POST' })
  }

  /** The order of a cart; null while there is none. @throws if there are several */
  async function findOrder({ cartId }: Checkout): Promise<Json | null> {
    const query = 'select order_id from order_cart where cart_id = $1 and deleted_at is null'
    const { rows } = await database.query(query, [cartId])
    if (rows.length > 1) throw new Error(`${rows.length} orders for one cart`)
    return rows.length === 0 ? null : readOrder(rows[0].order_id)
  }

  /** Null if it has just been rolled back. */
  async function readOrder(orderId: string): Promise<Json | null> {
    const { status, json } = await admin.request(`/admin/orders/${orderId}?fields=${orderFields}`)
    if (status === 404) return null
    if (status === 200) return json.order
    throw new Error(`the order: ${status} ${JSON.stringify(json)}`)
  }

  async function readSessions(cartId: string): Promise<Json[]> {
    const { cart } = await store.get(`/store/carts/${cartId}?fields=*payment_collection.payment_sessions`)
    return cart.payment_collection.payment_sessions
  }
}
