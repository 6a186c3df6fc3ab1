/** One call of a plug-in, and the fields that it reads from the response. */
export interface ShopCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{store}`, `{invoice}` and `{webhook}` are filled in, the last two with the ids that the sequence created; in bodies `{receiver}`. */
  readonly path: string
  readonly body?: unknown
  /** The fields that the plug-in reads, by path, with the type that it expects. A list is read at its first element. */
  readonly reads: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object' | 'array'>>
  /** Set if the customer has paid before this call. */
  readonly afterPayment?: true
}

const store = '/api/v1/stores/{store}'
const invoices = `${store}/invoices`
const one = `${invoices}/{invoice}`

const customer = {
  buyerName: 'Ada Lovelace',
  buyerEmail: 'ada@example.com',
  buyerAddress1: 'St James’s Square 12',
  buyerAddress2: null,
  buyerCity: 'London',
  buyerState: '',
  buyerZip: 'SW1Y 4JH',
  buyerCountry: 'GB',
  buyerPhone: '+44 20 7946 0000',
}

/** Fields that the PHP client's getters need, with their types. */
const invoice = {
  id: 'string',
  storeId: 'string',
  amount: 'string',
  paidAmount: 'string',
  currency: 'string',
  type: 'string',
  checkoutLink: 'string',
  status: 'string',
  additionalStatus: 'string',
  createdTime: 'number',
  expirationTime: 'number',
  monitoringExpiration: 'number',
  monitoringTime: 'number',
  metadata: 'object',
  archived: 'boolean',
  availableStatusesForManualMarking: 'array',
} as const

/** The same of a store. */
const storeMembers = {
  id: 'string',
  name: 'string',
  website: 'string',
  defaultCurrency: 'string',
  invoiceExpiration: 'number',
  monitoringExpiration: 'number',
  speedPolicy: 'string',
  paymentTolerance: 'number',
  anyoneCanCreateInvoice: 'boolean',
  requiresRefundEmail: 'boolean',
  redirectAutomatically: 'boolean',
  defaultPaymentMethod: 'string',
  defaultLang: 'string',
  htmlTitle: 'string',
  networkFeeMode: 'string',
  payJoinEnabled: 'boolean',
  lazyPaymentMethods: 'boolean',
  showRecommendedFee: 'boolean',
  recommendedFeeBlockTarget: 'number',
  customLogo: 'string',
  customCSS: 'string',
  lightningAmountInSatoshi: 'boolean',
  lightningPrivateRouteHints: 'boolean',
  lightningDescriptionTemplate: 'string',
  onChainWithLnInvoiceFallback: 'boolean',
} as const

const method = {
  '0.paymentMethodId': 'string',
  '0.destination': 'string',
  '0.rate': 'string',
  '0.paymentMethodPaid': 'string',
  '0.totalPaid': 'string',
  '0.due': 'string',
  '0.amount': 'string',
  '0.paymentMethodFee': 'string',
  '0.payments': 'array',
} as const

const payment = {
  '0.payments.0.id': 'string',
  '0.payments.0.receivedDate': 'number',
  '0.payments.0.value': 'string',
  '0.payments.0.fee': 'string',
  '0.payments.0.status': 'string',
  '0.payments.0.destination': 'string',
} as const

const serverInfo: ShopCall = {
  method: 'GET',
  path: '/api/v1/server/info',
  reads: { version: 'string', fullySynched: 'boolean', syncStatus: 'array' },
}
const listStores: ShopCall = {
  method: 'GET',
  path: '/api/v1/stores',
  reads: { '0.id': 'string', '0.name': 'string' },
}
const listMethods: ShopCall = {
  method: 'GET',
  path: `${store}/payment-methods`,
  reads: { '0.paymentMethodId': 'string', '0.enabled': 'boolean' },
}
const show: ShopCall = { method: 'GET', path: one, reads: invoice }
const create = (body: object, reads: ShopCall['reads'] = invoice): ShopCall => ({
  method: 'POST',
  path: invoices,
  body: { currency: 'EUR', ...body },
  reads,
})
/** The PHP client sends every option, and those that are not set as null. */
const options = {
  speedPolicy: null,
  paymentMethods: null,
  defaultPaymentMethod: null,
  expirationMinutes: null,
  monitoringMinutes: null,
  paymentTolerance: null,
  redirectURL: 'https://shop.example/order/7',
  redirectAutomatically: null,
  defaultLanguage: null,
}

/** The calls of each plug-in, from its settings page to a paid order. */
export const shops: Readonly<Record<string, readonly ShopCall[]>> = {
  WooCommerce: [
    listStores,
    serverInfo,
    listMethods,
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
    show,
    { method: 'GET', path: `${one}/payment-methods`, reads: { ...method, ...payment }, afterPayment: true },
  ],
  WHMCS: [
    create({
      amount: '24.90',
      metadata: { orderId: '1042', itemDesc: 'Hosting', buyerEmail: 'ada@example.com' },
      checkout: { ...options, speedPolicy: 'HighSpeed', paymentTolerance: 0, redirectAutomatically: true },
    }),
    show,
    { method: 'GET', path: `${invoices}?take=1&skip=0`, reads: { '0.id': 'string' }, afterPayment: true },
  ],
  PrestaShop: [
    serverInfo,
    { method: 'GET', path: store, reads: storeMembers },
    listMethods,
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
  Magento: [
    listStores,
    listMethods,
    create(
      {
        amount: '24.90',
        metadata: { ...customer, orderId: '000000042', magentoOrderId: 42, taxIncluded: true },
        checkout: { ...options, redirectAutomatically: true, defaultLanguage: 'en_US' },
      },
      { ...invoice, 'metadata.orderId': 'string', 'metadata.magentoOrderId': 'number' },
    ),
    {
      method: 'GET',
      path: `${invoices}?orderId=000000042`,
      reads: { '0.metadata.orderId': 'string', '0.createdTime': 'number' },
    },
    { method: 'GET', path: `${one}/payment-methods`, reads: { ...method, ...payment }, afterPayment: true },
  ],
  Drupal: [
    listStores,
    create({ amount: '24.90', metadata: { orderId: '7', integration: 'drupal' }, checkout: { ...options } }),
    { ...show, afterPayment: true },
  ],
  Shopware: [
    listMethods,
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
  Medusa: [
    create({
      amount: '24.9',
      currency: 'eur',
      additionalSearchTerms: ['cart_01'],
      checkout: { redirectURL: 'https://shop.example' },
    }),
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
}
