import { type Clock, type Instant, second } from '../../kernel/clock.ts'
import { JsonError, readJsonInSteps } from '../../kernel/json.ts'
import { compareDecimals, type Decimal, parseDecimal } from '../../kernel/money.ts'
import { createStepRunner } from '../../kernel/steps.ts'
import { trimTrailing } from '../../kernel/text.ts'
import { isLoopbackHost } from '../../kernel/web-address.ts'
import type { Pair, Rate } from '../rate.ts'
import type { SourceOptions } from './source.ts'

/** A response that takes longer is too old to be a current price. */
const defaultTimeoutMs = 5 * second

/** The largest response that we request is about 100 kB. */
const maxResponseBytes = 1_048_576
/** Coinbase lists several hundred currencies, with four tokens each. */
const maxTokens = 20_000

/** A hostile source must not block the event loop. */
const runSteps = createStepRunner()

/** JSON from a source. Numbers are kept as text, so that no price becomes a float. */
interface SourceResponse {
  readonly body: unknown
  /** When the response arrived, minus the time it spent in a cache. */
  readonly observedAt: Instant
}

/** An error response from the source, with its body. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`status ${status}: ${JSON.stringify(body).slice(0, 200)}`)
    this.status = status
    this.body = body
  }
}

/** Sends requests to sources over HTTP, with time and size limits and without redirects. */
export function createSourceClient({ clock, timeoutMs = defaultTimeoutMs }: SourceOptions) {
  /** @throws {SourceError} for JSON with a status other than 200 · {Error} for no response, or one that isn't JSON */
  return async (
    url: URL,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SourceResponse> => {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'quittance', ...headers },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const body = await parseExactJson(await readBytes(response))
    if (response.status !== 200) throw new SourceError(response.status, body)
    return { body, observedAt: computeSentAt(response, clock) }
  }
}

function computeSentAt(response: Response, clock: Clock): Instant {
  const age = response.headers.get('age') ?? ''
  return clock.now() - (/^\d{1,9}$/.test(age) ? Number(age) * second : 0)
}

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxResponseBytes) throw new Error(`the response is larger than ${maxResponseBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Parses JSON, keeping each number as text.
 * @throws {Error}
 */
async function parseExactJson(bytes: Buffer): Promise<unknown> {
  try {
    return (await runSteps(readJsonInSteps(bytes, { maxTokens, keepsNumbersAsText: true }))).value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const start = JSON.stringify(bytes.toString('utf8', 0, 80))
    throw new Error(`the response is not JSON, or too complex: ${error.message}: ${start}`)
  }
}

/** The member of an object or array, or undefined when there is none. */
export function getMember(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined
}

/** The elements of an array, or none for anything else. */
export const toElements = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A price, which is a decimal above zero; null for anything else. */
export function parsePrice(value: unknown): Decimal | null {
  const decimal = typeof value === 'string' ? parseDecimal(value) : null
  return decimal && decimal.digits > 0n ? decimal : null
}

/**
 * The last trade's price, clamped to the current bid and ask, because on a quiet market the last trade may be hours old. Null without a
 * valid last trade. Not clamped without a valid spread.
 */
export function clampLastPrice(market: {
  readonly last: unknown
  readonly bid: unknown
  readonly ask: unknown
}): Decimal | null {
  const [last, bid, ask] = [parsePrice(market.last), parsePrice(market.bid), parsePrice(market.ask)]
  if (!last || !bid || !ask || compareDecimals(bid, ask) > 0) return last
  if (compareDecimals(last, bid) < 0) return bid
  return compareDecimals(last, ask) > 0 ? ask : last
}

/** The rates of the pairs for which `read` finds a rate and a time. */
export function collectRates(
  source: string,
  pairs: readonly Pair[],
  read: (pair: Pair) => { readonly value: Decimal | null; readonly observedAt: Instant | null },
): Rate[] {
  return pairs.flatMap((pair) => {
    const { value, observedAt } = read(pair)
    return value && observedAt !== null ? [{ ...pair, value, source, observedAt }] : []
  })
}

/** Parses a time in whole seconds or milliseconds; null for anything else. */
export function parseTime(value: unknown, unitMs: number): Instant | null {
  return typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) * unitMs : null
}

/**
 * The base URL of a source: its default, or the one in the setting.
 * @throws {Error} for anything but https, or http on localhost
 */
export function parseBaseUrl(defaultUrl: string, argument = ''): string {
  const address = argument || defaultUrl
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname))) {
    throw new Error(
      `"${address}" is not a rate source URL: it must begin with https://, or http:// on localhost`,
    )
  }
  return trimTrailing(address, '/')
}
