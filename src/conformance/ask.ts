import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { second } from '../kernel/clock.ts'
import { NoAnswer, printable, sentenceOf } from '../wallet/http.ts'

/** One question, with these headers and no others: `fetch` would add an Accept of its own. */
export interface Question {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'OPTIONS'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A whole answer. */
export interface Reply {
  readonly question: Question
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Media type in lower case, without parameters. */
  readonly type: string
  readonly body: Uint8Array
  readonly text: string
}

/** @throws {NoAnswer} */
export type Ask = (question: Question) => Promise<Reply>

/** No server that a person waits for takes longer. */
const timeoutMs = 15 * second
/** A whole walk is some 100 questions. */
const wholeMs = 300 * second
/** Requests are some kilobytes; a web page may be more. */
const largestAnswerBytes = 1024 * 1024

/**
 * Asks over HTTP, each question on a connection of its own; redirects are not followed. A server that has answered before and is silent
 * now has the status 0.
 */
export function asker(stopped: AbortSignal): Ask {
  const whole = AbortSignal.any([stopped, AbortSignal.timeout(wholeMs)])
  let isThere = false
  return async (question) => {
    try {
      const reply = await exchange(question, AbortSignal.any([whole, AbortSignal.timeout(timeoutMs)]))
      isThere = true
      return reply
    } catch (cause) {
      if (isThere && !whole.aborted) return silence(question)
      throw new NoAnswer(`${question.url.host} did not answer ${saying(question)}`, { cause })
    }
  }
}

const silence = (question: Question): Reply => ({
  question,
  status: 0,
  headers: {},
  type: '',
  body: new Uint8Array(),
  text: '',
})

async function exchange(question: Question, signal: AbortSignal): Promise<Reply> {
  const { status, headers, body } = await send(question, signal)
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  const text = new TextDecoder().decode(body)
  return { question, status, headers, type: type.trim().toLowerCase(), body, text }
}

function send({ method, url, headers, body }: Question, signal: AbortSignal) {
  const options: RequestOptions = {
    method,
    signal,
    agent: false,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  }
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Uint8Array }>(
    (resolve, reject) => {
      const request = url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options)
      request.once('error', reject)
      request.once('response', (answer) => {
        const { statusCode: status = 0, headers: sent } = answer
        readAll(answer).then((bytes) => resolve({ status, headers: sent, body: bytes }), reject)
      })
      request.end(body)
    },
  )
}

async function readAll(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > largestAnswerBytes) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const longestBody = 80

/** A question as a line: `POST /r/01m7, content-type: application/payment-request, {"chain":"BTC"}`. */
export function saying({ method, url, headers, body }: Question): string {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const sent = body === undefined ? [] : [typeof body === 'string' ? cut(body) : `${body.length} bytes`]
  return [`${method} ${url.pathname}`, ...named, ...sent].join(', ')
}

const cut = (text: string): string => (text.length > longestBody ? `${text.slice(0, longestBody)}...` : text)

/** An answer as a line: `400 application/json, The header x-currency must name the coin`. */
export function summary({ status, type, text, headers }: Reply): string {
  if (status === 0) return 'no whole answer'
  const said = status >= 300 && status < 400 ? `to ${headers.location}` : bodyOf({ status, type, text })
  return printable([`${status}${type && ` ${type}`}`, said].filter(Boolean).join(', '))
}

function bodyOf({ status, type, text }: Pick<Reply, 'status' | 'type' | 'text'>): string {
  if (type === 'text/html') return ''
  return status >= 400 ? sentenceOf({ status, type, text, retryAfterMs: null }) : cut(text)
}
