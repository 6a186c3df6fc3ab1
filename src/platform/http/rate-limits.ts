import { isIPv4, isIPv6 } from 'node:net'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type Clock, type Instant, second } from '../../kernel/clock.ts'
import { removePort } from './proxies.ts'

/** At most `count` requests per window. */
interface RateLimit {
  readonly count: number
  readonly windowMs: number
}

/**
 * Limits on invoice creations and other calls per access token, and on all requests per address.
 * A busy point of sale creates 60 invoices in 10 s, and fifty payers behind its address send up to 100 requests a second: each limit is
 * twice that. Windows are short, so that a flood from one address is served for one second in ten.
 */
export const defaultRateLimits = 'creations=120/10,calls=600/60,addresses=2000/10'

type RateLimitName = 'creations' | 'calls' | 'addresses'
export type RateLimits = ReadonlyMap<RateLimitName, RateLimit>

const limitNames: readonly string[] = ['creations', 'calls', 'addresses']

/**
 * Parses `RATE_LIMITS`: `off`, or a list of `name=count/seconds`. Omitted names keep their default.
 * @throws {Error} naming the invalid part
 */
export function parseRateLimits(text: string): RateLimits {
  if (text === 'off') return new Map()
  return new Map([...defaultRateLimits.split(','), ...text.split(',')].map((part) => parseLimit(part.trim())))
}

function parseLimit(part: string): readonly [RateLimitName, RateLimit] {
  const [, name = '', count = '', seconds = ''] = /^([a-z]+)=([1-9]\d{0,6})\/([1-9]\d{0,4})$/.exec(part) ?? []
  if (!limitNames.includes(name)) {
    throw new Error(
      `"${part.slice(0, 40)}" must have the form name=count/seconds, where name is one of ${limitNames.join(', ')}`,
    )
  }
  return [name as RateLimitName, { count: Number(count), windowMs: Number(seconds) * second }]
}

/** The state of a caller's limit after a request. */
export interface Allowance {
  readonly name: RateLimitName
  readonly limit: RateLimit
  readonly isAllowed: boolean
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number
}

type RateLimiter = (name: RateLimitName, key: string) => Allowance | null

/** The limit that a request counts towards, and the caller. */
export type LimitedCall = readonly [name: RateLimitName, key: string]

/** Counts all calls of a request. Returns one result per call, in the same order; a promise if processes share the counts. */
export type CountCalls = (
  calls: readonly LimitedCall[],
) => readonly (Allowance | null)[] | Promise<readonly (Allowance | null)[]>

/** The number of callers tracked for each limit. Above this, the oldest are evicted. */
const maxCallers = 100_000

/** Counts requests in fixed windows, in this process. Returns null for a name without a limit. */
export function createRateLimiter(limits: RateLimits, clock: Clock): RateLimiter {
  // One map per limit: anyone can make up tokens, and those must not evict addresses.
  const createWindows = () => createBoundedMap<string, { endsAt: Instant; used: number }>(maxCallers)
  const windowsByName = {
    creations: createWindows(),
    calls: createWindows(),
    addresses: createWindows(),
  }
  return function countCall(name, key) {
    const limit = limits.get(name)
    if (!limit) return null
    const now = clock.now()
    const windows = windowsByName[name]
    let window = windows.get(key)
    if (!window || window.endsAt <= now || window.endsAt > now + limit.windowMs) {
      window = { endsAt: now + limit.windowMs, used: 0 }
      windows.set(key, window)
    }
    window.used++
    return {
      name,
      limit,
      isAllowed: window.used <= limit.count,
      remaining: Math.max(0, limit.count - window.used),
      resetSeconds: Math.ceil((window.endsAt - now) / second),
    }
  }
}

/** The key under which an address is counted. All addresses of a /64 share one: it is the network of one household or server. */
export function getAddressKey(text: string): string {
  const address = removePort(text)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // A trusted proxy may forward text that is not an address. All such text shares one limit.
  if (!isIPv6(address)) return isIPv4(address) ? address : 'unknown'
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export function formatRateLimitHeaders({
  name,
  limit,
  remaining,
  resetSeconds,
}: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${limit.count};w=${limit.windowMs / second}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
}
