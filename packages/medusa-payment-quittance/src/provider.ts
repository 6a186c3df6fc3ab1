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
import { formatAmount } from './amount.ts'
import { type QuittanceOptions, validateOptions } from './options.ts'
import { getSessionStatus, getWebhookAction, statusEvents } from './status.ts'

type SessionData = Readonly<Record<string, unknown>> | undefined

/** The payment that a session requests, stored in the invoice's metadata. */
interface Order {
  readonly medusa_session_id: string
  /** Exact; `amount` of an invoice is a number. */
  readonly medusa_amount: string
  readonly medusa_currency: string
}

/** Medusa queues and retries webhooks before it passes them on. A replay has no effect, because the invoice is read again. */
const webhookToleranceMs = 24 * 60 * 60_000

/**
 * Payments of a Medusa shop. A session's invoice is the newest one with the session's id, so customers can't select another one
 * through `data`.
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

  /** Confirmed money is already in the merchant's wallet, so capturing only checks for confirmations. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const invoice = await this.requireInvoice(data)
    if (getSessionStatus(invoice) === 'captured') return { data: describe(invoice).data }
    throw createNotAllowedError(
      invoice.status === 'paid'
        ? `The payment doesn't have its confirmations yet: it has ${invoice.payment.confirmations}.`
        : `The invoice is ${invoice.status}.`,
    )
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const invoice = await this.findInvoice(getSessionId(data))
    if (!invoice) return { data: { ...data } }
    return { data: describe(await this.cancel(invoice)).data }
  }

  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return this.cancelPayment(input)
  }

  async refundPayment({ data }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    if (!this.config.recordRefunds)
      throw createNotAllowedError(
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
    const order = statusEvents.has(type) && 'invoice' in data ? getOrder(data.invoice) : null
    if (!order || !('uid' in data)) return { action: 'not_supported' }
    // Events of the session's earlier invoices are ignored. The event may be older than the invoice's status.
    const invoice = await this.findInvoice(order.medusa_session_id)
    if (invoice?.uid !== data.uid) return { action: 'not_supported' }
    return {
      action: getWebhookAction(invoice),
      data: { session_id: order.medusa_session_id, amount: order.medusa_amount },
    }
  }

  /** Returns the session's invoice if it matches the requested amount; otherwise replaces it with a new one. */
  private async ensureInvoice(input: InitiatePaymentInput | UpdatePaymentInput): Promise<Invoice> {
    const currency = input.currency_code.toUpperCase()
    const sessionId = getSessionId(input.data)
    if (sessionId === null)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'data.session_id of the session is missing.')
    const order: Order = {
      medusa_session_id: sessionId,
      medusa_amount: formatAmount(input.amount, currency),
      medusa_currency: currency,
    }
    const current = await this.findInvoice(sessionId)
    if (current && canKeep(current) && isForOrder(current, order)) return current
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
    const invoice = await this.findInvoice(getSessionId(data))
    if (invoice) return invoice
    throw new MedusaError(MedusaError.Types.NOT_FOUND, 'The payment session has no invoice.')
  }

  /** Cancels an unpaid invoice. @throws {MedusaError} if money has arrived, because a cancellation would hide it */
  private async cancel(invoice: Invoice): Promise<Invoice> {
    if (invoice.status !== 'unpaid' && invoice.status !== 'paid') return invoice
    try {
      return (await this.client.invoices.cancel(invoice.uid)).invoice
    } catch (error) {
      if (error instanceof QuittanceError && error.code === 'invoice_not_cancellable')
        throw createNotAllowedError(`The invoice can't be cancelled: ${error.message}`)
      throw error
    }
  }
}

/** The session's status, and the data that Medusa stores with it. The storefront reads `checkout_url`. */
function describe(invoice: Invoice) {
  const { uid, checkout_url, uri, status, expires_at, metadata } = invoice
  return {
    status: getSessionStatus(invoice),
    data: { session_id: metadata?.medusa_session_id, uid, checkout_url, uri, status, expires_at },
  }
}

/** The order that an invoice was created for; null if it wasn't created for a Medusa session. */
function getOrder({ metadata }: Invoice): Order | null {
  const { medusa_session_id, medusa_amount, medusa_currency } = metadata ?? {}
  const isText = (value: unknown): value is string => typeof value === 'string'
  if (!isText(medusa_session_id) || !isText(medusa_amount) || !isText(medusa_currency)) return null
  return { medusa_session_id, medusa_amount, medusa_currency }
}

function isForOrder(invoice: Invoice, { medusa_amount, medusa_currency }: Order): boolean {
  const order = getOrder(invoice)
  return order?.medusa_amount === medusa_amount && order.medusa_currency === medusa_currency
}

/** Whether the session can keep its invoice: it is paid or can still be paid. */
const canKeep = ({ status }: Invoice): boolean => status === 'unpaid' || status === 'paid'

const getSessionId = (data: SessionData): string | null =>
  typeof data?.session_id === 'string' && data.session_id !== '' ? data.session_id : null

const createNotAllowedError = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
