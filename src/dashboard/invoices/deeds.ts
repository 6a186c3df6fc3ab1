import type { Acting } from '../../audit/entry.ts'
import type { Shown } from '../../invoices/show.ts'
import { Refused } from '../../kernel/refused.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import type { HistoryReader } from './history.ts'

export interface DeedParts {
  readonly glance: (uid: string) => Promise<Shown>
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
  readonly history: Pick<HistoryReader, 'events'>
  readonly deliveries: Pick<WebhookDeliveries, 'ofEvents' | 'redeliver'>
}

/** What an owner does to an invoice beside what its own use cases do. */
export function invoiceDeeds({ glance, isGranted, history, deliveries }: DeedParts) {
  return { requireOwnInvoice, resend }

  /**
   * Who was granted a look is told that it is no more than one; for everybody else the invoice is not there.
   * @throws {Refused} `view_only`, `invoice_not_found`
   */
  async function requireOwnInvoice(accountId: number, uid: string): Promise<void> {
    const { accountId: owner } = await glance(uid)
    if (owner === accountId) return
    throw new Refused((await isGranted(owner, accountId)) ? 'view_only' : 'invoice_not_found')
  }

  /**
   * Sends a webhook of the invoice again; the newest, when none is named.
   * @throws {Refused} `delivery_not_found`, `webhook_disabled`
   */
  async function resend(by: Acting, uid: string, deliveryId: string | null): Promise<void> {
    const ids = (await history.events(uid)).map(({ id }) => id)
    const sent = await deliveries.ofEvents(by.accountId, ids)
    const chosen = deliveryId === null ? sent.at(-1) : sent.find(({ id }) => id === deliveryId)
    if (!chosen) throw new Refused('delivery_not_found')
    await deliveries.redeliver(by, chosen.id)
  }
}
