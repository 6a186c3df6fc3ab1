import type { RecordedExample } from '../../src/openapi/examples/example.ts'
import { basic } from '../helpers/service.ts'

export interface ExampleRequest {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null: without credentials. */
  readonly token?: string | null
}

const maxLines = 60
const maxLineLength = 400
/** Descriptions, metrics and scripts are long, and change with everything else. */
const shortened = /^GET \/(openapi\.json|asyncapi\.json|docs|llms\.txt|metrics|modal\/btcpay\.js)$/

/** Sends requests to a running service, and keeps each with its response as the example of its route. */
export function createRecorder({
  baseUrl,
  token,
  shopUrl,
}: {
  baseUrl: string
  token: string
  shopUrl: string
}) {
  const examples: Record<string, RecordedExample> = {}
  const replaceRandomParts = createReplacer(baseUrl, shopUrl)
  return { examples, record, keep }

  async function record(route: string, request: ExampleRequest): Promise<Record<string, unknown>> {
    const {
      path,
      method = route.split(' ', 1)[0] ?? 'GET',
      headers = {},
      token: credentials = token,
    } = request
    const body = request.body === undefined ? '' : JSON.stringify(request.body)
    const sent = { ...(body !== '' && { 'content-type': 'application/json' }), ...headers }
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...sent, ...(credentials !== null && { authorization: basic(credentials) }) },
      ...(body !== '' && { body }),
      redirect: 'manual',
    })
    const text = await response.text()
    const { status } = response
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
    keep(route, {
      request: { method, url: `${baseUrl}${path}`, headers: sent, token: credentials !== null, body },
      response: { status, type, body: shortened.test(route) ? `${text.slice(0, 40)}…` : text },
    })
    return type === 'application/json' ? JSON.parse(text) : {}
  }

  function keep(route: string, { request, response }: RecordedExample): void {
    examples[route] = {
      request: {
        ...request,
        url: replaceRandomParts(request.url),
        body: replaceRandomParts(request.body),
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, replaceRandomParts(value)]),
        ),
      },
      response: { ...response, body: cut(indent(replaceRandomParts(response.body))) },
    }
  }
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function cut(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line))
  return lines.length > maxLines ? [...lines.slice(0, maxLines), '…'].join('\n') : lines.join('\n')
}

const recordedAt = Date.UTC(2026, 10, 26, 10)
/** Times are rounded to this, which the recording doesn't take. */
const precisionMs = 300_000

/** Replaces what differs from one recording to the next: each value always by the same one. */
function createReplacer(baseUrl: string, shopUrl: string): (text: string) => string {
  const startedAt = Date.now()
  const known = new Map<string, string>()
  const numbered = (kind: string, value: string, build: (number: number) => string): string => {
    const key = `${kind} ${value}`
    const count = [...known.keys()].filter((each) => each.startsWith(`${kind} `)).length
    const replacement = known.get(key) ?? build(count + 1)
    known.set(key, replacement)
    return replacement
  }
  const time = (text: string): string => {
    const offset = Math.round((Date.parse(text) - startedAt) / precisionMs) * precisionMs
    return new Date(recordedAt + offset).toISOString()
  }
  const unixTime = (seconds: string): string =>
    String(Date.parse(time(new Date(Number(seconds) * 1_000).toISOString())) / 1_000)
  return (text) =>
    text
      .replaceAll(baseUrl, 'https://pay.example.com')
      .replaceAll(baseUrl.replace('http', 'ws'), 'wss://pay.example.com')
      .replaceAll(shopUrl, 'https://shop.example.com/hook')
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g, time)
      .replace(/\b1[78]\d{8}\b/g, unixTime)
      .replace(/\b(evt|whe|whd|pex)_[0-9a-z_]+/g, (id, kind) =>
        numbered(kind, id, (number) => `${kind}_01m7zq358w1gsxwrxq3z35an${String(number).padStart(2, '0')}`),
      )
      .replace(/\b01[0-9a-z]{34}\b/g, (uid) =>
        numbered(
          'uid',
          uid,
          (number) => `01m7zq358w1gsxwrxq3z35anwb6j8655ty${String(number).padStart(2, '0')}`,
        ),
      )
      .replace(/\b[0-9a-f]{65,}\b/g, '0200000001…')
      .replace(/\b[0-9a-f]{64}\b/g, (hash) =>
        numbered('hash', hash, (number) => String(number).padStart(64, '99bc6ad5796a5ef1')),
      )
      .replace(/whsec_[\w+/=]+/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==')
      .replace(/\bqt_[\w-]{20,}/g, 'qt_…')
      .replace(/"next_cursor":"(?!c[0-9a-z]+")[^"]+"/g, '"next_cursor":"…"')
      .replace(/"ms":\d+/g, '"ms":12')
}
