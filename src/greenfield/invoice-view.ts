import type { Invoice } from '../invoices/invoice.ts'
import { parseMetadata } from '../invoices/metadata.ts'
import { computeCountedValue, hasExcess } from '../invoices/received.ts'
import { minute, second } from '../kernel/clock.ts'
import { getMinorUnits } from '../kernel/currencies.ts'
import { compareDecimals, createDecimal, type Decimal, formatDecimal } from '../kernel/money.ts'
import { getGreenfieldStatus } from './invoice-status.ts'
import { toPaymentMethodId } from './payment-methods.ts'
import { receiptView, type SpeedPolicy, toSpeedPolicy } from './store-view.ts'

interface InvoiceViewContext {
  readonly baseUrl: string
  /** How long an invoice is monitored after its end, unless its client chose another time. */
  readonly monitoringPeriodMs: number
  /** The policy of invoices that don't have their own. */
  readonly speedPolicy: SpeedPolicy
}

const toSeconds = (at: number): number => Math.floor(at / second)

/** An invoice in Greenfield format. Amounts are decimal strings, times are in seconds, and no member is null. */
export function toInvoiceView(invoice: Invoice, context: InvoiceViewContext) {
  const { createdAt, expiresAt, checkout: options } = invoice
  const { monitoringMinutes = Math.round(context.monitoringPeriodMs / minute), receipt = receiptView } =
    options?.echoedFields ?? {}
  return {
    id: invoice.uid,
    storeId: String(invoice.accountId),
    amount: formatDecimal(invoice.amount),
    paidAmount: formatDecimal(computePaidAmount(invoice)),
    currency: invoice.currency,
    type: 'Standard' as const,
    checkoutLink: `${context.baseUrl}/i/${invoice.uid}`,
    ...getGreenfieldStatus(invoice),
    createdTime: toSeconds(createdAt),
    expirationTime: toSeconds(expiresAt),
    monitoringExpiration: toSeconds(expiresAt + monitoringMinutes * minute),
    // A getter of the PHP client reads this member, and fails without it.
    monitoringTime: toSeconds(expiresAt + monitoringMinutes * minute),
    metadata: invoice.metadata === null ? {} : parseMetadata(invoice.metadata),
    checkout: { ...toCheckoutView(invoice, context), monitoringMinutes },
    additionalSearchTerms: [...(options?.searchTerms ?? [])],
    availableStatusesForManualMarking: invoice.status === 'unpaid' ? ['Invalid'] : [],
    archived: invoice.isArchived,
    receipt,
  }
}

function toCheckoutView(invoice: Invoice, { speedPolicy }: InvoiceViewContext) {
  const { confirmations, redirectUrl, createdAt, expiresAt, checkout: options, quote } = invoice
  const coins = invoice.coins ?? quote.coins.map(({ code }) => code)
  const methods = coins.map(toPaymentMethodId)
  const { defaultPaymentMethod = methods[0] ?? '', lazyPaymentMethods = true } = options?.echoedFields ?? {}
  return {
    speedPolicy: confirmations === null ? speedPolicy : toSpeedPolicy(confirmations),
    paymentMethods: methods,
    defaultPaymentMethod,
    lazyPaymentMethods,
    expirationMinutes: Math.round((expiresAt - createdAt) / minute),
    paymentTolerance: 0,
    redirectURL: redirectUrl ?? '',
    redirectAutomatically: options?.redirectsAutomatically ?? false,
    defaultLanguage: options?.language ?? '',
  }
}

/** Plug-ins compare it with the amount, so rounding to a whole base unit of the coin, or an offset on a fixed address, adds nothing. */
function computePaidAmount({ status, amount, currency, anyWallet }: Invoice): Decimal {
  const received = anyWallet?.received ?? []
  if (received.length === 0) return status === 'paid' ? amount : computeCountedValue([])
  const value = computeCountedValue(received)
  const isExact = status === 'paid' && compareDecimals(value, amount) >= 0 && !hasExcess(received)
  if (isExact) return amount
  // Before it is paid, rounding must not make it look as if the whole amount had arrived.
  return roundToMinorUnits(value, currency, status === 'paid' ? 'half-even' : 'down')
}

/** BTCPay Server rounds halves to even. */
function roundToMinorUnits(
  { digits, scale }: Decimal,
  currency: string,
  rounding: 'half-even' | 'down',
): Decimal {
  const places = getMinorUnits(currency) ?? 2
  if (scale <= places) return { digits, scale }
  const unit = 10n ** BigInt(scale - places)
  const whole = digits / unit
  const twice = (digits % unit) * 2n
  const isUp = rounding === 'half-even' && (twice > unit || (twice === unit && whole % 2n === 1n))
  return createDecimal(isUp ? whole + 1n : whole, places)
}
