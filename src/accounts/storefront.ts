import { Refused } from '../kernel/refused.ts'
import { checkRedirectUrl } from '../kernel/web-address.ts'

/** What payers see of an account. */
export interface Storefront {
  /** Null: it has no name but its e-mail address, which is no business of theirs. */
  readonly name: string | null
  /** Origins whose pages may show its checkout pages in a frame. */
  readonly frameOrigins: readonly string[]
}

export interface StorefrontStore {
  storefront(accountId: number): Promise<Storefront>
}

const mostOrigins = 20
/** It stands in a header as it is: a host's letters, and no wildcard. */
const plainOrigin = /^https?:\/\/[a-z0-9.:[\]-]+$/

/**
 * Reads `https://shop.example, https://www.shop.example`: https, or http to this machine, and nothing behind the host. Empty: none.
 * @throws {Refused} `account_invalid`
 */
export function readFrameOrigins(text: string): string[] {
  const given = text.split(/[\s,]+/).filter((each) => each !== '')
  if (given.length > mostOrigins)
    throw new Refused('account_invalid', `An account lists at most ${mostOrigins} origins.`)
  return [...new Set(given.map(originOf))]
}

function originOf(text: string): string {
  const verdict = checkRedirectUrl(text)
  const origin = 'url' in verdict ? new URL(verdict.url).origin : ''
  if (plainOrigin.test(origin) && (text === origin || text === `${origin}/`)) return origin
  throw new Refused(
    'account_invalid',
    'An origin is written https://shop.example, or http://localhost:8080 for this machine, with nothing behind it.',
  )
}
