import type { ErrorCode } from './api.ts'
import { QuittanceError } from './error.ts'

export interface ClientOptions {
  /** Base URL of the service: https://pay.example.com */
  readonly baseUrl: string
  /** Access token: qt_…. Without one, only the public view of invoices is available. */
  readonly token?: string
  /** Time limit of each attempt; 30 000 by default. */
  readonly timeoutMs?: number
  /** Retries of a request that is safe to retry; 3 by default. */
  readonly maxRetries?: number
  /** A replacement for the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

type QueryValue = string | number | boolean | null | undefined

interface ApiRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  /** JSON text. */
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Whether to retry if the outcome is unknown. By default true, except for POST. */
  readonly isRetryable?: boolean
}

const defaultTimeoutMs = 30_000
const defaultMaxRetries = 3
const minDelayMs = 250
const maxDelayMs = 8_000
/** If the service asks for a longer wait, the call fails instead. */
export const maxRetryAfterMs = 20_000

const temporaryCodes: ReadonlySet<string> = new Set(['connection_failed', 'timeout', 'idempotency_conflict'])
const temporaryStatuses: ReadonlySet<number | undefined> = new Set([429, 500, 502, 503, 504])

/** Whether the same request may succeed later. */
export const isTemporary = ({ code, status }: QuittanceError): boolean =>
  temporaryCodes.has(code) || temporaryStatuses.has(status)

/** Rate limits reject a request before it takes effect. After a 503, a write may have been committed. */
const hasNoEffect = ({ code }: QuittanceError): boolean => code === 'too_many_requests'

/** Sends requests, and retries them when that is safe. */
export function createHttp(options: ClientOptions) {
  const { token, timeoutMs = defaultTimeoutMs, maxRetries = defaultMaxRetries } = options
  const baseUrl = removeTrailingSlash(new URL(options.baseUrl).href)
  const authorization = token === undefined ? {} : { authorization: `Basic ${btoa(`${token}:`)}` }
  return { send, sendText, open }

  /** Returns the response's JSON. */
  async function send<Result>(request: ApiRequest): Promise<Result> {
    const text = await sendText(request)
    if (text === '') return undefined as Result
    try {
      return JSON.parse(text) as Result
    } catch (cause) {
      throw new QuittanceError('response_invalid', 'The response is not JSON.', { cause })
    }
  }

  async function sendText(request: ApiRequest): Promise<string> {
    const { method, isRetryable = method !== 'POST', signal } = request
    for (let attempt = 0; ; attempt++) {
      const result = await sendOnce(request).catch(toQuittanceError(signal))
      if (typeof result === 'string') return result
      const mayRetry = isRetryable ? isTemporary(result) : hasNoEffect(result)
      const delayMs = result.retryAfterMs ?? computeRetryDelayMs(attempt)
      if (!mayRetry || attempt >= maxRetries || delayMs > maxRetryAfterMs) throw result
      await wait(delayMs, signal)
    }
  }

  async function sendOnce(request: ApiRequest): Promise<string> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    const response = await open(request, signal)
    return response.text()
  }

  /** Returns the response once its headers have arrived. @throws {QuittanceError} if it is an error */
  async function open(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, query = {}, body, headers } = request
    const fetch = options.fetch ?? globalThis.fetch
    const response = await fetch(`${baseUrl}${path}${formatQuery(query)}`, {
      method,
      headers: {
        accept: 'application/json',
        ...authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal,
    })
    if (!response.ok) throw await readError(response)
    return response
  }
}

export type Http = ReturnType<typeof createHttp>

/** Exponential backoff with jitter, so that clients don't all retry at once. */
export const computeRetryDelayMs = (attempt: number): number =>
  Math.min(minDelayMs * 2 ** attempt, maxDelayMs) * (0.5 + Math.random() / 2)

/** @throws the signal's reason if it is aborted */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Turns a failure of `fetch` into an error with a code. Rethrows it if the caller aborted the call. */
export const toQuittanceError =
  (signal: AbortSignal | undefined) =>
  (error: unknown): QuittanceError => {
    if (signal?.aborted) throw error
    if (error instanceof QuittanceError) return error
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return isTimeout
      ? new QuittanceError('timeout', 'The service did not respond in time.', { cause: error })
      : new QuittanceError('connection_failed', 'The service cannot be reached.', { cause: error })
  }

async function readError(response: Response): Promise<QuittanceError> {
  const { status, headers } = response
  const text = await response.text()
  const retryAfter = headers.get('retry-after')
  const retryAfterMs =
    retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined
  try {
    const body = JSON.parse(text) as { readonly error?: unknown; readonly code?: unknown }
    if (typeof body.code === 'string' && typeof body.error === 'string')
      return new QuittanceError(body.code as ErrorCode, body.error, { status, retryAfterMs, body })
  } catch {
    // Not JSON: the response is from a proxy.
  }
  return new QuittanceError('response_invalid', `The response with status ${status} is not from Quittance.`, {
    status,
    retryAfterMs,
    body: text,
  })
}

function formatQuery(query: Readonly<Record<string, QueryValue>>): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

const removeTrailingSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)
