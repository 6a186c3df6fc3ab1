import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AccessToken } from '../../accounts/access-token.ts'
import type { TokenStore } from '../../accounts/access-tokens.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { type TokenScope, tokenScopes } from '../../accounts/scope.ts'
import { day } from '../../kernel/clock.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Passwords } from '../../sessions/passwords.ts'
import { type Answering, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { lives, newTokenPage } from './new-token-page.ts'
import { type NewTokenParts, type NewTokens, newTokens } from './new-tokens.ts'
import { tokenPage } from './token-page.ts'
import { tokensPath as path, tokensPage } from './tokens-page.ts'

export interface TokenParts extends HouseParts, NewTokenParts {
  readonly read: { readonly accounts: Pick<TokenStore, 'tokenPage' | 'findToken'> }
  readonly passwords: Pick<Passwords, 'confirm'>
  /** What an account does, as whoever acts. */
  readonly accountsAs: (actor: string) => Pick<Accounts, 'revokeToken'>
}

interface Route extends TokenParts {
  readonly tokens: NewTokens
  readonly answers: Answering
}

const pageSize = 25
const params = Type.Object({ id: Type.String({ description: 'Id of an access token' }) })

/** The tokens with which programs act for an account: listed, made and revoked. */
export function tokenRoutes(parts: TokenParts): FastifyPluginCallback {
  const answers = answering(parts)
  const route = { ...parts, answers, tokens: newTokens(parts) }
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoute(scope, route)
    makingRoutes(scope, route)
    oneRoutes(scope, route)
    done()
  }
}

/** Whatever else is asked for is not there. */
const isId = (text: string): boolean => /^tok_[0-9a-z]{26}$/.test(text)

function listRoute(scope: FastifyInstance, { account, read, clock, answers }: Route): void {
  scope.get(path, pageOptions('Access tokens'), async (request, reply) => {
    const { accountId } = signedOf(request)
    const { before: asked, done } = (request.query ?? {}) as { before?: unknown; done?: unknown }
    const before = typeof asked === 'string' && isId(asked) ? asked : null
    const [host, found] = await Promise.all([
      account(accountId),
      read.accounts.tokenPage(accountId, { before, limit: pageSize + 1 }),
    ])
    const tokens = found.slice(0, pageSize)
    const next = found.length > pageSize ? (tokens.at(-1)?.id ?? null) : null
    const shown = { tokens, now: clock.now(), isFirst: before === null, next, isRevoked: done === 'revoked' }
    return answers.page(request, reply, tokensPage(answers.sceneOf(request), host, shown))
  })
}

function makingRoutes(scope: FastifyInstance, { account, passwords, tokens, answers }: Route): void {
  const { page, form, sceneOf, visitorOf } = answers

  async function draw(request: FastifyRequest, filled: Filled): Promise<string> {
    return newTokenPage(sceneOf(request), await account(signedOf(request).accountId), filled)
  }

  scope.get(`${path}/new`, pageOptions('A new access token'), async (request, reply) =>
    page(request, reply, await draw(request, empty)),
  )
  scope.post(
    path,
    formOptions('Makes an access token', ['name', 'scope', 'expires', 'password']),
    form({
      keeps: ['name', 'scope', 'expires'],
      // A form that leaves them out gets the least.
      act: async (request, _reply, { name = '', scope = 'read', expires = `${lives[0]}`, password = '' }) => {
        const by = signedOf(request)
        const wish = { name, scope: scopeIn(scope), lifeMs: lifeIn(expires) }
        await passwords.confirm(by, password, visitorOf(request))
        const { email } = await account(by.accountId)
        return `${path}/${await tokens.make(by, email, wish)}`
      },
      again: draw,
    }),
  )
}

/** @throws {Refused} `token_invalid` for what the page does not offer: nobody gets another token than was asked for */
function scopeIn(text: string): TokenScope {
  const scope = tokenScopes.find((each) => each === text)
  if (scope !== undefined) return scope
  throw new Refused('token_invalid', `A token has a scope of ${tokenScopes.join(', ')}.`).with({
    reason: 'scope',
  })
}

/** @throws {Refused} `token_invalid` */
function lifeIn(text: string): number | null {
  if (text === 'never') return null
  const days = lives.find((each) => String(each) === text)
  if (days !== undefined) return days * day
  const sentence = `A token expires after ${lives.join(', ')} days, or never.`
  throw new Refused('token_invalid', sentence).with({ reason: 'expires' })
}

function oneRoutes(scope: FastifyInstance, route: Route): void {
  const { account, accountsAs, read, passwords, tokens, clock, baseUrl, answers } = route
  const { page, form, sceneOf, visitorOf } = answers

  /** @throws {Refused} `token_not_found` */
  async function tokenOf(request: FastifyRequest): Promise<AccessToken> {
    const { id } = request.params as { id: string }
    const token = isId(id) ? await read.accounts.findToken(signedOf(request).accountId, id) : null
    if (!token) throw new Refused('token_not_found')
    return token
  }

  async function draw(request: FastifyRequest, filled: Filled, secret: string | null): Promise<string> {
    const [host, token] = [await account(signedOf(request).accountId), await tokenOf(request)]
    return tokenPage(sceneOf(request), host, { token, secret, now: clock.now(), baseUrl, filled })
  }

  scope.get(
    `${path}/:id`,
    pageOptions('An access token; its secret once, behind the form that made it', { params }),
    async (request, reply) => {
      const { id } = await tokenOf(request)
      return page(request, reply, await draw(request, empty, await tokens.secretOnce(signedOf(request), id)))
    },
  )
  scope.post(
    `${path}/:id/revoke`,
    formOptions('Revokes an access token', ['password'], { params }),
    form({
      keeps: [],
      act: async (request, _reply, { password = '' }) => {
        const by = signedOf(request)
        const { id } = await tokenOf(request)
        await passwords.confirm(by, password, visitorOf(request))
        await accountsAs(by.sessionId).revokeToken(id, by.accountId)
        return `${path}?done=revoked`
      },
      again: (request, filled) => draw(request, filled, null),
    }),
  )
}
