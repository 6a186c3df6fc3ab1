import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type from 'typebox'
import type { Access } from '../accounts/authenticate.ts'
import { listScopesWith } from '../accounts/scope.ts'
import { errorCatalog } from '../kernel/error-catalog.ts'
import { strict } from '../platform/http/schema-parts.ts'
import { sendJson } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import { readVersion } from '../platform/version.ts'
import { extractComponents } from './components.ts'
import { chooseErrorFormat, type ErrorFormat } from './error-format.ts'
import { describeWebhooks } from './webhooks.ts'

const codes = Type.Enum(Object.keys(errorCatalog), {
  title: 'ErrorCode',
  description: 'For programs: stable',
})
const message = Type.String({ description: 'For people: may change' })
/** Additional members of some errors. */
const details = Object.fromEntries(
  ['expected', 'received', 'required', 'actual', 'oldest', 'reason'].map((name) => [
    name,
    Type.Optional(Type.Unknown()),
  ]),
)

const errorFields = { error: message, code: codes, ...details }
const walletErrorFields = { ...errorFields, msg: message, message }
const paymentErrorFields = {
  ...walletErrorFields,
  success: Type.Literal(false),
  retryable: Type.Boolean({ description: 'Whether to retry the same payment' }),
}

const invalidFields = Type.Array(Type.Object({ path: Type.String(), message }))
const greenfield = Type.Object({ code: Type.String(), message })

const errors: Readonly<Record<ErrorFormat, Type.TSchema>> = {
  Error: Type.Object(errorFields, { title: 'Error', ...strict }),
  WalletError: Type.Object(walletErrorFields, { title: 'WalletError', ...strict }),
  PaymentError: Type.Object(paymentErrorFields, { title: 'PaymentError', ...strict }),
  GreenfieldError: Type.Union([greenfield, invalidFields], { title: 'GreenfieldError' }),
}

/** POST requests below `/r` and `/i` are payments from wallets that use other protocols. */
function getErrorFormat(method: string, url: string): ErrorFormat {
  const format = chooseErrorFormat(url, { hasGreenfield: true })
  return format === 'WalletError' && method === 'POST' ? 'PaymentError' : format
}

/** BIP70 wallets show the body of an error as is. */
function describeError(name: ErrorFormat) {
  const schema = errors[name]
  if (name === 'Error' || name === 'GreenfieldError')
    return { description: 'An error', content: { 'application/json': { schema } } }
  const asText = { 'text/plain': { schema: { type: 'string' } } }
  return {
    description: 'An error; BIP70 wallets get only the message, as text',
    content: { 'application/json': { schema }, ...asText },
  }
}

const getCookieName = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-session' : 'session'

const title = 'Quittance'
const description = `Invoices in the merchant’s currency, paid in cryptocurrency.

Errors have a \`code\` and a message; docs/errors.md lists them all. Create access tokens with \`quittance token create\`.`

/** Adds `GET /openapi.json`, which describes every route that is added after this call. */
export async function describeRoutes(server: Server, baseUrl: string): Promise<void> {
  const tokenDescription = 'HTTP Basic: the access token is the username; the password is ignored.'
  const greenfieldTokenDescription = 'As BTCPay Server’s plug-ins send it: `token <access token>`.'
  const sessionDescription =
    'The session of a signed-in browser. Writes must come from pages of this service, as JSON.'
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title, version: readVersion(), description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'basic', description: tokenDescription },
          greenfieldToken: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: greenfieldTokenDescription,
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: getCookieName(baseUrl),
            description: sessionDescription,
          },
        },
      },
    },
    transform,
    transformObject,
  })
  const schema = {
    summary: 'Returns this description, as OpenAPI 3.1',
    tags: ['Descriptions'],
    response: { 200: Type.Object({ openapi: Type.String() }) },
  }
  let text: Buffer | undefined
  server.get('/openapi.json', { config: { access: 'public' }, schema }, async (_request, reply) => {
    text ??= Buffer.from(JSON.stringify(server.swagger()))
    return sendJson(reply, text)
  })
}

/** Adds the webhooks, and names the schemas. */
const transformObject: NonNullable<FastifyDynamicSwaggerOptions['transformObject']> = (source) => {
  if ('swaggerObject' in source) return source.swaggerObject
  const { paths, components, ...rest } = source.openapiObject
  const { document, schemas } = extractComponents({ paths, webhooks: describeWebhooks() })
  return { ...rest, components: { ...components, schemas }, ...document }
}

const transform: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  const { method, config } = route
  // HEAD and OPTIONS follow from the other methods. A path with a pattern is a variant of another route, with its own limit.
  if (method === 'HEAD' || method === 'OPTIONS' || url.includes('(')) return { schema: { hide: true }, url }
  if (!schema?.summary) throw new Error(`${method} ${url} has no summary: set schema.summary`)
  const response = Object(schema.response)
  return {
    url,
    schema: {
      ...schema,
      response: {
        default: describeError(getErrorFormat(String(method), url)),
        ...response,
      },
      ...describeSecurity(config?.access ?? 'public', config?.passwordPage !== undefined),
      ...(config?.storePermission && { 'x-permission': config.storePermission }),
    },
  }
}

/** An empty requirement allows anonymous access. */
function describeSecurity(access: Access, isTokenOnly: boolean) {
  if (access === 'public') return { security: [] }
  if (access === 'optional') return { security: [{}, { token: [] }, { session: [] }] }
  if (access === 'session') return { security: [{ session: [] }] }
  if (access === 'token') return { security: [{ token: [] }, { greenfieldToken: [] }] }
  return {
    security: isTokenOnly ? [{ token: [] }] : [{ token: [] }, { session: [] }],
    'x-permission': access,
    'x-scopes': listScopesWith(access),
  }
}
