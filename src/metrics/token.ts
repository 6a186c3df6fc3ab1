import { timingSafeEqual } from 'node:crypto'
import { digestOf } from '../kernel/ids.ts'

/** The characters of a bearer token (RFC 6750 §2.1), and a length that makes it unguessable. */
export const isMetricsToken = (text: string): boolean => /^[\w.~+/-]{16,1000}=*$/.test(text)

/** Checks whether a header contains that token. Compares digests in constant time, so timing reveals neither content nor length. */
export function createBearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = Buffer.from(digestOf(token))
  return (authorization = '') => {
    const [, presented] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return presented !== undefined && timingSafeEqual(Buffer.from(digestOf(presented)), expected)
  }
}
