import type { Reply } from './replies.ts'
import { basic } from './service.ts'

/** A request to a service process. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Sends a request to a process; rejects if the process exits before it responds. */
export async function sendRequest(
  baseUrl: string,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const { method = 'GET', token, headers, body, signal } = options
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: basic(token) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json }
}
