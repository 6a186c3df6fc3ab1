import { second } from '../kernel/clock.ts'

/** The account and service data that a store's view needs. */
interface Store {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly invoiceMs: number
  readonly monitoringMs: number
  readonly speedPolicy: SpeedPolicy
  /** The id of the first payment method; empty if there is none. */
  readonly defaultPaymentMethod: string
}

/** Required confirmations under the names that clients know: 0, 1, 2 and 6. */
const confirmationsOf = { HighSpeed: 0, MediumSpeed: 1, LowMediumSpeed: 2, LowSpeed: 6 } as const
export type SpeedPolicy = keyof typeof confirmationsOf
export const speedPolicies = Object.keys(confirmationsOf) as SpeedPolicy[]

export const toConfirmations = (policy: SpeedPolicy): number => confirmationsOf[policy]

/** The name for a number of confirmations. More than 2 is the slowest policy. */
export const toSpeedPolicy = (confirmations: number): SpeedPolicy =>
  speedPolicies.find((policy) => confirmationsOf[policy] >= confirmations) ?? 'LowSpeed'

export const receiptView = { enabled: true, showQR: false, showPayments: true } as const

/** No member is null: the getters of clients are typed. */
export const storeView = (store: Store) => ({
  id: store.id,
  name: store.name,
  website: '',
  defaultCurrency: store.currency,
  invoiceExpiration: store.invoiceMs / second,
  monitoringExpiration: store.monitoringMs / second,
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
