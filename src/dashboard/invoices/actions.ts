import type { AccountActor } from '../../audit/entry.ts'
import type { RenderedInvoice } from '../../invoices/show.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import type { HistoryReader } from './history.ts'

export interface InvoiceActionParts {
  readonly showWithoutRequote: (uid: string) => Promise<RenderedInvoice>
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
  readonly history: Pick<HistoryReader, 'events'>
  readonly deliveries: Pick<WebhookDeliveries, 'listByEvents' | 'redeliver'>
}

/** The owner's actions on an invoice that have no use case of their own. */
export function createInvoiceActions({
  showWithoutRequote,
  isGranted,
  history,
  deliveries,
}: InvoiceActionParts) {
  return { requireOwnInvoice, resend }

  /**
   * Tells viewers that they may only view the invoice. For everybody else, it doesn't exist.
   * @throws {ApiError} `view_only`, `invoice_not_found`
   */
  async function requireOwnInvoice(accountId: number, uid: string): Promise<void> {
    const { accountId: owner } = await showWithoutRequote(uid)
    if (owner === accountId) return
    throw new ApiError((await isGranted(owner, accountId)) ? 'view_only' : 'invoice_not_found')
  }

  /**
   * Resends a webhook of the invoice: the given delivery, or the newest one that can be sent.
   * @throws {ApiError} `delivery_not_found`, `webhook_disabled`
   */
  async function resend(by: AccountActor, uid: string, deliveryId: string | null): Promise<void> {
    const ids = (await history.events(uid)).map(({ id }) => id)
    const sent = await deliveries.listByEvents(by.accountId, ids)
    const newest = sent.findLast(({ canBeSent }) => canBeSent) ?? sent.at(-1)
    const chosen = deliveryId === null ? newest : sent.find(({ id }) => id === deliveryId)
    if (!chosen) throw new ApiError('delivery_not_found')
    await deliveries.redeliver(by, chosen.id)
  }
}
