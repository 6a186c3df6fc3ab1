import { isIPv4, isIPv6 } from 'node:net'
import { type Clock, type Instant, second } from '../../kernel/clock.ts'

/** So many requests in so long a window. */
export interface RateLimit {
  readonly count: number
  readonly windowMs: number
}

/**
 * What is limited: invoices created and other calls, by access token; and whatever comes from one address.
 * An honest till makes 60 invoices in 10 s, and fifty payers behind its address ask up to 100 times a second: each has twice that. Windows
 * are short, so that a flood from one address is served a second of each ten.
 */
export const usualRateLimits = 'creations=120/10,calls=600/60,addresses=2000/10'

export type RateLimitName = 'creations' | 'calls' | 'addresses'
export type RateLimits = ReadonlyMap<RateLimitName, RateLimit>

const names: readonly string[] = ['creations', 'calls', 'addresses']

/**
 * Reads `RATE_LIMITS`: `off`, or `name=count/seconds` in a list; a name that is left out keeps its usual limit.
 * @throws {Error} saying which part is wrong
 */
export function parseRateLimits(text: string): RateLimits {
  if (text === 'off') return new Map()
  return new Map([...usualRateLimits.split(','), ...text.split(',')].map((part) => parseLimit(part.trim())))
}

function parseLimit(part: string): readonly [RateLimitName, RateLimit] {
  const [, name = '', count = '', seconds = ''] = /^([a-z]+)=([1-9]\d{0,6})\/([1-9]\d{0,4})$/.exec(part) ?? []
  if (!names.includes(name)) {
    throw new Error(
      `"${part.slice(0, 40)}" is not of the form name=count/seconds, with one of ${names.join(', ')}`,
    )
  }
  return [name as RateLimitName, { count: Number(count), windowMs: Number(seconds) * second }]
}

/** How a request stands to its limit. */
export interface Allowance {
  readonly name: RateLimitName
  readonly limit: RateLimit
  readonly allowed: boolean
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number
}

export type TakeRequest = (name: RateLimitName, key: string) => Allowance | null

/** More than so many callers at once are not told apart any longer: the oldest are forgotten. */
const mostCallers = 100_000

/** Counts requests in windows, in this process. Null: that name has no limit. */
export function countRequests(limits: RateLimits, clock: Clock): TakeRequest {
  const windows = new Map<string, { ends: Instant; used: number }>()
  return function take(name, key) {
    const limit = limits.get(name)
    if (!limit) return null
    const now = clock.now()
    const id = `${name} ${key}`
    let window = windows.get(id)
    if (!window || window.ends <= now || window.ends > now + limit.windowMs) {
      windows.delete(id)
      if (windows.size >= mostCallers) windows.delete(windows.keys().next().value ?? '')
      window = { ends: now + limit.windowMs, used: 0 }
      windows.set(id, window)
    }
    window.used++
    return {
      name,
      limit,
      allowed: window.used <= limit.count,
      remaining: Math.max(0, limit.count - window.used),
      resetSeconds: Math.ceil((window.ends - now) / second),
    }
  }
}

/** An address as it is counted: an IPv6 network of a household or server (/64) is one. */
export function addressClass(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // What a proxy that is believed hands on as an address, and is none, is one and the same to every limit.
  if (!isIPv6(address)) return isIPv4(address) ? address : 'unknown'
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({
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
