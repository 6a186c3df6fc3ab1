import { randomBytes, timingSafeEqual } from 'node:crypto'
import { computeHmac } from '../kernel/hmac.ts'
import type { Credentials } from './credentials.ts'

const nameBytes = 16
/** Half of the name is random; the other half authenticates it. */
const randomNameBytes = 8
const signatureBytes = 16

/** Cookie values to set after signing in. */
export interface SessionCookies {
  /** The session's cookie. */
  readonly secret: string
  readonly knownBrowser: string
}

type Account = Pick<Credentials, 'accountId' | 'passwordHash'>

/**
 * Browsers that have signed in to an account before. Their cookie grants no access: it only gives their password attempts a separate limit,
 * so that password guessing by others does not lock them out. It is valid for one account, until its password changes.
 * @param serverKey at least 32 bytes
 */
export function createKnownBrowsers(serverKey: Uint8Array) {
  const key = computeHmac('sha256', serverKey, 'known browser')
  return { issueCookie, findName, findIssuedName }

  /** A new cookie value for the browser. */
  function issueCookie(account: Account): string {
    const name = createName(randomBytes(randomNameBytes))
    return Buffer.concat([name, signName(name, account)]).toString('base64url')
  }

  /** The name under which the browser's attempts on this account are counted. Null if it has not signed in to the account before. */
  function findName(cookie: string | null, account: Account | null): string | null {
    const bytes = Buffer.from(cookie ?? '', 'base64url')
    if (account === null || bytes.length !== nameBytes + signatureBytes) return null
    const name = bytes.subarray(0, nameBytes)
    return timingSafeEqual(bytes.subarray(nameBytes), signName(name, account)) ? name.toString('hex') : null
  }

  /** The name in a cookie that we issued for any account, checked without the database. Null if we did not issue it. */
  function findIssuedName(cookie: string | null): string | null {
    const bytes = Buffer.from(cookie ?? '', 'base64url')
    if (bytes.length !== nameBytes + signatureBytes) return null
    const name = bytes.subarray(0, nameBytes)
    return timingSafeEqual(name, createName(name.subarray(0, randomNameBytes))) ? name.toString('hex') : null
  }

  function createName(random: Buffer): Buffer {
    const mac = computeHmac('sha256', key, 'name', random)
    return Buffer.concat([random, mac]).subarray(0, nameBytes)
  }

  function signName(name: Buffer, { accountId, passwordHash }: Account): Buffer {
    const content = JSON.stringify([name.toString('hex'), accountId, passwordHash])
    return computeHmac('sha256', key, content).subarray(0, signatureBytes)
  }
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
