import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AccessToken, Caller } from '../accounts/access-token.ts'
import type { Authentication } from '../accounts/authenticate.ts'
import { parseBasicUsernames } from '../platform/http/basic-auth.ts'
import type { Server } from '../platform/http/server.ts'
import { parseTokenScheme } from '../platform/http/token-scheme.ts'
import { listGrantedPermissions } from './permissions.ts'
import { tags } from './schemas.ts'

interface KeyRouteDependencies {
  readonly authenticate: Authentication
  readonly findToken: (accountId: number, id: string) => Promise<AccessToken | null>
  readonly revokeToken: (caller: Caller) => Promise<unknown>
}

const path = '/api/v1/api-keys/current'
const anyToken = { access: 'token', storePermission: null } as const

const KeyObject = Type.Object({
  apiKey: Type.String({ description: 'The token of this request' }),
  label: Type.String(),
  permissions: Type.Array(Type.String({ description: 'permission:storeId' })),
})

/** Shows and revokes the token of the request. */
export function registerKeyRoutes(
  app: Server,
  { authenticate, findToken, revokeToken }: KeyRouteDependencies,
): void {
  app.get(
    path,
    {
      config: anyToken,
      schema: { summary: 'Returns the permissions of the token', tags, response: { 200: KeyObject } },
    },
    async (request) => {
      const caller = authenticate.getCaller(request)
      const token = await findToken(caller.accountId, caller.tokenId)
      return {
        apiKey: readToken(request),
        label: token?.name ?? '',
        permissions: listGrantedPermissions(caller),
      }
    },
  )
  app.delete(
    path,
    { config: anyToken, schema: { summary: 'Revokes the token', tags, response: { 200: Type.Object({}) } } },
    async (request) => {
      await revokeToken(authenticate.getCaller(request))
      return {}
    },
  )
}

const readToken = ({ headers }: FastifyRequest): string =>
  parseTokenScheme(headers) ?? parseBasicUsernames(headers)[0] ?? ''
