import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { second } from '../kernel/clock.ts'
import { getResponseMessage, NoResponseError, toPrintable } from '../wallet/http.ts'

/** One request with exactly these headers. `fetch` would add an Accept header of its own. */
export interface ProbeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'OPTIONS'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A complete response. */
export interface ProbeResponse {
  readonly request: ProbeRequest
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The media type in lower case, without parameters. */
  readonly type: string
  readonly body: Uint8Array
  readonly text: string
}

/** @throws {NoResponseError} */
export type SendProbe = (request: ProbeRequest) => Promise<ProbeResponse>

/** Longer than a payment server should take for one request. */
const timeoutMs = 15 * second
/** Limit for the whole check, which sends about 100 requests. */
const totalTimeoutMs = 300 * second
/** Payment requests take a few kilobytes; a web page may take more. */
const maxResponseBytes = 1024 * 1024

/**
 * Sends each request over a new HTTP connection, without following redirects. If a server has responded before but doesn't now, the
 * response has status 0.
 */
export function createProbeClient(abortSignal: AbortSignal): SendProbe {
  const overallSignal = AbortSignal.any([abortSignal, AbortSignal.timeout(totalTimeoutMs)])
  let hasResponded = false
  return async (request) => {
    try {
      const response = await exchange(
        request,
        AbortSignal.any([overallSignal, AbortSignal.timeout(timeoutMs)]),
      )
      hasResponded = true
      return response
    } catch (cause) {
      if (hasResponded && !overallSignal.aborted) return createEmptyResponse(request)
      throw new NoResponseError(`${request.url.host} did not respond to ${describeRequest(request)}`, {
        cause,
      })
    }
  }
}

const createEmptyResponse = (request: ProbeRequest): ProbeResponse => ({
  request,
  status: 0,
  headers: {},
  type: '',
  body: new Uint8Array(),
  text: '',
})

async function exchange(request: ProbeRequest, signal: AbortSignal): Promise<ProbeResponse> {
  const { status, headers, body } = await send(request, signal)
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  const text = new TextDecoder().decode(body)
  return { request, status, headers, type: type.trim().toLowerCase(), body, text }
}

function send({ method, url, headers, body }: ProbeRequest, signal: AbortSignal) {
  const options: RequestOptions = {
    method,
    signal,
    agent: false,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  }
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Uint8Array }>(
    (resolve, reject) => {
      const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
      request.once('error', reject)
      request.once('response', (response) => {
        const { statusCode: status = 0, headers: responseHeaders } = response
        readAll(response).then((bytes) => resolve({ status, headers: responseHeaders, body: bytes }), reject)
      })
      request.end(body)
    },
  )
}

async function readAll(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxResponseBytes) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const maxBodyLength = 80

/** A request as one line: `POST /r/01m7, content-type: application/payment-request, {"chain":"BTC"}`. */
export function describeRequest({ method, url, headers, body }: ProbeRequest): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const bodyText =
    body === undefined ? [] : [typeof body === 'string' ? truncate(body) : `${body.length} bytes`]
  return [`${method} ${url.pathname}`, ...headerLines, ...bodyText].join(', ')
}

const truncate = (text: string): string =>
  text.length > maxBodyLength ? `${text.slice(0, maxBodyLength)}...` : text

/** A response as one line: `400 application/json, The header x-currency must name the coin`. */
export function describeResponse({ status, type, text, headers }: ProbeResponse): string {
  if (status === 0) return 'no complete response'
  const detail =
    status >= 300 && status < 400 ? `to ${headers.location}` : describeBody({ status, type, text })
  return toPrintable([`${status}${type && ` ${type}`}`, detail].filter(Boolean).join(', '))
}

function describeBody({ status, type, text }: Pick<ProbeResponse, 'status' | 'type' | 'text'>): string {
  if (type === 'text/html') return ''
  return status >= 400 ? getResponseMessage({ status, type, text, retryAfterMs: null }) : truncate(text)
}
