import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/access-token.ts'
import { includesPermission, type Role } from '../../accounts/role.ts'
import type { AccountActor } from '../../audit/entry.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { SignedInUser } from '../../sessions/session.ts'

/** The signed-in user. The route's guard has already checked the session. */
export function requireSignedIn(request: FastifyRequest): SignedInUser {
  const user = findSignedInUser(request)
  if (!user) throw new Error('a dashboard page bypassed its guard')
  return user
}

/** The signed-in user as the actor of a change. */
export function requireActor(request: FastifyRequest): AccountActor {
  const { accountId, sessionId: actor } = requireSignedIn(request)
  return { accountId, actor }
}

function findSignedInUser({ auth }: FastifyRequest): SignedInUser | null {
  const caller: Caller | undefined = auth?.caller
  return caller ? { accountId: caller.accountId, sessionId: caller.tokenId } : null
}

/** The value of `?account=`, or null. */
function getRequestedAccountId({ query }: FastifyRequest): string | null {
  const { account } = (query ?? {}) as { account?: unknown }
  return account === undefined ? null : String(account)
}

/** Another account, and the user's roles in it. */
interface AccountAccess {
  readonly ownerId: number
  readonly roles: readonly Role[]
}

/** Lists the roles of a user in another account; none for strangers. */
export type ListRoles = (ownerId: number, userId: number) => Promise<readonly Role[]>

/**
 * Authorises requests for another account: their route must be shared with one of the user's roles there. Null for the user's own
 * account.
 * @throws {ApiError} `account_not_visible`, and `view_only` for form submissions
 */
export async function requireAccess(
  request: FastifyRequest,
  listRoles: ListRoles,
): Promise<AccountAccess | null> {
  const [requestedId, user] = [getRequestedAccountId(request), findSignedInUser(request)]
  if (requestedId === null || user === null || requestedId === String(user.accountId)) return null
  const { sharedWith = [] } = request.routeOptions.config
  const ownerId = /^[1-9]\d{0,14}$/.test(requestedId) ? Number(requestedId) : null
  const roles = ownerId === null || sharedWith.length === 0 ? [] : await listRoles(ownerId, user.accountId)
  if (ownerId !== null && includesPermission(roles, ...sharedWith)) return { ownerId, roles }
  throw new ApiError(request.method === 'POST' ? 'view_only' : 'account_not_visible')
}
