import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import type { Service } from '../helpers/service.ts'

/** Placeholders on a page for values that differ each time. */
export type Placeholders = Map<string, string>

export interface RecordedRequest {
  readonly method?: 'GET' | 'POST' | 'OPTIONS' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Includes the headers that every response has. */
  readonly whole?: true
  /** Placeholders for binary bodies of the request and the response. */
  readonly shown?: { readonly request?: string; readonly response?: (bytes: Uint8Array) => string }
}

/** The server adds them per connection, or they change with the length of a placeholder. */
const omittedHeaders = ['content-length', 'connection', 'date', 'keep-alive', 'transfer-encoding']

/** Headers of every response to a wallet, which pages show once. */
const common: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'digest, signature, x-signature, x-identity, x-signature-type',
  vary: 'Accept, X-Currency, X-Paypro-Version',
  'cache-control': 'no-store',
}

const ofSignature: Readonly<Record<string, string>> = {
  digest: 'SHA-256=<SHA-256 of the body, 64 hex digits>',
  'x-identity': '<identity of the key, base58>',
  signature: '<r and s, 128 hex digits>',
  'x-signature': '<the same>',
}

/** Sends the request, and prints request and response as a terminal would show them, with indented JSON. */
export async function record(
  service: Service,
  options: RecordedRequest,
  placeholders: Placeholders,
): Promise<string> {
  const { method = 'GET', url, headers = {}, body, whole = false } = options
  const { pathname } = new URL(url)
  const payload = typeof body === 'string' ? body : body && Buffer.from(body)
  const injected = await service.app.server.inject({
    method,
    url: pathname,
    headers,
    ...(payload !== undefined && { payload }),
  })
  const { statusCode, rawPayload } = injected
  const isWallets = /^\/(r|payments)\//.test(pathname)
  for (const [name, value] of Object.entries(common))
    if (isWallets) assert.equal(injected.headers[name], value, `${pathname}: ${name}`)
  const lines = Object.entries(injected.headers)
    .filter(([name]) => !omittedHeaders.includes(name) && (whole || !(name in common)))
    .map(([name, value]) => `${name}: ${ofSignature[name] ?? value}`)
  const { response = indented } = options.shown ?? {}
  const recordedLines = [
    `$ ${curl(options)}`,
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...lines,
    ...(rawPayload.length > 0 ? ['', response(rawPayload)] : []),
  ].join('\n')
  return fillPlaceholders(recordedLines, placeholders)
}

/** As it would be typed. */
function curl({ method = 'GET', url, headers = {}, body, shown }: RecordedRequest): string {
  const sent = shown?.request ?? (typeof body === 'string' ? `-d '${body}'` : undefined)
  const parts = [
    method === 'HEAD' ? `curl -sI ${url}` : `curl -si${method === 'OPTIONS' ? 'X OPTIONS' : ''} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(sent === undefined ? [] : [sent]),
  ]
  return parts.join(' \\\n    ')
}

function indented(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString()
  return /^[[{]/.test(text) ? JSON.stringify(JSON.parse(text), null, 2) : text.trimEnd()
}

/** The same text on every run. */
export function fillPlaceholders(text: string, placeholders: Placeholders): string {
  let plain = text
  // The longest first: an id may be part of a transaction.
  for (const [volatile, placeholder] of [...placeholders].sort(([a], [b]) => b.length - a.length))
    plain = plain.replaceAll(volatile, placeholder)
  return plain
}

const block = /<!-- recorded: ([a-z0-9-]+) -->\n[\s\S]*?<!-- end -->/g

/** The names of a page's recorded blocks, in order. */
export const recordedIn = (page: string): string[] => [...page.matchAll(block)].map(([, name = '']) => name)

/** The page with those exchanges in its blocks. */
export const withRecorded = (page: string, exchanges: ReadonlyMap<string, string>): string =>
  page.replaceAll(block, (_whole, name: string) => {
    const exchange = exchanges.get(name) ?? assert.fail(`no recorded exchange is named ${name}`)
    return `<!-- recorded: ${name} -->\n\`\`\`\n${exchange}\n\`\`\`\n<!-- end -->`
  })
