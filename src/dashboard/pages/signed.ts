import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/access-token.ts'
import type { Acting } from '../../audit/entry.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Signed } from '../../sessions/session.ts'

/** Who is signed in: the guard has seen to it. */
export function signedOf(request: FastifyRequest): Signed {
  const signed = signedIn(request)
  if (!signed) throw new Error('a page of the dashboard came past its guard')
  return signed
}

/** The same, in whose name something is done. */
export function actingOf(request: FastifyRequest): Acting {
  const { accountId, sessionId: actor } = signedOf(request)
  return { accountId, actor }
}

function signedIn({ standing }: FastifyRequest): Signed | null {
  const caller: Caller | undefined = standing?.caller
  return caller ? { accountId: caller.accountId, sessionId: caller.tokenId } : null
}

/** What `?account=` names; null: nothing. */
export function accountAsked({ query }: FastifyRequest): string | null {
  const { account } = (query ?? {}) as { account?: unknown }
  return account === undefined ? null : String(account)
}

/**
 * Nothing is written for another account, granted or not: every form is held to it.
 * @throws {Refused} `view_only`
 */
function requireOwn(request: FastifyRequest): void {
  if (isOfAnother(request)) throw new Refused('view_only')
}

/** Where somebody else's account may be looked at. */
const granted: readonly (string | undefined)[] = [
  '/dashboard',
  '/dashboard/invoices',
  '/dashboard/invoices/:uid',
]

/**
 * Of every other page there is only one's own.
 * @throws {Refused} `account_not_visible`, and `view_only` for what a form sends
 */
export function requireVisible(request: FastifyRequest): void {
  if (request.method === 'POST') requireOwn(request)
  else if (isOfAnother(request) && !granted.includes(request.routeOptions.url))
    throw new Refused('account_not_visible')
}

function isOfAnother(request: FastifyRequest): boolean {
  const [asked, signed] = [accountAsked(request), signedIn(request)]
  return asked !== null && signed !== null && asked !== String(signed.accountId)
}
