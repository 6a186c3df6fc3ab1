import type { AuditLog, CreateAuditEntry } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, toIsoString } from '../kernel/clock.ts'
import { generateId, generateToken, hashSecret } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AccessToken, type ConnectedApplication, parseTokenName } from './access-token.ts'
import { type AccountFinder, findAccount } from './find-account.ts'
import type { TokenScope } from './scope.ts'

export interface TokenStore extends AccountFinder {
  insertToken(
    token: AccessToken & { digest: string; connectedApp: ConnectedApplication | null },
  ): Promise<void>
  /** Oldest first. */
  listTokens(accountId: number): Promise<AccessToken[]>
  /** Newest first, up to `limit` tokens created before the token `before`. */
  listTokenPage(accountId: number, page: { before: string | null; limit: number }): Promise<AccessToken[]>
  /** Null if the account has no token with that id. */
  findToken(accountId: number, id: string): Promise<AccessToken | null>
  /** The newest unrevoked token that was created for an application. */
  findConnectedToken(accountId: number, connectedApp: ConnectedApplication): Promise<AccessToken | null>
  /** `wasAlreadyRevoked` is true if it was already revoked. Null if there is no such token. */
  revokeToken(id: string, at: number): Promise<{ token: AccessToken; wasAlreadyRevoked: boolean } | null>
  touchToken(id: string, at: number): Promise<void>
}

interface TokenStores {
  readonly accounts: TokenStore
  readonly audit: AuditLog
}

export interface NewToken {
  readonly name: string
  readonly scope?: TokenScope
  readonly permissions?: readonly string[]
  /** The application that the token is created for. Null if there is none. */
  readonly connectedApp?: ConnectedApplication | null
  /** Null if it never expires. */
  readonly lifetimeMs?: number | null
}

/** Access tokens, with which programs act for an account. */
export function createAccessTokens(
  transact: Transact<TokenStores>,
  { clock, createAuditEntry }: { clock: Clock; createAuditEntry: CreateAuditEntry },
) {
  return { createToken, listTokens, revokeToken }

  /**
   * Creates an access token. Its secret is only in this result.
   * @throws {ApiError} `token_invalid`, `account_not_found`
   */
  async function createToken(email: string, options: NewToken): Promise<AccessToken & { token: string }> {
    const { scope = 'full', permissions = [], connectedApp = null, lifetimeMs = null } = options
    const name = parseTokenName(options.name)
    const token = generateToken()
    return transact(async ({ accounts, audit }) => {
      const { id: accountId } = await findAccount(accounts, email)
      const now = clock.now()
      const id = `tok_${generateId(now)}`
      const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
      const newToken: AccessToken = {
        id,
        accountId,
        name,
        scope,
        permissions,
        createdAt: now,
        expiresAt,
        lastUsedAt: null,
        revokedAt: null,
      }
      await accounts.insertToken({ ...newToken, digest: hashSecret(token), connectedApp })
      await audit.record(
        createAuditEntry(accountId, 'token.created', {
          token: id,
          name,
          scope,
          expires_at: toIsoString(expiresAt),
          ...(permissions.length > 0 && { permissions: permissions.join(',') }),
        }),
      )
      return { ...newToken, token }
    })
  }

  function listTokens(email: string): Promise<AccessToken[]> {
    return transact(async ({ accounts }) => accounts.listTokens((await findAccount(accounts, email)).id))
  }

  /** `ownerId` is the account the token must belong to. @throws {ApiError} `token_not_found` */
  function revokeToken(id: string, ownerId?: number): Promise<AccessToken> {
    return transact(async ({ accounts, audit }) => {
      if (ownerId !== undefined && !(await accounts.findToken(ownerId, id)))
        throw new ApiError('token_not_found')
      const revocation = await accounts.revokeToken(id, clock.now())
      if (!revocation) throw new ApiError('token_not_found')
      const { token, wasAlreadyRevoked } = revocation
      if (!wasAlreadyRevoked)
        await audit.record(createAuditEntry(token.accountId, 'token.revoked', { token: id }))
      return token
    })
  }
}
