/** The wallet's environment: the network, the time, and a way to wait. */
export interface WalletContext {
  readonly fetch: typeof globalThis.fetch
  now(): number
  wait(ms: number): Promise<void>
}

/** Responses of payment servers and nodes are a few kilobytes, except those that contain a large BSV transaction. */
const maxResponseBytes = 4 * 1024 * 1024

/** A complete response. */
export interface WalletHttpResponse {
  readonly status: number
  /** Media type in lower case, without parameters. */
  readonly type: string
  /** `Retry-After` converted from seconds to milliseconds; null without it, or when it is a date. */
  readonly retryAfterMs: number | null
  readonly text: string
}

/** No complete response in time: the server may or may not have received the request. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
}

/**
 * One HTTP request. Redirects are not followed: only the requested server's own response counts.
 * @throws {NoResponseError}
 */
export async function sendRequest(
  fetch: WalletContext['fetch'],
  url: URL,
  request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    readonly timeoutMs: number
  },
): Promise<WalletHttpResponse> {
  const { headers, body, timeoutMs } = request
  try {
    const response = await fetch(url, {
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return {
      status: response.status,
      type: (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase(),
      retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after')),
      text: await readAll(response),
    }
  } catch (cause) {
    throw new NoResponseError(`${url.host} did not respond`, { cause })
  }
}

function parseRetryAfterMs(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null
}

async function readAll(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxResponseBytes) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses a JSON object. Empty when the text is anything else. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The message of an error response, from the member where payment servers put it, or the plain text itself. */
export function getResponseMessage({ status, type, text }: WalletHttpResponse): string {
  const { error, msg, message } = parseJsonObject(text)
  const serverMessage = [error, msg, message, type === 'text/plain' ? text : '']
    .map(toPrintable)
    .find((line) => line !== '')
  return serverMessage ?? `The server responded with status ${status} and no message.`
}

const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu
const maxLineLength = 400

/** A server's text as shown in terminals: on one line, without control or direction characters, and of limited length. */
export function toPrintable(text: unknown): string {
  return typeof text === 'string' ? text.replace(unprintable, ' ').trim().slice(0, maxLineLength) : ''
}
