import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestOrigin } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
import { hashSecret } from '../kernel/ids.ts'
import { parseBasicUsernames } from '../platform/http/basic-auth.ts'
import { getAddressKey } from '../platform/http/rate-limits.ts'
import { parseTokenScheme } from '../platform/http/token-scheme.ts'
import { requireSameOrigin } from '../platform/web/same-origin.ts'
import type { AuthContext, Caller } from './access-token.ts'
import { type Permission, requirePermission } from './scope.ts'

export interface CallerStore {
  /** The account for a token digest; null if the token was revoked or has expired. */
  findCaller(digest: string, now: Instant): Promise<Caller | null>
}

/**
 * Access to a route. `public`: anyone. `optional`: anyone, but callers with credentials see more. `session`: only a signed-in browser. A
 * permission: a token or signed-in browser with that permission. `token`: an access token of any scope, also as `Authorization: token …`;
 * the route itself checks the token's permissions.
 */
export type Access = 'public' | 'optional' | 'session' | 'token' | Permission

/** The session of the browser that sent these headers; null if it is not signed in. */
export type FindSession = (headers: FastifyRequest['headers']) => Promise<AuthContext | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** On routes with the access `optional`: the permission of callers who see more. Default: `invoices.read`. */
    tokenPermission?: Permission
    /** For routes that need the password again: the page where a browser enters it. The route itself accepts only tokens. */
    passwordPage?: string
  }
  interface FastifyRequest {
    /** The caller, on routes that authenticate. */
    auth: AuthContext | null
    /** True if the caller was authenticated before the whole body had arrived. */
    needsRecheck: boolean
  }
}

export interface Authentication {
  /**
   * Makes every route of the server declare its access in `config.access`, and rejects unauthorised requests before the body is read. If
   * the body arrives later than the headers, the caller is checked again after it, so that revoked access cannot be used to write.
   */
  guard(server: GuardedServer): void
  /** The caller of a route that needs a permission. */
  getCaller(request: FastifyRequest): Caller
  /**
   * Null if no credentials were sent; invalid ones are still rejected.
   * @throws {ApiError} `unauthorized`, `credentials_conflict`, `insufficient_scope` for a Greenfield key, with the permission that it lacks
   */
  authenticate(request: RequestWithHeaders, permission: Permission): Promise<AuthContext | null>
  /** Like `authenticate`, for a token that did not come in a header. @throws {ApiError} `unauthorized` */
  authenticateToken(token: string): Promise<AuthContext>
}

/** The part of a request that authentication reads. Upgrade requests have it too. */
type RequestWithHeaders = Pick<FastifyRequest, 'headers'>

/** A request that may write. */
type WriteRequest = RequestWithHeaders & Pick<FastifyRequest, 'method'>

type GuardedServer = Pick<FastifyInstance, 'addHook' | 'decorateRequest'>

/** `last_used_at` is written at most this often: it is only for display. */
const touchIntervalMs = minute
const maxTrackedTokens = 10_000

const findNoSession: FindSession = async () => null

/**
 * HTTP Basic with an access token as the user name, in the standard header or in the specification's `Authentication`. The password is
 * ignored. Without either header, the session cookie of a signed-in browser.
 */
