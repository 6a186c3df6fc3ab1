import type { AccountActor } from '../../audit/entry.ts'
import type { RenderedInvoice } from '../../invoices/show.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import type { HistoryReader } from './history.ts'

export interface InvoiceActionDependencies {
  readonly showWithoutRequote: (uid: string) => Promise<RenderedInvoice>
  readonly canReadInvoices: (ownerId: number, viewerId: number) => Promise<boolean>
  readonly history: Pick<HistoryReader, 'listEvents'>
  readonly deliveries: Pick<WebhookDeliveries, 'listByEvents' | 'redeliver'>
}

/** The owner's actions on an invoice that have no use case of their own. */
export function createInvoiceActions({
  showWithoutRequote,
  canReadInvoices,
  history,
  deliveries,
}: InvoiceActionDependencies) {
  return { requireOwnInvoice, resendWebhook }

  /**
   * Requires that the account owns the invoice.
   * @throws {ApiError} `view_only` for accounts with view access, `invoice_not_found` for all others
   */
  async function requireOwnInvoice(accountId: number, uid: string): Promise<void> {
    const { accountId: ownerId } = await showWithoutRequote(uid)
    if (ownerId === accountId) return
    throw new ApiError((await canReadInvoices(ownerId, accountId)) ? 'view_only' : 'invoice_not_found')
  }

  /**
   * Resends an invoice webhook: the given delivery, or the newest one that can be sent.
   * @throws {ApiError} `delivery_not_found`, `webhook_disabled`
   */
  async function resendWebhook(actor: AccountActor, uid: string, deliveryId: string | null): Promise<void> {
    const ids = (await history.listEvents(uid)).map(({ id }) => id)
    const sentDeliveries = await deliveries.listByEvents(actor.accountId, ids)
    const newest = sentDeliveries.findLast(({ canBeSent }) => canBeSent) ?? sentDeliveries.at(-1)
    const delivery = deliveryId === null ? newest : sentDeliveries.find(({ id }) => id === deliveryId)
    if (!delivery) throw new ApiError('delivery_not_found')
    await deliveries.redeliver(actor, delivery.id)
  }
}
