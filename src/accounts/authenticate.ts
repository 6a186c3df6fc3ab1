import type { FastifyRequest } from 'fastify'
import { type Clock, minute } from '../kernel/clock.ts'
import { digestOf } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Caller, Standing } from './access-token.ts'

export interface CallerStore {
  /** The account behind a token's digest, unless it was revoked. */
  findCaller(digest: string): Promise<Caller | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, where a route looks at that before the body. */
    caller: Caller | null
  }
}

export interface Authenticate {
  /** As a hook of a route: looks who asks before the body is read. @throws {Refused} as `required` */
  first(request: FastifyRequest): Promise<void>
  /** Whom `first` found. */
  callerOf(request: FastifyRequest): Caller
  /** @throws {Refused} `unauthorized`, `credentials_conflict` */
  required(request: FastifyRequest): Promise<Caller>
  /** Null when no credentials were sent; wrong ones are refused all the same. */
  optional(request: Headed): Promise<Caller | null>
  /** As `optional`, for what goes on after the request. */
  standing(request: Headed): Promise<Standing | null>
  /** The same, of a token that came without a header. @throws {Refused} `unauthorized` */
  standingOf(token: string): Promise<Standing>
}

/** A request as far as credentials are concerned: also one to upgrade. */
type Headed = Pick<FastifyRequest, 'headers'>

/** `last_used_at` is written at most this often: it is for people. */
const touchEveryMs = minute
const mostTouched = 10_000

/**
 * HTTP Basic with an access token as the user name, under the standard name of the header or the specification's
 * `Authentication`. The password is not looked at.
 */
export function authentication(
  store: CallerStore,
  touch: (tokenId: string, at: number) => void,
  clock: Clock,
): Authenticate {
  const touched = new Map<string, number>()
  return { first, callerOf, required, optional, standing, standingOf }

  async function first(request: FastifyRequest): Promise<void> {
    request.caller = await required(request)
  }

  function callerOf({ caller }: FastifyRequest): Caller {
    if (!caller) throw new Error('a request came past its authentication')
    return caller
  }

  async function required(request: FastifyRequest): Promise<Caller> {
    const caller = await optional(request)
    if (!caller) throw new Refused('unauthorized')
    return caller
  }

  async function optional(request: Headed): Promise<Caller | null> {
    return (await standing(request))?.caller ?? null
  }

  async function standing(request: Headed): Promise<Standing | null> {
    const header = presented(request)
    return header === null ? null : standingOf(tokenIn(header) ?? '')
  }

  async function standingOf(token: string): Promise<Standing> {
    const digest = digestOf(token)
    const caller = isToken(token) ? await store.findCaller(digest) : null
    if (!caller) throw new Refused('unauthorized')
    noteUse(caller.tokenId)
    return { caller, holds: async () => (await store.findCaller(digest)) !== null }
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

const longestHeader = 1_024

/** The user name of `Basic …`, or null when it cannot be a token. */
function tokenIn(header: string): string | null {
  const [, encoded] = (header.length <= longestHeader && /^basic +([\w+/-]+={0,2}) *$/i.exec(header)) || []
  if (encoded === undefined) return null
  const user = Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0] ?? ''
  return isToken(user) ? user : null
}

const isToken = (text: string): boolean => text.startsWith('qt_')