export function createAuthentication(
  {
    findCaller,
    findSession = findNoSession,
    baseUrl = '',
  }: CallerStore & { readonly findSession?: FindSession; readonly baseUrl?: string },
  touch: (tokenId: string, at: number) => void,
  clock: Clock,
): Authentication {
  const lastTouched = new Map<string, number>()
  return { guard, getCaller, authenticate: authenticateRequest, authenticateToken }

  function guard(server: GuardedServer): void {
    server.decorateRequest('auth', null)
    server.decorateRequest('needsRecheck', false)
    server.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.access)
        throw new Error(`${method} ${url} does not declare who may call it: set config.access`)
    })
    // After the headers that every response carries, but before the body: an unauthorised caller's body is not read.
    server.addHook('preParsing', (request, _reply, _payload, done) => {
      const { access = 'public' } = request.routeOptions.config
      if (access === 'public' || (access === 'optional' && !hasCredentials(request))) return done()
      authorise(request, access).then(() => {
        // A body that arrived during the lookup needs no second check.
        request.needsRecheck = request.raw.complete === false
        done()
      }, done)
    })
    server.addHook('preValidation', (request, _reply, done) => {
      if (!request.needsRecheck || !request.auth) return done()
      requireStillValid(request, request.auth).then(() => done(), done)
    })
  }

  async function authorise(request: FastifyRequest, access: Exclude<Access, 'public'>): Promise<void> {
    if (access === 'token') {
      request.auth = await authenticateToken(
        parseTokenScheme(request.headers) ?? parseBasicToken(request) ?? '',
      )
      return
    }
    const isPage = access === 'session'
    const token = isPage ? undefined : parseBasicToken(request)
    request.auth =
      token === undefined ? await authenticateSession(request, isPage) : await authenticateToken(token ?? '')
    const { passwordPage, tokenPermission } = request.routeOptions.config
    if (access === 'optional') return requireNoGreenfieldKey(request.auth, tokenPermission)
    if (!request.auth) throw new ApiError(isPage ? 'session_needed' : 'unauthorized')
    const { caller } = request.auth
    if (!isPage) requirePermission(caller, access)
    if (caller.isSession && passwordPage !== undefined) throw new ApiError('password_needed', passwordPage)
  }

  /** @throws {ApiError} `session_needed`, `unauthorized` if the access has ended since it was found */
  async function requireStillValid({ routeOptions }: FastifyRequest, auth: AuthContext): Promise<void> {
    if (await auth.isStillValid()) return
    throw new ApiError(routeOptions.config.access === 'session' ? 'session_needed' : 'unauthorized')
  }

  /**
   * CSRF protection: a browser sends its cookie with requests from any site. Writes must come from one of our own pages, and to the API
   * as JSON.
   */
  async function authenticateSession(request: WriteRequest, isPage: boolean): Promise<AuthContext | null> {
    const context = await findSession(request.headers)
    if (!context || safeMethods.includes(request.method)) return context
    requireSameOrigin(request, baseUrl)
    const type = request.headers['content-type']
    if (!isPage && type !== undefined && !/^application\/json *(;|$)/i.test(type))
      throw new ApiError('content_type_unsupported', 'application/json')
    return context
  }

  function getCaller({ auth }: FastifyRequest): Caller {
    if (!auth) throw new Error('a request bypassed authentication')
    return auth.caller
  }

  async function authenticateRequest(
    request: RequestWithHeaders,
    tokenPermission: Permission,
  ): Promise<AuthContext | null> {
    const token = parseBasicToken(request)
    if (token === undefined) return null
    const auth = await authenticateToken(token ?? '')
    requireNoGreenfieldKey(auth, tokenPermission)
    return auth
  }

  async function authenticateToken(token: string): Promise<AuthContext> {
    const digest = hashSecret(token)
    const caller = isToken(token) ? await findCaller(digest, clock.now()) : null
    if (!caller) throw new ApiError('unauthorized')
    recordUse(caller.tokenId)
    return { caller, isStillValid: async () => (await findCaller(digest, clock.now())) !== null }
  }

  function recordUse(tokenId: string): void {
    const now = clock.now()
    if (now - (lastTouched.get(tokenId) ?? 0) < touchIntervalMs) return
    if (lastTouched.size >= maxTrackedTokens) lastTouched.clear()
    lastTouched.set(tokenId, now)
    touch(tokenId, now)
  }
}

/** Where credentials are optional: a Greenfield key only works on Greenfield routes. */
function requireNoGreenfieldKey(auth: AuthContext | null, permission: Permission = 'invoices.read'): void {
  if (auth?.caller.scope === 'greenfield') requirePermission(auth.caller, permission)
}

const hasCredentials = ({ headers }: RequestWithHeaders): boolean =>
  [headers.authorization, headers.authentication, headers.cookie].some((header) => header !== undefined)

/** The token in the request; undefined if no credentials were sent. The Basic password is ignored. */
function parseBasicToken({ headers }: RequestWithHeaders): string | null | undefined {
  const [user, ...others] = parseBasicUsernames(headers)
  if (others.length > 0) throw new ApiError('credentials_conflict')
  return user
}

/** Language of emails about changes made through the API, which has no language setting. */
const defaultLanguage = 'en'

/** The origin of an API call. */
export const getRequestOrigin = ({ ip }: Pick<FastifyRequest, 'ip'>): RequestOrigin => ({
  address: getAddressKey(ip),
  language: defaultLanguage,
})

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

const isToken = (text: string): boolean => text.startsWith('qt_')
