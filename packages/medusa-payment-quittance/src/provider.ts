import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { AbstractPaymentProvider, MedusaError } from '@medusajs/framework/utils'
import {
  createClient,
  type Invoice,
  type QuittanceClient,
  QuittanceError,
  type WebhookHeaders,
  webhooks,
} from 'quittance/client'
import { decimalText } from './amount.ts'
import { type QuittanceOptions, validateOptions } from './options.ts'
import { sessionStatus, statusEvents, webhookAction } from './status.ts'

type SessionData = Readonly<Record<string, unknown>> | undefined

/** What a session asks for. An invoice keeps it in its metadata. */
interface Order {
  readonly medusa_session_id: string
  /** Exact; `amount` of an invoice is a number. */
  readonly medusa_amount: string
  readonly medusa_currency: string
}

/** Medusa queues webhooks, and retries them, before it passes them on. A replay has no effect: the invoice is read again. */
const webhookToleranceMs = 24 * 60 * 60_000

/**
 * Payments of a Medusa shop. A session's invoice is the newest one with the session's id: nothing that a customer can put into
 * `data` chooses another.
 */
export class QuittancePaymentProvider extends AbstractPaymentProvider<QuittanceOptions> {
  static override identifier = 'quittance'
  private readonly client: QuittanceClient

  static override validateOptions(options: Record<string, unknown>): void {
    validateOptions(options)
  }

  constructor(container: Record<string, unknown>, options: QuittanceOptions) {
    super(container, options)
    this.client = createClient(options)
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const invoice = await this.ensureInvoice(input)
    return { id: invoice.uid, ...describe(invoice) }
  }

  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return describe(await this.ensureInvoice(input))
  }

  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return describe(await this.requireInvoice(data))
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return describe(await this.requireInvoice(data))
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: describe(await this.requireInvoice(data)).data }
  }

  /** The money is the merchant's as soon as it is confirmed: there is nothing to do but check. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const invoice = await this.requireInvoice(data)
    if (sessionStatus(invoice) === 'captured') return { data: describe(invoice).data }
    throw notAllowed(
      invoice.status === 'paid'
        ? `The payment doesn't have its confirmations yet: it has ${invoice.payment.confirmations}.`
        : `The invoice is ${invoice.status}.`,
    )
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const invoice = await this.findInvoice(sessionIdOf(data))
    if (!invoice) return { data: { ...data } }
    return { data: describe(await this.cancel(invoice)).data }
  }

  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return this.cancelPayment(input)
  }

  async refundPayment({ data }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    if (!this.config.recordRefunds)
      throw notAllowed(
        'Quittance has no keys to send a refund with. Send it from your own wallet; the option recordRefunds lets Medusa record it.',
      )
    return { data: { ...data } }
  }

  /** @throws {QuittanceError} `webhook_signature_invalid`, `webhook_timestamp_invalid` */
  async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const { type, data } = await webhooks.verify(
      payload.rawData,
      payload.headers as WebhookHeaders,
      this.config.webhookSecret,
      { toleranceMs: webhookToleranceMs },
    )
    const order = statusEvents.has(type) && 'invoice' in data ? orderOf(data.invoice) : null
    if (!order || !('uid' in data)) return { action: 'not_supported' }
    // An earlier invoice of the session no longer speaks for it. The event may be older than the invoice's status.
    const invoice = await this.findInvoice(order.medusa_session_id)
    if (invoice?.uid !== data.uid) return { action: 'not_supported' }
    return {
      action: webhookAction(invoice),
      data: { session_id: order.medusa_session_id, amount: order.medusa_amount },
    }
  }

  /** The invoice for what a session asks for: the one that it has, if that fits, or else a new one in its place. */
  private async ensureInvoice(input: InitiatePaymentInput | UpdatePaymentInput): Promise<Invoice> {
    const currency = input.currency_code.toUpperCase()
    const sessionId = sessionIdOf(input.data)
    if (sessionId === null)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'data.session_id of the session is missing.')
    const order: Order = {
      medusa_session_id: sessionId,
      medusa_amount: decimalText(input.amount, currency),
      medusa_currency: currency,
    }
    const current = await this.findInvoice(sessionId)
    if (current && isOpen(current) && isFor(current, order)) return current
    if (current) await this.cancel(current)
    const { invoice } = await this.client.invoices.create(
      {
        ...this.config.invoice,
        amount: order.medusa_amount,
        currency,
        external_id: sessionId,
        metadata: { ...order },
      },
      { idempotencyKey: [...Object.values(order), current?.uid].join(' ') },
    )
    return invoice
  }

  private async findInvoice(sessionId: string | null): Promise<Invoice | null> {
    if (sessionId === null) return null
    const { invoices } = await this.client.invoices.list({ external_id: sessionId, limit: 1 })
    return invoices[0]?.invoice ?? null
  }

  private async requireInvoice(data: SessionData): Promise<Invoice> {
    const invoice = await this.findInvoice(sessionIdOf(data))
    if (invoice) return invoice
    throw new MedusaError(MedusaError.Types.NOT_FOUND, 'The payment session has no invoice.')
  }

  /** Cancels an unpaid invoice. @throws {MedusaError} when money has arrived, which a cancellation would hide */
  private async cancel(invoice: Invoice): Promise<Invoice> {
    if (invoice.status !== 'unpaid' && invoice.status !== 'paid') return invoice
    try {
      return (await this.client.invoices.cancel(invoice.uid)).invoice
    } catch (error) {
      if (error instanceof QuittanceError && error.code === 'invoice_not_cancellable')
        throw notAllowed(`The invoice can't be cancelled: ${error.message}`)
      throw error
    }
  }
}

/** The status of a session, and what Medusa stores with it: the storefront reads `checkout_url`. */
function describe(invoice: Invoice) {
  const { uid, checkout_url, uri, status, expires_at, metadata } = invoice
  return {
    status: sessionStatus(invoice),
    data: { session_id: metadata?.medusa_session_id, uid, checkout_url, uri, status, expires_at },
  }
}

/** The order that an invoice was created for; null: it is not of a Medusa session. */
function orderOf({ metadata }: Invoice): Order | null {
  const { medusa_session_id, medusa_amount, medusa_currency } = metadata ?? {}
  const isText = (value: unknown): value is string => typeof value === 'string'
  if (!isText(medusa_session_id) || !isText(medusa_amount) || !isText(medusa_currency)) return null
  return { medusa_session_id, medusa_amount, medusa_currency }
}

function isFor(invoice: Invoice, { medusa_amount, medusa_currency }: Order): boolean {
  const order = orderOf(invoice)
  return order?.medusa_amount === medusa_amount && order.medusa_currency === medusa_currency
}

/** Paid, or it can still be paid. */
const isOpen = ({ status }: Invoice): boolean => status === 'unpaid' || status === 'paid'

const sessionIdOf = (data: SessionData): string | null =>
  typeof data?.session_id === 'string' && data.session_id !== '' ? data.session_id : null

const notAllowed = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
