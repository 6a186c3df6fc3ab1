import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'
import type { TokenScope } from './scope.ts'

/** A secret that lets a program act for an account. Only its digest is stored; lists show its `id`. */
export interface AccessToken {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly scope: TokenScope
  /** With the scope `greenfield`: `permission:storeId`, as granted. */
  readonly permissions: readonly string[]
  readonly createdAt: Instant
  /** Null if it never expires. */
  readonly expiresAt: Instant | null
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

/** The shop plug-in that a token is created for. */
export interface ConnectedApplication {
  /** Its own identifier, or else its name. */
  readonly application: string
  /** Host and port of the shop. Null if the owner copies the key. */
  readonly host: string | null
}

/** The authenticated caller. */
export interface Caller {
  readonly accountId: number
  readonly tokenId: string
  readonly scope: TokenScope
  /** With the scope `greenfield`: `permission:storeId`, as granted. */
  readonly permissions?: readonly string[]
  /** The account's currency. */
  readonly currency: string
  /** Set for a signed-in browser instead of a token. */
  readonly isSession?: true
}

/** The holder of a token or session, for anything that outlasts one request. */
export interface AuthContext {
  readonly caller: Caller
  /** Checks again: false once the token or session has been revoked or has expired. */
  isStillValid(): Promise<boolean>
}

const maxNameLength = 100

/**
 * Validates the name an owner gives a token.
 * @throws {ApiError} `token_invalid`
 */
export function parseTokenName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > maxNameLength || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new ApiError(
      'token_invalid',
      `The token name must have 1 to ${maxNameLength} characters, and no control characters.`,
    )
  return name
}
