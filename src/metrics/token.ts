import { timingSafeEqual } from 'node:crypto'
import { digestOf } from '../kernel/ids.ts'

/** What a bearer token may be made of (RFC 6750 §2.1), and long enough that nobody guesses it. */
export const isMetricsToken = (text: string): boolean => /^[\w.~+/-]{16,1000}=*$/.test(text)

/** Does a header bear that token? Digests are compared, in constant time: neither content nor length can be felt out. */
export function bearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = Buffer.from(digestOf(token))
  return (authorization = '') => {
    const [, presented] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return presented !== undefined && timingSafeEqual(Buffer.from(digestOf(presented)), expected)
  }
}
