import type { Refusal } from '../../checkout/refusals.ts'
import type { CoinCode } from '../../coins/index.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { type PaymentOption, paymentOptions } from '../../invoices/option.ts'
import type { Shown } from '../../invoices/show.ts'
import { confirmations, type ViewContext } from '../../invoices/view.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { Refused } from '../../kernel/refused.ts'
import type { RateSnapshot } from '../../rates/snapshot.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { HistoryReader, PaymentFacts } from './history.ts'
import { type Entry, timelineOf } from './timeline.ts'

/** A price of a coin, and whose it is. */
export interface Price {
  /** Exact decimal, in the invoice's currency. */
  readonly value: string
  readonly sources: readonly string[]
}

export interface PricedOption extends PaymentOption {
  readonly price: Price | null
}

export interface PaymentShown extends PaymentFacts {
  readonly price: Price | null
  readonly confirmations: number
}

/** Everything that the page of an invoice shows. */
export interface InvoiceDetail {
  readonly invoice: Invoice
  /** What the API answers, in the owner's form. */
  readonly answer: string
  readonly options: readonly PricedOption[]
  /** Newest first. */
  readonly payments: readonly PaymentShown[]
  readonly entries: readonly Entry[]
  readonly leftOut: number
  /** Oldest first; null: they are not the reader's to see. */
  readonly deliveries: readonly DeliveryShown[] | null
}

export interface DetailParts {
  readonly show: (uid: string) => Promise<Shown>
  readonly find: (uid: string) => Promise<Invoice | null>
  readonly snapshot: (id: string) => Promise<RateSnapshot>
  readonly history: HistoryReader
  readonly refusal: (uid: string) => Promise<Refusal | null>
  readonly deliveriesOf: (accountId: number, eventIds: readonly string[]) => Promise<DeliveryShown[]>
  readonly view: ViewContext
}

export interface Reader {
  /** Whose invoice it must be. */
  readonly accountId: number
  /** Webhooks and addresses are not for who was granted a look. */
  readonly isOwner: boolean
}

export function invoiceDetails(parts: DetailParts) {
  const { show, find, snapshot, history, view } = parts
  return detail

  /** As `GET /invoices/{uid}` it makes a fresh quote where one is due. @throws {Refused} `invoice_not_found` */
  async function detail(uid: string, { accountId, isOwner }: Reader): Promise<InvoiceDetail> {
    const { owner: answer } = await ownAnswer(show, uid, accountId)
    const invoice = await find(uid)
    if (!invoice) throw new Refused('invoice_not_found')
    const [events, payments, asked, pastQuotes] = await Promise.all([
      history.events(uid),
      history.payments(uid),
      history.asked(uid),
      history.pastQuotes(uid),
    ])
    const ids = events.map(({ id }) => id)
    const deliveries = isOwner ? await parts.deliveriesOf(accountId, ids) : null
    const refusal = invoice.status === 'unpaid' ? await parts.refusal(uid) : null
    const happened = { invoice, events, payments, asked, pastQuotes, refusal, deliveries }
    return {
      invoice,
      answer,
      options: await optionsOf(invoice),
      payments: await Promise.all(payments.map(paymentShown)),
      ...timelineOf(happened),
      deliveries,
    }
  }

  async function optionsOf(invoice: Invoice): Promise<PricedOption[]> {
    if (invoice.status !== 'unpaid') return []
    const prices = await snapshot(invoice.quote.snapshotId)
    return paymentOptions(invoice, prices, view.baseUrl).map((option) => ({
      ...option,
      price: priceOf(prices, option.currency),
    }))
  }

  async function paymentShown(payment: PaymentFacts): Promise<PaymentShown> {
    const prices = await snapshot(payment.snapshotId)
    const depth = confirmations(payment, view.tipHeight(payment.coin))
    return { ...payment, price: priceOf(prices, payment.coin), confirmations: depth }
  }
}

/** What the API answers its owner. Somebody else's is not there. @throws {Refused} `invoice_not_found` */
async function ownAnswer(show: DetailParts['show'], uid: string, accountId: number): Promise<Shown> {
  const shown = await show(uid)
  if (shown.accountId !== accountId) throw new Refused('invoice_not_found')
  return shown
}

function priceOf({ rates }: RateSnapshot, coin: CoinCode): Price | null {
  const rate = rates.get(coin)
  return rate?.agreed ? { value: formatDecimal(rate.value), sources: rate.sources } : null
}
