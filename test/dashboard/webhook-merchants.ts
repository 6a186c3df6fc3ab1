import assert from 'node:assert/strict'
import { createAuditStore } from '../../src/audit/store.ts'
import { openBrowser, type TestBrowser } from '../helpers/browser.ts'
import type { Service } from '../helpers/service.ts'

export const path = '/dashboard/settings/webhooks'
export const password = 'lantern under the stairs'
export const url = 'https://shop.example.com/hooks'

/** Merchants in their browsers, on the pages of webhooks. */
export function createWebhookMerchants(service: Service) {
  return { createMerchant, addEndpoint, readActions }

  async function createMerchant(name: string) {
    const email = `${name}@example.com`
    const { id } = await service.accounts.create({ email, password })
    const { token } = await service.accounts.createToken(email, { name: 'first' })
    const browser = openBrowser(service)
    await browser.signIn(email, password)
    return { id, email, token, browser }
  }

  /** Adds an endpoint; returns the path of its page. */
  async function addEndpoint(browser: TestBrowser, fields: Record<string, string> = {}): Promise<string> {
    const location = await browser.submit(path, { url, ...fields })
    const [, own = assert.fail(location)] = /^(.*\/whe_[0-9a-z]{26})\?done=created$/.exec(location) ?? []
    return own
  }

  /** The latest actions of the account, newest first. */
  async function readActions(id: number): Promise<string[]> {
    const rows = await createAuditStore(service.database.read).listByAccount(id, 5)
    return rows.map(({ action }) => action)
  }
}

export const parseEndpointId = (location: string): string => location.slice(path.length + 1)
export const parseSecret = (page: string): string | null => /whsec_[A-Za-z0-9+/]{43}=/.exec(page)?.[0] ?? null
