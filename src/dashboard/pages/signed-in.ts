import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/access-token.ts'
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
export function getRequestedAccountId({ query }: FastifyRequest): string | null {
  const { account } = (query ?? {}) as { account?: unknown }
  return account === undefined ? null : String(account)
}

/**
 * Rejects writes for another account, even with view access. Applies to every form.
 * @throws {ApiError} `view_only`
 */
function requireOwnAccount(request: FastifyRequest): void {
  if (isForAnotherAccount(request)) throw new ApiError('view_only')
}

/** Pages on which another account can be viewed. */
const viewerRoutes: readonly (string | undefined)[] = [
  '/dashboard',
  '/dashboard/invoices',
  '/dashboard/invoices/:uid',
]

/**
 * Rejects requests for another account on any other page.
 * @throws {ApiError} `account_not_visible`, and `view_only` for form submissions
 */
export function requireVisible(request: FastifyRequest): void {
  if (request.method === 'POST') requireOwnAccount(request)
  else if (isForAnotherAccount(request) && !viewerRoutes.includes(request.routeOptions.url))
    throw new ApiError('account_not_visible')
}

function isForAnotherAccount(request: FastifyRequest): boolean {
  const [requestedId, user] = [getRequestedAccountId(request), findSignedInUser(request)]
  return requestedId !== null && user !== null && requestedId !== String(user.accountId)
}
