import Type from 'typebox'
import { describedAs } from '../platform/http/schema-parts.ts'
import { additionalStatuses, greenfieldStatuses } from './invoice-status.ts'
import { speedPolicies } from './store-view.ts'

/** Null means absent. */
export const nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const amount = Type.String({ description: 'Decimal number' })
const seconds = Type.Integer({ description: 'Unix time in seconds' })
/** Returned as the client sent it. */
const AnyObject = Type.Object({}, { additionalProperties: true })

export const tags = ['Greenfield']

export const StoreParams = Type.Object({
  storeId: Type.String({ description: 'Id of the store: the account’s id' }),
})

export const WebhookParams = Type.Object({ ...StoreParams.properties, webhookId: Type.String() })

export const StoreObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  website: Type.String(),
  defaultCurrency: Type.String(),
  invoiceExpiration: Type.Integer({ description: 'Seconds' }),
  monitoringExpiration: Type.Integer({ description: 'Seconds' }),
  speedPolicy: Type.String(),
  paymentTolerance: Type.Integer(),
  anyoneCanCreateInvoice: Type.Boolean(),
  requiresRefundEmail: Type.Boolean(),
  redirectAutomatically: Type.Boolean(),
  defaultPaymentMethod: Type.String(),
  defaultLang: Type.String(),
  htmlTitle: Type.String(),
  networkFeeMode: Type.String(),
  payJoinEnabled: Type.Boolean(),
  lazyPaymentMethods: Type.Boolean(),
  archived: Type.Boolean(),
  showRecommendedFee: Type.Boolean(),
  recommendedFeeBlockTarget: Type.Integer(),
  customLogo: Type.String(),
  customCSS: Type.String(),
  lightningAmountInSatoshi: Type.Boolean(),
  lightningPrivateRouteHints: Type.Boolean(),
  lightningDescriptionTemplate: Type.String(),
  onChainWithLnInvoiceFallback: Type.Boolean(),
  receipt: Type.Object({ enabled: Type.Boolean(), showQR: Type.Boolean(), showPayments: Type.Boolean() }),
})

export const Health = Type.Object({ synchronized: Type.Boolean() })

export const StoreInvoiceParams = Type.Object({
  ...StoreParams.properties,
  storeId: Type.Optional(StoreParams.properties.storeId),
  invoiceId: Type.String({ description: 'Id of the invoice: its uid' }),
})

/** Null means absent. Unknown members are ignored. */
export const NewGreenfieldInvoice = Type.Object({
  amount: Type.Optional(
    describedAs(Type.Union([Type.String(), Type.Number()]), {
      description: 'Required: a decimal number, as a string or a JSON number',
    }),
  ),
  currency: nullable(Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code, in any case' })),
  metadata: nullable(AnyObject),
  checkout: nullable(
    Type.Object({
      speedPolicy: nullable(Type.Enum(speedPolicies, { description: '0, 1, 2 or 6 confirmations' })),
      paymentMethods: nullable(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })),
      defaultPaymentMethod: nullable(Type.String({ maxLength: 50 })),
      lazyPaymentMethods: nullable(Type.Boolean()),
      expirationMinutes: nullable(Type.Number({ minimum: 1, maximum: 43_200 })),
      monitoringMinutes: nullable(Type.Number({ minimum: 0, maximum: 5_256_000 })),
      paymentTolerance: nullable(
        Type.Number({ minimum: 0, maximum: 100, description: 'Ignored: amounts are exact' }),
      ),
      redirectURL: nullable(
        Type.String({ maxLength: 2_048, description: '{InvoiceId} and {OrderId} are replaced' }),
      ),
      redirectAutomatically: nullable(Type.Boolean()),
      defaultLanguage: nullable(Type.String({ maxLength: 50 })),
    }),
  ),
  receipt: nullable(AnyObject),
  additionalSearchTerms: nullable(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 })),
})

export const MetadataBody = Type.Object({ metadata: nullable(AnyObject) })
export const StatusBody = Type.Object({ status: Type.String({ maxLength: 50, description: 'Invalid' }) })

export const GreenfieldInvoice = Type.Object({
  id: Type.String(),
  storeId: Type.String(),
  amount,
  paidAmount: amount,
  currency: Type.String(),
  type: Type.Literal('Standard'),
  checkoutLink: Type.String(),
  status: Type.Enum([...greenfieldStatuses]),
  additionalStatus: Type.Enum([...additionalStatuses]),
  createdTime: seconds,
  expirationTime: seconds,
  monitoringExpiration: seconds,
  monitoringTime: seconds,
  metadata: AnyObject,
  checkout: AnyObject,
  additionalSearchTerms: Type.Array(Type.String()),
  availableStatusesForManualMarking: Type.Array(Type.String()),
  archived: Type.Boolean(),
  receipt: AnyObject,
  paymentMethods: Type.Optional(Type.Array(AnyObject)),
})

const PaymentObject = Type.Object({
  id: Type.String({ description: '<txid>-<output>' }),
  receivedDate: seconds,
  value: amount,
  fee: amount,
  status: Type.Enum(['Processing', 'Settled', 'Invalid']),
  destination: Type.String(),
})

export const InvoiceMethodList = Type.Array(
  Type.Object({
    paymentMethodId: Type.String(),
    currency: Type.String(),
    activated: Type.Boolean(),
    destination: Type.String({
      description:
        'The issued address of an invoice that accepts any wallet, if payments to it are detected; otherwise empty',
    }),
    paymentLink: Type.String({
      description:
        'A URI for wallets. While the invoice can be paid to `destination`, it contains that address and the remaining amount',
    }),
    rate: amount,
    paymentMethodPaid: amount,
    totalPaid: amount,
    due: amount,
    amount,
    paymentMethodFee: amount,
    additionalData: AnyObject,
    payments: Type.Array(PaymentObject),
  }),
)

const oneOrMore = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))

export const InvoicesQuery = Type.Object({
  orderId: oneOrMore('Order id; may be repeated'),
  textSearch: Type.Optional(Type.String()),
  status: oneOrMore('May be repeated'),
  startDate: Type.Optional(Type.String({ description: 'Unix time in seconds' })),
  endDate: Type.Optional(Type.String({ description: 'Unix time in seconds' })),
  take: Type.Optional(Type.String({ description: 'At most 200. Default: 50' })),
  skip: Type.Optional(Type.String()),
  includeArchived: Type.Optional(Type.String()),
  includePaymentMethods: Type.Optional(Type.String()),
})

export const StoreMethod = Type.Object({ paymentMethodId: Type.String(), enabled: Type.Boolean() })
export const LegacyMethod = Type.Object({ enabled: Type.Boolean(), cryptoCode: Type.String() })

export const RatesQuery = Type.Object({ currencyPair: oneOrMore('Such as BTC_USD; may be repeated') })
export const RateList = Type.Array(
  Type.Object({ currencyPair: Type.String(), rate: amount, errors: Type.Array(Type.String()) }),
)

export const ServerObject = Type.Object({
  version: Type.String({ description: 'The BTCPay Server version whose API the service supports' }),
  onion: Type.String(),
  supportedPaymentMethods: Type.Array(Type.String()),
  fullySynched: Type.Boolean(),
  syncStatus: Type.Array(AnyObject),
  implementation: Type.Object({ name: Type.String(), version: Type.String() }),
})
