import { second } from '../kernel/clock.ts'

/** The account and service data that a store's view needs. */
interface Store {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly invoiceLifetimeMs: number
  readonly monitoringPeriodMs: number
  readonly speedPolicy: SpeedPolicy
  /** The id of the first payment method; empty if there is none. */
  readonly defaultPaymentMethod: string
}

/** Required confirmations under BTCPay Server's names for them. */
const confirmationsByPolicy = { HighSpeed: 0, MediumSpeed: 1, LowMediumSpeed: 2, LowSpeed: 6 } as const
export type SpeedPolicy = keyof typeof confirmationsByPolicy
export const speedPolicies = Object.keys(confirmationsByPolicy) as SpeedPolicy[]

export const toConfirmations = (policy: SpeedPolicy): number => confirmationsByPolicy[policy]

/** The name for a number of confirmations. More than 2 is the slowest policy. */
export const toSpeedPolicy = (confirmations: number): SpeedPolicy =>
  speedPolicies.find((policy) => confirmationsByPolicy[policy] >= confirmations) ?? 'LowSpeed'

export const receiptView = { enabled: true, showQR: false, showPayments: true } as const

/** No member is null, because clients read them with typed getters. */
export const toStoreView = (store: Store) => ({
  id: store.id,
  name: store.name,
  website: '',
  defaultCurrency: store.currency,
  invoiceExpiration: store.invoiceLifetimeMs / second,
  monitoringExpiration: store.monitoringPeriodMs / second,
  speedPolicy: store.speedPolicy,
  paymentTolerance: 0,
  anyoneCanCreateInvoice: false,
  requiresRefundEmail: false,
  redirectAutomatically: false,
  defaultPaymentMethod: store.defaultPaymentMethod,
  defaultLang: 'en',
  htmlTitle: '',
  networkFeeMode: 'Never',
  payJoinEnabled: false,
  lazyPaymentMethods: true,
  archived: false,
  showRecommendedFee: false,
  recommendedFeeBlockTarget: 1,
  customLogo: '',
  customCSS: '',
  lightningAmountInSatoshi: false,
  lightningPrivateRouteHints: false,
  lightningDescriptionTemplate: '',
  onChainWithLnInvoiceFallback: false,
  receipt: receiptView,
})
