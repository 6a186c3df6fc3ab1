import { ApiError } from '../kernel/api-error.ts'
import { checkRedirectUrl } from '../kernel/web-address.ts'

/** The public profile of an account, as payers see it. */
export interface Storefront {
  /** Null if its name is empty or just its email address, which payers should not see. */
  readonly name: string | null
  /** Origins that may embed its checkout pages in a frame. */
  readonly frameOrigins: readonly string[]
}

/** How to email an account's owner, and about what. */
interface Contact {
  readonly email: string
  /** The language of its pages when it last signed in; null if it never did. */
  readonly language: string | null
  /** Whether the owner wants emails about payments that need attention. */
  readonly sendsExceptionEmails: boolean
  /** Whether buyers get receipts by email. */
  readonly sendsReceiptEmails: boolean
}

export interface StorefrontStore {
  getStorefront(accountId: number): Promise<Storefront>
  getContact(accountId: number): Promise<Contact>
}

export const maxOrigins = 20
/** Copied to a header unchanged: only host characters, no wildcard. */
const originPattern = /^https?:\/\/[a-z0-9.:[\]-]+$/

/**
 * Parses `https://shop.example, https://www.shop.example`: https, or http for this machine, with nothing after the host. An empty string
 * gives no origins.
 * @throws {ApiError} `account_invalid`
 */
export function parseFrameOrigins(text: string): string[] {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== '')
  if (origins.length > maxOrigins)
    throw new ApiError('account_invalid', `An account can list at most ${maxOrigins} origins.`)
  return [...new Set(origins.map(parseFrameOrigin))]
}

/** The origin of a URL that is https, or http for this machine. Null for any other URL, and if a header can't hold its host. */
export function parseHttpsOrigin(text: string): string | null {
  const result = checkRedirectUrl(text)
  const origin = 'url' in result ? new URL(result.url).origin : ''
  return originPattern.test(origin) ? origin : null
}

function parseFrameOrigin(text: string): string {
  const origin = parseHttpsOrigin(text)
  if (origin !== null && (text === origin || text === `${origin}/`)) return origin
  throw new ApiError(
    'account_invalid',
    'Invalid origin: use https://shop.example, or http://localhost:8080 on this machine, without a path.',
  )
}
