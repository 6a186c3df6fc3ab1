import type { Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { TokenScope } from './scope.ts'

/** A secret that lets a program act for an account. Only its digest is stored; `id` is what lists show. */
export interface AccessToken {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly scope: TokenScope
  readonly createdAt: Instant
  /** From then on it is of no use; null: never. */
  readonly expiresAt: Instant | null
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

/** Who is asking, once the token has been looked at. */
export interface Caller {
  readonly accountId: number
  readonly tokenId: string
  readonly scope: TokenScope
  /** Denomination of the account. */
  readonly currency: string
  /** A browser in which somebody has signed in, where it is no token. */
  readonly isSession?: true
}

/** Who holds a token, for what lasts longer than one request. */
export interface Standing {
  readonly caller: Caller
  /** Asks again: false once the token was revoked or has expired. */
  holds(): Promise<boolean>
}

const longestName = 100

/**
 * What an owner calls a token.
 * @throws {Refused} `token_invalid`
 */
export function readTokenName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > longestName || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new Refused('token_invalid', `Give the access token a name of 1 to ${longestName} characters.`)
  return name
}
