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

export const store = '/api/v1/stores/{store}'
export const invoices = `${store}/invoices`
export const one = `${invoices}/{invoice}`

export const customer = {
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
export const invoice = {
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

export const method = {
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

export const payment = {
  '0.payments.0.id': 'string',
  '0.payments.0.receivedDate': 'number',
  '0.payments.0.value': 'string',
  '0.payments.0.fee': 'string',
  '0.payments.0.status': 'string',
  '0.payments.0.destination': 'string',
} as const

export const serverInfo: ShopCall = {
  method: 'GET',
  path: '/api/v1/server/info',
  reads: { version: 'string', fullySynched: 'boolean', syncStatus: 'array' },
}
export const showKey: ShopCall = {
  method: 'GET',
  path: '/api/v1/api-keys/current',
  reads: { apiKey: 'string', label: 'string', permissions: 'array' },
}
export const showStore: ShopCall = { method: 'GET', path: store, reads: storeMembers }
export const listStores: ShopCall = {
  method: 'GET',
  path: '/api/v1/stores',
  reads: { '0.id': 'string', '0.name': 'string' },
}
export const listMethods: ShopCall = {
  method: 'GET',
  path: `${store}/payment-methods`,
  reads: { '0.paymentMethodId': 'string', '0.enabled': 'boolean' },
}
export const show: ShopCall = { method: 'GET', path: one, reads: invoice }
export const create = (body: object, reads: ShopCall['reads'] = invoice): ShopCall => ({
  method: 'POST',
  path: invoices,
  body: { currency: 'EUR', ...body },
  reads,
})
/** Marks an order as cancelled that the customer has abandoned. */
const markInvalid: ShopCall = {
  method: 'POST',
  path: `${one}/status`,
  body: { status: 'Invalid' },
  reads: invoice,
}
/** The customer abandons the first invoice, and pays the second. */
export const createTwice = (call: ShopCall): ShopCall[] => [call, markInvalid, call]
/** The PHP client sends every option, and those that are not set as null. */
export const options = {
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
