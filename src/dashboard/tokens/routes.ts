import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AccessToken } from '../../accounts/access-token.ts'
import type { TokenStore } from '../../accounts/access-tokens.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { type TokenScope, tokenScopes } from '../../accounts/scope.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { day } from '../../kernel/clock.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { renderNewTokenPage, tokenLifetimeDays } from './new-token-page.ts'
import { createTokenIssuer, type NewTokenDependencies, type TokenIssuer } from './new-tokens.ts'
import { renderTokenPage } from './token-page.ts'
import { tokensPath as path, renderTokensPage } from './tokens-page.ts'

interface TokenDependencies extends DashboardDependencies, NewTokenDependencies {
  readonly read: { readonly accounts: Pick<TokenStore, 'listTokenPage' | 'findToken'> }
  readonly passwords: Pick<Passwords, 'confirm'>
  /** Account operations on behalf of an actor. */
  readonly createAccountsAs: (actor: string) => Pick<Accounts, 'revokeToken'>
}

interface RouteContext extends TokenDependencies {
  readonly tokens: TokenIssuer
  readonly responder: PageResponder
}

const pageSize = 25
const params = Type.Object({ id: Type.String({ description: 'Id of an access token' }) })

/** Routes that list, create and revoke access tokens. */
export function createTokenRoutes(dependencies: TokenDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  const route = { ...dependencies, responder, tokens: createTokenIssuer(dependencies) }
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerListRoute(scope, route)
    registerNewTokenRoutes(scope, route)
    registerTokenDetailRoutes(scope, route)
    done()
  }
}

/** Skips the query for text that can't be an id. */
const isTokenId = (text: string): boolean => /^tok_[0-9a-z]{26}$/.test(text)

function registerListRoute(
  scope: FastifyInstance,
  { loadAccount, read, clock, responder }: RouteContext,
): void {
  scope.get(path, definePage('Lists access tokens'), async (request, reply) => {
    const { accountId } = requireSignedIn(request)
    const { before: beforeParam, done } = (request.query ?? {}) as { before?: unknown; done?: unknown }
    const before = typeof beforeParam === 'string' && isTokenId(beforeParam) ? beforeParam : null
    const [currentAccount, found] = await Promise.all([
      loadAccount(accountId),
      read.accounts.listTokenPage(accountId, { before, limit: pageSize + 1 }),
    ])
    const tokens = found.slice(0, pageSize)
    const nextCursor = found.length > pageSize ? (tokens.at(-1)?.id ?? null) : null
    const pageData = {
      tokens,
      now: clock.now(),
      isFirstPage: before === null,
      nextCursor,
      isRevoked: done === 'revoked',
    }
    return responder.replyWithPage(
      request,
      reply,
      renderTokensPage(responder.createContext(request), currentAccount, pageData),
    )
  })
}

function registerNewTokenRoutes(
  scope: FastifyInstance,
  { loadAccount, passwords, tokens, responder }: RouteContext,
): void {
  const { replyWithPage, handleForm, createContext, getVisitor } = responder

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    return renderNewTokenPage(
      createContext(request),
      await loadAccount(requireSignedIn(request).accountId),
      formState,
    )
  }

  scope.get(`${path}/new`, definePage('Shows the form for a new access token'), async (request, reply) =>
    replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    path,
    defineForm('Creates an access token', ['name', 'scope', 'expires', 'password']),
    handleForm({
      preservedFields: ['name', 'scope', 'expires'],
      // If the form omits scope or expiry, the token gets the narrowest scope and the shortest lifetime.
      onSubmit: async (
        request,
        _reply,
        { name = '', scope = 'read', expires = `${tokenLifetimeDays[0]}`, password = '' },
      ) => {
        const user = requireSignedIn(request)
        const newToken = { name, scope: parseScope(scope), lifetimeMs: parseLifetimeMs(expires) }
        await passwords.confirm(user, password, getVisitor(request))
        const { email } = await loadAccount(user.accountId)
        return `${path}/${await tokens.issue(user, email, newToken)}`
      },
      rerender: renderPage,
    }),
  )
}

/** @throws {ApiError} `token_invalid` for a scope that the page doesn't offer, rather than falling back to another one */
function parseScope(text: string): TokenScope {
  const scope = tokenScopes.find((each) => each === text)
  if (scope !== undefined) return scope
  throw new ApiError(
    'token_invalid',
    `The token scope must be one of ${tokenScopes.join(', ')}.`,
  ).withMembers({
    reason: 'scope',
  })
}

/** @throws {ApiError} `token_invalid` */
function parseLifetimeMs(text: string): number | null {
  if (text === 'never') return null
  const days = tokenLifetimeDays.find((each) => String(each) === text)
  if (days !== undefined) return days * day
  const message = `A token must expire after ${tokenLifetimeDays.join(', ')} days, or never.`
  throw new ApiError('token_invalid', message).withMembers({ reason: 'expires' })
}

function registerTokenDetailRoutes(scope: FastifyInstance, route: RouteContext): void {
  const { loadAccount, createAccountsAs, read, passwords, tokens, clock, baseUrl, responder } = route
  const { replyWithPage, handleForm, createContext, getVisitor } = responder

  /** @throws {ApiError} `token_not_found` */
  async function requireToken(request: FastifyRequest): Promise<AccessToken> {
    const { id } = request.params as { id: string }
    const token = isTokenId(id) ? await read.accounts.findToken(requireSignedIn(request).accountId, id) : null
    if (!token) throw new ApiError('token_not_found')
    return token
  }

  async function renderPage(
    request: FastifyRequest,
    formState: FormState,
    secret: string | null,
  ): Promise<string> {
    const [currentAccount, token] = [
      await loadAccount(requireSignedIn(request).accountId),
      await requireToken(request),
    ]
    return renderTokenPage(createContext(request), currentAccount, {
      token,
      secret,
      now: clock.now(),
      baseUrl,
      formState,
    })
  }

  scope.get(
    `${path}/:id`,
    definePage('Shows an access token, with its secret once after creation', { params }),
    async (request, reply) => {
      const { id } = await requireToken(request)
      return replyWithPage(
        request,
        reply,
        await renderPage(request, emptyForm, await tokens.takeSecret(requireSignedIn(request), id)),
      )
    },
  )
  scope.post(
    `${path}/:id/revoke`,
    defineForm('Revokes an access token', ['password'], { params }),
    handleForm({
      preservedFields: [],
      onSubmit: async (request, _reply, { password = '' }) => {
        const user = requireSignedIn(request)
        const { id } = await requireToken(request)
        await passwords.confirm(user, password, getVisitor(request))
        await createAccountsAs(user.sessionId).revokeToken(id, user.accountId)
        return `${path}?done=revoked`
      },
      rerender: (request, formState) => renderPage(request, formState, null),
    }),
  )
}
