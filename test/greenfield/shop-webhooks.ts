import type { ShopCall } from './shop-calls.ts'

const path = '/api/v1/stores/{store}/webhooks'
const one = `${path}/{webhook}`
/** Its getters' types. */
const webhook = {
  id: 'string',
  url: 'string',
  enabled: 'boolean',
  automaticRedelivery: 'boolean',
  'authorizedEvents.everything': 'boolean',
  'authorizedEvents.specificEvents': 'array',
} as const

const only = (...specificEvents: string[]) => ({ everything: false, specificEvents })
const statuses = ['InvoiceProcessing', 'InvoiceExpired', 'InvoiceSettled', 'InvoiceInvalid']
/** The PHP client sends every field. */
const settings = { url: '{receiver}', enabled: true, automaticRedelivery: true }
/** As `bin2hex` of random bytes makes them. */
const ownSecret = '0f'.repeat(32)

const create = (body: object): ShopCall => ({
  method: 'POST',
  path,
  body,
  reads: { ...webhook, secret: 'string' },
})
const list: ShopCall = { method: 'GET', path, reads: {} }
const listed: ShopCall = { method: 'GET', path, reads: { '0.id': 'string', '0.url': 'string' } }
const show: ShopCall = { method: 'GET', path: one, reads: webhook }
const change = (body: object): ShopCall => ({ method: 'PUT', path: one, body, reads: webhook })
const remove: ShopCall = { method: 'DELETE', path: one, reads: {} }

/** The calls with which each plug-in sets up its webhook. Medusa has none. */
export const shopWebhooks: Readonly<Record<string, readonly ShopCall[]>> = {
  WooCommerce: [
    create({
      ...settings,
      authorizedEvents: only('InvoiceReceivedPayment', 'InvoicePaymentSettled', ...statuses),
      secret: null,
    }),
    show,
    change({
      ...settings,
      authorizedEvents: only('InvoiceReceivedPayment', 'InvoicePaymentSettled', ...statuses),
      secret: null,
    }),
  ],
  WHMCS: [
    list,
    create({ ...settings, authorizedEvents: only(...statuses), secret: null }),
    listed,
    show,
    change({ ...settings, authorizedEvents: only(...statuses, 'InvoicePaidAfterExpiration') }),
    remove,
    create({ ...settings, authorizedEvents: only(...statuses), secret: null }),
  ],
  PrestaShop: [
    list,
    create({ ...settings, authorizedEvents: only(...statuses), secret: '1e'.repeat(24) }),
    listed,
    remove,
    create({
      ...settings,
      authorizedEvents: only('InvoiceReceivedPayment', ...statuses),
      secret: ownSecret,
    }),
  ],
  Magento: [
    list,
    create({
      ...settings,
      authorizedEvents: { everything: true, specificEvents: [] },
      secret: ownSecret,
    }),
    listed,
    remove,
    create({
      ...settings,
      authorizedEvents: { everything: true, specificEvents: [] },
      secret: ownSecret,
    }),
  ],
  Drupal: [
    create({
      ...settings,
      authorizedEvents: only('InvoiceReceivedPayment', ...statuses),
      secret: ownSecret,
    }),
    show,
  ],
  Shopware: [create({ url: '{receiver}' })],
}
