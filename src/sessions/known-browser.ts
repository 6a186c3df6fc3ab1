import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Credentials } from './credentials.ts'

const nameBytes = 16
const sealBytes = 16

/** What the cookies of a browser hold from now on in which somebody has signed in. */
export interface Begun {
  /** Of the session. */
  readonly secret: string
  readonly known: string
}

type Account = Pick<Credentials, 'accountId' | 'passwordHash'>

/**
 * Browsers in which somebody has signed in to an account before. What such a browser keeps opens nothing: its guesses have a count of their
 * own, so that strangers who guess at the account do not shut it out. It is good for that account, until its password is another.
 * @param serverKey at least 32 bytes
 */
export function knownBrowsers(serverKey: Uint8Array) {
  const key = createHmac('sha256', serverKey).update('known browser').digest()
  return { introduce, nameOf }

  /** What a cookie of the browser holds from now on. */
  function introduce(account: Account): string {
    const name = randomBytes(nameBytes)
    return Buffer.concat([name, sealOf(name, account)]).toString('base64url')
  }

  /** Under which name its guesses at that account are counted. Null: the account does not know it. */
  function nameOf(held: string | null, account: Account | null): string | null {
    const bytes = Buffer.from(held ?? '', 'base64url')
    if (account === null || bytes.length !== nameBytes + sealBytes) return null
    const name = bytes.subarray(0, nameBytes)
    return timingSafeEqual(bytes.subarray(nameBytes), sealOf(name, account)) ? name.toString('hex') : null
  }

  function sealOf(name: Buffer, { accountId, passwordHash }: Account): Buffer {
    const about = JSON.stringify([name.toString('hex'), accountId, passwordHash])
    return createHmac('sha256', key).update(about).digest().subarray(0, sealBytes)
  }
}

export type KnownBrowsers = ReturnType<typeof knownBrowsers>
