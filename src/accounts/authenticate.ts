import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origin } from '../audit/entry.ts'
import { type Clock, type Instant, minute } from '../kernel/clock.ts'
import { digestOf } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import { addressClass } from '../platform/http/rate-limits.ts'
import { requireOwnOrigin } from '../platform/web/own-site.ts'
import type { Caller, Standing } from './access-token.ts'
import { type Permission, requirePermission } from './scope.ts'

export interface CallerStore {
  /** The account behind a token's digest, unless it was revoked or has expired. */
  findCaller(digest: string, now: Instant): Promise<Caller | null>
}

/**
 * Who may call a route: anybody; anybody, and credentials show more; a browser that is signed in, and nobody else; or a token, or such a
 * browser, with that permission.
 */
export type Access = 'public' | 'optional' | 'session' | Permission

/** Who is signed in, in the browser that sends these headers: null when nobody is. */
export type FindSession = (headers: FastifyRequest['headers']) => Promise<Standing | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** What asks for the password again: the page on which a browser does it. The route itself takes tokens alone. */
    passwordPage?: string
  }
  interface FastifyRequest {
    /** Who asks, where the route looks at that. */
    standing: Standing | null
    /** Who that is was found before the whole of the body was there. */
    isHeldBack: boolean
  }
}

export interface Authenticate {
  /**
   * From now on every route of the server says in `config.access` who may call it, and who may not is refused before the body is read. Who
   * sends the body later than the head is asked for again behind it: nobody writes in the name of what has ended meanwhile.
   */
  guard(server: Guarded): void
  /** Who called a route that needs a permission. */
  callerOf(request: FastifyRequest): Caller
  /** Null when no credentials were sent; wrong ones are refused all the same. @throws {Refused} `unauthorized`, `credentials_conflict` */
  standing(request: Headed): Promise<Standing | null>
  /** The same, of a token that came without a header. @throws {Refused} `unauthorized` */
  standingOf(token: string): Promise<Standing>
}

/** A request as far as credentials are concerned: also one to upgrade. */
type Headed = Pick<FastifyRequest, 'headers'>

/** A request that may write. */
type Writing = Headed & Pick<FastifyRequest, 'method'>

type Guarded = Pick<FastifyInstance, 'addHook' | 'decorateRequest'>

/** `last_used_at` is written at most this often: it is for people. */
const touchEveryMs = minute
const mostTouched = 10_000

const nobody: FindSession = async () => null

/**
 * HTTP Basic with an access token as the user name, under the standard name of the header or the specification's
 * `Authentication`. The password is not looked at. Where neither header is sent, the cookie of a browser that is signed in.
 */
export function authentication(
  {
    findCaller,
    findSession = nobody,
    baseUrl = '',
  }: CallerStore & { readonly findSession?: FindSession; readonly baseUrl?: string },
  touch: (tokenId: string, at: number) => void,
  clock: Clock,
): Authenticate {
  const touched = new Map<string, number>()
  return { guard, callerOf, standing, standingOf }

  function guard(server: Guarded): void {
    server.decorateRequest('standing', null)
    server.decorateRequest('isHeldBack', false)
    server.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.access) throw new Error(`${method} ${url} does not say who may call it: config.access`)
    })
    // After the headers that every answer carries, before the body: a stranger's is not read.
    server.addHook('preParsing', (request, _reply, _payload, done) => {
      const { access = 'public' } = request.routeOptions.config
      if (access === 'public') return done()
      admit(request, access).then(() => {
        // What has come while the store was asked costs no second question.
        request.isHeldBack = request.raw.complete === false
        done()
      }, done)
    })
    server.addHook('preValidation', (request, _reply, done) => {
      if (!request.isHeldBack || !request.standing) return done()
      requireStanding(request, request.standing).then(() => done(), done)
    })
  }

  async function admit(request: FastifyRequest, access: Exclude<Access, 'public'>): Promise<void> {
    const isPage = access === 'session'
    request.standing =
      isPage || presented(request) === null ? await signedIn(request, isPage) : await standing(request)
    if (access === 'optional') return
    if (!request.standing) throw new Refused(isPage ? 'session_needed' : 'unauthorized')
    const { caller } = request.standing
    if (!isPage) requirePermission(caller, access)
    const { passwordPage } = request.routeOptions.config
    if (caller.isSession && passwordPage !== undefined) throw new Refused('password_needed', passwordPage)
  }

  /** @throws {Refused} `session_needed`, `unauthorized` when it was ended since it was found */
  async function requireStanding({ routeOptions }: FastifyRequest, standing: Standing): Promise<void> {
    if (await standing.holds()) return
    throw new Refused(routeOptions.config.access === 'session' ? 'session_needed' : 'unauthorized')
  }

  /** A browser sends its cookie whoever has written the page: what it writes must come from a page of ours, and to the API as JSON. */
  async function signedIn(request: Writing, isPage: boolean): Promise<Standing | null> {
    const found = await findSession(request.headers)
    if (!found || readingMethods.includes(request.method)) return found
    requireOwnOrigin(request, baseUrl)
    const type = request.headers['content-type']
    if (!isPage && type !== undefined && !/^application\/json *(;|$)/i.test(type))
      throw new Refused('content_type_unsupported', 'application/json')
    return found
  }

  function callerOf({ standing }: FastifyRequest): Caller {
    if (!standing) throw new Error('a request came past its authentication')
    return standing.caller
  }

  async function standing(request: Headed): Promise<Standing | null> {
    const header = presented(request)
    return header === null ? null : standingOf(tokenIn(header) ?? '')
  }

  async function standingOf(token: string): Promise<Standing> {
    const digest = digestOf(token)
    const caller = isToken(token) ? await findCaller(digest, clock.now()) : null
    if (!caller) throw new Refused('unauthorized')
    noteUse(caller.tokenId)
    return { caller, holds: async () => (await findCaller(digest, clock.now())) !== null }
  }

  function noteUse(tokenId: string): void {
    const now = clock.now()
    if (now - (touched.get(tokenId) ?? 0) < touchEveryMs) return
    if (touched.size >= mostTouched) touched.clear()
    touched.set(tokenId, now)
    touch(tokenId, now)
  }
}

function presented({ headers }: Headed): string | null {
  const { authorization, authentication } = headers
  if (authentication === undefined) return authorization ?? null
  const other = Array.isArray(authentication) ? authentication.join(', ') : authentication
  if (authorization !== undefined && authorization !== other) throw new Refused('credentials_conflict')
  return other
}

/** Of letters about what was done by the API, where nobody says anything of languages. */
const usualLanguage = 'en'

/** From where the API was called. */
export const originOf = ({ ip }: Pick<FastifyRequest, 'ip'>): Origin => ({
  address: addressClass(ip),
  language: usualLanguage,
})

const readingMethods = ['GET', 'HEAD', 'OPTIONS']

const longestHeader = 1_024

/** The user name of `Basic …`, or null when it cannot be a token. */
function tokenIn(header: string): string | null {
  const [, encoded] = (header.length <= longestHeader && /^basic +([\w+/-]+={0,2}) *$/i.exec(header)) || []
  if (encoded === undefined) return null
  const user = Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0] ?? ''
  return isToken(user) ? user : null
}

const isToken = (text: string): boolean => text.startsWith('qt_')
