import type { PayingService } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { ExampleRequest } from './recorder.ts'

interface Recording {
  readonly service: PayingService
  readonly record: (route: string, request: ExampleRequest) => Promise<Record<string, unknown>>
  /** The server of the shop, which gets the webhooks. */
  readonly shopUrl: string
}

const stores = '/api/v1/stores'
const pattern = `${stores}/{storeId}`

/** Records the routes for shop plug-ins. */
export async function recordGreenfield(recording: Recording): Promise<void> {
  await recordStore(recording)
  await recordWebhooks(recording)
  await recordInvoices(recording)
  await recordPages(recording)
  await recordKey(recording)
}

async function recordStore({ service, record }: Recording): Promise<void> {
  const store = `${stores}/${service.merchant.id}`
  await record(`GET ${stores}`, { path: stores })
  await record(`GET ${pattern}`, { path: store })
  for (const methods of ['payment-methods', 'payment-methods/OnChain', 'payment-methods/LightningNetwork'])
    await record(`GET ${pattern}/${methods}`, { path: `${store}/${methods}` })
  await record(`GET ${pattern}/rates`, { path: `${store}/rates?currencyPair=LTC_USD` })
  await record('GET /api/v1/health', { path: '/api/v1/health', token: null })
  const path = '/api/v1/server/info'
  const chainHeight = await service.rpc('LTC', 'getblockcount')
  await until(async () => (await service.request(path)).text.includes(`"chainHeight":${chainHeight},`))
  await record(`GET ${path}`, { path })
}

async function recordWebhooks({ service, record, shopUrl }: Recording): Promise<void> {
  const store = `${stores}/${service.merchant.id}`
  const [route, path] = [`${pattern}/webhooks`, `${store}/webhooks`]
  const body = {
    url: shopUrl,
    secret: 'uY3vT8pQ0sZ6kR1m',
    authorizedEvents: { everything: false, specificEvents: ['InvoiceCreated', 'InvoiceSettled'] },
  }
  const { id } = await record(`POST ${route}`, { path, body })
  await record(`GET ${route}`, { path })
  await record(`GET ${route}/{webhookId}`, { path: `${path}/${id}` })
  await record(`POST ${pattern}/invoices`, {
    path: `${store}/invoices`,
    body: {
      amount: '12.50',
      currency: 'USD',
      metadata: { orderId: '0815', itemDesc: 'Two books' },
      checkout: { speedPolicy: 'LowSpeed', redirectURL: 'https://shop.example.com/done?order={OrderId}' },
    },
  })
  const deliveries = `${path}/${id}/deliveries`
  await until(async () => (await service.request(deliveries)).text.includes('HttpSuccess'))
  const [delivery] = Object.values(await record(`GET ${route}/{webhookId}/deliveries`, { path: deliveries }))
  const one = `${deliveries}/${Object(delivery).id}`
  for (const [method, end] of [
    ['GET', ''],
    ['GET', '/request'],
    ['POST', '/redeliver'],
  ])
    await record(`${method} ${route}/{webhookId}/deliveries/{deliveryId}${end}`, { path: `${one}${end}` })
  await record(`PUT ${route}/{webhookId}`, { path: `${path}/${id}`, body: { url: shopUrl, enabled: false } })
  await record(`DELETE ${route}/{webhookId}`, { path: `${path}/${id}` })
}

async function recordInvoices({ service, record }: Recording): Promise<void> {
  const store = `${stores}/${service.merchant.id}`
  const [route, path] = [`${pattern}/invoices`, `${store}/invoices`]
  const [invoice] = Object.values(await record(`GET ${route}`, { path: `${path}?orderId=0815` }))
  const uid = String(Object(invoice).id)
  const one = `${path}/${uid}`
  await service.pay(uid, 'LTC')
  await record(`GET ${route}/{invoiceId}`, { path: one })
  await record('GET /api/v1/invoices/{invoiceId}', { path: `/api/v1/invoices/${uid}` })
  await record(`GET ${route}/{invoiceId}/payment-methods`, { path: `${one}/payment-methods` })
  const metadata = { orderId: '0815', itemDesc: 'Two books', shipped: true }
  await record(`PUT ${route}/{invoiceId}`, { path: one, body: { metadata } })
  await record(`DELETE ${route}/{invoiceId}`, { path: one })
  await record(`POST ${route}/{invoiceId}/unarchive`, { path: `${one}/unarchive` })
  await record(`POST ${route}/{invoiceId}/refund`, { path: `${one}/refund` })
  await record(`POST ${pattern}/pull-payments`, { path: `${store}/pull-payments` })
  const unpaid = (await service.createInvoice()).invoice.uid
  await record(`POST ${route}/{invoiceId}/status`, {
    path: `${path}/${unpaid}/status`,
    body: { status: 'Invalid' },
  })
}

async function recordPages({ service, record }: Recording): Promise<void> {
  const { uid } = (await service.createInvoice()).invoice
  await record('GET /modal/btcpay.js', { path: '/modal/btcpay.js', token: null })
  await record('GET /i/{uid}/{method}', { path: `/i/${uid}/LTC-CHAIN`, token: null })
  await record('GET /invoice', { path: `/invoice?id=${uid}`, token: null })
}

/** A plug-in revokes its own key. */
async function recordKey({ service, record }: Recording): Promise<void> {
  const { id, email } = service.merchant
  const permissions = ['btcpay.store.canviewinvoices', 'btcpay.store.cancreateinvoice']
  const { token } = await service.accounts.createToken(email, {
    name: 'WooCommerce',
    scope: 'greenfield',
    permissions: permissions.map((each) => `${each}:${id}`),
  })
  const path = '/api/v1/api-keys/current'
  await record(`GET ${path}`, { path, token })
  await record(`DELETE ${path}`, { path, token })
}
