import { type Api, createApi } from './http.ts'

const credentials = { email: 'admin@shop.example', password: 'a long password of the shop' }

export interface Shop {
  readonly admin: Api
  readonly store: Api
  readonly regionId: string
  readonly shippingOptionId: string
  /** One variant with plenty in stock, and one with a single piece. */
  readonly variantId: string
  readonly lastPieceId: string
}

export const createAdmin = `medusa user -e ${credentials.email} -p '${credentials.password}'`

/** Sets up a new Medusa with everything that it needs to sell, through its API. */
export async function seedShop(baseUrl: string, providers: readonly string[]): Promise<Shop> {
  const anonymous = createApi(baseUrl)
  const { token } = await anonymous.post('/auth/user/emailpass', credentials)
  const admin = createApi(baseUrl, { authorization: `Bearer ${token}` })
  const { stores } = await admin.get('/admin/stores')
  await admin.post(`/admin/stores/${stores[0].id}`, {
    supported_currencies: [{ currency_code: 'usd', is_default: true }],
  })
  const { region } = await admin.post('/admin/regions', {
    name: 'USA',
    currency_code: 'usd',
    countries: ['us'],
    payment_providers: providers,
  })
  const { sales_channel: channel } = await admin.post('/admin/sales-channels', { name: 'Shop' })
  const { stock_location: location } = await admin.post('/admin/stock-locations', { name: 'Store room' })
  await admin.post(`/admin/stock-locations/${location.id}/sales-channels`, { add: [channel.id] })
  const { api_key: key } = await admin.post('/admin/api-keys', { title: 'Shop', type: 'publishable' })
  await admin.post(`/admin/api-keys/${key.id}/sales-channels`, { add: [channel.id] })
  const profileId = await findOrCreateProfile(admin)
  const shippingOptionId = await createShippingOption(admin, location.id, profileId)
  const product = { admin, locationId: location.id, channelId: channel.id, profileId }
  return {
    admin,
    store: createApi(baseUrl, { 'x-publishable-api-key': key.token }),
    regionId: region.id,
    shippingOptionId,
    variantId: await createProduct(product, 'Book', 100_000),
    lastPieceId: await createProduct(product, 'Last piece', 1),
  }
}

async function findOrCreateProfile(admin: Api): Promise<string> {
  const { shipping_profiles: profiles } = await admin.get('/admin/shipping-profiles')
  if (profiles.length > 0) return profiles[0].id
  const { shipping_profile: profile } = await admin.post('/admin/shipping-profiles', {
    name: 'Default',
    type: 'default',
  })
  return profile.id
}

async function createShippingOption(admin: Api, locationId: string, profileId: string): Promise<string> {
  const path = `/admin/stock-locations/${locationId}`
  await admin.post(`${path}/fulfillment-providers`, { add: ['manual_manual'] })
  const { stock_location: location } = await admin.post(`${path}/fulfillment-sets?fields=*fulfillment_sets`, {
    name: 'Shipping',
    type: 'shipping',
  })
  const setId = location.fulfillment_sets[0].id
  const { fulfillment_set: set } = await admin.post(`/admin/fulfillment-sets/${setId}/service-zones`, {
    name: 'USA',
    geo_zones: [{ type: 'country', country_code: 'us' }],
  })
  const { shipping_option: option } = await admin.post('/admin/shipping-options', {
    name: 'Post',
    service_zone_id: set.service_zones[0].id,
    shipping_profile_id: profileId,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Post', description: 'By post', code: 'post' },
    prices: [{ currency_code: 'usd', amount: 2.5 }],
  })
  return option.id
}

interface ProductPlace {
  readonly admin: Api
  readonly locationId: string
  readonly channelId: string
  readonly profileId: string
}

/** A product for 10.05 USD. Returns the id of its only variant. */
async function createProduct(
  { admin, locationId, channelId, profileId }: ProductPlace,
  title: string,
  quantity: number,
): Promise<string> {
  const { product } = await admin.post('/admin/products', {
    title,
    status: 'published',
    shipping_profile_id: profileId,
    sales_channels: [{ id: channelId }],
    options: [{ title: 'Size', values: ['One'] }],
    variants: [
      {
        title: 'One',
        options: { Size: 'One' },
        manage_inventory: true,
        prices: [{ currency_code: 'usd', amount: 10.05 }],
      },
    ],
  })
  const variantId = product.variants[0].id
  const { variant } = await admin.get(
    `/admin/products/${product.id}/variants/${variantId}?fields=*inventory_items`,
  )
  const itemId = variant.inventory_items[0].inventory_item_id
  await admin.post(`/admin/inventory-items/${itemId}/location-levels`, {
    location_id: locationId,
    stocked_quantity: quantity,
  })
  return variantId
}
