import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type from 'typebox'
import type { Access } from '../accounts/authenticate.ts'
import { scopesWith } from '../accounts/scope.ts'
import { errorCatalog } from '../kernel/error-catalog.ts'
import { sendJson } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import { readVersion } from '../platform/version.ts'
import { type ErrorForm, errorFormOf } from './error-form.ts'

const codes = Type.Enum(Object.keys(errorCatalog), { description: 'For programs: it does not change' })
const sentence = Type.String({ description: 'For people: it may change' })
/** Facts that some errors have beside their sentence. */
const facts = Object.fromEntries(
  ['expected', 'received', 'required', 'actual', 'oldest'].map((name) => [
    name,
    Type.Optional(Type.Unknown()),
  ]),
)

const plain = { error: sentence, code: codes, ...facts }
const wallets = { ...plain, msg: sentence, message: sentence }
const payments = {
  ...wallets,
  success: Type.Literal(false),
  retryable: Type.Boolean({ description: 'Whether the same payment may be tried again' }),
}

const exactly = { additionalProperties: false } as const
const errors = [
  Type.Object(plain, { $id: 'Error', ...exactly }),
  Type.Object(wallets, { $id: 'WalletError', ...exactly }),
  Type.Object(payments, { $id: 'PaymentError', ...exactly }),
]

/** POST requests below `/r` and `/i` are payments of wallets with other protocols. */
function errorOf(method: string, url: string): ErrorForm {
  const form = errorFormOf(url)
  return form === 'WalletError' && method === 'POST' ? 'PaymentError' : form
}

/** The wallets of some protocols show the body of an error as is. */
function describedError(name: ErrorForm) {
  const schema = { $ref: `${name}#` }
  if (name === 'Error') return { description: 'An error', ...schema }
  const asText = { 'text/plain': { schema: { type: 'string' } } }
  return {
    description: 'An error; to BIP70 wallets a sentence alone',
    content: { 'application/json': { schema }, ...asText },
  }
}

const cookieName = (baseUrl: string): string => (baseUrl.startsWith('https:') ? '__Host-session' : 'session')

const title = 'Quittance'
const description = `Invoices in the merchant’s currency, paid in coins.

Errors carry a \`code\` and a sentence; docs/errors.md lists them all. Access tokens are made with \`quittance token create\`.`

/** Describes every route that is added from now on, from its schemas, at `GET /openapi.json`. */
export async function describeRoutes(server: Server, baseUrl: string): Promise<void> {
  const access = 'HTTP Basic: the access token is the user name, the password is not looked at.'
  const signedIn =
    'A browser in which somebody has signed in. It writes from pages of this service alone, and as JSON.'
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title, version: readVersion(), description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'basic', description: access },
          session: { type: 'apiKey', in: 'cookie', name: cookieName(baseUrl), description: signedIn },
        },
      },
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transform,
  })
  for (const error of errors) server.addSchema(error)
  const schema = {
    summary: 'This description, as OpenAPI 3.1',
    tags: ['Health'],
    response: { 200: Type.Object({ openapi: Type.String() }) },
  }
  let text: string | undefined
  server.get('/openapi.json', { config: { access: 'public' }, schema }, async (_request, reply) => {
    text ??= JSON.stringify(server.swagger())
    return sendJson(reply, text)
  })
}

const transform: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  const { method, config } = route
  // HEAD and OPTIONS follow from the other methods; a path with a pattern is a variant of another route with its own limit.
  if (method === 'HEAD' || method === 'OPTIONS' || url.includes('(')) return { schema: { hide: true }, url }
  if (!schema?.summary) throw new Error(`${method} ${url} does not say what it is for: schema.summary`)
  const response = Object(schema.response)
  return {
    url,
    schema: {
      ...schema,
      response: {
        default: describedError(errorOf(String(method), url)),
        ...response,
      },
      ...securityOf(config?.access ?? 'public', config?.passwordPage !== undefined),
    },
  }
}

/** An empty requirement allows anonymous access. */
function securityOf(access: Access, isForTokens: boolean) {
  if (access === 'public') return { security: [] }
  if (access === 'optional') return { security: [{}, { token: [] }, { session: [] }] }
  if (access === 'session') return { security: [{ session: [] }] }
  return {
    security: isForTokens ? [{ token: [] }] : [{ token: [] }, { session: [] }],
    'x-permission': access,
    'x-scopes': scopesWith(access),
  }
}
