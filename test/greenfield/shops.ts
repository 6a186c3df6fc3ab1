import {
  create,
  createTwice,
  customer,
  invoice,
  invoices,
  listMethods,
  listStores,
  method,
  one,
  options,
  payment,
  type ShopCall,
  serverInfo,
  show,
  showKey,
  showStore,
  store,
} from './shop-calls.ts'

interface Shop {
  /** The permissions that its connect button requests, all of which it needs. */
  readonly permissions: readonly string[]
  /** The calls with which its settings page checks the key. */
  readonly connect: readonly ShopCall[]
  /** From the first order to a paid one. */
  readonly order: readonly ShopCall[]
}

const viewInvoices = 'btcpay.store.canviewinvoices'
const createInvoices = 'btcpay.store.cancreateinvoice'
const modifyInvoices = 'btcpay.store.canmodifyinvoices'
const viewSettings = 'btcpay.store.canviewstoresettings'
const modifySettings = 'btcpay.store.canmodifystoresettings'
const webhooks = 'btcpay.store.webhooks.canmodifywebhooks'

/** Each plug-in, from its settings page to a paid order. */
export const shops: Readonly<Record<string, Shop>> = {
  WooCommerce: {
    permissions: [viewInvoices, createInvoices, viewSettings, modifyInvoices, webhooks],
    connect: [listStores, showKey, serverInfo, listMethods],
    order: [
      ...createTwice(
        create(
          {
            amount: '24.90',
            metadata: {
              ...customer,
              orderId: '1042',
              orderUrl: 'https://shop.example/7',
              taxIncluded: 3.98,
              posData: '{"WooCommerce":{"Order ID":7}}',
            },
            checkout: { ...options, speedPolicy: 'MediumSpeed', paymentMethods: ['BTC_CHAIN', 'LTC_CHAIN'] },
          },
          { ...invoice, 'checkout.paymentMethods': 'array' },
        ),
      ),
      show,
      { method: 'GET', path: `${one}/payment-methods`, reads: { ...method, ...payment }, afterPayment: true },
    ],
  },
  WHMCS: {
    permissions: [createInvoices, viewInvoices, webhooks],
    connect: [showKey],
    order: [
      create({
        amount: '24.90',
        metadata: { orderId: '1042', itemDesc: 'Hosting', buyerEmail: 'ada@example.com' },
        checkout: { ...options, speedPolicy: 'HighSpeed', paymentTolerance: 0, redirectAutomatically: true },
      }),
      show,
      { method: 'GET', path: `${invoices}?take=1&skip=0`, reads: { '0.id': 'string' }, afterPayment: true },
    ],
  },
  PrestaShop: {
    permissions: [modifySettings, webhooks, viewSettings, createInvoices, viewInvoices, modifyInvoices],
    connect: [showKey, serverInfo, showStore, listMethods],
    order: [
      {
        method: 'GET',
        path: `${store}/payment-methods/OnChain`,
        reads: { '0.enabled': 'boolean', '0.cryptoCode': 'string' },
      },
      { method: 'GET', path: `${store}/payment-methods/LightningNetwork`, reads: {} },
      create({
        amount: '24.90',
        metadata: { ...customer, orderId: '7', physical: true },
        checkout: { ...options, speedPolicy: 'LowSpeed' },
      }),
      show,
      { method: 'GET', path: `${one}/payment-methods`, reads: { ...method, ...payment }, afterPayment: true },
    ],
  },
  Magento: {
    permissions: [viewInvoices, createInvoices, webhooks, viewSettings, modifyInvoices],
    connect: [showKey, listStores, listMethods],
    order: [
      ...createTwice(
        create(
          {
            amount: '24.90',
            metadata: { ...customer, orderId: '000000042', magentoOrderId: 42, taxIncluded: true },
            checkout: { ...options, redirectAutomatically: true, defaultLanguage: 'en_US' },
          },
          { ...invoice, 'metadata.orderId': 'string', 'metadata.magentoOrderId': 'number' },
        ),
      ),
      {
        method: 'GET',
        path: `${invoices}?orderId=000000042`,
        reads: { '0.metadata.orderId': 'string', '0.createdTime': 'number' },
      },
      { method: 'GET', path: `${one}/payment-methods`, reads: { ...method, ...payment }, afterPayment: true },
    ],
  },
  Drupal: {
    permissions: [viewInvoices, createInvoices, viewSettings, webhooks],
    connect: [showKey, listStores],
    order: [
      create({
        amount: '24.90',
        metadata: { orderId: '7', integration: 'drupal' },
        checkout: { ...options },
      }),
      { ...show, afterPayment: true },
    ],
  },
  Shopware: {
    permissions: [createInvoices, viewInvoices, webhooks, viewSettings],
    connect: [listMethods],
    order: [
      { method: 'GET', path: invoices, reads: {} },
      create(
        {
          amount: 24.9,
          metadata: { orderNumber: '10042', transactionId: 'f00d' },
          checkout: {
            redirectURL: 'https://shop.example',
            redirectAutomatically: true,
            paymentMethods: ['LTC'],
          },
        },
        {
          id: 'string',
          checkoutLink: 'string',
          'metadata.orderNumber': 'string',
          'metadata.transactionId': 'string',
        },
      ),
      { ...show, afterPayment: true },
    ],
  },
  Medusa: {
    permissions: [viewInvoices, createInvoices, viewSettings, modifyInvoices],
    connect: [showStore],
    order: [
      ...createTwice(
        create({
          amount: '24.9',
          currency: 'eur',
          additionalSearchTerms: ['cart_01'],
          checkout: { redirectURL: 'https://shop.example' },
        }),
      ),
      {
        method: 'PUT',
        path: one,
        body: { metadata: { medusa_payment_session_id: 'ps_1' } },
        reads: { 'metadata.medusa_payment_session_id': 'string' },
      },
      { method: 'GET', path: `${store}/rates?currencyPair=BTC_EUR`, reads: { '0.rate': 'string' } },
      { ...show, afterPayment: true },
      { method: 'DELETE', path: one, reads: {} },
    ],
  },
}
