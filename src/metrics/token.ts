import { timingSafeEqual } from 'node:crypto'
import type { ChainName } from '../coins/coin.ts'
import { hashSecret } from '../kernel/ids.ts'

/** The characters of a bearer token (RFC 6750 §2.1), and a length that makes it unguessable. */
export const isMetricsToken = (text: string): boolean => /^[\w.~+/-]{16,1000}=*$/.test(text)

/** Decides whether a request may read the metrics. Null when none may: without a token they are only served on regtest. */
export function createMetricsAccess(token: string | null, chain: ChainName): BearerCheck | null {
  if (token !== null) return createBearerCheck(token)
  return chain === 'regtest' ? () => true : null
}

type BearerCheck = (authorization: string | undefined) => boolean

/** Checks whether a header contains that token. Compares digests in constant time, so timing reveals neither content nor length. */
function createBearerCheck(token: string): BearerCheck {
  const expected = Buffer.from(hashSecret(token))
  return (authorization = '') => {
    const [, presented] = /^bearer +(\S+) *$/i.exec(authorization) ?? []
    return presented !== undefined && timingSafeEqual(Buffer.from(hashSecret(presented)), expected)
  }
}
