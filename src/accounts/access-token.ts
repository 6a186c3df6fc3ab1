import type { Instant } from '../kernel/clock.ts'

/** A secret that lets a program act for an account. Only its digest is stored; `id` is what lists show. */
export interface AccessToken {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly scope: 'full'
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

/** Who is asking, once the token has been looked at. */
export interface Caller {
  readonly accountId: number
  readonly tokenId: string
  /** Denomination of the account. */
  readonly currency: string
}

/** Who holds a token, for what lasts longer than one request. */
export interface Standing {
  readonly caller: Caller
  /** Asks again: false once the token was revoked. */
  holds(): Promise<boolean>
}
