import assert from 'node:assert/strict'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import type { TestScope } from './databases.ts'
import { type ShownInvoice, startService } from './service.ts'

export interface Page {
  readonly invoices: readonly {
    readonly invoice: ShownInvoice
    readonly payment_options: readonly unknown[]
  }[]
  readonly next_cursor: string | null
}

export const getMemos = ({ invoices }: Page): (string | null)[] => invoices.map(({ invoice }) => invoice.memo)

/** A service whose clock advances only when an invoice is created, and requests for its lists. */
export async function startListing(t: TestScope) {
  const clock = createManualClock(Date.UTC(2026, 2, 1, 12))
  const service = await startService(t, { clock })
  return { ...service, clock, list, createMerchantWithInvoices }

  /** `GET /invoices` with these parameters, by default as the merchant. */
  async function list(query: string, token = service.merchant.token): Promise<Page> {
    const { status, text } = await service.request(`/invoices?${query}`, { token })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }

  /** A new merchant with invoices of these bodies, the oldest first, a minute apart. */
  async function createMerchantWithInvoices(name: string, bodies: readonly Record<string, unknown>[]) {
    const merchant = await service.anotherMerchant(name, ['LTC', 'DOGE'])
    const uids: string[] = []
    for (const body of bodies) {
      clock.advance(minute)
      uids.push((await service.createInvoice(body, { token: merchant.token })).invoice.uid)
    }
    return { ...merchant, uids, find: async (query: string) => getMemos(await list(query, merchant.token)) }
  }
}
