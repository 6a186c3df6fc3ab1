import { type Clock, type Instant, second } from '../../kernel/clock.ts'
import { compareDecimals, type Decimal, parseDecimal } from '../../kernel/money.ts'
import type { Pair, Rate } from '../rate.ts'
import type { SourceOptions } from './source.ts'

/** A source that takes longer says nothing useful about the present. */
const usualTimeoutMs = 5 * second

/** The largest answer that we ask for is about 100 kB. */
const largestAnswer = 1_048_576

/** JSON from a source; each number is its text, so that no price passes through a float. */
export interface Answer {
  readonly body: unknown
  /** When it arrived, less the time that it lay in a cache on its way. */
  readonly at: Instant
}

/** The source's own no, with what it said. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`status ${status}: ${JSON.stringify(body).slice(0, 200)}`)
    this.status = status
    this.body = body
  }
}

/** Asks sources over HTTP: limits on time and size, and no redirects. */
export function asker({ clock, timeoutMs = usualTimeoutMs }: SourceOptions) {
  /** @throws {SourceRefused} for JSON with another status than 200 · {Error} for no answer, or what is no JSON */
  return async (
    url: URL,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'quittance', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const body = exactJson(await readText(response))
    if (response.status !== 200) throw new SourceRefused(response.status, body)
    return { body, at: sentAt(response, clock) }
  }
}

function sentAt(response: Response, clock: Clock): Instant {
  const age = response.headers.get('age') ?? ''
  return clock.now() - (/^\d{1,9}$/.test(age) ? Number(age) * second : 0)
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer) throw new Error(`the answer is larger than ${largestAnswer} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses JSON with each number as its text. @throws {Error} */
export function exactJson(text: string): unknown {
  const keepText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? context?.source : value
  try {
    return JSON.parse(text, keepText)
  } catch {
    throw new Error(`the answer is no JSON: ${JSON.stringify(text.slice(0, 80))}`)
  }
}

/** The member of an object or array, undefined where there is none. */
export function member(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined
}

/** The elements of an array; none of anything else. */
export const elements = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A price: a decimal above zero; null for anything else. */
export function price(value: unknown): Decimal | null {
  const decimal = typeof value === 'string' ? parseDecimal(value) : null
  return decimal && decimal.digits > 0n ? decimal : null
}

/**
 * The price of the last trade, drawn to the nearer end of what is bid and asked now: on a quiet market the last trade may
 * be hours old. Without a sound last trade there is no price, without a sound spread the last trade stands alone.
 */
export function currentPrice(market: {
  readonly last: unknown
  readonly bid: unknown
  readonly ask: unknown
}): Decimal | null {
  const [last, bid, ask] = [price(market.last), price(market.bid), price(market.ask)]
  if (!last || !bid || !ask || compareDecimals(bid, ask) > 0) return last
  if (compareDecimals(last, bid) < 0) return bid
  return compareDecimals(last, ask) > 0 ? ask : last
}

/** The rates of those pairs for which `read` finds a price and a time. */
export function ratesOf(
  source: string,
  pairs: readonly Pair[],
  read: (pair: Pair) => { readonly value: Decimal | null; readonly at: Instant | null },
): Rate[] {
  return pairs.flatMap((pair) => {
    const { value, at } = read(pair)
    return value && at !== null ? [{ ...pair, value, source, at }] : []
  })
}

/** A time in whole seconds or milliseconds; null for anything else. */
export function timeOf(value: unknown, unitMs: number): Instant | null {
  return typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) * unitMs : null
}

/**
 * Where a source is asked: its own address, or the one that the setting gives.
 * @throws {Error} for anything but https, or http on this machine
 */
export function baseAddress(usual: string, argument = ''): string {
  const address = argument || usual
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && local)) {
    throw new Error(
      `"${address}" is no address for a rate source: it begins with https://, or http:// on this machine`,
    )
  }
  return address.replace(/\/+$/, '')
}
