import type { PaymentRejection } from '../../checkout/payment-rejections.ts'
import type { CoinCode } from '../../coins/index.ts'
import { countConfirmations, type Invoice } from '../../invoices/invoice.ts'
import { buildPaymentOptions, type PaymentOption } from '../../invoices/option.ts'
import type { RenderedInvoice } from '../../invoices/show.ts'
import type { ViewContext } from '../../invoices/view.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { formatDecimal } from '../../kernel/money.ts'
import type { PaymentException } from '../../payments/exception.ts'
import type { RateSnapshot } from '../../rates/snapshot.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { HistoryReader, PaymentRecord } from './history.ts'
import { buildTimeline, type TimelineEntry } from './timeline.ts'

/** A coin's rate and its sources. */
interface Price {
  /** Exact decimal, in the invoice's currency. */
  readonly value: string
  readonly sources: readonly string[]
}

interface PricedOption extends PaymentOption {
  readonly price: Price | null
}

export interface DisplayedPayment extends PaymentRecord {
  readonly price: Price | null
  readonly confirmations: number
}

/** Everything that an invoice's page shows. */
export interface InvoiceDetail {
  readonly invoice: Invoice
  /** The response of `GET /invoices/{uid}`, as the owner gets it. */
  readonly apiResponse: string
  readonly options: readonly PricedOption[]
  /** Newest first. */
  readonly payments: readonly DisplayedPayment[]
  /** Of every status, oldest first. */
  readonly exceptions: readonly PaymentException[]
  readonly entries: readonly TimelineEntry[]
  readonly omittedCount: number
  /** Oldest first; null for viewers. */
  readonly deliveries: readonly DeliveryWithAttempts[] | null
}

export interface DetailDependencies {
  readonly show: (uid: string) => Promise<RenderedInvoice>
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly getSnapshot: (id: string) => Promise<RateSnapshot>
  readonly history: HistoryReader
  readonly listExceptions: (uid: string) => Promise<PaymentException[]>
  readonly findRejection: (uid: string) => Promise<PaymentRejection | null>
  readonly listDeliveries: (accountId: number, eventIds: readonly string[]) => Promise<DeliveryWithAttempts[]>
  readonly view: ViewContext
}

interface InvoiceViewer {
  /** The account that must own the invoice. */
  readonly accountId: number
  /** False for a viewer, who sees neither webhooks nor payment addresses. */
  readonly isOwner: boolean
}

export function createInvoiceDetailLoader(dependencies: DetailDependencies) {
  const { show, find, getSnapshot, history, view } = dependencies
  return loadDetail

  /** Requotes if the quote has expired or is about to, like `GET /invoices/{uid}`. @throws {ApiError} `invoice_not_found` */
  async function loadDetail(uid: string, { accountId, isOwner }: InvoiceViewer): Promise<InvoiceDetail> {
    const { owner: apiResponse } = await requireOwned(show, uid, accountId)
    const invoice = await find(uid)
    if (!invoice) throw new ApiError('invoice_not_found')
    const [events, payments, requestedCoins, pastQuotes, exceptions] = await Promise.all([
      history.listEvents(uid),
      history.listPayments(uid),
      history.listRequestedCoins(uid),
      history.countPastQuotes(uid),
      dependencies.listExceptions(uid),
    ])
    const ids = events.map(({ id }) => id)
    const deliveries = isOwner ? await dependencies.listDeliveries(accountId, ids) : null
    const rejection = invoice.status === 'unpaid' ? await dependencies.findRejection(uid) : null
    const timelineInput = { invoice, events, payments, requestedCoins, pastQuotes, rejection, deliveries }
    return {
      invoice,
      apiResponse,
      options: await listOptions(invoice),
      payments: await Promise.all(payments.map(toDisplayedPayment)),
      exceptions,
      ...buildTimeline(timelineInput),
      deliveries,
    }
  }

  async function listOptions(invoice: Invoice): Promise<PricedOption[]> {
    if (invoice.status !== 'unpaid') return []
    const prices = await getSnapshot(invoice.quote.snapshotId)
    return buildPaymentOptions(invoice, prices, view.baseUrl).map((option) => ({
      ...option,
      price: getPrice(prices, option.currency),
    }))
  }

  async function toDisplayedPayment(payment: PaymentRecord): Promise<DisplayedPayment> {
    const prices = await getSnapshot(payment.snapshotId)
    const confirmations = countConfirmations(payment, view.getTipHeight(payment.coin))
    return { ...payment, price: getPrice(prices, payment.coin), confirmations }
  }
}

/** The API response for the owner. Another account's invoice is reported as missing. @throws {ApiError} `invoice_not_found` */
async function requireOwned(
  show: DetailDependencies['show'],
  uid: string,
  accountId: number,
): Promise<RenderedInvoice> {
  const rendered = await show(uid)
  if (rendered.accountId !== accountId) throw new ApiError('invoice_not_found')
  return rendered
}

function getPrice({ rates }: RateSnapshot, coin: CoinCode): Price | null {
  const rate = rates.get(coin)
  return rate?.isAgreed ? { value: formatDecimal(rate.value), sources: rate.sources } : null
}
